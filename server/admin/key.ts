import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import { CallError } from '#contract/errors.ts';
import { MESSAGES } from '#contract/messages.ts';
import type { Deps } from '../deps.ts';
import type { AppEnv } from '../http/context.ts';
import { addressKey, createRateLimiter, type RateLimit } from '../http/rate-limit.ts';
import { insertLogEntry } from './store.ts';

const QUARTER_HOUR_MS = 15 * 60_000;
const WRONG_PER_ADDRESS: RateLimit = { name: 'admin-key', limit: 5, windowMs: QUARTER_HOUR_MS };
/** Over all addresses: a key is not guessed from a thousand machines either. */
const WRONG_IN_ALL: RateLimit = { name: 'admin-key-all', limit: 100, windowMs: QUARTER_HOUR_MS };

/** Lets a request with the admin key do `action`. */
export type KeyCheck = (
  context: Context<AppEnv>,
  given: string,
  action: string,
  detail?: string,
) => Promise<void>;

/**
 * Makes the check of the admin key (docs/deviations.md 8): compared in constant time, wrong ones limited per address and in all,
 * each use in the audit log. Throws `forbidden` and `rate_limited`.
 */
export function createKeyCheck(deps: Pick<Deps, 'database' | 'clock' | 'secrets'>): KeyCheck {
  const limiter = createRateLimiter(deps);
  return async (context, given, action, detail = '') => {
    const address = addressKey(context.get('clientAddress'));
    await limiter.check(WRONG_IN_ALL, 'all');
    // Counted before it is compared: of many guesses at once no more are looked at than of one by one.
    await limiter.take(WRONG_PER_ADDRESS, address);
    const accepted = sameKey(given, deps.secrets.adminKey);
    const at = new Date(deps.clock.now());
    await insertLogEntry(deps.database.db, { at, action, address, accepted, detail });
    if (accepted) {
      await limiter.forget(WRONG_PER_ADDRESS, address);
      return;
    }
    context.get('log').warn({ action, address }, 'a wrong admin key');
    await limiter.take(WRONG_IN_ALL, 'all');
    throw new CallError('forbidden', MESSAGES.admin.wrongKey);
  };
}

/** Compared as hashes of one length, so that the time tells neither length nor beginning. A server without a key has none right. */
function sameKey(given: string, key: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return key !== '' && timingSafeEqual(hash(given), hash(key));
}
