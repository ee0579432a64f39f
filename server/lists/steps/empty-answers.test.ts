import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StepDraft } from '#contract/calls/list-step-calls.ts';
import { openTaskBench, type TaskBench } from '../../tasks/test-tasks.ts';
import { cellsOfRows } from '../cell-store.ts';
import { requireList } from '../lists.ts';
import { saveListStep } from './change-steps.ts';
import { createCostReader } from './list-costs.ts';
import { markWrong } from './mark-wrong.ts';
import { startRun } from './start-run.ts';
import { workCells } from './test-cell-work.ts';
import { makeList } from './test-step-lists.ts';

let bench: TaskBench;
beforeAll(async () => {
  bench = await openTaskBench();
});
afterAll(() => bench.close());

type ToolDraft = Extract<StepDraft, { kind: 'tool' }>;

const site = { tool: 'website-extraction', options: {}, inputs: { website: 'Website' }, accepts: [] };
const company = { tool: 'company-to-domain', options: {}, inputs: { company: 'Company' }, accepts: [] };
const ACME = { Company: 'Acme', Website: 'shop.example' };

/** Runs a step in a list of one row. The scripted website has a title and an email, and no phone. */
async function runStep(tries: ToolDraft['tries'], outputs: ToolDraft['outputs']) {
  const { deps } = bench;
  const account = await bench.account(100);
  const id = await makeList(deps, account, [ACME]);
  const step: StepDraft = { kind: 'tool', name: 'Step', conditions: [], tries, outputs };
  await saveListStep(deps, account, { id, step });
  const list = () => requireList(deps, account, id);
  const run = { type: 'lead-enrichment', claim: null };
  const task = await startRun(deps, { accountId: account }, await list(), { search: '', cells: 'all' }, run);
  await bench.settle(task, await workCells(deps, task.id));
  const row = async () =>
    deps.database.db.selectFrom('list_rows').selectAll().where('list_id', '=', id).executeTakeFirstOrThrow();
  return {
    id,
    account,
    row,
    task: () => bench.task(task.id),
    cell: async () => (await cellsOfRows(deps.database.db, id, [Number((await row()).id)]))[0],
    costs: async () => createCostReader(deps.database.db)(await list()),
  };
}

describe('an answer without a value for the columns of its step', () => {
  it('counts as not found, on the cell, in the run and in the costs', async () => {
    const { cell, task, costs, row } = await runStep([site], [{ field: 'phones' }]);
    expect((await row()).cells).toEqual(ACME);
    expect(await cell()).toMatchObject({ status: 'nothing-found', charge: 1 });
    expect(await task()).toMatchObject({ status: 'completed', found: 0, failed: 0, credits_used: 1 });
    expect(await costs()).toMatchObject({
      completeRows: 0,
      steps: [{ filled: 0, notFound: 1, failed: 0, credits: 1 }],
    });
  });

  it('lets the next tool of the step look', async () => {
    const { cell, row } = await runStep([site, company], [{ field: 'domain' }]);
    expect(await cell()).toMatchObject({ status: 'done', answered_by: 1, charge: 2 });
    expect((await row()).cells).toMatchObject({ Domain: 'acme.com' });
  });

  it('is what is left after its only value was called wrong', async () => {
    const { id, account, cell, row } = await runStep([site], [{ field: 'title' }]);
    const stored = await row();
    expect(stored.cells).toMatchObject({ 'Page title': 'A title' });
    const wrong = { id, row: Number(stored.id), column: 'Page title', value: 'A title' };
    await markWrong(bench.deps, account, wrong);
    expect((await row()).cells).toEqual(ACME);
    expect(await cell()).toMatchObject({ status: 'nothing-found' });
  });
});
