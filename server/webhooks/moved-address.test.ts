import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { status } from './test-receiver.ts';
import { openWebhookBench, type WebhookBench } from './test-webhooks.ts';

const WAIT = { timeout: 50_000, interval: 10 };

let bench: WebhookBench;
beforeAll(async () => {
  bench = await openWebhookBench();
});
afterAll(() => bench.close());

it.each([410, 500, 204])(
  'what an address answers after it was replaced counts for no other: %i',
  async (code) => {
    const owner = await bench.owner();
    const [before, now] = [`/before-${code}`, `/now-${code}`];
    const held: ServerResponse[] = [];
    bench.receiver.answer(before, (response) => void held.push(response));
    const { webhook } = await bench.hook(owner, before);
    await bench.write(owner);
    await vi.waitFor(() => expect(held).toHaveLength(1), WAIT);
    await bench.call(owner, 'webhook-change', { id: webhook.id, url: bench.receiver.url(now) });
    for (const response of held) status(code)(response);
    await vi.waitFor(() => expect(bench.receiver.at(now)).toHaveLength(1), WAIT);
    await vi.waitFor(async () => {
      const [delivery] = await bench.deliveries(owner, webhook.id);
      expect(delivery).toMatchObject({ state: 'delivered', tries: [{ status: 204 }, { status: code }] });
    }, WAIT);
    expect(await bench.view(owner, webhook.id)).toMatchObject({ disabledReason: null });
    const { failing_since: failingSince } = await bench.deps.database.db
      .selectFrom('webhook_endpoints')
      .select('failing_since')
      .where('id', '=', webhook.id)
      .executeTakeFirstOrThrow();
    expect(failingSince).toBeNull();
  },
);

it('a name that is the host of the address follows it, and another one stays', async () => {
  const owner = await bench.owner();
  const { webhook } = await bench.hook(owner, 'https://old.example/hook');
  const named = async (change: object) => {
    await bench.call(owner, 'webhook-change', { id: webhook.id, ...change });
    return (await bench.view(owner, webhook.id)).name;
  };
  // As the form sends it.
  expect(await named({ name: 'old.example', url: 'https://new.example/hook' })).toBe('new.example');
  expect(await named({ url: 'https://newer.example/hook' })).toBe('newer.example');
  expect(await named({ name: 'CRM' })).toBe('CRM');
  expect(await named({ url: 'https://newest.example/hook' })).toBe('CRM');
});
