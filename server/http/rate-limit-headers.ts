import type { Context } from 'hono';
import type { AppEnv } from './context.ts';
import type { RateLimit, RateUse } from './rate-limit.ts';

export const RATE_LIMIT_HEADERS = [
  'RateLimit',
  'RateLimit-Policy',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
] as const;

/**
 * Tells the client how many requests are left: with `RateLimit` and `RateLimit-Policy` of the current draft
 * (draft-ietf-httpapi-ratelimit-headers-10), and with the three fields of draft 06, which most clients read.
 * Times are in seconds from now.
 */
export function setRateLimitHeaders(context: Context<AppEnv>, limit: RateLimit, use: RateUse): void {
  const { name, limit: quota, windowMs } = limit;
  context.header('RateLimit-Policy', `"${name}";q=${quota};w=${windowMs / 1000}`);
  context.header('RateLimit', `"${name}";r=${use.remaining};t=${use.resetSeconds}`);
  context.header('RateLimit-Limit', String(quota));
  context.header('RateLimit-Remaining', String(use.remaining));
  context.header('RateLimit-Reset', String(use.resetSeconds));
}
