import {
  isStrongPassword,
  type PasswordSignInBody,
  type SignUpBody,
  type UpdateUserBody,
  UserMetadata,
} from '#contract/auth.ts';
import { SIGN_UP_CREDITS } from '#contract/limits.ts';
import { MESSAGES } from '#contract/messages.ts';
import { createAccount } from '../accounts/account.ts';
import { emailIsTaken, findPassword, findUser, recordSignIn, setPassword } from '../accounts/identity.ts';
import { changeProfile } from '../accounts/profile.ts';
import type { Deps } from '../deps.ts';
import { parseInput } from '../http/bind.ts';
import type { Session } from '../http/context.ts';
import { addressKey, createRateLimiter, type RateLimit } from '../http/rate-limit.ts';
import { transaction } from '../platform/database/db.ts';
import { assertRoom } from '../platform/disk/disk-space.ts';
import { endAccess } from './account-access.ts';
import { actOfSession } from './act.ts';
import { AuthError, accountDisabled } from './error.ts';
import { isKnownAddress } from './known-clients.ts';
import { createMailLimits } from './mail-limits.ts';
import { addDueMail } from './one-time/due-mails.ts';
import { openMailQueue } from './one-time/mail-queue.ts';
import { isFreshWithoutPassword } from './owner-proof.ts';
import { hashPassword, isCommonPassword, passwordMatches } from './password.ts';
import type { Client, IssuedSession, Sessions } from './sessions.ts';
import { createSignInLimits } from './sign-in-limits.ts';
import type { SessionOrigin } from './store.ts';
import { type AuthUser, toAuthUser } from './user.ts';

const HOUR_MS = 60 * 60_000;
/** `same_password` confirms a correct guess to anyone with a stolen session. */
const PASSWORD_CHANGES: RateLimit = { name: 'password-change', limit: 10, windowMs: HOUR_MS };

/** Sign-up and sign-in with email and password. */
export interface Credentials {
  signUp(body: SignUpBody, client: Client): Promise<IssuedSession>;
  signIn(body: PasswordSignInBody, client: Client): Promise<IssuedSession>;
  readUser(session: Session): Promise<AuthUser>;
  /**
   * A new password requires the current one, unless the session was started by a mailed code or link, or at a
   * provider, in the last hour, or the account has none. It ends all other sessions and pending codes and
   * links. A password set without the current one also revokes the API keys, and disconnects the
   * browsers and all providers but the session's own, because someone else may have made them. A new email address takes effect once it is confirmed.
   */
  updateUser(session: Session, body: UpdateUserBody): Promise<AuthUser>;
}

