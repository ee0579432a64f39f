import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { StartSecret, WEBHOOKS_PER_ACCOUNT, WebhookList } from '#contract/webhooks.ts';
import { TOOLS } from '#tools/index/tools.ts';
import { type KeyOwner, refusal, withKey } from '../api-keys/test-api-keys.ts';
import { createWebhook } from './endpoints.ts';
import { deleteStartEndpointsBefore } from './start-webhook-store.ts';
import { verify } from './test-verify.ts';
import { openWebhookBench, type WebhookBench } from './test-webhooks.ts';

/** Webhooks of single start calls. */

const DAY_MS = 86_400_000;
const WAIT = { timeout: 20_000, interval: 10 };

let bench: WebhookBench;
let owner: KeyOwner;
let paths = 0;
beforeAll(async () => {
  bench = await openWebhookBench();
});
afterAll(() => bench.close());
beforeEach(async () => {
  owner = await bench.owner();
});

async function newSecret(): Promise<string> {
  const reply = await owner.call('webhook-start-secret', {});
  return StartSecret.parse(await reply.json()).secret;
}

const newPath = () => {
  paths += 1;
  return `/start${paths}`;
};

async function start(webhook: object | undefined, key?: string): Promise<Response> {
  const { key: token } = await owner.makeKey();
  const headers = { Prefer: 'respond-async', ...(key === undefined ? {} : { 'Idempotency-Key': key }) };
  const body = { urls: ['acme.com'], ...(webhook ? { webhook } : {}) };
  return withKey(bench.app, token, 'website-extraction', { body, headers });
}

async function startedTask(webhook: object | undefined, key?: string): Promise<string> {
  const reply = await start(webhook, key);
  expect(reply.status).toBe(202);
  return ((await reply.json()) as { id: string }).id;
}

async function starts(task?: string) {
  const reply = await bench.call(owner, `webhooks${task === undefined ? '' : `?task=${task}`}`);
  return WebhookList.parse(await reply.json()).starts;
}

const cancel = (id: string) => bench.call(owner, 'task-cancel', { id });

async function arrived(path: string, count = 1) {
  await vi.waitFor(() => expect(bench.receiver.at(path)).toHaveLength(count), WAIT);
  return bench.receiver.at(path);
}

