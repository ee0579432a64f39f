import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import { NO_ADMIN_KEY } from '#contract/admin.ts';
import { CallError } from '#contract/errors.ts';
import { MESSAGES } from '#contract/messages.ts';
import { findAccountByEmail } from '../accounts/plan.ts';
import type { Deps } from '../deps.ts';
import type { AppEnv } from '../http/context.ts';
import { hasOperatorPass, operatorPass } from '../http/operator-pass.ts';
import { addressKey, createRateLimiter, type RateLimit } from '../http/rate-limit.ts';
import { insertLogEntry } from './admin-log.ts';

const QUARTER_HOUR_MS = 15 * 60_000;
const WRONG_PER_ADDRESS: RateLimit = { name: 'admin-key', limit: 5, windowMs: QUARTER_HOUR_MS };
/**
 * Over all addresses, against guessing from many machines. Strangers can use it up, so it only ends the attempts of
 * addresses that have sent a wrong key themselves.
 */
const WRONG_IN_TOTAL: RateLimit = { name: 'admin-key-all', limit: 100, windowMs: QUARTER_HOUR_MS };
const ANY_WRONG: RateLimit = { name: 'admin-key-wrong', limit: 1, windowMs: QUARTER_HOUR_MS };

/** Checks the admin key of a request for `action`, on the account of `email` if the action is for one. */
export type KeyCheck = (
  context: Context<AppEnv>,
  given: string,
  action: string,
  email?: string,
) => Promise<void>;

/** An action that a page repeats by itself is logged once an hour and address. */
const REPEATED_MS = 60 * 60_000;
export const REPEATED_ACTION = 'status';

/**
 * Creates the check of the admin key (docs/deviations.md 8). It compares in constant time, limits wrong keys
 * per address and in total, and writes each use to the audit log. The right key from an address without wrong
 * ones always works, and so does a browser with the operator pass that sent no wrong ones, whatever others at its
 * address do. A server without a key accepts none. Throws `forbidden` and `rate_limited`.
 */
export function createKeyCheck(deps: Pick<Deps, 'database' | 'clock' | 'secrets'>): KeyCheck {
  const limiter = createRateLimiter(deps);
  const loggedAt = new Map<string, number>();
  /** Whether this use of the right key was logged a short time ago. */
  const isLogged = (action: string, address: string): boolean => {
    if (action !== REPEATED_ACTION) return false;
    const now = deps.clock.now();
    for (const [logged, at] of loggedAt) if (now - at >= REPEATED_MS) loggedAt.delete(logged);
    if (loggedAt.has(address)) return true;
    loggedAt.set(address, now);
    return false;
  };
  return async (context, given, action, email) => {
    if (deps.secrets.adminKey === '') throw new CallError('forbidden', NO_ADMIN_KEY);
    const address = addressKey(context.get('clientAddress'));
    const caller = hasOperatorPass(context, deps.secrets, operatorPass) ? 'operator pass' : address;
    // Counted before the comparison, so that parallel guesses get no more attempts than sequential ones.
    await limiter.take(WRONG_PER_ADDRESS, caller);
    const total = await limiter.look(WRONG_IN_TOTAL, 'all');
    if (!total.allowed && caller === address) await limiter.check(ANY_WRONG, address);
    const accepted = sameKey(given, deps.secrets.adminKey);
    // Strangers with many addresses must not fill the log.
    if (accepted ? !isLogged(action, address) : total.allowed) {
      const at = new Date(deps.clock.now());
      // Not the address, which would outlive the account. Wrong keys log nothing that strangers wrote.
      const account = accepted && email ? await findAccountByEmail(deps.database.db, email) : null;
      const detail = account?.id ?? '';
      await insertLogEntry(deps.database.db, { at, action, address, accepted, detail });
    }
    if (accepted) {
      await limiter.reset(WRONG_PER_ADDRESS, caller);
      return;
    }
    if (total.allowed) context.get('log').warn({ action, address }, 'wrong admin key');
    await limiter.use(ANY_WRONG, caller);
    await limiter.use(WRONG_IN_TOTAL, 'all');
    throw new CallError('forbidden', MESSAGES.admin.wrongKey);
  };
}

/** Compares hashes of equal length, so that timing reveals nothing. Spaces at the ends come along when a key is copied. */
export function sameKey(given: string, key: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text.trim()).digest();
  return timingSafeEqual(hash(given), hash(key));
}
