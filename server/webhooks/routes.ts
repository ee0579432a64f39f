import { WEBHOOK_CALLS } from '#contract/calls/webhook-calls.ts';
import type { Binder } from '../http/bind.ts';
import { createRateLimiter, type RateLimit } from '../http/rate-limit.ts';
import type { RequireLiveSession } from '../http/require-live-session.ts';
import { idempotencyClaim } from '../idempotency/idempotency.ts';
import { listDeliveries, replayWebhook, testWebhook } from './deliveries.ts';
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  listWebhooks,
  type RunningTasks,
  rotateWebhook,
  type WebhookDeps,
} from './endpoints.ts';
import { renewStartSecret } from './start-webhooks.ts';

const MINUTE_MS = 60_000;
const READS: RateLimit = { name: 'webhook-read', limit: 300, windowMs: MINUTE_MS };
const CHANGES: RateLimit = { name: 'webhook-change', limit: 120, windowMs: 60 * MINUTE_MS };
/** Each sends requests to a site that someone else may own. */
const TESTS: RateLimit = { name: 'webhook-test', limit: 60, windowMs: 60 * MINUTE_MS };
const REPLAYS: RateLimit = { name: 'webhook-replay', limit: 60, windowMs: 60 * MINUTE_MS };

/** Mounts the calls that manage webhooks. */
export function mountWebhooks(
  binder: Binder,
  deps: WebhookDeps & { runningTasks: RunningTasks },
  requireLive: RequireLiveSession,
): void {
  const limiter = createRateLimiter(deps);
  binder.signedIn(WEBHOOK_CALLS.webhooks, async ({ session, input }) => {
    await limiter.take(READS, session.accountId);
    return listWebhooks(deps, session.accountId, input);
  });
  binder.signedIn(WEBHOOK_CALLS.webhookDeliveries, async ({ session, input }) => {
    await limiter.take(READS, session.accountId);
    return listDeliveries(deps, session.accountId, input);
  });
  binder.signedIn(WEBHOOK_CALLS.webhookCreate, async (request) => {
    const { session, input } = request;
    await limiter.take(CHANGES, session.accountId);
    return createWebhook(deps, session.accountId, input, {
      requireLive: (tx) => requireLive(tx, session),
      claim: idempotencyClaim(deps, request, WEBHOOK_CALLS.webhookCreate.name),
    });
  });
  binder.signedIn(WEBHOOK_CALLS.webhookChange, async ({ session, input }) => {
    await limiter.take(CHANGES, session.accountId);
    return changeWebhook(deps, session.accountId, input, (tx) => requireLive(tx, session));
  });
  binder.signedIn(WEBHOOK_CALLS.webhookRotate, async (request) => {
    const { session, input } = request;
    await limiter.take(CHANGES, session.accountId);
    const claim = idempotencyClaim(deps, request, WEBHOOK_CALLS.webhookRotate.name);
    return rotateWebhook(deps, session.accountId, input.id, claim);
  });
  binder.signedIn(WEBHOOK_CALLS.webhookDelete, async ({ session, input }) => {
    await limiter.take(CHANGES, session.accountId);
    await deleteWebhook(deps, session.accountId, input.id);
    return {};
  });
  binder.signedIn(WEBHOOK_CALLS.webhookStartSecret, async (request) => {
    const { session } = request;
    await limiter.take(CHANGES, session.accountId);
    return renewStartSecret(deps, session.accountId, {
      requireLive: (tx) => requireLive(tx, session),
      claim: idempotencyClaim(deps, request, WEBHOOK_CALLS.webhookStartSecret.name),
    });
  });
  binder.signedIn(WEBHOOK_CALLS.webhookTest, async ({ session, input }) => {
    await limiter.take(TESTS, session.accountId);
    await testWebhook(deps, session.accountId, input.id);
    return {};
  });
  binder.signedIn(WEBHOOK_CALLS.webhookReplay, async ({ session, input }) => {
    await limiter.take(REPLAYS, session.accountId);
    return replayWebhook(deps, session.accountId, input);
  });
}
