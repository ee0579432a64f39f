import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StepDraft } from '#contract/calls/list-step-calls.ts';
import { cancelTask, resumeTask } from '../../tasks/task-run.ts';
import { openTaskBench, type TaskBench } from '../../tasks/test-tasks.ts';
import { cellsOfRows } from '../cell-store.ts';
import { editList } from '../edit-list.ts';
import { deleteHistory } from '../forget-history.ts';
import { requireList } from '../lists.ts';
import { deleteListStep, saveListStep } from './change-steps.ts';
import { viewLatestRun } from './latest-run.ts';
import { quoteRun } from './quote-run.ts';
import { startRun } from './start-run.ts';
import { workCells } from './test-cell-work.ts';
import { makeList } from './test-step-lists.ts';
import { undoRun } from './undo-run.ts';

let bench: TaskBench;
beforeAll(async () => {
  bench = await openTaskBench();
});
afterAll(() => bench.close());

const ALL = { search: '', cells: 'all', replaceTyped: true } as const;
const site = (depth = 'quick') => ({
  tool: 'website-extraction',
  options: { depth },
  inputs: { website: 'Website' },
  accepts: [],
});
const emails = (changes: object = {}) =>
  ({
    kind: 'tool',
    name: 'Emails',
    conditions: [],
    tries: [site()],
    outputs: [{ field: 'emails', name: 'Email' }],
    ...changes,
  }) as StepDraft;

/** A list of a new account with a step, and what people do with it. */
async function openList(rows: readonly Record<string, string>[], draft = emails()) {
  const { deps } = bench;
  const { db } = deps.database;
  const account = await bench.account(100);
  const id = await makeList(deps, account, rows);
  const save = async (step: StepDraft) => (await saveListStep(deps, account, { id, step })).step;
  const step = await save(draft);
  const stored = () =>
    db.selectFrom('list_rows').selectAll().where('list_id', '=', id).orderBy('id').execute();
  const first = Number((await stored())[0]?.id);
  return {
    account,
    id,
    step,
    save,
    list: () => requireList(deps, account, id),
    run: async () =>
      startRun(deps, { accountId: account }, await requireList(deps, account, id), ALL, {
        type: 'lead-enrichment',
        claim: null,
      }),
    values: async () => (await stored()).map(({ cells }) => cells),
    /** the cell of the first row */
    cell: async () => (await cellsOfRows(db, id, [first])).find((cell) => cell.status !== null),
    /** types into the first row */
    type: (column: string, value: string) =>
      editList(deps, account, { id, changes: [{ row: first, column, value }], add: [] }),
  };
}

const ACME = { Company: 'Acme', Website: 'acme.com' };
const settleAll = async (task: { id: string; run_no: number }) =>
  bench.settle(task, await workCells(bench.deps, task.id));

describe('before a cell is worked', () => {
  it('a value that is typed into it saves its credit, and stays', async () => {
    const { run, type, cell, values } = await openList([ACME]);
    const task = await run();
    await type('Email', 'own@acme.com');
    await settleAll(task);
    expect(await cell()).toMatchObject({ status: 'skipped', charge: 0 });
    expect(await values()).toEqual([{ ...ACME, Email: 'own@acme.com' }]);
    expect(await bench.task(task.id)).toMatchObject({ status: 'completed', found: 0, credits_used: 0 });
  });
});

describe('while a cell is worked', () => {
  it('a change of what it reads makes it stale', async () => {
    const { run, type, cell, values } = await openList([ACME]);
    const task = await run();
    const worked = await workCells(bench.deps, task.id);
    await type('Website', 'other.com');
    await bench.settle(task, worked);
    expect(await cell()).toMatchObject({ status: 'done', stale: true });
    expect(await values()).toMatchObject([{ Email: 'info@acme.com' }]);
    await settleAll(await run());
    expect(await cell()).toMatchObject({ status: 'done', stale: false, charge: 2 });
    expect(await values()).toMatchObject([{ Email: 'info@other.com' }]);
  });

  it('a change of its step makes it stale, and a column that the step left stays as it was typed', async () => {
    const { run, save, step, type, cell, values } = await openList([ACME]);
    const task = await run();
    const worked = await workCells(bench.deps, task.id);
    await save(emails({ id: step, tries: [site('deep')], outputs: [{ field: 'emails', name: 'Other' }] }));
    await type('Email', 'own@acme.com');
    await bench.settle(task, worked);
    expect(await values()).toEqual([{ ...ACME, Email: 'own@acme.com' }]);
    expect(await cell()).toMatchObject({ stale: true });
  });

  it('a step that takes the place of a deleted one gets nothing, and nothing is charged', async () => {
    const { id, account, run, save, step, values, cell } = await openList([ACME]);
    const task = await run();
    const worked = await workCells(bench.deps, task.id);
    await deleteListStep(bench.deps, account, { id, step, columns: true });
    await save(emails({ outputs: [{ field: 'phones', name: 'Email' }] }));
    await bench.settle(task, worked);
    expect(await bench.task(task.id)).toMatchObject({
      status: 'completed',
      credits_used: 0,
      found: 0,
      outcomes: { [`${step} skipped`]: 1 },
    });
    expect(await values()).toEqual([ACME]);
    expect(await cell()).toBeUndefined();
    // The task doesn't keep what was found for a cell that is gone.
    const items = await bench.deps.database.db
      .selectFrom('task_items')
      .select('row')
      .where('task_id', '=', task.id)
      .execute();
    expect(JSON.stringify(items)).not.toContain('info@acme.com');
    expect(items[0]?.row).toMatchObject({ status: 'skipped', note: expect.stringContaining('deleted') });
  });
});

