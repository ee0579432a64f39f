import type { Context } from 'hono';
import { isUnlimited } from '#contract/access.ts';
import { ApiScope } from '#contract/api-keys.ts';
import { CallError } from '#contract/errors.ts';
import { contactOperator } from '#contract/operator.ts';
import { findKeyOwner } from '../accounts/account.ts';
import type { Deps } from '../deps.ts';
import type { AppEnv, Authenticate } from '../http/context.ts';
import { addressKey, createRateLimiter, type RateLimit, setRateLimitHeaders } from '../http/rate-limit.ts';
import { isStorageFull } from '../platform/disk/disk-space.ts';
import { createTurns, type TurnRule } from '../platform/turns.ts';
import { isExpired, planNeeded } from './api-keys.ts';
import { isApiKey, isSameHash, lookupHash } from './secret.ts';
import { type ApiKeyRow, findByHash, saveLastUse } from './store.ts';

const MINUTE_MS = 60_000;
/** Key checks of one process. Client addresses take turns. */
const CHECKS: TurnRule = {
  atOnce: 16,
  of: 'all',
  maxWaiting: 5000,
  refused: () => new CallError('unavailable', undefined, { retryAfterSeconds: 5 }),
};
/** A key can't be guessed. This keeps the tries from the database. */
const WRONG_KEYS: RateLimit = { name: 'wrong-api-key', limit: 100, windowMs: 15 * MINUTE_MS };
const LAST_USE_EVERY_MS = MINUTE_MS;

/**
 * Accepts API keys as bearer tokens, besides those that `others` accepts. Nothing is cached, so a revoked key,
 * a lost plan and a disabled account end the access with the next request on every server.
 */
export function acceptApiKeys(
  deps: Pick<Deps, 'config' | 'clock' | 'database' | 'secrets'>,
  others: Authenticate,
): Authenticate {
  const { db } = deps.database;
  const limiter = createRateLimiter(deps);
  const turns = createTurns(CHECKS);
  const requests: RateLimit = {
    name: 'api-key',
    limit: deps.config.API_REQUESTS_PER_MINUTE,
    windowMs: MINUTE_MS,
  };

  function invalid(context: Context<AppEnv>, message: string): CallError {
    context.header('WWW-Authenticate', 'Bearer error="invalid_token"');
    return new CallError('not_authenticated', message);
  }

  async function findKey(token: string, address: string, context: Context<AppEnv>): Promise<ApiKeyRow> {
    const hash = lookupHash(token);
    const key = hash === null ? undefined : await findByHash(db, hash);
    // The index found the row by its hash. Comparing once more doesn't depend on how the index compares.
    if (key && hash !== null && isSameHash(key.key_hash, hash)) return key;
    await limiter.take(WRONG_KEYS, address);
    throw invalid(context, "This API key isn't valid. Check that you copied all of it.");
  }

  return async (token, context) => {
    if (!isApiKey(token)) return others(token, context);
    const address = addressKey(context.get('clientAddress'));
    return turns.run(address, async () => {
      const key = await findKey(token, address, context);
      const use = await unlessDiskFull(limiter.use(requests, key.id));
      if (use) setRateLimitHeaders(context, requests, use);
      if (use && !use.allowed) {
        throw new CallError(
          'rate_limited',
          `This API key can make ${requests.limit} requests per minute. Try again in ${use.resetSeconds} seconds.`,
          { retryAfterSeconds: use.resetSeconds },
        );
      }
      const now = new Date(deps.clock.now());
      if (key.revoked_at) throw invalid(context, 'This API key was revoked. Use another one.');
      if (isExpired(key, now)) throw invalid(context, 'This API key has expired. Create a new one.');
      if (key.secret_expires_at && key.secret_expires_at <= now)
        throw invalid(context, 'This access token has expired. Refresh it.');
      const owner = await findKeyOwner(db, deps.config, key.account_id);
      if (!owner || owner.disabled)
        throw new CallError(
          'forbidden',
          `The account of this API key is disabled. ${contactOperator(deps.config.OPERATOR_EMAIL)}`,
        );
      if (!isUnlimited(owner)) throw planNeeded(owner);
      if (!key.last_used_at || now.getTime() - key.last_used_at.getTime() >= LAST_USE_EVERY_MS)
        await unlessDiskFull(saveLastUse(db, key.id, now));
      return {
        accountId: key.account_id,
        sessionId: key.id,
        email: owner.email,
        apiKey: { id: key.id, scopes: ApiScope.array().parse(key.scopes) },
      };
    });
  };
}

/** On a full disk, reading goes on: nothing is counted or saved. */
async function unlessDiskFull<T>(write: Promise<T>): Promise<T | null> {
  try {
    return await write;
  } catch (error) {
    if (isStorageFull(error)) return null;
    throw error;
  }
}
