import { CallError } from '#contract/errors.ts';
import { MESSAGES } from '#contract/messages.ts';
import { addressKey, type RateLimit, type RateLimiter } from '../http/rate-limit.ts';
import { AuthError } from './error.ts';

const HOUR_MS = 60 * 60_000;
const PER_ADDRESS: RateLimit = { name: 'mail-address', limit: 60, windowMs: HOUR_MS };
/**
 * Counts any address, with or without an account, so that the limit doesn't reveal which addresses have one.
 */
const PER_EMAIL: RateLimit = { name: 'mail-email', limit: 5, windowMs: HOUR_MS };
const PER_ACCOUNT: RateLimit = { name: 'mail-account', limit: 5, windowMs: HOUR_MS };

/** Counts a mail requested by an anonymous client. Throws `over_email_send_rate_limit`. */
export async function limitMailByEmail(
  limiter: RateLimiter,
  email: string,
  clientAddress: string,
): Promise<void> {
  await withMailError(async () => {
    await limiter.take(PER_ADDRESS, addressKey(clientAddress));
    await limiter.take(PER_EMAIL, email);
  });
}

/**
 * Counts a mail requested by a signed-in account. Has its own limit, so that other clients can't use it up.
 */
export async function limitMailByAccount(limiter: RateLimiter, accountId: string): Promise<void> {
  await withMailError(() => limiter.take(PER_ACCOUNT, accountId));
}

async function withMailError(take: () => Promise<void>): Promise<void> {
  try {
    await take();
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== 'rate_limited') throw error;
    throw new AuthError('over_email_send_rate_limit', MESSAGES.auth.mailedTooOften, {
      ...(error.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: error.retryAfterSeconds }),
    });
  }
}
