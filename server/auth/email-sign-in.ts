import type { OtpBody, VerifyBody, VerifyType } from '#contract/auth.ts';
import { FIRST_SIGN_IN_CREDITS } from '#contract/limits.ts';
import { MESSAGES } from '#contract/messages.ts';
import { createAccount } from '../accounts/account.ts';
import { recordFormerEmail } from '../accounts/former-email.ts';
import {
  findUserByEmail,
  lockUser,
  recordEmailSignIn,
  setEmail,
  type UserRow,
} from '../accounts/identity.ts';
import type { Deps } from '../deps.ts';
import { addressKey, createRateLimiter, type RateLimit } from '../http/rate-limit.ts';
import { type Tx, transaction } from '../platform/database/db.ts';
import { type Act, describeAct } from './act.ts';
import { confirmFirstTime } from './email-confirmation.ts';
import { AuthError, accountDisabled } from './error.ts';
import { createMailLimits } from './mail-limits.ts';
import { type MailQueue, openMailQueue, type RequestedMail } from './one-time/mail-queue.ts';
import type { OneTimeRow, Purpose } from './one-time/one-time-store.ts';
import { createOneTimeTokens } from './one-time/one-time-token.ts';
import type { Client, IssuedSession, Sessions } from './sessions.ts';

/** Failed codes per IP address, over all accounts. */
const FAILED_PER_ADDRESS: RateLimit = { name: 'verify-address', limit: 30, windowMs: 15 * 60_000 };
/**
 * A separate limit for links, which can't be guessed: one client's wrong codes must not block its neighbors'
 * links.
 */
const FAILED_LINKS_PER_ADDRESS: RateLimit = { name: 'verify-link', limit: 300, windowMs: 15 * 60_000 };

const PURPOSES: Record<VerifyType, Exclude<Purpose, 'confirmation'>> = {
  recovery: 'recovery',
  email: 'sign-in',
  magiclink: 'sign-in',
  signup: 'sign-in',
  email_change: 'email-change',
};

/**
 * Sign-in and address confirmation by a mailed code or link. Requesting one doesn't reveal whether an account
 * exists.
 */
export interface EmailSignIn {
  recover(email: string, clientAddress: string): Promise<void>;
  sendSignIn(body: OtpBody, clientAddress: string): Promise<void>;
  resend(body: { email: string; type: 'signup' | 'email_change' }, clientAddress: string): Promise<void>;
  /** Throws `otp_expired` for every invalid code or link. */
  verify(body: VerifyBody, client: Client): Promise<IssuedSession>;
}

export function createEmailSignIn(deps: Deps, sessions: Sessions): EmailSignIn {
  const { clock } = deps;
  const { db } = deps.database;
  const limiter = createRateLimiter(deps);
  const mailLimits = createMailLimits(deps);
  const tokens = createOneTimeTokens(deps);

  async function requestMail(job: RequestedMail, clientAddress: string): Promise<void> {
    const byOwner = await mailLimits.takeForEmail(job.email, clientAddress);
    await (await openMailQueue(deps)).add([{ job: { ...job, byOwner } }]);
  }

  return {
    recover: (email, clientAddress) => requestMail({ kind: 'recovery', email }, clientAddress),
    sendSignIn: ({ email, create_user, data }, clientAddress) =>
      requestMail({ kind: 'sign-in', email, createUser: create_user, data }, clientAddress),
    resend: ({ email, type }, clientAddress) => requestMail({ kind: 'resend', email, type }, clientAddress),
    verify: async (body, client) => {
      const address = addressKey(client.address);
      const purpose = PURPOSES[body.type];
      const queue = await openMailQueue(deps);
      const origin = { method: 'otp' as const, userAgent: client.userAgent, address: client.address };
      const failed = 'email' in body ? FAILED_PER_ADDRESS : FAILED_LINKS_PER_ADDRESS;
      await limiter.check(failed, address);
      // Before the transaction: the attempt must stay counted even if the transaction rolls back.
      const tokenId =
        'email' in body ? await tokens.tryCode({ purpose, email: body.email }, body.token.trim()) : null;
      const now = new Date(clock.now());
      const act = describeAct(client, now);
      const session = await transaction(db, async (tx) => {
        const token =
          'token_hash' in body
            ? await tokens.readLink(tx, body.token_hash, purpose)
            : tokenId && (await tokens.read(tx, tokenId));
        if (!token) return null;
        const user = await lockTokenOwner(tx, token);
        if (user?.disabled_at) throw accountDisabled(deps);
        if (!(await tokens.take(tx, token))) return null;
        const accountId = await (purpose === 'email-change'
          ? changeEmail(tx, queue, token, user, act)
          : confirmAddress(tx, token, user, act));
        if (!accountId) return null;
        await recordEmailSignIn(tx, accountId, now);
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

  /**
   * Returns the account of a confirmed address and creates it if needed. null: the account has changed its
   * address since.
   */
  async function confirmAddress(
    tx: Tx,
    token: OneTimeRow,
    user: UserRow | undefined,
    act: Act,
  ): Promise<string | null> {
    const now = new Date(act.at);
    if (user) {
      if (user.email !== token.email) return null;
      // The password was set by someone who never confirmed this address.
      if (!user.email_confirmed_at) {
        await confirmFirstTime(tx, user.id, { endPassword: true, keepSession: undefined, act });
      }
      return user.id;
    }
    if (token.purpose !== 'sign-in') return null;
    const created = await createAccount(tx, deps, {
      email: token.email,
      passwordHash: null,
      userMetadata: token.user_metadata,
      now,
      firstCredits: FIRST_SIGN_IN_CREDITS,
      reason: 'first-sign-in',
    });
    // A parallel sign-up took the address. Throwing rolls back, so that the same code works again.
    if (!created) throw new AuthError('request_timeout', MESSAGES.auth.unexpected);
    await confirmFirstTime(tx, created.id, { endPassword: true, keepSession: undefined, act });
    return created.id;
  }

  async function lockTokenOwner(tx: Tx, token: OneTimeRow): Promise<UserRow | undefined> {
    const id = token.account_id ?? (await findUserByEmail(tx, token.email))?.id;
    return id === undefined ? undefined : lockUser(tx, id);
  }

  /**
   * Sets the confirmed address on the account and ends its sessions. For a staff address this also clears the
   * password: otherwise a stranger could gain staff access by tricking the owner into clicking the link.
   */
  async function changeEmail(
    tx: Tx,
    queue: MailQueue,
    token: OneTimeRow,
    user: UserRow | undefined,
    act: Act,
  ): Promise<string | null> {
    if (!user) return null;
    if (await findUserByEmail(tx, token.email)) {
      throw new AuthError('user_already_exists', MESSAGES.settings.emailTaken);
    }
    const now = new Date(act.at);
    await setEmail(tx, user.id, token.email, now);
    const endPassword = deps.config.STAFF_EMAILS.includes(token.email);
    await confirmFirstTime(tx, user.id, { endPassword, keepSession: undefined, act });
    await recordFormerEmail(tx, deps, user, now);
    const confirmed = user.email_confirmed_at !== null;
    await queue.add(
      [{ job: { kind: 'email-changed', to: user.email, newEmail: token.email, confirmed, act } }],
      tx,
    );
    return user.id;
  }
}
