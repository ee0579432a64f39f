import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StepDraft } from '#contract/calls/list-step-calls.ts';
import { LEFT_OUT } from '#contract/list-run-cells.ts';
import type { RunScope } from '#contract/list-runs.ts';
import { transaction } from '../../platform/database/db.ts';
import { retryFailed } from '../../tasks/retry-task.ts';
import { openTaskBench, type TaskBench } from '../../tasks/test-tasks.ts';
import { cellsOfRows } from '../cell-store.ts';
import { editList } from '../edit-list.ts';
import { requireList } from '../lists.ts';
import { storeExcludes } from '../store.ts';
import { saveListStep } from './change-steps.ts';
import { quoteRun } from './quote-run.ts';
import { startRun } from './start-run.ts';
import { workCells } from './test-cell-work.ts';
import { makeList } from './test-step-lists.ts';

let bench: TaskBench;
beforeAll(async () => {
  bench = await openTaskBench();
});
afterAll(() => bench.close());

const step = (name: string, tool: string, inputs: Record<string, string>, field: string, column: string) =>
  ({
    kind: 'tool',
    name,
    conditions: [],
    tries: [{ tool, options: {}, inputs, accepts: [] }],
    outputs: [{ field, name: column }],
  }) as StepDraft;
const domains = step('Domains', 'company-to-domain', { company: 'Company' }, 'domain', 'Domain');
const emails = (website: string) => step('Emails', 'website-extraction', { website }, 'emails', 'Email');

/** A list of a new account, with steps. */
async function openList(rows: readonly Record<string, string>[], steps: readonly StepDraft[]) {
  const { deps } = bench;
  const { db } = deps.database;
  const account = await bench.account(100);
  const id = await makeList(deps, account, rows, 'Leads');
  const stepIds: string[] = [];
  for (const each of steps) stepIds.push((await saveListStep(deps, account, { id, step: each })).step);
  const list = () => requireList(deps, account, id);
  const stored = () =>
    db.selectFrom('list_rows').selectAll().where('list_id', '=', id).orderBy('id').execute();
  return {
    account,
    id,
    list,
    rows: stored,
    quote: async (scope: RunScope) => quoteRun(deps, account, await list(), scope),
    start: async (scope: RunScope & { cap?: number | null }) =>
      startRun(deps, { accountId: account }, await list(), scope, { type: 'lead-enrichment', claim: null }),
    /** an exclusion list of companies */
    exclude: async (websites: readonly string[], name = 'Customers') => {
      const other = await makeList(
        deps,
        account,
        websites.map((Website) => ({ Website })),
        name,
      );
      await transaction(db, (tx) => storeExcludes(tx, other, 'companies'));
      return other;
    },
    /** the statuses and notes of the cells of a step, by row */
    cells: async (at: number) => {
      const ids = (await stored()).map((row) => Number(row.id));
      const cells = await cellsOfRows(db, id, ids);
      return ids.map((row) => {
        const cell = cells.find((each) => each.row_id === row && each.step === stepIds[at]);
        return cell?.note ?? cell?.status ?? null;
      });
    },
  };
}

const settleAll = async (task: { id: string; run_no: number }) =>
  bench.settle(task, await workCells(bench.deps, task.id));
const EMPTY = { search: '', cells: 'empty' } as const;

describe('a run without a limit', () => {
  it('costs at most its quote, whatever is changed or added meanwhile', async () => {
    const leads = await openList([{ Website: 'a.com' }, { Website: 'b.com' }], [emails('Website')]);
    const [first] = await leads.rows();
    expect(await leads.quote(EMPTY)).toMatchObject({ credits: 2 });
    const task = await leads.start(EMPTY);
    expect(task.cap).toBe(2);
    await editList(bench.deps, leads.account, {
      id: leads.id,
      changes: [{ row: Number(first?.id), column: 'Website', value: 'a.com, c.com, d.com' }],
      add: [{ Website: 'e.com' }],
    });
    await settleAll(task);
    expect(await bench.task(task.id)).toMatchObject({ total: 2, credits_used: 1, stop_reason: 'cap' });
    // null is no limit.
    expect((await leads.start({ ...EMPTY, cap: null })).cap).toBeNull();
  });

  it('of repeats has a limit without them, and one of the unlimited plan has none', async () => {
    const leads = await openList([{ Website: 'a.com' }, { Website: 'b.com' }], [emails('Website')]);
    await settleAll(await leads.start({ ...EMPTY, first: 1 }));
    expect((await leads.start({ ...EMPTY, cells: 'all' })).cap).toBe(1);
    const { db } = bench.deps.database;
    await db.updateTable('accounts').set({ plan: 'unlimited' }).where('id', '=', leads.account).execute();
    expect((await leads.start({ ...EMPTY, cells: 'all' })).cap).toBeNull();
  });
});

