import { cutText } from '#contract/cut-text.ts';
import { CallError } from '#contract/errors.ts';
import { parseCellItem, writeCellItem } from '#contract/list-run-cells.ts';
import type { RunScope } from '#contract/list-runs.ts';
import type { StartWebhook } from '#contract/start-webhook.ts';
import type { TaskType } from '#contract/tasks.ts';
import type { Session } from '../../http/context.ts';
import { findResult, type KeyClaim } from '../../idempotency/idempotency.ts';
import { runHeavy } from '../../platform/database/database-turns.ts';
import type { Db } from '../../platform/database/db.ts';
import { startTask } from '../../tasks/start-task.ts';
import type { RunDeps } from '../../tasks/task-run.ts';
import type { TaskRecord } from '../../tasks/task-tool.ts';
import { queueCells } from '../cell-store.ts';
import { findRun, insertRun } from '../run-store.ts';
import type { ListRecord } from '../store.ts';
import { refreshRest } from './refresh-list.ts';
import { nothingToRun, scopedCells, stepsOfRun } from './run-scope.ts';

const NAME_MAX_CHARS = 200;
const CELLS_PER_STEP = 500;

/**
 * Starts a run: a task whose items are the cells of the scope. It never costs more than `cap`. A repeated request returns
 * the first one's task. `type`: of the task. `auto`: the list
 * starts it by itself. Throws CallError if there is nothing to run, and like `startTask`.
 */
export async function startRun(
  deps: RunDeps,
  { accountId, apiKey }: Pick<Session, 'accountId' | 'apiKey'>,
  list: ListRecord,
  {
    cap = null,
    webhook,
    ...scope
  }: RunScope & {
    cap?: number | undefined | null;
    webhook?: StartWebhook | undefined;
  },
  { type, claim, auto = false }: { type: TaskType; claim: KeyClaim | null; auto?: boolean },
): Promise<TaskRecord> {
  const steps = stepsOfRun(list, scope.steps);
  const inputs: string[] = [];
  if ((await findResult(deps.database.db, claim)) === null) {
    await runHeavy(accountId, async () => {
      // What it runs may depend on formulas.
      await refreshRest(deps, accountId, list.id);
      for await (const { cells } of scopedCells(deps, list, scope, { skipFailed: auto }))
        for (const { row, line, step } of cells.map(({ cell }) => cell))
          inputs.push(writeCellItem({ row, line, step: step.id, name: step.name }));
    });
    if (inputs.length === 0) throw new CallError('unprocessable', nothingToRun(list, steps));
  }
  return startTask(deps, {
    accountId,
    apiKeyId: apiKey?.id ?? null,
    type,
    inputs,
    claim,
    cap,
    webhook,
    name: cutText(`${list.name}: ${steps.map(({ name }) => name).join(', ')}`, NAME_MAX_CHARS),
    options: { list: list.id },
    attach: (db, taskId) =>
      attachRun(db, { taskId, accountId, list, at: new Date(deps.clock.now()), auto }, inputs),
  });
}

/** Stores the steps of a run, and marks its cells as waiting. */
async function attachRun(
  db: Db,
  {
    taskId,
    accountId,
    list,
    at,
    auto,
  }: { taskId: string; accountId: string; list: ListRecord; at: Date; auto: boolean },
  inputs: readonly string[],
): Promise<void> {
  await insertRun(db, { taskId, listId: list.id, accountId, steps: list.steps, at, auto });
  for (let from = 0; from < inputs.length; from += CELLS_PER_STEP) {
    const cells = inputs.slice(from, from + CELLS_PER_STEP).flatMap((input) => parseCellItem(input) ?? []);
    await queueCells(db, list.id, cells, taskId);
  }
}

/** What a task that runs some items of a run again needs: the steps as they were. */
export async function copyRun(
  db: Db,
  taskId: string,
): Promise<{ attach?: (db: Db, taskId: string) => Promise<void> }> {
  const run = await findRun(db, taskId);
  if (!run) return {};
  return {
    attach: (target, copy) =>
      insertRun(target, {
        taskId: copy,
        listId: run.list_id,
        accountId: run.account_id,
        steps: run.steps,
        at: new Date(),
      }),
  };
}
