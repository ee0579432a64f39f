import type { Hono } from 'hono';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CellView } from '#contract/calls/list-step-calls.ts';
import { TaskView } from '#contract/tasks.ts';
import { taskPath } from '#tools/index/tools.ts';
import { type FakeWeb, startFakeWeb } from '../../../e2e/fixtures/fake-web.ts';
import { twoAddressEmails, twoAddressName, twoAddressSite } from '../../../e2e/fixtures/two-address-sites.ts';
import { WAIT } from '../../../e2e/fixtures/wait.ts';
import { createApp } from '../../app.ts';
import { type Caller, newCaller } from '../../auth/test-caller.ts';
import type { AppEnv } from '../../http/context.ts';
import { openTaskBench, type TaskBench } from '../../tasks/test-tasks.ts';
import { startWorker, type TaskWorker } from '../../tasks/worker/worker.ts';
import { runNewRows, setAutoRun } from './auto-runs.ts';
import { makeList } from './test-step-lists.ts';

let web: FakeWeb;
let bench: TaskBench;
let app: Hono<AppEnv>;
let worker: TaskWorker;
let ada: Caller;
beforeAll(async () => {
  web = await startFakeWeb({ sites: [0, 1, 2, 3].map((index) => twoAddressSite(index)) });
  bench = await openTaskBench({ DNS_SERVERS: web.dnsServer, ALLOW_PRIVATE_NETWORK: '1' });
  app = createApp(bench.deps);
  worker = await startWorker(bench.deps);
});
beforeEach(async () => {
  ada = await newCaller(app);
});
afterAll(async () => {
  await worker.stop();
  await bench.close();
  await web.close();
});

// biome-ignore lint/suspicious/noExplicitAny: replies of many different calls, checked by each test.
async function post(name: string, body: object, status = 200): Promise<any> {
  const reply = await ada.post(name, body);
  const text = await reply.text();
  if (reply.status !== status) throw new Error(`${name}: ${reply.status} ${text}`);
  return JSON.parse(text);
}

const websiteStep = (fields: readonly string[], more: object = {}) => ({
  kind: 'tool',
  name: 'Read websites',
  tries: [{ tool: 'website-extraction', options: { depth: 'quick' }, inputs: { website: 'Website' } }],
  outputs: fields.map((field) => ({ field })),
  ...more,
});

const site = (index: number) => web.siteUrl(twoAddressName(index));

async function ended(id: string): Promise<TaskView> {
  let task: TaskView | undefined;
  await expect
    .poll(async () => {
      task = TaskView.parse(await (await ada.get('task', { id })).json());
      return task.status;
    }, WAIT)
    .not.toMatch(/queued|processing/);
  if (!task) throw new Error('There is no task.');
  return task;
}

async function rowsOf(id: string): Promise<Record<string, string>[]> {
  const { rows } = (await (await ada.get('list-rows', { id, limit: '200' })).json()) as {
    rows: { id: number; values: Record<string, string> }[];
  };
  return rows.sort((first, second) => first.id - second.id).map(({ values }) => values);
}

async function rowIds(id: string): Promise<number[]> {
  const { rows } = (await (await ada.get('list-rows', { id, limit: '200' })).json()) as {
    rows: { id: number }[];
  };
  return rows.map((row) => row.id).sort((first, second) => first - second);
}