describe('a start call with a webhook', () => {
  it('is refused without a secret for single starts, and for other addresses and events', async () => {
    expect(await refusal(start({ url: bench.receiver.url('/x') }))).toEqual([
      409,
      'Your webhook would have no signature. Create the secret for single starts on the page Webhooks first.',
    ]);
    await newSecret();
    expect((await start({ url: 'ftp://example.com/' })).status).toBe(400);
    expect((await start({ url: bench.receiver.url('/x'), events: ['credits.low'] })).status).toBe(400);
    expect(await starts()).toEqual([]);
  });

  it('tells it how that task ends, and nothing else', async () => {
    const secret = await newSecret();
    const path = newPath();
    const everything = await bench.hook(owner, newPath(), ['task.stopped']);
    const task = await startedTask({ url: bench.receiver.url(path) });
    const other = await startedTask(undefined);
    expect(await starts(task)).toMatchObject([{ taskId: task, active: true }]);
    for (const id of [other, task]) await cancel(id);
    const [sent] = await arrived(path);
    expect(verify(secret, sent)).toMatchObject({ type: 'task.stopped', data: { taskId: task } });
    await vi.waitFor(async () => expect(await starts(task)).toMatchObject([{ active: false }]), WAIT);
    const [{ id } = { id: '' }] = await starts(task);
    expect(await bench.deliveries(owner, id)).toMatchObject([{ state: 'delivered', type: 'task.stopped' }]);
    await vi.waitFor(
      async () => expect(await bench.deliveries(owner, everything.webhook.id)).toHaveLength(2),
      WAIT,
    );
    expect(bench.receiver.at(path)).toHaveLength(1);
  });

  it('starts once per Idempotency-Key, with one webhook', async () => {
    await newSecret();
    const webhook = { url: bench.receiver.url(newPath()) };
    const task = await startedTask(webhook, 'once');
    expect(await startedTask(webhook, 'once')).toBe(task);
    expect(await starts()).toHaveLength(1);
    const other = { url: bench.receiver.url(newPath()) };
    expect((await start(other, 'once')).status).toBe(409);
    await cancel(task);
    await arrived(new URL(webhook.url).pathname);
  });

  it('can be a run of a list, or a task with its rows', async () => {
    await newSecret();
    const { key: token } = await owner.makeKey();
    const post = async (name: string, body: object, status = 200) => {
      const reply = await withKey(bench.app, token, name, { body });
      expect([name, reply.status]).toEqual([name, status]);
      return (await reply.json()) as { id: string };
    };
    const columns = [{ name: 'Website', role: 'website' }];
    const { id } = await post('list-create', { name: 'Sites', columns });
    await post('list-add-rows', { id, rows: [{ Website: 'acme.com' }] });
    const tries = [{ tool: 'website-extraction', inputs: { website: 'Website' } }];
    const step = { kind: 'tool', name: 'Emails', tries, outputs: [{ field: 'emails', name: 'Emails' }] };
    await post('list-step-save', { id, step });
    const path = newPath();
    const webhook = { url: bench.receiver.url(path), events: ['list.run_completed'] };
    const run = await post('list-run', { id, webhook }, 202);
    const type = 'website-extraction';
    const task = await post('list-start', { id, type, columns: { website: 'Website' }, webhook }, 202);
    for (const started of [run, task])
      expect(await starts(started.id)).toMatchObject([{ url: webhook.url, events: webhook.events }]);
  });

  it('takes no place of the webhooks of the account', async () => {
    await newSecret();
    const url = bench.receiver.url(newPath());
    await startedTask({ url });
    const create = () => createWebhook(bench.deps, owner.id, { name: '', url, events: ['credits.low'] });
    for (let n = 0; n < WEBHOOKS_PER_ACCOUNT; n += 1) await create();
    await expect(create()).rejects.toThrow('the most an account can have');
    await startedTask({ url });
  });

  it.each(TOOLS.flatMap((tool) => ('start' in tool.calls ? [[tool.label, tool.calls.start] as const] : [])))(
    'can be one of %s',
    (_, { input, example }) => {
      const webhook = { url: 'https://example.com/' };
      expect(input.safeParse({ ...(example as object), webhook }).data).toMatchObject({
        webhook: { ...webhook, events: ['task.completed', 'task.stopped'] },
      });
    },
  );
});

describe('the secret for single starts', () => {
  it('signs with the one before for a day, and can not be changed for one start', async () => {
    const before = await newSecret();
    const path = newPath();
    const task = await startedTask({ url: bench.receiver.url(path) });
    const [{ id } = { id: '' }] = await starts(task);
    expect((await owner.call('webhook-rotate', { id })).status).toBe(409);
    const now = await newSecret();
    expect(now).not.toBe(before);
    await bench.call(owner, 'webhook-test', { id });
    const [both] = await arrived(path);
    for (const secret of [before, now]) expect(verify(secret, both)).toMatchObject({ type: 'webhook.test' });
    bench.deps.clock.advance(DAY_MS);
    await bench.call(owner, 'webhook-test', { id });
    const [, one] = await arrived(path, 2);
    expect(() => verify(before, one)).toThrow();
    verify(now, one);
  });

  it('is deleted when all access to the account is ended', async () => {
    await newSecret();
    const { endAccess } = await import('../auth/account-access.ts');
    await endAccess(bench.deps.database.db, owner.id, { cause: 'takeover', now: new Date() });
    const keys = await bench.deps.database.db
      .selectFrom('webhook_start_keys')
      .select('account_id')
      .where('account_id', '=', owner.id)
      .execute();
    expect(keys).toEqual([]);
  });
});

it('is kept as long as the log has something of it', async () => {
  await newSecret();
  const path = newPath();
  const task = await startedTask({ url: bench.receiver.url(path) });
  const idle = await startedTask({ url: bench.receiver.url(newPath()) });
  await cancel(task);
  await arrived(path);
  await deleteStartEndpointsBefore(bench.deps.database.db, new Date(bench.deps.clock.now() + 1));
  expect(await starts(task)).toHaveLength(1);
  expect(await starts(idle)).toEqual([]);
});
