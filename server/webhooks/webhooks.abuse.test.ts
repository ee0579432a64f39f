import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type KeyOwner, refusal } from '../api-keys/test-api-keys.ts';
import { status } from './test-receiver.ts';
import { openWebhookBench, type WebhookBench } from './test-webhooks.ts';

const WAIT = { timeout: 30_000, interval: 10 };

let bench: WebhookBench;
/** The same without access to private addresses, as in production. */
let guarded: WebhookBench;
beforeAll(async () => {
  // No try ends by itself.
  bench = await openWebhookBench(undefined, { tryMs: 600_000 });
  guarded = await openWebhookBench({});
});
afterAll(async () => {
  await bench.close();
  await guarded.close();
});

/** Stores an address that no call accepts, as a name would be that resolves to a private address later. */
async function moveTo(owner: KeyOwner, webhook: string, url: string): Promise<void> {
  await guarded.deps.database.db
    .updateTable('webhook_endpoints')
    .set({ url })
    .where('id', '=', webhook)
    .where('account_id', '=', owner.id)
    .execute();
}

describe('an address', () => {
  it.each([
    ['loopback', 'http://127.0.0.1/'],
    ['loopback in another spelling', 'https://2130706433/'],
    ['IPv6 loopback', 'https://[::1]/'],
    ['IPv4 in IPv6', 'https://[::ffff:10.0.0.1]/'],
    ['a private network', 'https://10.1.2.3/'],
    ['the metadata of a cloud', 'http://169.254.169.254/latest/meta-data'],
    ['localhost', 'https://localhost/'],
    ['another port', 'https://example.com:8443/'],
    ['another scheme', 'ftp://example.com/'],
    ['a file', 'file:///etc/passwd'],
    ['a password in it', 'https://user:secret@example.com/'],
    ['no address', 'example'],
  ])('is refused: %s', async (_, url) => {
    const owner = await guarded.owner();
    const reply = await guarded.call(owner, 'webhook-create', { url, events: ['credits.low'] });
    expect(reply.status).toBe(400);
    const { webhook } = await guarded.hook(owner, 'https://example.com/', ['credits.low']);
    expect((await guarded.call(owner, 'webhook-change', { id: webhook.id, url })).status).toBe(400);
    await owner.call('webhook-start-secret', {});
    const started = await guarded.call(owner, 'website-extraction', { urls: ['acme.com'], webhook: { url } });
    expect(started.status).toBe(400);
  });

  it('that turns out to be private gets no connection, whatever accepted it', async () => {
    const owner = await guarded.owner();
    const { webhook } = await guarded.hook(owner, 'https://example.com/', ['credits.low']);
    for (const url of [guarded.receiver.url('/private'), 'http://localhost/']) {
      await moveTo(owner, webhook.id, url);
      await guarded.write(owner, { type: 'credits.low' });
    }
    await vi.waitFor(async () => {
      const tries = (await guarded.deliveries(owner, webhook.id)).map(
        (delivery) => delivery.tries[0]?.problem,
      );
      expect(tries).toEqual(Array(2).fill('The address is not on the public internet.'));
    }, WAIT);
    expect(guarded.receiver.received).toEqual([]);
  });
});

