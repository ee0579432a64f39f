import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openWebhookBench, type WebhookBench } from './test-webhooks.ts';

let bench: WebhookBench;
beforeAll(async () => {
  // The worker wouldn't look at its queue again during the test.
  bench = await openWebhookBench(undefined, { pollMs: 3_600_000 });
});
afterAll(() => bench.close());

it('an event is sent without waiting for the next look at the queue', async () => {
  const owner = await bench.owner();
  await bench.hook(owner, '/soon');
  await bench.write(owner);
  await vi.waitFor(() => expect(bench.receiver.at('/soon')).toHaveLength(1), { timeout: 50_000 });
  await bench.write(owner);
  await vi.waitFor(() => expect(bench.receiver.at('/soon')).toHaveLength(2), { timeout: 50_000 });
});
