import type { PasswordSignInBody, SignUpBody, UpdateUserBody, UserMetadata } from '#contract/auth.ts';
import { SIGN_UP_CREDITS } from '#contract/limits.ts';
import { MESSAGES } from '#contract/messages.ts';
import { createAccount } from '../accounts/account.ts';
import { emailIsTaken, findPassword, findUser, recordSignIn } from '../accounts/identity.ts';
import type { Deps } from '../deps.ts';
import type { Session } from '../http/context.ts';
import { addressKey, createRateLimiter, type RateLimit } from '../http/rate-limit.ts';
import { transaction } from '../platform/database/db.ts';
import { assertRoom } from '../platform/disk/disk-space.ts';
import { AuthError, accountDisabled } from './error.ts';
import { isKnownAddress } from './known-clients.ts';
import { addDueMail } from './one-time/due-mails.ts';
import { hashPassword, passwordMatches, requireStrong } from './password.ts';
import type { Client, IssuedSession, Sessions } from './sessions.ts';
import { createSignInLimits } from './sign-in-limits.ts';
import type { SessionOrigin } from './store.ts';
import { createUserUpdate } from './update-user.ts';
import { type AuthUser, toAuthUser } from './user.ts';

const HOUR_MS = 60 * 60_000;

/** Sign-up and sign-in with email and password. */
export interface Credentials {
  signUp(body: SignUpBody, client: Client): Promise<IssuedSession>;
  signIn(body: PasswordSignInBody, client: Client): Promise<IssuedSession>;
  readUser(session: Session): Promise<AuthUser>;
  /** As `UserUpdate`. */
  updateUser(session: Session, body: UpdateUserBody): Promise<AuthUser>;
}

export function createCredentials(deps: Deps, sessions: Sessions): Credentials {
  const { clock } = deps;
  const { db } = deps.database;
  const limiter = createRateLimiter(deps);
  const signInLimits = createSignInLimits(deps);
  const cost = deps.testing?.passwordCost;
  const update = createUserUpdate(deps);
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
      await requireStrong(password, [email]);
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
    updateUser: async (session, body) => {
      const newEmail = await update(session, body);
      const user = await readUser(session);
      return newEmail ? { ...user, new_email: newEmail } : user;
    },
  };
}

function byPassword({ userAgent, address }: Client): SessionOrigin {
  return { method: 'password', userAgent, address };
}

function alreadyRegistered(): AuthError {
  return new AuthError('user_already_exists', MESSAGES.auth.alreadyRegistered);
}

function withoutNulls(data: UserMetadata): UserMetadata {
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== null));
}
