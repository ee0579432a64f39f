import { MAILED_CODE_MINUTES } from '#contract/limits.ts';
import { MESSAGES } from '#contract/messages.ts';
import { findPassword, lockUser } from '../accounts/identity.ts';
import type { Deps } from '../deps.ts';
import type { Session } from '../http/context.ts';
import { createRateLimiter, type RateLimit } from '../http/rate-limit.ts';
import { type Db, transaction } from '../platform/database/db.ts';
import { AuthError } from './error.ts';
import { passwordMatches } from './password.ts';
import { createCodeCheck } from './second-factor/code-check.ts';
import { isOn } from './second-factor/second-factor-store.ts';
import { findSessionStart } from './store.ts';

/** A session that a mailed code or a provider started proves its owner for this long. */
const FRESH_MS = MAILED_CODE_MINUTES * 60_000;
/** A right password is confirmed to anyone with a stolen session. */
const PROOFS: RateLimit = { name: 'owner-proof', limit: 20, windowMs: 60 * 60_000 };

/** Whether the session was started by a mailed code or link, or at a provider, in the last hour. */
export async function isFreshWithoutPassword(db: Db, { sessionId }: Session, now: number): Promise<boolean> {
  const start = await findSessionStart(db, sessionId);
  return start !== undefined && start.method !== 'password' && now - start.created_at.getTime() <= FRESH_MS;
}

/** What proves that the account's owner is at the keyboard, and not someone with a stolen session. */
export interface OwnerProof {
  /** What `require` needs now. */
  needed(session: Session): Promise<'password' | 'sign-in' | null>;
  /**
   * Requires the current password, or a sign-in without one in the last hour. Throws
   * `reauthentication_needed`, or `invalid_credentials` for a wrong password.
   */
  require(session: Session, currentPassword: string | null | undefined): Promise<void>;
  /** If two-factor login is on, uses up a code. Throws `reauthentication_needed` without one, and `invalid_credentials` for a wrong one. */
  requireCode(session: Session, code: string | null | undefined): Promise<void>;
}

export function createOwnerProof(deps: Pick<Deps, 'database' | 'clock' | 'secrets' | 'log'>): OwnerProof {
  const { db } = deps.database;
  const limiter = createRateLimiter(deps);
  const codes = createCodeCheck(deps);
  const storedHash = async ({ accountId }: Session) =>
    (await findPassword(db, { id: accountId }))?.password_hash ?? null;
  const needed = async (session: Session) => {
    if (await isFreshWithoutPassword(db, session, deps.clock.now())) return null;
    return (await storedHash(session)) ? 'password' : 'sign-in';
  };
  return {
    needed,
    require: async (session, currentPassword) => {
      if (currentPassword) {
        await limiter.take(PROOFS, session.accountId);
        if (await passwordMatches(await storedHash(session), currentPassword, session.accountId)) return;
        throw new AuthError('invalid_credentials', MESSAGES.auth.wrongCurrentPassword);
      }
      const need = await needed(session);
      if (!need) return;
      const { passwordNeeded, signInNeeded } = MESSAGES.secondFactor;
      throw new AuthError('reauthentication_needed', need === 'password' ? passwordNeeded : signInNeeded);
    },
    requireCode: async ({ accountId }, code) => {
      if (!(await isOn(db, accountId))) return;
      if (!code) throw new AuthError('reauthentication_needed', MESSAGES.secondFactor.codeShape);
      await codes.admit(accountId, code);
      const used = await transaction(db, async (tx) => {
        await lockUser(tx, accountId);
        return codes.take(tx, accountId, code);
      });
      if (!used) throw new AuthError('invalid_credentials', MESSAGES.secondFactor.wrongCode);
      await codes.succeeded(accountId);
    },
  };
}
