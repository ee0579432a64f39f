import { type KyselyPlugin, sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { StepDraft } from '#contract/calls/list-step-calls.ts';
import { openTaskBench, type TaskBench } from '../../tasks/test-tasks.ts';
import { requireList } from '../lists.ts';
import { saveListStep } from './change-steps.ts';
import { createCostReader } from './list-costs.ts';
import { makeList } from './test-step-lists.ts';

let bench: TaskBench;
beforeAll(async () => {
  bench = await openTaskBench();
});
afterAll(() => bench.close());

const ROWS = 1500;
/** The cells that one statement reads at most, so that it holds the embedded database for less than 100 ms. */
const MOST_CELLS = 2000;

const step = (name: string): StepDraft => ({
  kind: 'tool',
  name,
  conditions: [],
  tries: [{ tool: 'company-to-domain', options: {}, inputs: { company: 'Company' }, accepts: [] }],
  outputs: [{ field: 'domain', name }],
});

it('the costs of a list are read in small statements, and not again before it changes', async () => {
  const { deps } = bench;
  const { db } = deps.database;
  const account = await bench.account(100);
  const id = await makeList(
    deps,
    account,
    Array.from({ length: ROWS }, (_, at) => ({ Company: `Firm ${at}` })),
  );
  const ids: string[] = [];
  for (const name of ['One', 'Two', 'Three']) {
    const saved = await saveListStep(deps, account, { id, step: step(name) });
    ids.push(saved.step);
    await sql`
      insert into list_cells (list_id, row_id, step, status, worked_at, charge)
      select ${id}::uuid, id, ${saved.step}, case when id % 2 = 0 then 'done' else 'failed' end, now(), 1
      from list_rows where list_id = ${id}::uuid
    `.execute(db);
  }
  /** The cells that each statement added up. */
  let read: number[] = [];
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      for (const { cells } of result.rows)
        if (Array.isArray(cells)) read.push(cells.reduce((all, { count }) => all + count, 0));
      return result;
    },
  };
  const costsOf = createCostReader(db.withPlugin(counting));
  const list = await requireList(deps, account, id);
  const costs = await costsOf(list);
  expect(costs.completeRows).toBe(ROWS / 2);
  expect(costs.steps).toEqual(
    ids.map((each) => ({
      step: each,
      filled: ROWS / 2,
      notFound: 0,
      failed: ROWS / 2,
      skipped: 0,
      credits: ROWS,
    })),
  );
  const all = (cells: readonly number[]) => cells.reduce((sum, count) => sum + count, 0);
  expect([all(read), Math.max(...read) <= MOST_CELLS]).toEqual([3 * ROWS, true]);
  read = [];
  // Two at once read them once.
  await Promise.all([costsOf(list), costsOf(list)]);
  expect(read).toEqual([]);
  await Promise.all([costsOf({ ...list, version: -1 }), costsOf({ ...list, version: -1 })]);
  expect(all(read)).toBe(3 * ROWS);
});
