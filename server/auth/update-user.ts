import { type UpdateUserBody, UserMetadata } from '#contract/auth.ts';
import { MESSAGES } from '#contract/messages.ts';
import { findPassword, setPassword } from '../accounts/identity.ts';
import { changeProfile } from '../accounts/profile.ts';
import type { Deps } from '../deps.ts';
import { parseInput } from '../http/bind.ts';
import type { Session } from '../http/context.ts';
import { createRateLimiter, type RateLimit } from '../http/rate-limit.ts';
import { type Tx, transaction } from '../platform/database/db.ts';
import { endAccess } from './account-access.ts';
import { type Act, actOfSession } from './act.ts';
import { AuthError } from './error.ts';
import { lockLiveSession } from './live-session.ts';
import { createMailLimits } from './mail-limits.ts';
import { openMailQueue } from './one-time/mail-queue.ts';
import { createOwnerProof, isFreshWithoutPassword } from './owner-proof.ts';
import { hashPassword, passwordMatches, requireStrong } from './password.ts';

const HOUR_MS = 60 * 60_000;
/** `same_password` confirms a correct guess to anyone with a stolen session. */
const PASSWORD_CHANGES: RateLimit = { name: 'password-change', limit: 10, windowMs: HOUR_MS };

/**
 * Changes the password, address or profile of a session's account. Returns the new address if it has to be confirmed first.
 *
 * A new password or address requires the current password, unless the session was started by a mailed code or link, or at a
 * provider, in the last hour. For an account without a password, only such a session will do, or one whose password the server
 * removed in the last hour. A new address also requires a code if two-factor login is on.
 *
 * A new password ends all other sessions and pending codes and links. One that is set without the current one also revokes the
 * API keys, and disconnects the browsers and all providers but the session's own, because someone else may have made them. A new
 * address takes effect once it is confirmed. Throws `session_not_found` if the session ended meanwhile.
 */
export type UserUpdate = (session: Session, body: UpdateUserBody) => Promise<string | null>;

interface NewPassword {
  hash: string;
  /** the one that was compared. null: none */
  before: string | null;
  /** the account had a password, and the mailbox stood in for it */
  recovered: boolean;
}

export function createUserUpdate(deps: Deps): UserUpdate {
  const { clock } = deps;
  const { db } = deps.database;
  const limiter = createRateLimiter(deps);
  const mailLimits = createMailLimits(deps);
  const owner = createOwnerProof(deps);
  const cost = deps.testing?.passwordCost;

  return async (session, { email, password, current_password, nonce, data }) => {
    const { accountId } = session;
    const changed =
      typeof password === 'string' ? await newPassword(session, password, current_password, email) : null;
    const newEmail = email && email !== session.email ? email : null;
    if (newEmail) {
      // A new password in the same request was proved.
      if (!changed) await owner.require(session, current_password);
      await owner.requireCode(session, nonce);
      await mailLimits.takeForAccount(accountId, newEmail);
    }
    const queue = changed || newEmail ? await openMailQueue(deps) : null;
    const act = await actOfSession(db, session, new Date(clock.now()));
    await transaction(db, async (tx) => {
      if (!(await lockLiveSession(tx, session)))
        throw new AuthError('session_not_found', 'Session from session_id claim in JWT does not exist');
      if (data) {
        await changeProfile(
          tx,
          accountId,
          data,
          new Date(act.at),
          (metadata) => void parseInput(UserMetadata, metadata),
        );
      }
      if (changed) {
        await savePassword(tx, session, changed, act);
        const { recovered } = changed;
        await queue?.add([{ job: { kind: 'password-changed', accountId, recovered, act } }], tx);
      }
      if (newEmail) {
        const { sessionId } = session;
        await queue?.add([{ job: { kind: 'email-change', accountId, email: newEmail, sessionId, act } }], tx);
      }
    });
    return newEmail;
  };

  async function newPassword(
    session: Session,
    password: string,
    current: string | null | undefined,
    newEmail: string | null | undefined,
  ): Promise<NewPassword> {
    await requireStrong(password, [session.email, ...(newEmail ? [newEmail] : [])]);
    await limiter.take(PASSWORD_CHANGES, session.accountId);
    const stored = await findPassword(db, { id: session.accountId });
    const before = stored?.password_hash ?? null;
    const by = session.accountId;
    if (typeof current === 'string') {
      if (!(await passwordMatches(before, current, by))) {
        throw new AuthError('invalid_credentials', MESSAGES.auth.wrongCurrentPassword);
      }
    } else if (!(await isFreshWithoutPassword(db, session, clock.now()))) {
      if (before) throw new AuthError('reauthentication_needed', MESSAGES.auth.currentPasswordNeeded);
      // The server removed it when this session proved its mailbox, and ended the others.
      const endedAt = stored?.password_ended_at?.getTime() ?? 0;
      if (clock.now() - endedAt > HOUR_MS)
        throw new AuthError('reauthentication_needed', MESSAGES.secondFactor.signInNeeded);
    }
    if (await passwordMatches(before, password, by)) {
      throw new AuthError('same_password', MESSAGES.auth.samePassword);
    }
    const hash = await hashPassword(password, { ...(cost ? { cost } : {}), by });
    return { hash, before, recovered: before !== null && typeof current !== 'string' };
  }
}

/** Throws if the password is no longer the one that was compared. */
async function savePassword(
  tx: Tx,
  { accountId, sessionId }: Session,
  { hash, before, recovered }: NewPassword,
  act: Act,
): Promise<void> {
  const now = new Date(act.at);
  const stored = (await findPassword(tx, { id: accountId }))?.password_hash ?? null;
  if (stored !== before) throw new AuthError('invalid_credentials', MESSAGES.auth.wrongCurrentPassword);
  await setPassword(tx, accountId, hash, now);
  const cause = recovered ? 'takeover' : 'new-password';
  await endAccess(tx, accountId, { cause, now, keepSession: sessionId });
}