describe('a run of a list', () => {
  it('fills the columns of its step, charges each answer once, and keeps the evidence', async () => {
    const id = await makeList(bench.deps, ada.id, [
      { Company: 'Zero', Website: site(0) },
      { Company: 'One', Website: `${site(1)}#top` },
      { Company: 'Nothing' },
      { Company: 'Zero again', Website: ` ${site(0).toUpperCase()} ` },
    ]);
    const saved = await post('list-step-save', { id, step: websiteStep(['emails', 'phones']) });
    expect(
      saved.list.fields.map(({ name, role }: { name: string; role: string | null }) => [name, role]),
    ).toEqual([
      ['Company', 'company'],
      ['Website', 'website'],
      ['All emails', 'email'],
      ['Phones', 'phone'],
    ]);
    expect(await post('list-run-quote', { id })).toMatchObject({
      rows: 3,
      cells: 3,
      credits: 3,
      repeats: 0,
      problem: null,
    });
    const { id: taskId } = await post('list-run', { id, cap: 10 }, 202);
    const task = await ended(taskId);
    expect(task).toMatchObject({
      status: 'completed',
      total: 3,
      found: 3,
      creditsused: 2,
      cap: 10,
    });
    const info = (index: number) => twoAddressEmails(index)[0] ?? '';
    expect(await rowsOf(id)).toMatchObject([
      { Company: 'Zero', 'All emails': info(0) },
      { Company: 'One', 'All emails': info(1) },
      { Company: 'Nothing' },
      { Company: 'Zero again', 'All emails': info(0) },
    ]);
    expect(await bench.balance(ada.id)).toBe(998);
    expect(await bench.broken(ada.id)).toEqual([]);
    const file = await (await ada.get('task-csv', { id: taskId, bom: 'false' })).text();
    expect(file.split('\r\n').slice(0, 2)).toEqual([
      'row,column,status,note,domain,company,employees',
      '1,Read websites,done,,,,',
    ]);
    // Results of earlier versions don't say which cell they are.
    const { rows: kept } = await sql`
      update task_items set row = (row::jsonb - 'line' - 'column')::text::json
      where task_id = ${taskId} returning row`.execute(bench.deps.database.db);
    expect(kept).toHaveLength(3);
    expect(await (await ada.get('task-csv', { id: taskId, bom: 'false' })).text()).toBe(file);

    const [first = 0] = await rowIds(id);
    const cell = CellView.parse(
      await (await ada.get('list-cell', { id, row: String(first), step: saved.step })).json(),
    );
    expect(cell).toMatchObject({
      state: { status: 'done', queued: false, stale: false },
      cost: 1,
      tries: [{ tool: 'website-extraction', found: true, accepted: true }],
    });
    expect(JSON.stringify(cell.tries[0]?.row.evidence)).toContain(info(0));

    // Unchanged inputs cost nothing, also if everything is run again.
    expect(await post('list-run-quote', { id })).toMatchObject({ cells: 0, problem: expect.any(String) });
    const again = await post('list-run', { id, cells: 'all' }, 202);
    expect(await ended(again.id)).toMatchObject({
      status: 'completed',
      total: 3,
      creditsused: 0,
    });
    expect(await bench.balance(ada.id)).toBe(998);
  });

  it('never costs more than its cap, and goes on with a higher one', async () => {
    const id = await makeList(
      bench.deps,
      ada.id,
      [0, 1, 2, 3].map((index) => ({ Website: site(index) })),
    );
    await post('list-step-save', { id, step: websiteStep(['emails']) });
    const { id: taskId } = await post('list-run', { id, cap: 3 }, 202);
    expect(await ended(taskId)).toMatchObject({
      status: 'cancelled',
      stop_reason: 'cap',
      creditsused: 3,
      processed: 3,
    });
    await post('list-run-resume', { task: taskId, cap: 4 }, 202);
    expect(await ended(taskId)).toMatchObject({ status: 'completed', creditsused: 4, processed: 4 });
    expect((await rowsOf(id)).every((row) => row['All emails'])).toBe(true);
    expect(await bench.broken(ada.id)).toEqual([]);
  });

  it('keeps what a person typed, marks what changed as stale, and can be undone', async () => {
    const id = await makeList(bench.deps, ada.id, [
      { Website: site(0), 'All emails': 'old@example.com' },
      { Website: site(1) },
    ]);
    const saved = await post('list-step-save', {
      id,
      step: { ...websiteStep([]), outputs: [{ field: 'emails', column: 'All emails' }, { field: 'title' }] },
    });
    const ids = await rowIds(id);
    // What was imported stays, unless the person says otherwise.
    expect(await post('list-run-quote', { id, cells: 'all' })).toMatchObject({ cells: 1, typed: 1 });
    const all = { id, cells: 'all', replaceTyped: true };
    expect(await post('list-run-quote', all)).toMatchObject({ cells: 2, typed: 0 });
    const { id: taskId } = await post('list-run', all, 202);
    expect((await ended(taskId)).undone).toBeUndefined();
    const [info0 = '', info1 = ''] = [twoAddressEmails(0)[0], twoAddressEmails(1)[0]];
    expect(await rowsOf(id)).toMatchObject([{ 'All emails': info0 }, { 'All emails': info1 }]);
    const latest = async () => (await ada.get('list-run-latest', { id })).json();
    expect(await latest()).toMatchObject({ run: { id: taskId }, undone: false });
    const undone = await post('list-run-undo', { task: taskId });
    expect(undone.cells).toBe(2);
    expect(await latest()).toMatchObject({ run: { id: taskId }, undone: true });
    const { tasks } = (await (await ada.get('tasks', {})).json()) as { tasks: TaskView[] };
    expect(tasks.map(({ undone: isUndone }) => isUndone)).toEqual([true]);
    const found = async (query: Record<string, string>) => (await ada.get('tasks', query)).json();
    expect(await found({ undone: 'true' })).toMatchObject({ count: 1 });
    expect(await found({ status: 'completed', undone: 'false' })).toMatchObject({ count: 0 });
    expect(await (await ada.get('task', { id: taskId })).json()).toMatchObject({ undone: true });
    expect(await post('task-rename', { id: taskId, name: 'Undone run' })).toMatchObject({ undone: true });
    const rows = await rowsOf(id);
    expect(rows[0]?.['All emails']).toBe('old@example.com');
    expect(rows[1]?.['All emails']).toBeUndefined();
    expect((await ada.post('list-run-undo', { task: taskId })).status).toBe(409);
    expect(ids).toHaveLength(2);
    expect(saved.step).toMatch(/^s[0-9a-f]{8}$/);
    await post('list-delete', { id });
    const last = TaskView.parse(await (await ada.get('task', { id: taskId })).json());
    expect(last).toMatchObject({ list_deleted: true });
    expect(taskPath(last)).toBeNull();
  });

  it('can’t go on after its list is deleted, in the calls and in the table of tasks', async () => {
    const id = await makeList(bench.deps, ada.id, [{ Website: site(0) }], 'Deleted');
    await post('list-step-save', { id, step: websiteStep(['emails']) });
    const { id: taskId } = await post('list-run', { id }, 202);
    await ended(taskId);
    const { db } = bench.deps.database;
    await db
      .updateTable('tasks')
      .set({ status: 'cancelled', processed: 0 })
      .where('id', '=', taskId)
      .execute();
    const resumable = async () => [
      TaskView.parse(await (await ada.get('task', { id: taskId })).json()).resumable,
      ...((await (await ada.table(`select=resumable&id=eq.${taskId}`)).json()) as object[]),
    ];
    expect(await resumable()).toEqual([true, { resumable: true }]);
    await post('list-delete', { id });
    expect(await resumable()).toEqual([false, { resumable: false }]);
  });

  it('refuses steps that wait for each other, lack their inputs or name what there isn’t', async () => {
    const id = await makeList(bench.deps, ada.id, [{ Website: site(0), Company: 'Zero' }]);
    await post('list-step-save', {
      id,
      step: {
        kind: 'tool',
        name: 'Find domains',
        tries: [{ tool: 'company-to-domain', inputs: { company: 'Company' } }],
        outputs: [{ field: 'domain', column: 'Website' }],
      },
    });
    const circle = websiteStep([], { outputs: [{ field: 'title', column: 'Company' }] });
    const refused = [
      [circle, 'would wait for each other'],
      [
        { ...websiteStep(['emails']), tries: [{ tool: 'website-extraction', inputs: {} }] },
        'Choose the column',
      ],
      [{ ...websiteStep(['emails']), tries: [{ tool: 'nothing', inputs: {} }] }, 'no tool'],
      [websiteStep(['fax machine']), 'None of these tools has a value'],
      [{ ...websiteStep(['emails']), id: 's9' }, 'no longer has this step'],
    ] as const;
    for (const [step, message] of refused) {
      const reply = await ada.post('list-step-save', { id, step });
      expect([reply.status, await reply.text()]).toEqual([400, expect.stringContaining(message)]);
    }
  });

  it('says how to add a step to a list that has none, in the browser and for programs', async () => {
    const id = await makeList(bench.deps, ada.id, [{ Website: site(0), Company: 'Zero' }]);
    const { problem } = await post('list-run-quote', { id });
    expect(problem).toMatch(/no column that a tool fills.* Add column, .* list-step-save\.$/);
    expect(await post('list-run', { id }, 422)).toMatchObject({ error: { message: problem } });
    const outputs = [{ field: 'value', name: 'Twice' }];
    const formula = { kind: 'formula', name: 'Twice', formula: '{Company} {Company}', outputs };
    const { step } = await post('list-step-save', { id, step: formula });
    const only = await post('list-run-quote', { id, steps: [step] });
    expect(only.problem).toBe('These steps update automatically. Choose steps that use a tool.');
  });

  it('skips a step that was deleted while it waited, free of charge', async () => {
    const id = await makeList(bench.deps, ada.id, [{ Website: site(0) }, { Website: site(1) }]);
    const { step } = await post('list-step-save', { id, step: websiteStep(['emails']) });
    await worker.stop();
    const { id: taskId } = await post('list-run', { id }, 202);
    await post('list-step-delete', { id, step, columns: true });
    worker = await startWorker(bench.deps);
    expect(await ended(taskId)).toMatchObject({ status: 'completed', creditsused: 0 });
    expect(await bench.balance(ada.id)).toBe(1000);
    expect(await rowsOf(id)).toEqual([{ Website: site(0) }, { Website: site(1) }]);
  });
});

