import { setTimeout as delay } from 'node:timers/promises';
import type { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '../../app.ts';
import { type Caller, newCaller } from '../../auth/test-caller.ts';
import type { AppEnv } from '../../http/context.ts';
import { openTaskBench, type TaskBench } from '../../tasks/test-tasks.ts';
import { startWorker, type TaskWorker } from '../../tasks/worker/worker.ts';
import { startService, type TestService } from './test-service.ts';
import { callsOf } from './test-step-calls.ts';
import { makeList } from './test-step-lists.ts';

const KEY = 'sk-account-never-shown';
const NO_KEY = 'Your account has no key for an AI model. Enter one in the settings, under AI models.';

let model: TestService;
let bench: TaskBench;
let app: Hono<AppEnv>;
let worker: TaskWorker;
let ada: Caller;
/** What the model says that a prompt used; undefined says nothing. */
let tokens: number | undefined;
let status = 200;
beforeAll(async () => {
  model = await startService(async ({ headers }, _request, response) => {
    // Long enough for others to be sent meanwhile.
    await delay(5);
    if (headers.authorization !== `Bearer ${KEY}`) response.writeHead(401).end('{}');
    else
      response.writeHead(status).end(
        JSON.stringify({
          choices: [{ message: { content: '{"Kind":"bakery"}' } }],
          usage: tokens === undefined ? undefined : { total_tokens: tokens },
        }),
      );
  });
  bench = await openTaskBench({ ALLOW_PRIVATE_NETWORK: '1' });
  app = createApp(bench.deps);
  worker = await startWorker(bench.deps);
});
beforeEach(async () => {
  tokens = 900;
  status = 200;
  model.asked.length = 0;
  ada = await newCaller(app);
});
afterAll(async () => {
  await worker.stop();
  await bench.close();
  await model.close();
});

const { post, rowsOf, ended } = callsOf(() => ada);
const saved = (more: object = {}) => ({ url: `${model.url}/v1`, model: 'stored-model', key: KEY, ...more });
const step = (ai: object = {}) => ({
  kind: 'tool',
  name: 'Kind',
  tries: [
    {
      tool: 'ai',
      inputs: {},
      ai: { prompt: 'What is {Company}?', fields: [{ name: 'Kind' }], account: {}, ...ai },
    },
  ],
  outputs: [{ field: 'Kind' }],
});
const get = async (name: string) => (await (await ada.get(name, {})).json()) as Record<string, unknown>;
const refusal = async (name: string, input: object) => {
  const reply = await ada.post(name, input);
  return [reply.status, JSON.parse(await reply.text()).error.message];
};

describe('the key of an account', () => {
  it('answers for columns of all lists, for free, and is in no reply, export or table, except sealed', async () => {
    expect(await get('ai-key')).toEqual({ key: null });
    expect(await get('list-ai')).toEqual({ model: null, account: null });
    const first = await post('ai-key-save', saved());
    expect(first).toEqual({
      key: { url: `${model.url}/v1`, model: 'stored-model', savedAt: expect.any(String) },
    });
    expect(await get('ai-key')).toEqual(first);
    expect(await get('list-ai')).toMatchObject({ account: { model: 'stored-model' } });
    const id = await makeList(bench.deps, ada.id, [{ Company: 'A' }]);
    const { step: stepId } = await post('list-step-save', { id, step: step() });
    expect(await post('list-step-test', { id, step: step() })).toMatchObject({ values: { Kind: 'bakery' } });
    expect(await post('list-run-quote', { id })).toMatchObject({ cells: 1, credits: 0 });
    expect(await ended((await post('list-run', { id }, 202)).id)).toMatchObject({ found: 1, creditsused: 0 });
    expect(JSON.parse(model.asked.at(-1)?.body ?? '').model).toBe('stored-model');
    const other = await makeList(bench.deps, ada.id, [{ Company: 'A' }], 'Other');
    await post('list-step-save', { id: other, step: step({ account: { model: 'other-model' } }) });
    await ended((await post('list-run', { id: other }, 202)).id);
    expect(JSON.parse(model.asked.at(-1)?.body ?? '').model).toBe('other-model');

    const [row] = await rowsOf(id);
    const texts = [
      JSON.stringify([first, await get('ai-key'), await get('list-ai')]),
      await (await ada.get('list-cell', { id, row: String(row?.id), step: stepId })).text(),
      JSON.stringify(await post('list-recipe-from-list', { id, name: 'Account' })),
    ];
    const file = await (await ada.get('account-export', {})).text();
    expect(JSON.parse(file).aiKey).toEqual([expect.objectContaining({ model: 'stored-model' })]);
    const { db } = bench.deps.database;
    for (const table of ['ai_keys', 'lists', 'list_cells', 'list_runs', 'task_items'] as const)
      texts.push(JSON.stringify(await db.selectFrom(table).selectAll().execute()));
    for (const text of [...texts, file]) expect(text).not.toMatch(/never-shown|bmV2ZXItc2hvd24/);
    expect(file).not.toContain('sealed');
  });

  it('is for one account, and goes with it', async () => {
    await post('ai-key-save', saved());
    const { db } = bench.deps.database;
    const [key] = await db.selectFrom('ai_keys').selectAll().where('account_id', '=', ada.id).execute();
    const bob = await newCaller(app);
    expect(await (await bob.get('ai-key', {})).json()).toEqual({ key: null });
    // A row that was copied to another account can't be opened.
    await db
      .insertInto('ai_keys')
      .values({ ...(key as NonNullable<typeof key>), account_id: bob.id })
      .execute();
    const owner = ada;
    ada = bob;
    const id = await makeList(bench.deps, bob.id, [{ Company: 'A' }]);
    await post('list-step-save', { id, step: step() });
    expect(await post('list-step-test', { id, step: step() })).toMatchObject({ found: false, text: NO_KEY });
    await db.deleteFrom('accounts').where('id', 'in', [owner.id]).execute();
    expect(await db.selectFrom('ai_keys').selectAll().where('account_id', '=', owner.id).execute()).toEqual(
      [],
    );
  });

  it('stays for another model, is asked for again for another host, and can be removed', async () => {
    expect(await refusal('ai-key-save', saved({ key: '' }))).toEqual([400, 'Enter the key.']);
    expect(await refusal('ai-key-save', saved({ url: 'ftp://x' }))).toEqual([
      400,
      'Enter the address of the service, such as https://api.example.com/v1.',
    ]);
    expect(await refusal('ai-key-save', saved({ key: 'kéy' }))).toEqual([
      400,
      'This key has characters that a key can’t have.',
    ]);
    await post('ai-key-save', saved());
    await post('ai-key-save', saved({ key: '', model: 'new-model' }));
    expect(await refusal('ai-key-save', saved({ key: '', url: 'https://example.com/v1' }))).toEqual([
      400,
      'Enter the key again: it would go to another host now.',
    ]);
    const id = await makeList(bench.deps, ada.id, [{ Company: 'A' }]);
    const { step: stepId } = await post('list-step-save', { id, step: step() });
    await ended((await post('list-run', { id }, 202)).id);
    expect(JSON.parse(model.asked.at(-1)?.body ?? '').model).toBe('new-model');

    await post('ai-key-delete', {});
    expect(await get('ai-key')).toEqual({ key: null });
    const asked = model.asked.length;
    await ended((await post('list-run', { id, cells: 'all' }, 202)).id);
    expect((await rowsOf(id))[0]?.states[stepId]).toMatchObject({ status: 'failed', note: NO_KEY });
    expect(model.asked.length).toBe(asked);
    expect(await refusal('list-step-save', { id, step: step() })).toEqual([400, NO_KEY]);
    const own = { url: 'https://api.example.com/v1', model: 'm', key: { name: 'authorization', value: 'k' } };
    await post('ai-key-save', saved());
    expect(await refusal('list-step-save', { id, step: step({ own }) })).toEqual([
      400,
      'Choose one key: that of the column, or that of your account.',
    ]);
  });
});

describe('the tokens of a run', () => {
  const rows = (count: number) => Array.from({ length: count }, (_, at) => ({ Company: `C ${at}` }));

  it('never go above the limit of their column, also with requests at the same time', async () => {
    await post('ai-key-save', saved());
    const id = await makeList(bench.deps, ada.id, rows(30));
    const { step: stepId } = await post('list-step-save', { id, step: step({ tokensPerRun: 10_000 }) });
    const run = await ended((await post('list-run', { id }, 202)).id);
    // A request reserves about 1,700 tokens, and uses 900: the last one doesn't fit.
    const asked = model.asked.length;
    expect(asked * 900).toBeLessThanOrEqual(10_000);
    expect(asked).toBeGreaterThanOrEqual(9);
    expect(run).toMatchObject({ found: asked, failed: 30 - asked, creditsused: 0 });
    const states = (await rowsOf(id)).map(({ states: all }) => all[stepId]);
    expect(new Set(states.flatMap((state) => state?.note ?? []))).toEqual(
      new Set([
        'This row doesn’t fit into the run’s limit of 10,000 tokens for the column, so the model was not asked. Raise the limit, or run the failed rows again.',
      ]),
    );
    // Another limit makes no cell stale, and another run has tokens of its own.
    const change = {
      ...step({ tokensPerRun: 1_000_000 }),
      id: stepId,
      outputs: [{ field: 'Kind', column: 'Kind' }],
    };
    await post('list-step-save', { id, step: change });
    expect(await post('list-run-quote', { id, cells: 'stale' })).toMatchObject({ cells: 0 });
    expect(await ended((await post('list-run', { id, cells: 'failed' }, 202)).id)).toMatchObject({
      found: 30 - asked,
      failed: 0,
    });
  });

  it('count in full if the model doesn’t say what it used, and not at all if it refuses', async () => {
    await post('ai-key-save', saved());
    tokens = undefined;
    const id = await makeList(bench.deps, ada.id, rows(8));
    await post('list-step-save', { id, step: step({ tokensPerRun: 4000 }) });
    await ended((await post('list-run', { id }, 202)).id);
    expect(model.asked.length).toBe(2);
    model.asked.length = 0;
    status = 400;
    const { failed } = await ended((await post('list-run', { id, cells: 'failed' }, 202)).id);
    expect([failed, model.asked.length]).toEqual([6, 6]);
  });
});
