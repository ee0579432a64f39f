import type { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '../../app.ts';
import { type Caller, newCaller } from '../../auth/test-caller.ts';
import type { AppEnv } from '../../http/context.ts';
import { retryFailed } from '../../tasks/retry-task.ts';
import { openTaskBench, type TaskBench } from '../../tasks/test-tasks.ts';
import { workCells } from './test-cell-work.ts';
import { brokenCells } from './test-list-money.ts';
import { makeList } from './test-step-lists.ts';

let bench: TaskBench;
let app: Hono<AppEnv>;
let ada: Caller;
beforeAll(async () => {
  bench = await openTaskBench();
  app = createApp(bench.deps);
});
beforeEach(async () => {
  ada = await newCaller(app);
});
afterAll(() => bench.close());

// biome-ignore lint/suspicious/noExplicitAny: replies of many different calls, checked by each test.
async function post(name: string, body: object, status = 200): Promise<any> {
  const reply = await ada.post(name, body);
  const text = await reply.text();
  if (reply.status !== status) throw new Error(`${name}: ${reply.status} ${text}`);
  return JSON.parse(text);
}

interface Row {
  id: number;
  values: Record<string, string>;
  states: Record<string, { status: string | null; queued: boolean }>;
}

async function rowsOf(id: string): Promise<Row[]> {
  const reply = await ada.get('list-rows', { id, limit: '200' });
  const { rows } = (await reply.json()) as { rows: Row[] };
  return rows.sort((first, second) => first.id - second.id);
}

const SITES = ['a.com', 'b.com', 'c.com'].map((Website) => ({ Website }));
const emails = {
  kind: 'tool',
  name: 'Emails',
  tries: [{ tool: 'website-extraction', inputs: { website: 'Website' } }],
  outputs: [{ field: 'emails', name: 'Email' }],
};
const formula = (text: string, name = 'Formula') => ({
  kind: 'formula',
  name,
  formula: text,
  outputs: [{ field: 'text', name }],
});
const settle = async (task: { id: string }, isDown = false) => {
  const { run_no } = await bench.task(task.id);
  return bench.settle({ id: task.id, run_no }, await workCells(bench.deps, task.id, { isDown }));
};

describe('a step', () => {
  it('is refused if it reads something that its tool doesn’t know, or a column that isn’t there', async () => {
    const id = await makeList(bench.deps, ada.id, SITES);
    const reading = (inputs: object) => ({ ...emails, tries: [{ tool: 'website-extraction', inputs }] });
    for (const [step, message] of [
      [reading({ website: 'Website', fax: 'Website' }), '“fax” is nothing that this tool reads'],
      [reading({ website: 'Web site' }), 'The list has no column “Web site”'],
      [formula('{Web site}'), 'The list has no column {Web site}.'],
    ] as const) {
      const reply = await ada.post('list-step-save', { id, step });
      expect([reply.status, await reply.text()]).toEqual([400, expect.stringContaining(message)]);
    }
  });

  it('is refused if its formulas go in a circle, through a tool, too', async () => {
    const id = await makeList(bench.deps, ada.id, SITES);
    await post('list-step-save', { id, step: emails });
    await post('list-step-save', { id, step: formula('{Email}!') });
    const circle = { ...formula('{Formula}?', 'Again'), outputs: [{ field: 'text', column: 'Website' }] };
    const reply = await ada.post('list-step-save', { id, step: circle });
    expect([reply.status, await reply.text()]).toEqual([
      400,
      expect.stringContaining('would wait for each other: “Emails”, “Again”, “Formula”'),
    ]);
    const own = await ada.post('list-step-save', {
      id,
      step: { ...formula('{Website}!'), outputs: [{ field: 'text', column: 'Website' }] },
    });
    expect([own.status, await own.text()]).toEqual([400, expect.stringContaining('its own result')]);
  });

  it('has the error of a formula in the row where it fails, and the others have values', async () => {
    const id = await makeList(bench.deps, ada.id, [
      { Text: 'ab', Pattern: 'a(b)' },
      { Text: 'ab', Pattern: '(' },
      { Text: 'xb', Pattern: 'x' },
    ]);
    await post('list-step-save', { id, step: formula('=extract({Text}, {Pattern})') });
    expect((await rowsOf(id)).map(({ values }) => values.Formula)).toEqual([
      'b',
      expect.stringMatching(/^#Error: ./),
      'x',
    ]);
    const [, broken] = await rowsOf(id);
    await post('list-edit', { id, changes: [{ row: broken?.id, column: 'Pattern', value: 'b' }] });
    expect((await rowsOf(id))[1]?.values.Formula).toBe('b');
  });
});

describe('a tool that is down for a whole run', () => {
  it('leaves cells that failed for free, which can be run again', async () => {
    const id = await makeList(bench.deps, ada.id, SITES);
    const { step } = await post('list-step-save', { id, step: emails });
    const run = await post('list-run', { id }, 202);
    await settle(run, true);
    expect(await bench.task(run.id)).toMatchObject({
      status: 'completed',
      failed: 3,
      found: 0,
      credits_used: 0,
      outcomes: { [`${step} failed`]: 3 },
    });
    for (const { states } of await rowsOf(id))
      expect(states[step]).toMatchObject({ status: 'failed', queued: false, note: 'The script is down' });
    // From the list.
    const [first] = await rowsOf(id);
    const again = { id, cells: 'failed', selected: String(first?.id) };
    expect(await post('list-run-quote', again)).toMatchObject({ cells: 1, credits: 1 });
    await settle(await post('list-run', again, 202));
    expect((await rowsOf(id)).map(({ values }) => values.Email)).toEqual([
      'info@a.com',
      undefined,
      undefined,
    ]);
    // From the history, with a limit of its own, or that of the run.
    const by = { accountId: ada.id, apiKeyId: null, claim: null };
    const capped = await retryFailed(bench.deps, run.id, { ...by, cap: 1 });
    expect(capped.cap).toBe(1);
    expect((await rowsOf(id)).map(({ states }) => states[step]?.queued)).toEqual([true, true, true]);
    const copy = await bench.deps.database.db
      .selectFrom('list_runs')
      .select('started_at')
      .where('task_id', '=', capped.id)
      .executeTakeFirstOrThrow();
    expect(copy.started_at.getTime()).toBe(bench.deps.clock.now());
    await settle(capped);
    expect(await bench.task(capped.id)).toMatchObject({ stop_reason: 'cap', found: 2, credits_used: 1 });
    expect((await retryFailed(bench.deps, capped.id, { ...by, selected: [2] })).cap).toBe(1);
    // The two that are done are free repeats.
    const retry = await retryFailed(bench.deps, run.id, by);
    await settle(retry);
    expect(await bench.task(retry.id)).toMatchObject({ status: 'completed', found: 3, credits_used: 1 });
    expect((await rowsOf(id)).map(({ values }) => values.Email)).toEqual([
      'info@a.com',
      'info@b.com',
      'info@c.com',
    ]);
    expect(await post('list-run-quote', { id, cells: 'failed' })).toMatchObject({ cells: 0 });
    expect(await bench.balance(ada.id)).toBe(997);
    expect(await bench.broken(ada.id)).toEqual([]);
    expect(await brokenCells(bench.deps.database, ada.id, id)).toEqual([]);
  });
});

describe('a column that is deleted while it runs', () => {
  it('is refused as long as its step is there, and goes with the step', async () => {
    const id = await makeList(bench.deps, ada.id, SITES);
    const { step } = await post('list-step-save', { id, step: emails });
    const run = await post('list-run', { id }, 202);
    const worked = await workCells(bench.deps, run.id);
    const task = await bench.task(run.id);
    await bench.settle(task, worked.slice(0, 1));
    for (const column of ['Email', 'Website'])
      await post('list-change-columns', { id, change: [], delete: [column], add: [] }, 409);
    const [first] = await rowsOf(id);
    await post('list-edit', { id, changes: [{ row: first?.id, column: 'Email', value: 'own@a.com' }] });
    await post('list-step-delete', { id, step, columns: true });
    await bench.settle(task, worked.slice(1));
    expect(await bench.task(run.id)).toMatchObject({ status: 'completed', credits_used: 1 });
    expect((await rowsOf(id)).map(({ values }) => values)).toEqual(SITES);
    expect(await bench.broken(ada.id)).toEqual([]);
    // A new column of the same name starts empty, and is filled in all rows.
    await post('list-step-save', { id, step: emails });
    expect((await rowsOf(id)).map(({ values }) => values)).toEqual(SITES);
    await settle(await post('list-run', { id }, 202));
    expect((await rowsOf(id))[0]?.values).toEqual({ Website: 'a.com', Email: 'info@a.com' });
  });
});

describe('two tabs that edit the same cell', () => {
  it('leave the value of the last one, and the history has both', async () => {
    const id = await makeList(bench.deps, ada.id, SITES);
    const { step } = await post('list-step-save', { id, step: emails });
    await settle(await post('list-run', { id }, 202));
    const [row] = await rowsOf(id);
    const type = (value: string) =>
      post('list-edit', { id, changes: [{ row: row?.id, column: 'Email', value }] });
    const both = await Promise.all([type('first@a.com'), type('second@a.com')]);
    const [last] = await rowsOf(id);
    const value = last?.values.Email;
    expect(both.map(({ rows }) => rows[0].values.Email)).toEqual(['first@a.com', 'second@a.com']);
    expect(['first@a.com', 'second@a.com']).toContain(value);
    const cell = await (await ada.get('list-cell', { id, row: String(row?.id), step })).json();
    expect(cell).toMatchObject({
      history: [
        { before: { Email: value === 'first@a.com' ? 'second@a.com' : 'first@a.com' }, taskId: null },
        { before: { Email: 'info@a.com' }, taskId: null },
        { before: { Email: null }, taskId: expect.any(String) },
      ],
    });
    // What was typed stays, whatever is run, and nothing is asked for it.
    for (const replaceTyped of [false, true])
      expect(await post('list-run-quote', { id, cells: 'all', replaceTyped })).toMatchObject({
        cells: SITES.length - 1,
        typed: 1,
      });
    expect(await post('list-run-quote', { id, cells: 'all', selected: String(row?.id) })).toMatchObject({
      cells: 0,
      problem: expect.stringContaining('typed by hand'),
    });
    await settle(await post('list-run', { id, cells: 'all' }, 202));
    expect((await rowsOf(id))[0]?.values.Email).toBe(value);
  });
});
