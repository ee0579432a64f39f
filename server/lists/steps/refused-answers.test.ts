import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StepDraft } from '#contract/calls/list-step-calls.ts';
import { addOptOuts } from '../../opt-outs/opt-outs.ts';
import { openTaskBench, type TaskBench } from '../../tasks/test-tasks.ts';
import { cellsOfRows } from '../cell-store.ts';
import { editList } from '../edit-list.ts';
import { requireList } from '../lists.ts';
import { undoEdit } from '../undo-edit.ts';
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

const verify: StepDraft = {
  kind: 'tool',
  name: 'Verify',
  conditions: [],
  tries: [{ tool: 'csv-extraction', options: {}, inputs: { email: 'Email' }, accepts: ['deliverable'] }],
  outputs: [
    { field: 'email', name: 'Verified' },
    { field: 'status', name: 'Verdict' },
    { field: 'score', name: 'Score' },
  ],
};

async function openList(...emails: string[]) {
  const { deps } = bench;
  const account = await bench.account(100);
  const id = await makeList(
    deps,
    account,
    emails.map((Email) => ({ Email })),
  );
  const { step } = await saveListStep(deps, account, { id, step: verify });
  const list = () => requireList(deps, account, id);
  const rows = () =>
    deps.database.db.selectFrom('list_rows').selectAll().where('list_id', '=', id).orderBy('id').execute();
  return {
    id,
    rows,
    list,
    account,
    async run(before = async () => {}) {
      const task = await startRun(
        deps,
        { accountId: account },
        await list(),
        { search: '', cells: 'empty' },
        { type: 'lead-enrichment', claim: null },
      );
      const worked = await workCells(deps, task.id);
      await before();
      await bench.settle(task, worked);
    },
    async cells() {
      const ids = (await rows()).map((row) => row.id);
      const found = await cellsOfRows(deps.database.db, id, ids);
      return ids.map((row) => found.find((cell) => cell.row_id === row && cell.step === step));
    },
  };
}

const NOTE = 'Risky, which this column doesn’t take';

describe('an answer that a step doesn’t take', () => {
  it('has its verdict in the row and the reason in the cell, and its email stays out', async () => {
    const { run, rows, cells } = await openList('ann@acme.com', 'risky@acme.com', 'none@acme.com');
    await run();
    expect((await rows()).map(({ cells: values }) => values)).toEqual([
      { Email: 'ann@acme.com', Verified: 'ann@acme.com', Verdict: 'deliverable' },
      { Email: 'risky@acme.com', Verdict: 'risky' },
      { Email: 'none@acme.com', Verdict: 'undeliverable' },
    ]);
    expect((await cells()).map((cell) => [cell?.status, cell?.note])).toEqual([
      ['done', null],
      ['nothing-found', NOTE],
      ['nothing-found', 'Undeliverable, which this column doesn’t take'],
    ]);
  });

  it('counts as empty once it is out of date, and goes when another one comes', async () => {
    const { account, id, run, rows, list } = await openList('risky@acme.com');
    await run();
    const quote = async () => quoteRun(bench.deps, account, await list(), { search: '', cells: 'empty' });
    // As any cell without an answer, it isn't asked again.
    expect(await quote()).toMatchObject({ cells: 0 });
    const [row] = await rows();
    const type = (column: string, value: string) =>
      editList(bench.deps, account, { id, changes: [{ row: Number(row?.id), column, value }], add: [] });
    await type('Email', 'ann@acme.com');
    expect(await quote()).toMatchObject({ cells: 1 });
    // What a person typed is enough.
    const typed = await type('Verified', 'ann@home.example');
    expect(await quote()).toMatchObject({ cells: 0 });
    await undoEdit(bench.deps, account, { id, edit: typed.edit });
    expect(await quote()).toMatchObject({ cells: 1 });
    await run();
    expect((await rows())[0]?.cells).toEqual({
      Email: 'ann@acme.com',
      Verified: 'ann@acme.com',
      Verdict: 'deliverable',
    });
  });

  it('leaves no verdict about someone who opted out meanwhile', async () => {
    const { run, rows, cells } = await openList('risky@gone.example');
    const gone = { kind: 'email', value: 'risky@gone.example' } as const;
    await run(() => addOptOuts(bench.deps, [gone], async () => {}).then(() => {}));
    expect((await rows())[0]?.cells).toEqual({ Email: gone.value, Verdict: 'unknown' });
    expect((await cells())[0]).toMatchObject({ status: 'nothing-found', note: null });
  });
});
