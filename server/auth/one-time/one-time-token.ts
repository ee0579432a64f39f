import {
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  randomInt,
  randomUUID,
  timingSafeEqual,
} from 'node:crypto';
import { MAILED_CODE_DIGITS, MAILED_CODE_MINUTES } from '#contract/limits.ts';
import { lockUser } from '../../accounts/identity.ts';
import type { Deps } from '../../deps.ts';
import { type Tx, transaction } from '../../platform/db.ts';
import {
  countAttempt,
  deleteEarlier,
  deleteExpired,
  deleteToken,
  findToken,
  insertToken,
  type OneTimeRow,
  type Purpose,
} from './one-time-store.ts';

/** Guesses at one code; its link goes on to hold, so that a guesser cannot lock the owner out. */
const ATTEMPTS = 5;
const LINK_BYTES = 32;

/** Whom a code was sent to, or whose it is. */
type CodeOf = { purpose: Purpose; email: string } | { purpose: Purpose; accountId: string };

/**
 * Codes and links that prove who reads an address: stored as hashes, used once, for an hour. Locks are taken in one order:
 * the account, then its tokens.
 */
export interface OneTimeTokens {
  /** Makes a code and a link's token for one mail; those sent before for the same end. null: the account is gone. */
  issue(token: {
    purpose: Purpose;
    email: string;
    accountId: string | null;
    userMetadata?: Record<string, unknown>;
  }): Promise<{ code: string; link: string } | null>;
  /** The token of a link; null: never made, used, or too old. */
  readLink(tx: Tx, link: string, purpose: Purpose): Promise<OneTimeRow | null>;
  /** Counts a guess at a code, at once and for good. Answers the token's id; null: wrong, or guessed at too often. */
  tryCode(of: CodeOf, code: string): Promise<string | null>;
  read(tx: Tx, id: string): Promise<OneTimeRow | null>;
  /** Uses a token up in the transaction that acts on it; false when it was used meanwhile. The account is locked. */
  take(tx: Tx, token: OneTimeRow): Promise<boolean>;
}

export function createOneTimeTokens({
  database,
  clock,
  secrets,
}: Pick<Deps, 'database' | 'clock' | 'secrets'>): OneTimeTokens {
  const key = Buffer.from(hkdfSync('sha256', secrets.authSecret, '', 'leadwell mailed code', 32));
  const now = () => new Date(clock.now());
  // A million codes are soon tried against a plain hash.
  const hashCode = (id: string, code: string) =>
    createHmac('sha256', key).update(`${id}:${code}`).digest('base64url');

  return {
    issue: async ({ purpose, email, accountId, userMetadata = {} }) => {
      const id = randomUUID();
      const code = String(randomInt(10 ** MAILED_CODE_DIGITS)).padStart(MAILED_CODE_DIGITS, '0');
      const link = randomBytes(LINK_BYTES).toString('base64url');
      const at = now();
      await deleteExpired(database.db, at);
      const issued = await transaction(database.db, async (tx) => {
        if (accountId && !(await lockUser(tx, accountId))) return false;
        const ofAccount = purpose === 'email-change' || purpose === 'confirmation';
        await deleteEarlier(tx, purpose, ofAccount && accountId ? { accountId } : { email });
        await insertToken(tx, {
          id,
          purpose,
          email,
          accountId,
          userMetadata,
          linkHash: purpose === 'confirmation' ? null : hashLink(link),
          codeHash: hashCode(id, code),
          now: at,
          expiresAt: new Date(at.getTime() + MAILED_CODE_MINUTES * 60_000),
        });
        return true;
      });
      return issued ? { code, link } : null;
    },
    readLink: async (tx, link, purpose) =>
      (await findToken(tx, { linkHash: hashLink(link), purpose }, now())) ?? null,
    tryCode: async (of, code) => {
      const row = await countAttempt(database.db, of, now(), ATTEMPTS);
      if (!row) return null;
      const fits = timingSafeEqual(Buffer.from(row.code_hash), Buffer.from(hashCode(row.id, code)));
      return fits ? row.id : null;
    },
    read: async (tx, id) => (await findToken(tx, { id }, now())) ?? null,
    take: (tx, token) => deleteToken(tx, token.id),
  };
}

function hashLink(link: string): string {
  return createHash('sha256').update(link).digest('base64url');
}
