import { CALLS } from '#contract/calls.ts';
import type { Deps } from '../deps.ts';
import type { Binder } from '../http/bind.ts';
import { createRateLimiter, type RateLimit } from '../http/rate-limit.ts';
import type { RequireLiveSession } from '../http/require-live-session.ts';
import { idempotencyClaim } from '../idempotency/idempotency.ts';
import { changeKey, createKey, listKeys, revokeKey } from './api-keys.ts';
import { readBalance } from './payer.ts';

/** Enough for a program that looks before each request. */
const BALANCES: RateLimit = { name: 'balance', limit: 300, windowMs: 60_000 };

/**
 * Mounts the balance, and the calls that manage API keys. The scope of those is `none`, so a key can't make or revoke
 * keys.
 */
export function mountApiKeys(
  binder: Binder,
  deps: Pick<Deps, 'config' | 'clock' | 'database' | 'secrets'>,
  requireLive: RequireLiveSession,
): void {
  const limiter = createRateLimiter(deps);
  binder.signedIn(CALLS.balance, async ({ session }) => {
    await limiter.take(BALANCES, session.accountId);
    return readBalance(deps, session);
  });
  binder.signedIn(CALLS.apiKeys, ({ session }) => listKeys(deps, session.accountId));
  binder.signedIn(CALLS.createApiKey, (request) => {
    const { session, input } = request;
    return createKey(deps, session.accountId, input, {
      requireLive: (tx) => requireLive(tx, session),
      claim: idempotencyClaim(deps, request, CALLS.createApiKey.name),
    });
  });
  binder.signedIn(CALLS.changeApiKey, ({ session, input }) =>
    changeKey(deps, session.accountId, input, (tx) => requireLive(tx, session)),
  );
  binder.signedIn(CALLS.revokeApiKey, async ({ session, input }) => {
    await revokeKey(deps, session.accountId, input.id);
    return {};
  });
}
