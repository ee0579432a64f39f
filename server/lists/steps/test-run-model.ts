import assert from 'node:assert/strict';
import type { StepDraft } from '#contract/calls/list-step-calls.ts';
import { CallError } from '#contract/errors.ts';
import type { RunCells } from '#contract/list-runs.ts';
import { retryFailed } from '../../tasks/retry-task.ts';
import { cancelTask, resumeTask } from '../../tasks/task-run.ts';
import type { TaskBench } from '../../tasks/test-tasks.ts';
import type { WorkedItem } from '../../tasks/worked-item.ts';
import { deleteRows } from '../delete-rows.ts';
import { editList } from '../edit-list.ts';
import { requireList } from '../lists.ts';
import { mergeDuplicates } from '../merge-duplicates.ts';
import { undoEdit } from '../undo-edit.ts';
import { deleteListStep, saveListStep } from './change-steps.ts';
import { createCostReader } from './list-costs.ts';
import { quoteRun } from './quote-run.ts';
import { startRun } from './start-run.ts';
import { workCells } from './test-cell-work.ts';
import { brokenCells, cellCharges, filledCells, ledgerCharges } from './test-list-money.ts';
import { makeList } from './test-step-lists.ts';
import { undoRun } from './undo-run.ts';

const company = { tool: 'company-to-domain', options: {}, inputs: { company: 'Company' }, accepts: [] };
const site = (column: string, depth = 'quick') => ({
  tool: 'website-extraction',
  options: { depth },
  inputs: { website: column },
  accepts: [],
});
const tool: { kind: 'tool'; conditions: [] } = { kind: 'tool', conditions: [] };
/** Steps, each with a name of its own. Some need the column of another one, and are refused without it. */
export const STEPS: readonly StepDraft[] = [
  { ...tool, name: 'Domains', tries: [company], outputs: [{ field: 'domain', column: 'Website' }] },
  { ...tool, name: 'Emails', tries: [site('Website')], outputs: [{ field: 'emails', name: 'Email' }] },
  {
    ...tool,
    name: 'Twice',
    tries: [site('Website'), site('Website', 'deep')],
    outputs: [{ field: 'title', name: 'Title' }],
  },
  // It takes the domain from Website where that has one.
  { ...tool, name: 'Known', tries: [company], outputs: [{ field: 'domain', name: 'Domain' }] },
  {
    ...tool,
    name: 'Either',
    tries: [company, site('Website')],
    outputs: [{ field: 'domain' }, { field: 'emails', name: 'Note' }],
  },
  {
    kind: 'formula',
    name: 'Formula',
    conditions: [],
    formula: '=upper({Company})',
    outputs: [{ field: 'text', name: 'Loud' }],
  },
];

/** What people and workers do; numbers choose one of what there is. */
export type Command =
  | { kind: 'edit'; row: number; column: number; text: string }
  | { kind: 'add'; text: string }
  | { kind: 'delete-row'; row: number }
  | { kind: 'merge'; column: number }
  | { kind: 'bring-back'; removal: number }
  | { kind: 'save'; step: number; changed: boolean }
  | { kind: 'delete-step'; step: number; columns: boolean }
  | { kind: 'run'; cells: RunCells; cap: number | null; first: number | undefined; step: number | null }
  | { kind: 'work'; task: number; from: number; count: number }
  | { kind: 'settle'; batch: number }
  | { kind: 'cancel' | 'undo'; task: number }
  | { kind: 'resume'; task: number; more: number | null }
  | { kind: 'retry'; task: number; cap: number | null };

const pick = <Item>(items: readonly Item[], at: number): Item | undefined => items[at % (items.length || 1)];
/** Refusals that change nothing: there is nothing to run, the step is used, the run goes on. */
const REFUSALS = ['conflict', 'unprocessable', 'validation_failed', 'not_found', 'access_denied'];

