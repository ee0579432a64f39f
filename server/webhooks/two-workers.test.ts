// On PostgreSQL: two workers share the deliveries, and two servers the limit of webhooks.
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { WEBHOOKS_PER_ACCOUNT } from '#contract/webhooks.ts';
import { makeTestDeps } from '../test-deps.ts';
import { createWebhook } from './endpoints.ts';
import { openWebhookBench, type WebhookBench } from './test-webhooks.ts';
import { startWebhookWorker } from './worker.ts';

const EVENTS = 40;
const WAIT = { timeout: 50_000, interval: 20 };

let bench: WebhookBench;
beforeAll(async () => {
  bench = await openWebhookBench();
});
afterAll(() => bench.close());

it('two workers send each event once, if nothing fails', async () => {
  const { database, clock } = bench.deps;
  const other = makeTestDeps(database, { environment: { ALLOW_PRIVATE_NETWORK: '1' }, clock });
  await other.queue.start();
  const worker = await startWebhookWorker(other, { onDisabled: async () => {} });
  const owner = await bench.owner();
  const { webhook } = await bench.hook(owner, '/shared');
  await Promise.all(Array.from({ length: EVENTS }, () => bench.write(owner)));
  await vi.waitFor(async () => {
    const states = await database.db
      .selectFrom('webhook_deliveries')
      .select(['state', 'tries'])
      .where('endpoint_id', '=', webhook.id)
      .execute();
    expect(states).toEqual(Array(EVENTS).fill({ state: 'delivered', tries: 1 }));
  }, WAIT);
  const ids = bench.receiver.at('/shared').map(({ headers }) => headers['webhook-id']);
  expect(ids).toHaveLength(EVENTS);
  expect(new Set(ids).size).toBe(EVENTS);
  await worker.stop();
  await other.queue.stop({ graceful: false });
});

it('servers that create webhooks at the same time keep the limit', async () => {
  const owner = await bench.owner();
  const url = bench.receiver.url('/limit');
  const made = await Promise.allSettled(
    Array.from({ length: WEBHOOKS_PER_ACCOUNT + 5 }, () =>
      createWebhook(bench.deps, owner.id, { name: '', url, events: ['credits.low'] }),
    ),
  );
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(WEBHOOKS_PER_ACCOUNT);
});