describe('a list that runs by itself', () => {
  const outputs = [{ field: 'company_email', name: 'Email' }];
  const step = { kind: 'tool', name: 'Read', tries: [websiteStep([]).tries[0]], outputs };

  it('works new rows only, within the credits of the month', async () => {
    const list = await makeList(bench.deps, ada.id, [{ Website: site(0) }], 'By itself');
    await post('list-step-save', { id: list, step });
    await runNewRows(bench.deps);
    expect(await latest(list)).toBeNull();

    await post('list-set-auto-run', { id: list, cap: 2 });
    await runNewRows(bench.deps);
    const first = await latest(list);
    expect(await ended(first?.id ?? '')).toMatchObject({ status: 'completed', total: 1, creditsused: 1 });

    // What the run itself changed starts no other one.
    await runNewRows(bench.deps);
    await runNewRows(bench.deps);
    expect((await latest(list))?.id).toBe(first?.id);

    await post('list-add-rows', { id: list, rows: [{ Website: site(1) }, { Website: site(2) }] });
    // The latest run is the one that started last, and the test clock stands still.
    bench.deps.clock.advance(1000);
    await runNewRows(bench.deps);
    const second = await latest(list);
    expect(await ended(second?.id ?? '')).toMatchObject({ total: 2, creditsused: 1, stop_reason: 'cap' });
    await post('list-add-rows', { id: list, rows: [{ Website: site(3) }] });
    await runNewRows(bench.deps);
    expect((await latest(list))?.id).toBe(second?.id);

    await post('list-set-auto-run', { id: list, cap: null });
    await runNewRows(bench.deps);
    expect((await latest(list))?.id).toBe(second?.id);
  });

  it('is started once by several servers', async () => {
    const list = await makeList(bench.deps, ada.id, [{ Website: site(0) }], 'Once');
    await post('list-step-save', { id: list, step });
    await post('list-set-auto-run', { id: list, cap: 10 });
    await Promise.all([runNewRows(bench.deps), runNewRows(bench.deps), runNewRows(bench.deps)]);
    const run = await latest(list);
    await ended(run?.id ?? '');
    const tasks = await ada.get('tasks', { type: 'lead-enrichment' });
    expect(((await tasks.json()) as { tasks: unknown[] }).tasks).toHaveLength(1);
  });

  it('because of an API key is paid by it, and no more once it is revoked', async () => {
    const list = await makeList(bench.deps, ada.id, [{ Website: site(0) }], 'By a key');
    await post('list-step-save', { id: list, step });
    const { db } = bench.deps.database;
    const month = new Date(bench.deps.clock.now()).toISOString().slice(0, 7);
    const key = await db
      .insertInto('api_keys')
      .values({
        account_id: ada.id,
        name: 'Agent',
        key_hash: 'hash of the agent',
        prefix: 'lwk_agent',
        scopes: ['run'],
        monthly_budget: 5,
        spent_month: month,
        created_at: new Date(bench.deps.clock.now()),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const apiKey = { id: key.id, scopes: ['run'] as const };
    await setAutoRun(bench.deps, { accountId: ada.id, apiKey }, { id: list, cap: 100 });
    await runNewRows(bench.deps);
    await ended((await latest(list))?.id ?? '');
    const paid = db.selectFrom('api_keys').select('spent').where('id', '=', key.id);
    expect(await paid.executeTakeFirst()).toEqual({ spent: 1 });
    await db
      .updateTable('api_keys')
      .set({ revoked_at: new Date(bench.deps.clock.now()) })
      .where('id', '=', key.id)
      .execute();
    await post('list-add-rows', { id: list, rows: [{ Website: site(1) }] });
    bench.deps.clock.advance(1000);
    const before = await latest(list);
    await runNewRows(bench.deps);
    expect((await latest(list))?.id).toBe(before?.id);
    expect(await db.selectFrom('lists').select('auto_cap').where('id', '=', list).execute()).toEqual([
      { auto_cap: null },
    ]);
  });

  async function latest(list: string): Promise<TaskView | null> {
    const reply = await ada.get('list-run-latest', { id: list });
    return ((await reply.json()) as { run: TaskView | null }).run;
  }
});
