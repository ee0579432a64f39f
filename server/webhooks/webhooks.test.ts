import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { DeliveryPage, WEBHOOKS_PER_ACCOUNT, WebhookSecret } from '#contract/webhooks.ts';
import { type KeyOwner, refusal } from '../api-keys/test-api-keys.ts';
import { TEST_PASSWORD } from '../auth/test-requests.ts';
import { transaction } from '../platform/database/db.ts';
import { deleteEventsBefore } from './delivery-store.ts';
import { KEYS_LOST } from './endpoint-keys.ts';
import { writeEvent } from './events.ts';
import { status } from './test-receiver.ts';
import { verify } from './test-verify.ts';
import { openWebhookBench, type WebhookBench } from './test-webhooks.ts';

const SECOND_MS = 1000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const WAIT = { timeout: 20_000, interval: 10 };

let bench: WebhookBench;
let owner: KeyOwner;
beforeAll(async () => {
  bench = await openWebhookBench();
});
afterAll(() => bench.close());
beforeEach(async () => {
  owner = await bench.owner();
});

const call = (name: string, body?: unknown) => bench.call(owner, name, body);

/** Waits until a path got so many requests and the last try is stored. */
async function arrived(path: string, webhook: string, count: number) {
  await vi.waitFor(async () => {
    expect(bench.receiver.at(path)).toHaveLength(count);
    const tries = (await bench.deliveries(owner, webhook)).flatMap((delivery) => delivery.tries);
    expect(tries.length).toBeGreaterThanOrEqual(count);
  }, WAIT);
  return bench.receiver.at(path);
}

