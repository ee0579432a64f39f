import type { Context } from 'hono';
import { NO_ADMIN_KEY } from '#contract/admin.ts';
import { CallError } from '#contract/errors.ts';
import { MESSAGES } from '#contract/messages.ts';
import type { Deps } from '../deps.ts';
import type { AppEnv } from '../http/context.ts';
import { addressKey } from '../http/rate-limit.ts';
import { sameKey } from './key.ts';

const WINDOW_MS = 15 * 60_000;
const WRONG_PER_ADDRESS = 5;
/** Over all addresses. More of them aren't remembered, so that strangers can't fill the memory. */
const WRONG_IN_TOTAL = 100;

/**
 * Creates a check of the admin key for while the database is away: it counts wrong keys in the memory of this process and
 * writes no log entry. Throws `forbidden` and `rate_limited`.
 */
export function createOfflineKeyCheck({
  clock,
  secrets,
}: Pick<Deps, 'clock' | 'secrets'>): (context: Context<AppEnv>, given: string) => void {
  let windowEnd = 0;
  let total = 0;
  const wrong = new Map<string, number>();
  return (context, given) => {
    if (secrets.adminKey === '') throw new CallError('forbidden', NO_ADMIN_KEY);
    const now = clock.now();
    if (now >= windowEnd) {
      windowEnd = now + WINDOW_MS;
      total = 0;
      wrong.clear();
    }
    const address = addressKey(context.get('clientAddress'));
    const own = wrong.get(address) ?? 0;
    if (own >= WRONG_PER_ADDRESS || total >= WRONG_IN_TOTAL)
      throw new CallError('rate_limited', undefined, {
        retryAfterSeconds: Math.ceil((windowEnd - now) / 1000),
      });
    if (sameKey(given, secrets.adminKey)) return;
    wrong.set(address, own + 1);
    total += 1;
    context.get('log').warn({ address }, 'wrong admin key');
    throw new CallError('forbidden', MESSAGES.admin.wrongKey);
  };
}