describe('a step that changes', () => {
  it('makes its cells stale, and a formula is computed for the rows that are there', async () => {
    const { run, save, step, cell, values } = await openList([ACME, { Company: 'Beta' }]);
    await settleAll(await run());
    expect(await cell()).toMatchObject({ stale: false });
    await save(emails({ id: step, tries: [site('deep')], outputs: [{ field: 'emails', column: 'Email' }] }));
    expect(await cell()).toMatchObject({ stale: true });
    const formula: StepDraft = {
      kind: 'formula',
      name: 'Loud',
      conditions: [],
      formula: '=upper({Company})',
      outputs: [{ field: 'text' }],
    };
    const loud = await save(formula);
    expect((await values()).map((row) => row.Loud)).toEqual(['ACME', 'BETA']);
    await save({ ...formula, id: loud, formula: '{Company}!', outputs: [{ field: 'text', column: 'Loud' }] });
    expect((await values()).map((row) => row.Loud)).toEqual(['Acme!', 'Beta!']);
  });

  it('is charged once where two of its tools ask the same, and says so', async () => {
    const twice = emails({ tries: [site(), site('deep')] });
    const { run, cell } = await openList([{ Website: 'paid.com' }], twice);
    await settleAll(await run());
    expect(await cell()).toMatchObject({ status: 'nothing-found', charge: 1 });
    expect((await cell())?.tries.map(({ charge }) => charge)).toEqual([1, 0]);
  });

  it('has a quote that covers all that later tools may get', async () => {
    const company = { tool: 'company-to-domain', options: {}, inputs: { company: 'Company' }, accepts: [] };
    const { account, list, run } = await openList(
      [{ Company: 'paid', Website: 'a.com, b.com, c.com' }],
      emails({ tries: [company, site()] }),
    );
    expect(await quoteRun(bench.deps, account, await list(), ALL)).toMatchObject({ credits: 4, repeats: 0 });
    const task = await run();
    await settleAll(task);
    expect((await bench.task(task.id)).credits_used).toBe(4);
    expect(await quoteRun(bench.deps, account, await list(), ALL)).toMatchObject({ credits: 0, repeats: 4 });
  });
});

describe('a waterfall', () => {
  const company = { tool: 'company-to-domain', options: {}, inputs: { company: 'Company' }, accepts: [] };
  const draft = emails({ tries: [company, site()] });

  it.each([
    { Company: 'down', Website: 'paid.com' },
    { Company: 'paid', Website: 'down.com' },
  ])('with a tool that is down has failed, for free, and keeps its value: %o', async (change) => {
    const { account, id, list, run, type, values, cell } = await openList(
      [{ Company: 'none', Website: 'acme.com' }],
      draft,
    );
    await settleAll(await run());
    expect(await values()).toMatchObject([{ Email: 'info@acme.com' }]);
    for (const [column, value] of Object.entries(change)) await type(column, value);
    const task = await run();
    await settleAll(task);
    expect(await bench.task(task.id)).toMatchObject({ failed: 1, failed_finally: 0, credits_used: 0 });
    expect(await values()).toMatchObject([{ Email: 'info@acme.com' }]);
    expect(await cell()).toMatchObject({ status: 'failed', note: expect.stringContaining('down') });
    // What the other tool said can't be had for free either.
    const paid = (await cell())?.tries.find(({ failed }) => !failed);
    expect(paid).toMatchObject({ charge: 0, verdict: null, found: false, row: {} });
    expect(await quoteRun(bench.deps, account, await list(), { ...ALL, cells: 'failed' })).toMatchObject({
      cells: 1,
    });

    await type('Company', 'none');
    await type('Website', 'paid.com');
    const failed = { ...ALL, cells: 'failed' } as const;
    const again = await startRun(
      bench.deps,
      { accountId: account },
      await requireList(bench.deps, account, id),
      failed,
      { type: 'lead-enrichment', claim: null },
    );
    await settleAll(again);
    expect((await bench.task(again.id)).credits_used).toBe(1);
    expect(await cell()).toMatchObject({ status: 'nothing-found' });
    expect((await values())[0]).not.toHaveProperty('Email');
  });
});