describe('an account', () => {
  it("can't see, change, test, replay, rotate or delete the webhook of another", async () => {
    const [ada, eve] = [await bench.owner(), await bench.owner()];
    const { webhook } = await bench.hook(ada, '/ada');
    await bench.write(ada);
    await vi.waitFor(() => expect(bench.receiver.at('/ada')).toHaveLength(1), WAIT);
    const { id } = webhook;
    const from = '2020-01-01T00:00:00Z';
    for (const [name, body] of [
      [`webhook-deliveries?webhook=${id}`, undefined],
      ['webhook-change', { id, url: bench.receiver.url('/eve') }],
      ['webhook-test', { id }],
      ['webhook-replay', { webhook: id, from }],
      ['webhook-rotate', { id }],
    ] as const)
      expect([name, (await eve.call(name, body)).status]).toEqual([name, 404]);
    expect((await eve.call('webhook-delete', { id })).status).toBe(200);
    expect(await bench.view(ada, id)).toMatchObject({ url: webhook.url, disabledReason: null });
    // Nor a delivery of it, through a webhook of their own.
    const own = await bench.hook(eve, '/eve');
    const [delivery] = await bench.deliveries(ada, id);
    const replay = await bench.call(eve, 'webhook-replay', {
      webhook: own.webhook.id,
      delivery: delivery?.id,
    });
    expect(await replay.json()).toEqual({ replayed: 0, next: null });
  });

  it('that has hanging webhooks holds up neither its own others nor those of another account', async () => {
    const [ada, eve] = [await bench.owner(), await bench.owner()];
    const hang = () => {};
    const hanging = await bench.hook(eve, '/hangs');
    bench.receiver.answer('/hangs', hang);
    for (let n = 0; n < 30; n += 1) await bench.write(eve);
    await vi.waitFor(() => expect(bench.receiver.at('/hangs')).toHaveLength(2), WAIT);
    await bench.hook(ada, '/quick', ['task.completed']);
    const elsewhere = bench.receiver.url('/fine').replace('127.0.0.1', '127.0.0.2');
    await bench.hook(eve, elsewhere, ['task.completed']);
    for (const owner of [ada, eve]) await bench.write(owner, { type: 'task.completed' });
    await vi.waitFor(() => {
      for (const path of ['/quick', '/fine']) expect(bench.receiver.at(path)).toHaveLength(1);
    }, WAIT);
    expect(bench.receiver.at('/hangs')).toHaveLength(2);
    await bench.call(eve, 'webhook-delete', { id: hanging.webhook.id });
  });

  it('that has many hanging sites holds up no one, and its other deliveries are left alone until they end', async () => {
    const [ada, eve] = [await bench.owner(), await bench.owner()];
    const held: ServerResponse[] = [];
    bench.receiver.answer('/stuck', (response) => void held.push(response));
    const sites = Array.from({ length: 12 }, (_, site) =>
      bench.receiver.url('/stuck').replace('127.0.0.1', `127.0.0.${site + 10}`),
    );
    for (const site of sites) await bench.hook(eve, site);
    const ended = vi.spyOn(bench.deps.queue, 'deleteJob');
    for (let n = 0; n < 5; n += 1) await bench.write(eve);
    await vi.waitFor(() => expect(bench.receiver.at('/stuck')).toHaveLength(20), WAIT);
    await bench.hook(ada, '/normal');
    for (let n = 1; n <= 3; n += 1) {
      bench.deps.clock.advance(2000);
      await bench.write(eve);
      await bench.write(ada);
      await vi.waitFor(() => expect(bench.receiver.at('/normal')).toHaveLength(n), WAIT);
    }
    await vi.waitFor(() => expect(ended).toHaveBeenCalledTimes(3), WAIT);
    expect(bench.receiver.at('/stuck')).toHaveLength(20);
    bench.receiver.answer('/stuck', status(204));
    for (const response of held) response.writeHead(204).end();
    await vi.waitFor(() => expect(bench.receiver.at('/stuck')).toHaveLength(12 * 8), WAIT);
  });

  it("can't send events that it makes up, or more tests than a person needs", async () => {
    const owner = await bench.owner();
    const made = { url: bench.receiver.url('/x'), events: ['webhook.test'] };
    expect((await bench.call(owner, 'webhook-create', made)).status).toBe(400);
    const { webhook } = await bench.hook(owner, '/tested');
    bench.receiver.answer('/tested', status(200));
    const replies = await Promise.all(
      Array.from({ length: 65 }, () => bench.call(owner, 'webhook-test', { id: webhook.id })),
    );
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(60);
  });

  it('gets a clear answer to a wrong page or range', async () => {
    const owner = await bench.owner();
    const { webhook } = await bench.hook(owner, '/wrong');
    const list = (after: string) =>
      refusal(bench.call(owner, `webhook-deliveries?webhook=${webhook.id}&after=${after}`));
    for (const after of ['x', '1.2', `999999999999999999.${webhook.id}`])
      expect(await list(after)).toEqual([400, 'Use the `next` of the page before.']);
    const replay = await refusal(bench.call(owner, 'webhook-replay', { webhook: webhook.id }));
    expect(replay).toEqual([400, 'Choose one delivery, or a time range with `from`']);
  });
});

it('disables the webhooks of an account whose access is ended', async () => {
  const owner = await bench.owner();
  const { webhook } = await bench.hook(owner, '/taken-over');
  const { endAccess } = await import('../auth/account-access.ts');
  await endAccess(bench.deps.database.db, owner.id, { cause: 'takeover', now: new Date() });
  await bench.write(owner);
  const [row] = await bench.deps.database.db
    .selectFrom('webhook_deliveries')
    .select('state')
    .where('endpoint_id', '=', webhook.id)
    .execute();
  expect(row?.state).toBe('failed');
  expect(bench.receiver.at('/taken-over')).toEqual([]);
});
