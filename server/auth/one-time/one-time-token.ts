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
import { type Tx, transaction } from '../../platform/database/db.ts';
import { lockSession } from '../store.ts';
import {
  countAttempt,
  deleteEarlier,
  deleteExpired,
  deleteToken,
  findToken,
  hasToken,
  insertToken,
  type OneTimeRow,
  type Purpose,
} from './one-time-store.ts';

/** Attempts per code. The link stays valid, so that an attacker can't lock the owner out. */
const MAX_ATTEMPTS = 5;
const LINK_BYTES = 32;

/** Identifies a code by its purpose and either its address or its account. */
type CodeOf = { purpose: Purpose; email: string } | { purpose: Purpose; accountId: string };

/**
 * Codes and links that prove control of an email address. They are stored as hashes, work once and expire
 * after an hour. Always lock the account before its tokens.
 */
export interface OneTimeTokens {
  /**
   * Creates a code and a link token for one mail and invalidates earlier ones. They end with the session `sessionId`. null: the
   * account was deleted, or the session has ended, or the account has an earlier one, which `onlyFirst` keeps. Default of
   * `expiresAt`: in an hour.
   */
  issue(token: {
    purpose: Purpose;
    email: string;
    accountId: string | null;
    userMetadata?: Record<string, unknown>;
    onlyFirst?: boolean;
    sessionId?: string | null | undefined;
    expiresAt?: Date | undefined;
  }): Promise<{ code: string; link: string } | null>;
  /** Finds the token of a link. null: unknown, used or expired. */
  readLink(tx: Tx, link: string, purpose: Purpose): Promise<OneTimeRow | null>;
  /**
   * Checks a code and counts the attempt outside any transaction. Returns the token's id; null: wrong or
   * blocked.
   */
  tryCode(of: CodeOf, code: string): Promise<string | null>;
  read(tx: Tx, id: string): Promise<OneTimeRow | null>;
  /**
   * Consumes a token in the transaction that acts on it. false: already used. The caller has locked the
   * account.
   */
  take(tx: Tx, token: OneTimeRow): Promise<boolean>;
}

export function createOneTimeTokens({
  database,
  clock,
  secrets,
}: Pick<Deps, 'database' | 'clock' | 'secrets'>): OneTimeTokens {
  const key = Buffer.from(hkdfSync('sha256', secrets.dataKey, '', 'leadwell mailed code', 32));
  const now = () => new Date(clock.now());
  // Keyed, because a plain hash of six digits is easy to brute-force.
  const hashCode = (id: string, code: string) =>
    createHmac('sha256', key).update(`${id}:${code}`).digest('base64url');

  return {
    issue: async (token) => {
      const { purpose, email, accountId, userMetadata = {}, onlyFirst = false, sessionId = null } = token;
      const id = randomUUID();
      const code = String(randomInt(10 ** MAILED_CODE_DIGITS)).padStart(MAILED_CODE_DIGITS, '0');
      const link = randomBytes(LINK_BYTES).toString('base64url');
      const at = now();
      await deleteExpired(database.db, at);
      const issued = await transaction(database.db, async (tx) => {
        if (accountId && !(await lockUser(tx, accountId))) return false;
        if (sessionId && !(await lockSession(tx, sessionId))) return false;
        if (onlyFirst && accountId && (await hasToken(tx, accountId, purpose, at))) return false;
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
          sessionId,
          now: at,
          expiresAt: token.expiresAt ?? new Date(at.getTime() + MAILED_CODE_MINUTES * 60_000),
        });
        return true;
      });
      return issued ? { code, link } : null;
    },
    readLink: async (tx, link, purpose) =>
      (await findToken(tx, { linkHash: hashLink(link), purpose }, now())) ?? null,
    tryCode: async (of, code) => {
      const row = await countAttempt(database.db, of, now(), MAX_ATTEMPTS);
      if (!row) return null;
      const matches = timingSafeEqual(Buffer.from(row.code_hash), Buffer.from(hashCode(row.id, code)));
      return matches ? row.id : null;
    },
    read: async (tx, id) => (await findToken(tx, { id }, now())) ?? null,
    take: (tx, token) => deleteToken(tx, token.id),
  };
}

function hashLink(link: string): string {
  return createHash('sha256').update(link).digest('base64url');
}