describe('an undo', () => {
  it('leaves what a person changed since then, also what was cleared', async () => {
    const draft = emails({
      outputs: [
        { field: 'emails', column: 'Email' },
        { field: 'title', column: 'Title' },
      ],
    });
    const { account, run, type, values } = await openList([{ ...ACME, Email: 'old', Title: 'old' }], draft);
    const task = await run();
    await settleAll(task);
    await type('Email', '');
    await undoRun(bench.deps, account, task.id);
    expect(await values()).toEqual([{ ...ACME, Title: 'old' }]);
  });

  it('leaves what an import changed since then', async () => {
    const { account, id, run, values } = await openList([{ ...ACME, Email: 'old' }]);
    const task = await run();
    await settleAll(task);
    expect(await makeList(bench.deps, account, [{ Email: 'imported@acme.com' }])).toBe(id);
    await undoRun(bench.deps, account, task.id);
    expect(await values()).toEqual([{ ...ACME, Email: 'imported@acme.com' }]);
  });

  it('leaves a cell stale whose inputs changed since then', async () => {
    const { account, run, type, cell, values } = await openList([ACME]);
    await settleAll(await run());
    const task = await run();
    await settleAll(task);
    await type('Website', 'other.com');
    await undoRun(bench.deps, account, task.id);
    expect(await values()).toMatchObject([{ Email: 'info@acme.com' }]);
    expect(await cell()).toMatchObject({ stale: true });
    await type('Website', 'acme.com');
    expect(await cell()).toMatchObject({ stale: false });
  });

  it('leaves what another step put into a column that the step left', async () => {
    const { account, id, run, save, step, values } = await openList([ACME]);
    const task = await run();
    await settleAll(task);
    await save(emails({ id: step, outputs: [{ field: 'emails', name: 'Other' }] }));
    await save(emails({ name: 'Titles', outputs: [{ field: 'title', column: 'Email' }] }));
    const all = await requireList(bench.deps, account, id);
    const titles = all.steps.filter(({ name }) => name === 'Titles').map((each) => each.id);
    const scope = { ...ALL, steps: titles };
    await settleAll(
      await startRun(bench.deps, { accountId: account }, all, scope, {
        type: 'lead-enrichment',
        claim: null,
      }),
    );
    await undoRun(bench.deps, account, task.id);
    expect(await values()).toEqual([{ ...ACME, Email: 'A title' }]);
  });

  it('says how many cells it could not put back, because the list has forgotten what they had', async () => {
    const rows = [{ ...ACME, Email: 'old' }, { Website: 'beta.com' }, { Website: 'gamma.com' }];
    const draft = emails({ outputs: [{ field: 'emails', column: 'Email' }] });
    const { account, id, run, values } = await openList(rows, draft);
    const task = await run();
    await settleAll(task);
    const { db } = bench.deps.database;
    const kept = await db
      .selectFrom('list_history')
      .select('id')
      .where('list_id', '=', id)
      .orderBy('id')
      .execute();
    await deleteHistory(db, [Number(kept[0]?.id)]);
    expect(await undoRun(bench.deps, account, task.id)).toMatchObject({ cells: 2, forgotten: 1 });
    expect(await values()).toEqual([
      { ...ACME, Email: 'info@acme.com' },
      { Website: 'beta.com' },
      { Website: 'gamma.com' },
    ]);
  });

  it('is possible again after the run went on, and not while it goes on', async () => {
    const { account, id, run, values } = await openList([ACME, { Website: 'beta.com' }]);
    const task = await run();
    const worked = await workCells(bench.deps, task.id);
    await bench.settle(task, worked.slice(0, 1));
    await expect(undoRun(bench.deps, account, task.id)).rejects.toThrow('still going');
    await cancelTask(bench.deps, account, task.id);
    expect(await undoRun(bench.deps, account, task.id)).toMatchObject({ cells: 1, forgotten: 0 });
    await expect(undoRun(bench.deps, account, task.id)).rejects.toThrow('undone before');
    bench.deps.clock.advance(1000);
    const latest = async () => (await viewLatestRun(bench.deps, account, id)) as { undone?: boolean };
    expect(await latest()).toMatchObject({ undone: true });
    const resumed = await resumeTask(bench.deps, account, task.id, null);
    expect(await latest()).toMatchObject({ run: { id: task.id }, undone: false });
    await settleAll(resumed);
    expect(await latest()).toMatchObject({ undone: false });
    expect(await values()).toEqual([ACME, { Website: 'beta.com', Email: 'info@beta.com' }]);
    expect(await undoRun(bench.deps, account, task.id)).toMatchObject({ cells: 1 });
    expect(await values()).toEqual([ACME, { Website: 'beta.com' }]);
  });

  // The last test: the trial of a new account would be over.
  it('is possible for 30 days after the run ended', async () => {
    const { account, run, values } = await openList([ACME]);
    const [early, late] = [await run(), await run()];
    await settleAll(early);
    bench.deps.clock.advance(86_400_000);
    await settleAll(late);
    bench.deps.clock.advance(29.5 * 86_400_000);
    await expect(undoRun(bench.deps, account, early.id)).rejects.toMatchObject({
      code: 'conflict',
      message: 'Runs can be undone for 30 days.',
    });
    expect(await values()).toEqual([{ ...ACME, Email: 'info@acme.com' }]);
    expect(await undoRun(bench.deps, account, late.id)).toMatchObject({ cells: 1 });
  });
});