describe('an event', () => {
  it('arrives signed, with IDs, counts and a link, at the webhooks that chose it', async () => {
    const chosen = await bench.hook(owner, '/chosen');
    const other = await bench.hook(owner, '/other', ['task.completed']);
    const stranger = await bench.owner();
    await bench.hook(stranger, '/stranger');
    await bench.write(owner);
    const [sent] = await arrived('/chosen', chosen.webhook.id, 1);
    expect(verify(chosen.secret, sent)).toEqual({
      type: 'list.rows_added',
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      data: {
        listId: 'a-list',
        added: 3,
        url: `${bench.deps.publicUrl}/dashboard/lists/a-list`,
      },
    });
    expect(sent?.headers['content-type']).toBe('application/json');
    expect(await bench.deliveries(owner, chosen.webhook.id)).toMatchObject([
      {
        state: 'delivered',
        eventId: sent?.headers['webhook-id'],
        body: sent?.body,
        tries: [{ status: 204 }],
      },
    ]);
    expect([...bench.receiver.at('/other'), ...bench.receiver.at('/stranger')]).toEqual([]);
    expect(await bench.deliveries(owner, other.webhook.id)).toEqual([]);
  });

  it('is not sent if its transaction fails', async () => {
    const { webhook } = await bench.hook(owner, '/rolled-back');
    const failing = transaction(bench.deps.database.db, async (tx) => {
      await writeEvent(tx, { accountId: owner.id, type: 'list.rows_added', data: {}, path: '/' });
      throw new Error('crash');
    });
    await expect(failing).rejects.toThrow('crash');
    await bench.write(owner);
    await arrived('/rolled-back', webhook.id, 1);
    expect(await bench.deliveries(owner, webhook.id)).toHaveLength(1);
  });

  it('is tried again after each failure, with the same ID and body', async () => {
    const { webhook, secret } = await bench.hook(owner, '/failing');
    bench.receiver.answer('/failing', status(500));
    await bench.write(owner);
    await arrived('/failing', webhook.id, 1);
    // Not before its time.
    bench.deps.clock.advance(4 * SECOND_MS);
    await bench.write(owner, { type: 'credits.low' });
    expect(bench.receiver.at('/failing')).toHaveLength(1);
    bench.deps.clock.advance(2 * SECOND_MS);
    await arrived('/failing', webhook.id, 2);
    bench.receiver.answer('/failing', status(200));
    bench.deps.clock.advance(6 * 60 * SECOND_MS);
    const sent = await arrived('/failing', webhook.id, 3);
    expect(new Set(sent.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(sent.map(({ body }) => body)).size).toBe(1);
    verify(secret, sent[2]);
    expect(await bench.deliveries(owner, webhook.id)).toMatchObject([
      {
        state: 'delivered',
        tries: [{ status: 200 }, { status: 500, response: 'answered' }, { status: 500 }],
      },
    ]);
  });

  it('never follows a redirect', async () => {
    const { webhook } = await bench.hook(owner, '/redirects');
    bench.receiver.answer('/redirects', status(307, { location: bench.receiver.url('/target') }));
    await bench.write(owner);
    await arrived('/redirects', webhook.id, 1);
    expect(bench.receiver.at('/target')).toEqual([]);
    expect(await bench.deliveries(owner, webhook.id)).toMatchObject([
      { state: 'waiting', tries: [{ status: 307 }] },
    ]);
  });

  it('counts as delivered however long the response is, of which the log has the beginning', async () => {
    const { webhook } = await bench.hook(owner, '/chatty');
    bench.receiver.answer('/chatty', (response) => void response.writeHead(200).end('x\0'.repeat(500_000)));
    await bench.write(owner);
    await arrived('/chatty', webhook.id, 1);
    const [delivery] = await bench.deliveries(owner, webhook.id);
    expect(delivery).toMatchObject({ state: 'delivered', tries: [{ response: 'x'.repeat(500) }] });
  });
});

describe('a webhook', () => {
  it('is disabled by a 410, and its owner gets a mail', async () => {
    const { webhook } = await bench.hook(owner, '/gone');
    bench.receiver.answer('/gone', status(410));
    await bench.write(owner);
    await arrived('/gone', webhook.id, 1);
    expect(await bench.view(owner, webhook.id)).toMatchObject({ disabledReason: 'gone' });
    const jobs = await bench.deps.queue.findJobs<{ kind: string; accountId: string }>('mail');
    expect(jobs.map(({ data }) => data).filter(({ kind }) => kind === 'webhook-disabled')).toEqual([
      { kind: 'webhook-disabled', accountId: owner.id, name: webhook.name, why: 'gone' },
    ]);
    // What happens meanwhile isn't sent, but can be replayed.
    await bench.write(owner);
    expect((await bench.deliveries(owner, webhook.id)).map(({ state }) => state)).toEqual([
      'failed',
      'failed',
    ]);
    expect(
      await refusal(call('webhook-replay', { webhook: webhook.id, from: '2020-01-01T00:00:00Z' })),
    ).toEqual([409, 'This webhook is disabled. Enable it first.']);
    bench.receiver.answer('/gone', status(200));
    await call('webhook-change', { id: webhook.id, enabled: true });
    const replay = await call('webhook-replay', { webhook: webhook.id, from: '2020-01-01T00:00:00Z' });
    expect(await replay.json()).toEqual({ replayed: 2, next: null });
    const sent = await arrived('/gone', webhook.id, 3);
    expect(new Set(sent.map(({ headers }) => headers['webhook-id'])).size).toBe(2);
  });

  it('is disabled after five days in which every delivery failed', async () => {
    const { webhook } = await bench.hook(owner, '/dead');
    bench.receiver.answer('/dead', status(500));
    await bench.write(owner);
    await arrived('/dead', webhook.id, 1);
    bench.deps.clock.advance(5 * DAY_MS - HOUR_MS);
    await arrived('/dead', webhook.id, 2);
    expect(await bench.view(owner, webhook.id)).toMatchObject({ disabledReason: null });
    bench.deps.clock.advance(HOUR_MS);
    await arrived('/dead', webhook.id, 3);
    await vi.waitFor(
      async () => expect(await bench.view(owner, webhook.id)).toMatchObject({ disabledReason: 'failing' }),
      WAIT,
    );
    expect(await bench.deliveries(owner, webhook.id)).toMatchObject([{ state: 'failed' }]);
  });

  it('isn’t disabled by failures long ago, or at another address', async () => {
    const { webhook } = await bench.hook(owner, '/quiet');
    bench.receiver.answer('/quiet', status(500));
    await bench.write(owner);
    await arrived('/quiet', webhook.id, 1);
    const view = () => bench.view(owner, webhook.id);
    const first = (await view()).failingSince;
    expect(first).not.toBeNull();
    // Nothing was sent meanwhile.
    bench.deps.clock.advance(30 * DAY_MS);
    await arrived('/quiet', webhook.id, 2);
    await vi.waitFor(async () => expect((await view()).failingSince).not.toBe(first), WAIT);
    expect(await view()).toMatchObject({ disabledReason: null });
    await call('webhook-change', { id: webhook.id, url: bench.receiver.url('/moved') });
    expect(await view()).toMatchObject({ failingSince: null });
  });

  it('signs with both secrets for a day after a rotation', async () => {
    const { webhook, secret } = await bench.hook(owner, '/rotated');
    const reply = await owner.call('webhook-rotate', { id: webhook.id });
    const rotated = WebhookSecret.parse(await reply.json());
    expect(rotated.webhook.publicKey).not.toBe(webhook.publicKey);
    await call('webhook-test', { id: webhook.id });
    const [both] = await arrived('/rotated', webhook.id, 1);
    for (const known of [secret, rotated.secret])
      expect(verify(known, both)).toMatchObject({ type: 'webhook.test' });
    expect(String(both?.headers['webhook-signature']).split(' ')).toHaveLength(4);
    bench.deps.clock.advance(DAY_MS);
    await call('webhook-test', { id: webhook.id });
    const [, one] = await arrived('/rotated', webhook.id, 2);
    expect(String(one?.headers['webhook-signature']).split(' ')).toHaveLength(2);
  });

  it('has one new secret for requests with the same Idempotency-Key, which all get it', async () => {
    const twice = async (name: string, body: object) => {
      const asked = async () => {
        const reply = await owner.call(name, body, { 'Idempotency-Key': `key of ${name}` });
        expect(reply.status).toBe(200);
        return reply.json();
      };
      const [first, again] = [await asked(), await asked()];
      expect(again).toEqual(first);
      return first;
    };
    const url = `https://example.com/twice`;
    const { webhook, secret } = WebhookSecret.parse(
      await twice('webhook-create', { name: 'Twice', url, events: ['task.completed'] }),
    );
    const rotated = WebhookSecret.parse(await twice('webhook-rotate', { id: webhook.id }));
    expect(rotated.secret).not.toBe(secret);
    // Who made it, such as a program, doesn't get the secret that its owner changed.
    const made = await owner.call(
      'webhook-create',
      { name: 'Twice', url, events: ['task.completed'] },
      { 'Idempotency-Key': 'key of webhook-create' },
    );
    expect([made.status, await made.json()]).toMatchObject([409, { error: { message: KEYS_LOST } }]);
    await twice('webhook-start-secret', {});
    expect(await (await owner.call('webhooks')).json()).toMatchObject({ webhooks: [{ id: webhook.id }] });
    await owner.call('webhook-delete', { id: webhook.id });
    const late = await owner.call(
      'webhook-rotate',
      { id: webhook.id },
      { 'Idempotency-Key': 'key of webhook-rotate' },
    );
    expect(late.status).toBe(404);
  });

  it('keeps its secret encrypted, and shows it once', async () => {
    const { webhook, secret } = await bench.hook(owner, '/secret');
    const stored = await bench.deps.database.db
      .selectFrom('webhook_endpoints')
      .select('keys')
      .where('id', '=', webhook.id)
      .executeTakeFirstOrThrow();
    const raw = Buffer.from(secret.slice('whsec_'.length), 'base64');
    expect(raw).toHaveLength(32);
    expect(Buffer.from(stored.keys ?? '', 'base64url').includes(raw)).toBe(false);
    for (const name of ['webhooks', `webhook-deliveries?webhook=${webhook.id}`, 'account-export'])
      expect(await (await owner.call(name)).text()).not.toContain(secret);
  });

  it('can be changed, replayed one delivery at a time, and deleted with its log', async () => {
    const { webhook } = await bench.hook(owner, '/changed');
    await call('webhook-change', { id: webhook.id, name: 'CRM', events: ['credits.low'] });
    expect(await bench.view(owner, webhook.id)).toMatchObject({
      name: 'CRM',
      url: webhook.url,
      events: ['credits.low'],
    });
    await bench.write(owner, { type: 'credits.low' });
    await arrived('/changed', webhook.id, 1);
    const [delivery] = await bench.deliveries(owner, webhook.id);
    await call('webhook-replay', { webhook: webhook.id, delivery: delivery?.id });
    await arrived('/changed', webhook.id, 2);
    await call('webhook-delete', { id: webhook.id });
    expect((await call(`webhook-deliveries?webhook=${webhook.id}`)).status).toBe(404);
    const { db } = bench.deps.database;
    expect(
      await db.selectFrom('webhook_deliveries').select('id').where('endpoint_id', '=', webhook.id).execute(),
    ).toEqual([]);
  });

  it('is sent what waits for another try at once, when its receiver is repaired', async () => {
    const { webhook } = await bench.hook(owner, '/repaired');
    bench.receiver.answer('/repaired', status(500));
    const ids = [];
    for (let n = 1; n <= 2; n += 1) {
      await bench.write(owner, { data: { n } });
      await arrived('/repaired', webhook.id, n);
    }
    for (const { id, state, tries } of await bench.deliveries(owner, webhook.id)) {
      expect([state, tries.length]).toEqual(['waiting', 1]);
      ids.push(id);
    }
    bench.receiver.answer('/repaired', status(204));
    const one = await call('webhook-replay', { webhook: webhook.id, delivery: ids[0] });
    expect(await one.json()).toEqual({ replayed: 1, next: null });
    await arrived('/repaired', webhook.id, 3);
    // The other one, and not what has arrived.
    const rest = await call('webhook-replay', { webhook: webhook.id, from: '2020-01-01T00:00:00Z' });
    expect(await rest.json()).toEqual({ replayed: 1, next: null });
    await arrived('/repaired', webhook.id, 4);
    expect((await bench.deliveries(owner, webhook.id)).map(({ state }) => state)).toEqual([
      'delivered',
      'delivered',
    ]);
  });

  it('has its log in pages', async () => {
    const { webhook } = await bench.hook(owner, '/paged', ['credits.low']);
    for (let n = 0; n < 5; n += 1) await bench.write(owner, { type: 'credits.low', data: { n } });
    const seen: string[] = [];
    for (let after = ''; ; ) {
      const reply = await call(`webhook-deliveries?webhook=${webhook.id}&limit=2${after}`);
      const page = DeliveryPage.parse(await reply.json());
      seen.push(...page.deliveries.map(({ id }) => id));
      if (page.next === null) break;
      after = `&after=${page.next}`;
    }
    expect(new Set(seen).size).toBe(5);
    expect(seen).toHaveLength(5);
  });

  it('is one of a limited number, also for parallel requests', async () => {
    const many = await bench.owner();
    const replies = await Promise.all(
      Array.from({ length: WEBHOOKS_PER_ACCOUNT + 3 }, () =>
        many.call('webhook-create', { url: bench.receiver.url('/many'), events: ['credits.low'] }),
      ),
    );
    expect(replies.filter(({ status: code }) => code === 200)).toHaveLength(WEBHOOKS_PER_ACCOUNT);
  });
});

it('is exported and deleted with the account', async () => {
  const leaving = await bench.owner();
  const { webhook } = await bench.hook(leaving, '/leaving');
  await bench.write(leaving);
  await vi.waitFor(() => expect(bench.receiver.at('/leaving')).toHaveLength(1), WAIT);
  expect(await (await leaving.call('account-export')).json()).toMatchObject({
    webhooks: [{ id: webhook.id, url: webhook.url }],
    webhookDeliveries: [{ endpoint_id: webhook.id }],
    webhookEvents: [{ type: 'list.rows_added' }],
  });
  expect(
    (await leaving.call('account-delete', { email: leaving.email, currentPassword: TEST_PASSWORD })).status,
  ).toBe(200);
  const { db } = bench.deps.database;
  for (const table of ['webhook_endpoints', 'webhook_events', 'webhook_deliveries'] as const)
    expect(await db.selectFrom(table).select('id').where('account_id', '=', leaving.id).execute()).toEqual(
      [],
    );
});

it('gives up a try that takes too long, and makes another one', async () => {
  const impatient = await openWebhookBench(undefined, { tryMs: 100 });
  const slow = await impatient.owner();
  const { webhook } = await impatient.hook(slow, '/slow');
  impatient.receiver.answer('/slow', () => {});
  await impatient.write(slow);
  const problem = 'There was no response within 20 seconds.';
  await vi.waitFor(
    async () =>
      expect(await impatient.deliveries(slow, webhook.id)).toMatchObject([
        { state: 'waiting', tries: [{ status: null, problem }] },
      ]),
    WAIT,
  );
  impatient.deps.clock.advance(6 * SECOND_MS);
  await vi.waitFor(
    async () => expect((await impatient.deliveries(slow, webhook.id))[0]?.tries).toHaveLength(2),
    WAIT,
  );
  await impatient.close();
});

it('deletes events after a month', async () => {
  const { webhook } = await bench.hook(owner, '/old');
  await bench.write(owner);
  await arrived('/old', webhook.id, 1);
  const { db } = bench.deps.database;
  const events = () =>
    db.selectFrom('webhook_events').select('id').where('account_id', '=', owner.id).execute();
  await deleteEventsBefore(db, new Date(Date.now() - 30 * DAY_MS));
  expect(await events()).toHaveLength(1);
  await deleteEventsBefore(db, new Date(Date.now() + 1));
  expect(await events()).toEqual([]);
  expect(await bench.deliveries(owner, webhook.id)).toEqual([]);
});
