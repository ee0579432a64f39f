import { CallError } from '#contract/errors.ts';
import { MESSAGES } from '#contract/messages.ts';
import { addressKey, type RateLimit, type RateLimiter } from '../http/rate-limit.ts';
import { AuthError } from './error.ts';

const HOUR_MS = 60 * 60_000;
const PER_ADDRESS: RateLimit = { name: 'mail-address', limit: 60, windowMs: HOUR_MS };
/** By the address as it was typed, so that one without an account is refused alike. */
const PER_EMAIL: RateLimit = { name: 'mail-email', limit: 5, windowMs: HOUR_MS };
const PER_ACCOUNT: RateLimit = { name: 'mail-account', limit: 5, windowMs: HOUR_MS };

/** Counts a mail asked for by anybody. Throws `over_email_send_rate_limit`. */
export async function takeMailTo(limiter: RateLimiter, email: string, clientAddress: string): Promise<void> {
  await refusingAsMail(async () => {
    await limiter.take(PER_ADDRESS, addressKey(clientAddress));
    await limiter.take(PER_EMAIL, email);
  });
}

/** Counts a mail that a signed-in account asked for itself: nobody else can use these up. */
export async function takeMailOf(limiter: RateLimiter, accountId: string): Promise<void> {
  await refusingAsMail(() => limiter.take(PER_ACCOUNT, accountId));
}

async function refusingAsMail(take: () => Promise<void>): Promise<void> {
  try {
    await take();
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== 'rate_limited') throw error;
    throw new AuthError('over_email_send_rate_limit', MESSAGES.auth.mailedTooOften, {
      ...(error.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: error.retryAfterSeconds }),
    });
  }
}