/** A list of an account, and what the test knows about it. */
export async function openRunModel(bench: TaskBench, plan: number | 'unlimited') {
  const accountId = await bench.account(plan);
  const id = await makeList(bench.deps, accountId, [
    { Company: 'Acme', Website: '' },
    { Company: 'Beta 2', Website: 'beta-2.com' },
    { Company: 'paid', Website: 'acme.com, beta-2.com' },
    { Company: 'down', Website: 'paid.com' },
  ]);
  const { deps } = bench;
  const { db } = deps.database;
  const tasks: string[] = [];
  let batches: { id: string; run_no: number; items: WorkedItem[] }[] = [];
  /** what a person typed, by row and column; `isFirm`: into a column of a step, which no step overwrites */
  const typed = new Map<string, { value: string; isFirm: boolean }>();
  /** deletions and merges, by the edits that undo them */
  const removals: string[] = [];
  /** charges of rows and steps that were deleted later */
  let gone = 0;

  const costsOf = createCostReader(db);
  const list = () => requireList(deps, accountId, id);
  const rows = () =>
    db.selectFrom('list_rows').select(['id', 'cells']).where('list_id', '=', id).orderBy('id').execute();

  async function saveOne(at: number, changed: boolean): Promise<void> {
    const draft = STEPS[at];
    const known = (await list()).steps.find(({ name }) => name === draft?.name);
    if (!draft) return;
    if (!known || !changed) {
      if (!known) await saveListStep(deps, accountId, { id, step: draft });
      return;
    }
    const tries = draft.kind === 'tool' ? { tries: draft.tries.toReversed() } : {};
    const [first] = known.outputs;
    // Its column stays plain, and it gets another one.
    const outputs =
      draft.kind === 'tool'
        ? draft.outputs.map((each) => ({ ...each, name: `${each.field} again` }))
        : [{ field: 'text', column: first?.column ?? '' }];
    await saveListStep(deps, accountId, {
      id,
      step: { ...draft, ...tries, id: known.id, outputs } as StepDraft,
    });
  }

  async function run(input: Extract<Command, { kind: 'run' }>): Promise<void> {
    const found = await list();
    const step = input.step === null ? undefined : pick(found.steps, input.step);
    const { cells, cap: most, first } = input;
    const scope = { search: '', cells, first, ...(step && { steps: [step.id] }) };
    const options = { type: 'lead-enrichment', claim: null } as const;
    tasks.push((await startRun(deps, { accountId }, found, { ...scope, cap: most }, options)).id);
  }

  /** Stores a batch. Cells of deleted rows and steps cost nothing. */
  async function settle(at: number): Promise<void> {
    const batch = pick(batches, at);
    if (!batch) return;
    batches = batches.filter((each) => each !== batch);
    const left = new Set((await rows()).map((row) => Number(row.id)));
    const steps = new Set((await list()).steps.map((step) => step.id));
    const lost = batch.items.filter(({ row }) => {
      const cell = JSON.parse(row) as { row: number; step: string };
      return !left.has(cell.row) || !steps.has(cell.step);
    });
    await bench.settle(batch, batch.items);
    for (const { position } of lost) {
      const item = await db
        .selectFrom('task_items')
        .select('charge')
        .where('task_id', '=', batch.id)
        .where('position', '=', position)
        .executeTakeFirstOrThrow();
      assert.equal(item.charge, 0);
    }
  }

  async function take(each: Command): Promise<void> {
    switch (each.kind) {
      case 'edit': {
        const row = pick(await rows(), each.row);
        const column = pick((await list()).columns, each.column);
        if (!row || column === undefined) return;
        await editList(deps, accountId, {
          id,
          changes: [{ row: Number(row.id), column, value: each.text }],
          add: [],
        });
        const isFilled = (await list()).steps.some(({ outputs }) =>
          outputs.some((output) => output.column === column),
        );
        const key = JSON.stringify([Number(row.id), column]);
        if (each.text === '') typed.delete(key);
        else typed.set(key, { value: each.text, isFirm: isFilled || typed.get(key)?.isFirm === true });
        return;
      }
      case 'add':
        if (each.text === '') return;
        await editList(deps, accountId, { id, changes: [], add: [{ Company: each.text }] });
        return;
      case 'delete-row': {
        const row = pick(await rows(), each.row);
        if (!row) return;
        gone += await cellCharges(deps.database, id, { row: Number(row.id) });
        const { edit } = await deleteRows(deps, accountId, id, [Number(row.id)]);
        if (edit !== null) removals.push(edit);
        return;
      }
      case 'merge': {
        const column = pick((await list()).columns, each.column);
        if (column === undefined) return;
        const charges = await cellCharges(deps.database, id);
        const { edit } = await mergeDuplicates(deps, accountId, { id, columns: [column], merge: true });
        if (edit !== null) removals.push(edit);
        gone += charges - (await cellCharges(deps.database, id));
        return;
      }
      case 'bring-back': {
        const edit = pick(removals, each.removal);
        if (edit === undefined) return;
        const charges = await cellCharges(deps.database, id);
        const undone = await undoEdit(deps, accountId, { id, edit });
        gone += charges - (await cellCharges(deps.database, id));
        // Someone may have typed what the merge had left.
        for (const key of typed.keys())
          if (undone.rows.includes((JSON.parse(key) as [number, string])[0])) typed.delete(key);
        return;
      }
      case 'save':
        return saveOne(each.step, each.changed);
      case 'delete-step': {
        const step = pick((await list()).steps, each.step);
        if (!step) return;
        const charges = await cellCharges(deps.database, id, { step: step.id });
        await deleteListStep(deps, accountId, { id, step: step.id, columns: each.columns });
        gone += charges;
        return;
      }
      case 'run':
        return run(each);
      case 'work': {
        const taskId = pick(tasks, each.task);
        if (taskId === undefined) return;
        const { run_no } = await bench.task(taskId);
        const positions = Array.from({ length: each.count }, (_, index) => each.from + index);
        const items = await workCells(deps, taskId, { positions });
        if (items.length > 0) batches.push({ id: taskId, run_no, items });
        return;
      }
      case 'settle':
        return settle(each.batch);
      case 'cancel': {
        const taskId = pick(tasks, each.task);
        if (taskId !== undefined) await cancelTask(deps, accountId, taskId);
        return;
      }
      case 'undo': {
        deps.clock.advance(1000);
        const taskId = pick(tasks, each.task);
        if (taskId !== undefined) await undoRun(deps, accountId, taskId);
        return;
      }
      case 'resume': {
        deps.clock.advance(1000);
        const taskId = pick(tasks, each.task);
        if (taskId === undefined) return;
        const { credits_used, credits_included } = await bench.task(taskId);
        const most = each.more === null ? null : credits_used + credits_included + each.more;
        await resumeTask(deps, accountId, taskId, null, { cap: most });
        return;
      }
      case 'retry': {
        const taskId = pick(tasks, each.task);
        if (taskId === undefined) return;
        const by = { accountId, apiKeyId: null, claim: null, cap: each.cap };
        tasks.push((await retryFailed(deps, taskId, by)).id);
      }
    }
  }

  async function expectSound(): Promise<void> {
    assert.deepEqual(await bench.broken(accountId), []);
    assert.deepEqual(await brokenCells(deps.database, accountId, id), []);
    const charged = (await cellCharges(deps.database, id)) + gone;
    assert.equal(charged, await ledgerCharges(deps.database, accountId));
    const costs = await costsOf(await list());
    assert.equal(costs.spent, charged);
    assert.equal(
      costs.steps.reduce((sum, { credits }) => sum + credits, 0),
      charged - gone,
    );
    assert.deepEqual(
      costs.steps.map(({ step, filled }) => [step, filled]),
      await filledCells(deps.database, await list()),
    );
    const values = new Map((await rows()).map((row) => [Number(row.id), row.cells]));
    const { columns, steps } = await list();
    for (const [key, { value, isFirm }] of typed) {
      const [row, column] = JSON.parse(key) as [number, string];
      const cells = values.get(row);
      const isTaken = !isFirm && steps.some(({ outputs }) => outputs.some((each) => each.column === column));
      if (cells && columns.includes(column) && !isTaken) assert.deepEqual([key, cells[column]], [key, value]);
      else typed.delete(key);
    }
  }

  /** Takes a run to its end. Returns what it cost. */
  async function complete(taskId: string): Promise<number> {
    for (let rounds = 0; rounds < 3; rounds += 1) {
      const task = await bench.task(taskId);
      if (task.status === 'completed') break;
      if (task.status === 'cancelled') await resumeTask(deps, accountId, taskId, null, { cap: null });
      const { run_no } = await bench.task(taskId);
      await bench.settle({ id: taskId, run_no }, await workCells(deps, taskId));
    }
    const { status, credits_used, credits_included } = await bench.task(taskId);
    assert.equal(status, 'completed');
    return credits_used + credits_included;
  }

  return {
    async take(each: Command): Promise<void> {
      await take(each).catch((error: unknown) => {
        if (!(error instanceof CallError) || !REFUSALS.includes(error.code)) throw error;
      });
      await expectSound();
    },

    /** Completes all runs, then runs everything twice more: the first time within its quote, then for free. */
    async finish(): Promise<void> {
      await bench.grant(accountId, 1000);
      // One after the other: only some of them run at once.
      for (const taskId of tasks) await cancelTask(deps, accountId, taskId);
      for (const taskId of tasks) await complete(taskId);
      await expectSound();
      const scope = { search: '', cells: 'all' } as const;
      for (const isRepeat of [false, true]) {
        const found = await list();
        const quote = await quoteRun(deps, accountId, found, scope);
        if (quote.cells === 0) return;
        const task = await startRun(deps, { accountId }, found, scope, {
          type: 'lead-enrichment',
          claim: null,
        });
        const cost = await complete(task.id);
        const most = quote.included ?? quote.credits;
        assert.ok(cost <= most, `${cost} credits, and the quote was ${most}`);
        assert.ok(quote.unchanged <= quote.credits);
        if (isRepeat) assert.equal(cost, 0);
        await expectSound();
      }
    },
  };
}