export function createCredentials(deps: Deps, sessions: Sessions): Credentials {
  const { clock } = deps;
  const { db } = deps.database;
  const limiter = createRateLimiter(deps);
  const signInLimits = createSignInLimits(deps);
  const mailLimits = createMailLimits(deps);
  const cost = deps.testing?.passwordCost;
  const signUps: RateLimit = {
    name: 'sign-up',
    limit: deps.config.SIGNUPS_PER_HOUR_PER_ADDRESS,
    windowMs: HOUR_MS,
  };

  async function readUser(session: Session): Promise<AuthUser> {
    const row = await findUser(db, session.accountId);
    if (!row) throw new AuthError('user_not_found', 'User from sub claim in JWT does not exist');
    return toAuthUser(row);
  }

  return {
    readUser,
    signUp: async ({ email, password, data }, client) => {
      await requireStrong(password);
      assertRoom(deps.database.space);
      const by = addressKey(client.address);
      await limiter.take(signUps, by);
      if (await emailIsTaken(db, email)) throw alreadyRegistered();
      const passwordHash = await hashPassword(password, { ...(cost ? { cost } : {}), by });
      const now = new Date(clock.now());
      const session = await transaction(db, async (tx) => {
        const account = await createAccount(tx, deps, {
          email,
          passwordHash,
          userMetadata: withoutNulls(data),
          now,
          firstCredits: SIGN_UP_CREDITS,
          reason: 'sign-up',
        });
        if (!account) return null;
        await addDueMail(tx, account.id, { kind: 'welcome', accountId: account.id });
        return sessions.start(tx, account.id, now, byPassword(client));
      });
      if (!session) throw alreadyRegistered();
      return sessions.issue(session);
    },
    signIn: async ({ email, password }, client) => {
      const address = addressKey(client.address);
      const account = await findPassword(db, { email });
      const known = await isKnownAddress(db, account?.id, client.address, clock.now());
      const attempt = await signInLimits.admit({ email, address, known });
      const hash = account?.password_hash ?? null;
      if (!(await passwordMatches(hash, password, address)) || !account || !hash) {
        await attempt.wrong();
        throw account
          ? new AuthError('invalid_credentials', MESSAGES.auth.loginFailed)
          : new AuthError('user_not_found', MESSAGES.auth.notRegistered, { status: 400 });
      }
      await attempt.right();
      if (account.disabled_at) throw accountDisabled(deps);
      const now = new Date(clock.now());
      const session = await transaction(db, async (tx) =>
        (await recordSignIn(tx, account.id, hash, now))
          ? sessions.start(tx, account.id, now, byPassword(client))
          : null,
      );
      if (!session) throw new AuthError('invalid_credentials', MESSAGES.auth.loginFailed);
      return sessions.issue(session);
    },
    updateUser: async (session, { email, password, current_password, data }) => {
      const { hash, recovered } =
        typeof password === 'string'
          ? await newPasswordHash(session, password, current_password)
          : { hash: null, recovered: false };
      const newEmail = email && email !== session.email ? email : null;
      if (newEmail) await mailLimits.takeForAccount(session.accountId, newEmail);
      const queue = hash || newEmail ? await openMailQueue(deps) : null;
      const now = new Date(clock.now());
      const act = await actOfSession(db, session, now);
      await transaction(db, async (tx) => {
        if (data) {
          await changeProfile(
            tx,
            session.accountId,
            data,
            now,
            (metadata) => void parseInput(UserMetadata, metadata),
          );
        }
        if (hash) {
          await setPassword(tx, session.accountId, hash, now);
          await endAccess(tx, session.accountId, {
            cause: recovered ? 'takeover' : 'new-password',
            now,
            keepSession: session.sessionId,
          });
          await queue?.add(
            [{ job: { kind: 'password-changed', accountId: session.accountId, recovered, act } }],
            tx,
          );
        }
        if (newEmail) {
          await queue?.add(
            [{ job: { kind: 'email-change', accountId: session.accountId, email: newEmail, act } }],
            tx,
          );
        }
      });
      const user = await readUser(session);
      return newEmail ? { ...user, new_email: newEmail } : user;
    },
  };

  /** `recovered`: the account had a password, and the mailbox stood in for it. */
  async function newPasswordHash(
    session: Session,
    password: string,
    current: string | null | undefined,
  ): Promise<{ hash: string; recovered: boolean }> {
    await requireStrong(password);
    await limiter.take(PASSWORD_CHANGES, session.accountId);
    const stored = (await findPassword(db, { id: session.accountId }))?.password_hash ?? null;
    const by = session.accountId;
    if (typeof current === 'string') {
      if (!(await passwordMatches(stored, current, by))) {
        throw new AuthError('invalid_credentials', MESSAGES.auth.wrongCurrentPassword);
      }
    } else if (stored && !(await isFreshWithoutPassword(db, session, clock.now()))) {
      throw new AuthError('reauthentication_needed', MESSAGES.auth.currentPasswordNeeded);
    }
    if (await passwordMatches(stored, password, by)) {
      throw new AuthError('same_password', MESSAGES.auth.samePassword);
    }
    const hash = await hashPassword(password, { ...(cost ? { cost } : {}), by });
    return { hash, recovered: stored !== null && typeof current !== 'string' };
  }
}

function byPassword({ userAgent, address }: Client): SessionOrigin {
  return { method: 'password', userAgent, address };
}

/** Throws `weak_password` for a password that is too short or among the most common ones. */
async function requireStrong(password: string): Promise<void> {
  if (!isStrongPassword(password))
    throw new AuthError('weak_password', MESSAGES.auth.shortPassword, { reasons: ['length'] });
  if (await isCommonPassword(password))
    throw new AuthError('weak_password', MESSAGES.auth.commonPassword, { reasons: ['pwned'] });
}

function alreadyRegistered(): AuthError {
  return new AuthError('user_already_exists', MESSAGES.auth.alreadyRegistered);
}

function withoutNulls(data: UserMetadata): UserMetadata {
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== null));
}
