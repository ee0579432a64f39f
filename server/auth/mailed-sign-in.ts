import type { OtpBody, VerifyBody, VerifyType } from '#contract/auth.ts';
import { FIRST_SIGN_IN_CREDITS } from '#contract/limits.ts';
import { MESSAGES } from '#contract/messages.ts';
import { createAccount } from '../accounts/account.ts';
import { keepFormerEmail } from '../accounts/former-email.ts';
import { findUserByEmail, lockUser, noteMailedSignIn, setEmail, type UserRow } from '../accounts/identity.ts';
import type { Deps } from '../deps.ts';
import { addressKey, createRateLimiter, type RateLimit } from '../http/rate-limit.ts';
import { type Tx, transaction } from '../platform/db.ts';
import { AuthError } from './error.ts';
import { confirmFirst } from './first-confirmation.ts';
import { takeMailTo } from './mail-limits.ts';
import { type MailJob, type MailQueue, openMailQueue } from './one-time/mail-queue.ts';
import type { OneTimeRow, Purpose } from './one-time/one-time-store.ts';
import { createOneTimeTokens } from './one-time/one-time-token.ts';
import type { Client, IssuedSession, Sessions } from './sessions.ts';

/** Guesses at codes of any accounts. */
const FAILED_PER_ADDRESS: RateLimit = { name: 'verify-address', limit: 30, windowMs: 15 * 60_000 };
/** Nobody guesses a link; whoever guesses codes behind the same address must not keep others' links from working. */
const FAILED_LINKS_PER_ADDRESS: RateLimit = { name: 'verify-link', limit: 300, windowMs: 15 * 60_000 };

const PURPOSES: Record<VerifyType, Exclude<Purpose, 'confirmation'>> = {
  recovery: 'recovery',
  email: 'sign-in',
  magiclink: 'sign-in',
  signup: 'sign-in',
  email_change: 'email-change',
};

/** Signing in, and proving an address, by a code or link sent to it. Asking for one says nothing about accounts. */
export interface MailedSignIn {
  recover(email: string, clientAddress: string): Promise<void>;
  sendSignIn(body: OtpBody, clientAddress: string): Promise<void>;
  resend(body: { email: string; type: 'signup' | 'email_change' }, clientAddress: string): Promise<void>;
  /** Throws `otp_expired` for whatever is wrong with a code or link. */
  verify(body: VerifyBody, client: Client): Promise<IssuedSession>;
}

export function createMailedSignIn(deps: Deps, sessions: Sessions): MailedSignIn {
  const { clock } = deps;
  const { db } = deps.database;
  const limiter = createRateLimiter(deps);
  const tokens = createOneTimeTokens(deps);

  async function ask(job: MailJob & { email: string }, clientAddress: string): Promise<void> {
    await takeMailTo(limiter, job.email, clientAddress);
    await (await openMailQueue(deps)).add([{ job }]);
  }

  return {
    recover: (email, clientAddress) => ask({ kind: 'recovery', email }, clientAddress),
    sendSignIn: ({ email, create_user, data }, clientAddress) =>
      ask({ kind: 'sign-in', email, createUser: create_user, data }, clientAddress),
    resend: ({ email, type }, clientAddress) => ask({ kind: 'resend', email, type }, clientAddress),
    verify: async (body, client) => {
      const address = addressKey(client.address);
      const purpose = PURPOSES[body.type];
      const queue = await openMailQueue(deps);
      const origin = { method: 'otp' as const, userAgent: client.userAgent, address: client.address };
      const failed = 'email' in body ? FAILED_PER_ADDRESS : FAILED_LINKS_PER_ADDRESS;
      await limiter.check(failed, address);
      // Counted before the transaction, so that a guess stays counted whatever becomes of it.
      const tried =
        'email' in body ? await tokens.tryCode({ purpose, email: body.email }, body.token.trim()) : null;
      const now = new Date(clock.now());
      const session = await transaction(db, async (tx) => {
        const token =
          'token_hash' in body
            ? await tokens.readLink(tx, body.token_hash, purpose)
            : tried && (await tokens.read(tx, tried));
        if (!token) return null;
        const user = await lockHolder(tx, token);
        if (!(await tokens.take(tx, token))) return null;
        const accountId = await (purpose === 'email-change'
          ? changeEmail(tx, queue, token, user, now)
          : proveAddress(tx, token, user, now));
        if (!accountId) return null;
        await noteMailedSignIn(tx, accountId, now);
        return sessions.start(tx, accountId, now, origin);
      });
      if (!session) {
        await limiter.take(failed, address);
        throw new AuthError(
          'otp_expired',
          'email' in body ? MESSAGES.auth.codeInvalid : MESSAGES.auth.linkInvalid,
        );
      }
      return sessions.issue(session);
    },
  };

  /** The account of a proved address, made where there is none; null when it has moved on to another address. */
  async function proveAddress(
    tx: Tx,
    token: OneTimeRow,
    user: UserRow | undefined,
    now: Date,
  ): Promise<string | null> {
    if (user) {
      if (user.email !== token.email) return null;
      // The password was set by somebody who never showed that this address is theirs.
      if (!user.email_confirmed_at) {
        await confirmFirst(tx, user.id, { endPassword: true, keepSession: undefined, now });
      }
      return user.id;
    }
    if (token.purpose !== 'sign-in') return null;
    const made = await createAccount(tx, deps, {
      email: token.email,
      passwordHash: null,
      userMetadata: token.user_metadata,
      now,
      firstCredits: FIRST_SIGN_IN_CREDITS,
      reason: 'first-sign-in',
    });
    // Signed up for at this very moment: the same code serves once more.
    if (!made) throw new AuthError('request_timeout', MESSAGES.auth.unexpected);
    await confirmFirst(tx, made.id, { endPassword: true, keepSession: undefined, now });
    return made.id;
  }

  async function lockHolder(tx: Tx, token: OneTimeRow): Promise<UserRow | undefined> {
    const id = token.account_id ?? (await findUserByEmail(tx, token.email))?.id;
    return id === undefined ? undefined : lockUser(tx, id);
  }

  /**
   * Gives an account the address that was proved. A privileged address must not be had by making its owner click: then the
   * password goes too, as with every first confirmation. Other sessions end in any case.
   */
  async function changeEmail(
    tx: Tx,
    queue: MailQueue,
    token: OneTimeRow,
    user: UserRow | undefined,
    now: Date,
  ): Promise<string | null> {
    if (!user) return null;
    if (await findUserByEmail(tx, token.email)) {
      throw new AuthError('user_already_exists', MESSAGES.settings.emailTaken);
    }
    await setEmail(tx, user.id, token.email, now);
    const endPassword = deps.config.STAFF_EMAILS.includes(token.email);
    await confirmFirst(tx, user.id, { endPassword, keepSession: undefined, now });
    await keepFormerEmail(tx, deps, user.email, now);
    await queue.add([{ job: { kind: 'email-changed', to: user.email, newEmail: token.email } }], tx);
    return user.id;
  }
}
