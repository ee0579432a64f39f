import { CallError } from '#contract/errors.ts';
import { MESSAGES } from '#contract/messages.ts';
import { mailboxAddress } from '#engines/email-address/email-address.ts';
import { findUserByEmail } from '../accounts/identity.ts';
import type { Deps } from '../deps.ts';
import { addressKey, createRateLimiter, type RateLimit } from '../http/rate-limit.ts';
import { AuthError } from './error.ts';
import { isKnownAddress } from './known-clients.ts';

const HOUR_MS = 60 * 60_000;
/**
 * Counts any mailbox, with or without an account, so that the limit doesn't reveal which addresses have one.
 */
const REQUESTED: RateLimit = { name: 'mail-email', limit: 5, windowMs: HOUR_MS };
/** Requests from where the account has signed in. Strangers can't use them up. */
const REQUESTED_BY_OWNER: RateLimit = { name: 'mail-owner', limit: 5, windowMs: HOUR_MS };
const PER_ACCOUNT: RateLimit = { name: 'mail-account', limit: 5, windowMs: HOUR_MS };

/**
 * Limits mail. Addresses that reach the same mailbox count together. The first two methods throw
 * `over_email_send_rate_limit`.
 */
export interface MailLimits {
  /**
   * Counts a mail that an anonymous client requests for `email`. true: the client is at an address where the
   * account of `email` has signed in, and `email` is confirmed.
   */
  takeForEmail(email: string, clientAddress: string): Promise<boolean>;
  /** Counts a mail that a signed-in account requests for `email`. */
  takeForAccount(accountId: string, email: string): Promise<void>;
  /** Counts a mail before it is sent, of any kind and account. false: the mailbox got enough mail this hour. */
  takeForMailbox(email: string): Promise<boolean>;
}

export function createMailLimits(deps: Pick<Deps, 'config' | 'database' | 'clock' | 'secrets'>): MailLimits {
  const limiter = createRateLimiter(deps);
  const perAddress: RateLimit = {
    name: 'mail-address',
    limit: deps.config.MAIL_REQUESTS_PER_HOUR_PER_ADDRESS,
    windowMs: HOUR_MS,
  };
  const perMailbox: RateLimit = {
    name: 'mail-mailbox',
    limit: deps.config.MAILS_PER_HOUR_PER_MAILBOX,
    windowMs: HOUR_MS,
  };
  return {
    takeForEmail: (email, clientAddress) =>
      withMailError(async () => {
        await limiter.take(perAddress, addressKey(clientAddress));
        const user = await findUserByEmail(deps.database.db, email);
        const known = await isKnownAddress(deps.database.db, user?.id, clientAddress, deps.clock.now());
        // Anyone can sign up with any address, so only the owner of a confirmed one is the owner.
        const byOwner = known && user?.email_confirmed_at != null;
        await limiter.take(byOwner ? REQUESTED_BY_OWNER : REQUESTED, mailboxAddress(email));
        return byOwner;
      }),
    takeForAccount: (accountId, email) =>
      withMailError(async () => {
        await limiter.take(PER_ACCOUNT, accountId);
        await limiter.check(perMailbox, mailboxAddress(email));
      }),
    takeForMailbox: async (email) => {
      try {
        await limiter.take(perMailbox, mailboxAddress(email));
        return true;
      } catch (error) {
        if (isLimit(error)) return false;
        throw error;
      }
    },
  };
}

function isLimit(error: unknown): error is CallError {
  return error instanceof CallError && error.code === 'rate_limited';
}

async function withMailError<T>(take: () => Promise<T>): Promise<T> {
  try {
    return await take();
  } catch (error) {
    if (!isLimit(error)) throw error;
    throw new AuthError('over_email_send_rate_limit', MESSAGES.auth.mailedTooOften, {
      ...(error.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: error.retryAfterSeconds }),
    });
  }
}