describe('a run of all cells', () => {
  it('neither pays for nor loses what a person imported, unless it is told to', async () => {
    const leads = await openList(
      [{ Website: 'a.com', Old: 'me@a.com' }, { Website: 'b.com' }],
      [{ ...emails('Website'), outputs: [{ field: 'emails', column: 'Old' }] } as StepDraft],
    );
    const all = { search: '', cells: 'all' } as const;
    expect(await leads.quote(all)).toMatchObject({ cells: 1, credits: 1, typed: 1 });
    await settleAll(await leads.start(all));
    const values = async () => (await leads.rows()).map(({ cells }) => cells.Old);
    expect(await values()).toEqual(['me@a.com', 'info@b.com']);
    expect(await leads.quote({ ...all, replaceTyped: true })).toMatchObject({ cells: 2, typed: 0 });
    await settleAll(await leads.start({ ...all, replaceTyped: true }));
    expect(await values()).toEqual(['info@a.com', 'info@b.com']);
    // From now on, it is the tool's.
    expect(await leads.quote(all)).toMatchObject({ cells: 2, typed: 0 });
  });
});

describe('exclusion lists', () => {
  it('leave a row out of later steps once a step finds that it is a customer', async () => {
    const leads = await openList(
      [{ Company: 'Acme' }, { Company: 'Beta 2' }, { Company: 'Gamma' }],
      [domains, emails('Domain')],
    );
    await leads.exclude(['acme.com']);
    const task = await leads.start(EMPTY);
    // The second one becomes a customer while the run goes on, after its domain was found.
    const cells = await workCells(bench.deps, task.id, { positions: [0, 1, 2, 4, 5] });
    await bench.settle(task, cells);
    await leads.exclude(['beta-2.com'], 'New customers');
    await settleAll(task);
    expect(await leads.cells(0)).toEqual(['done', 'done', 'done']);
    expect(await leads.cells(1)).toEqual([LEFT_OUT, LEFT_OUT, 'done']);
    expect(await bench.task(task.id)).toMatchObject({ status: 'completed', credits_used: 4 });
    // As before a run, where they are left out, too.
    expect(await leads.quote({ search: '', cells: 'all' })).toMatchObject({
      leftOut: 2,
      leftOutBy: [
        { name: 'Customers', rows: 1 },
        { name: 'New customers', rows: 1 },
      ],
      rows: 1,
    });
  });

  it('that the run doesn’t use leave no one out, also when failed cells are run again', async () => {
    const leads = await openList([{ Company: 'Acme' }, { Company: 'down' }], [domains, emails('Domain')]);
    await leads.exclude(['acme.com', 'down.com']);
    const task = await leads.start({ ...EMPTY, leaveOut: [] });
    await settleAll(task);
    expect((await leads.cells(1))[0]).toBe('done');
    expect(await bench.task(task.id)).toMatchObject({ failed: 1 });
    const again = await retryFailed(bench.deps, task.id, {
      accountId: leads.account,
      apiKeyId: null,
      claim: null,
    });
    const { db } = bench.deps.database;
    const runs = await db
      .selectFrom('list_runs')
      .select('leave_out')
      .where('list_id', '=', leads.id)
      .execute();
    expect(runs).toEqual([{ leave_out: [] }, { leave_out: [] }]);
    expect(again.id).not.toBe(task.id);
    // A list that isn't one of exclusions anymore leaves no one out.
    const more = await openList([{ Company: 'Acme' }], [domains, emails('Domain')]);
    const gone = await more.exclude(['acme.com']);
    const run = await more.start({ ...EMPTY, leaveOut: [gone] });
    await transaction(db, (tx) => storeExcludes(tx, gone, null));
    await settleAll(run);
    expect(await more.cells(1)).toEqual(['done']);
  });
});
