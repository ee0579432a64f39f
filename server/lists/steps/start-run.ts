import { isUnlimited } from '#contract/access.ts';
import { cutText } from '#contract/cut-text.ts';
import { CallError } from '#contract/errors.ts';
import { parseCellItem, writeCellItem } from '#contract/list-run-cells.ts';
import type { RunScope } from '#contract/list-runs.ts';
import type { StartWebhook } from '#contract/start-webhook.ts';
import type { TaskType } from '#contract/tasks.ts';
import { findGateAccount } from '../../accounts/account.ts';
import type { Session } from '../../http/context.ts';
import { findResult, type KeyClaim } from '../../idempotency/idempotency.ts';
import { runHeavy } from '../../platform/database/database-turns.ts';
import type { Db, Tx } from '../../platform/database/db.ts';
import { startTask } from '../../tasks/start-task.ts';
import type { RunDeps } from '../../tasks/task-run.ts';
import type { AcceptedItems, TaskRecord } from '../../tasks/task-tool.ts';
import { queueCells } from '../cell-store.ts';
import { findRun, insertRun } from '../run-store.ts';
import { findList, type ListRecord } from '../store.ts';
import { priceCells } from './price-cells.ts';
import { refreshRest } from './refresh-list.ts';
import { nothingToRun, scopedCells, stepsOfRun } from './run-scope.ts';

const NAME_MAX_CHARS = 200;
const CELLS_PER_STEP = 500;

/** A start by the list itself. */
interface AutoStart {
  /** when it started, which decides the month whose credits it spends */
  at: Date;
  /** the most cells that it works; the rest waits for another run */
  most: number;
  /**
   * Decides its cap, or throws CallError if the list starts none anymore: see `TaskRequest`. `more`: rows are left for
   * another run.
   */
  admit(tx: Tx, taskId: string, more: boolean): Promise<number>;
}

/**
 * Starts a run: a task whose items are the cells of the scope. It never costs more than `cap`; null is no limit. By default,
 * that is its quote at this moment, or null with the unlimited plan, which is charged nothing. A repeated request returns the
 * first one's task. `type`: of the task. `auto`: the list starts it by itself. Throws CallError if there is nothing to run, like
 * `startTask`, and what `stopping` aborts with, if that is before all rows are read: then nothing starts.
 */
export async function startRun(
  deps: RunDeps,
  { accountId, apiKey }: Pick<Session, 'accountId' | 'apiKey'>,
  list: ListRecord,
  {
    cap,
    webhook,
    ...scope
  }: RunScope & {
    cap?: number | undefined | null;
    webhook?: StartWebhook | undefined;
  },
  {
    type,
    claim,
    auto = null,
    stopping,
  }: { type: TaskType; claim: KeyClaim | null; auto?: AutoStart | null; stopping?: AbortSignal },
): Promise<TaskRecord> {
  const steps = stepsOfRun(list, scope.steps);
  const inputs: string[] = [];
  let quoted: number | null = 0;
  let more = false;
  if ((await findResult(deps.database.db, claim)) === null) {
    const account = await findGateAccount(deps.database.db, deps.config, accountId);
    if (cap !== undefined || auto || (account && isUnlimited(account))) quoted = null;
    await runHeavy(accountId, async () => {
      // What it runs may depend on formulas.
      await refreshRest(deps, accountId, list.id, stopping);
      const options = { skipFailed: auto !== null, most: auto?.most ?? null };
      for await (const { cells, more: isCut } of scopedCells(deps, list, scope, options)) {
        stopping?.throwIfAborted();
        more = isCut;
        for (const { row, line, step } of cells.map(({ cell }) => cell))
          inputs.push(writeCellItem({ row, line, step: step.id, name: step.name }));
        if (quoted === null) continue;
        for (const { most } of await priceCells(deps, accountId, cells)) quoted += most;
      }
    });
    if (inputs.length === 0) throw new CallError('unprocessable', nothingToRun(list, steps));
  }
  return startTask(deps, {
    accountId,
    apiKeyId: apiKey?.id ?? null,
    type,
    inputs,
    claim,
    cap: cap === undefined ? quoted : cap,
    admit: auto ? (tx, taskId) => auto.admit(tx, taskId, more) : undefined,
    webhook,
    name: cutText(`${list.name}: ${steps.map(({ name }) => name).join(', ')}`, NAME_MAX_CHARS),
    options: { list: list.id },
    attach: (db, taskId, { at }) =>
      attachRun(
        db,
        {
          taskId,
          accountId,
          listId: list.id,
          steps: list.steps,
          at: auto?.at ?? at,
          auto: auto !== null,
          leaveOut: scope.leaveOut,
        },
        inputs,
      ),
  });
}

/** Stores the steps of a run, and marks its cells as waiting. */
async function attachRun(
  db: Db,
  run: Parameters<typeof insertRun>[1],
  inputs: readonly string[],
): Promise<void> {
  await insertRun(db, run);
  for (let from = 0; from < inputs.length; from += CELLS_PER_STEP) {
    const cells = inputs.slice(from, from + CELLS_PER_STEP).flatMap((input) => parseCellItem(input) ?? []);
    await queueCells(db, run.listId, cells, run.taskId);
  }
}

/** What a task that runs some items of a run again needs: the steps as they were, and its cells as waiting. */
export async function copyRun(db: Db, taskId: string): Promise<Pick<AcceptedItems, 'attach'>> {
  const run = await findRun(db, taskId);
  const list = run && (await findList(db, run.account_id, run.list_id));
  if (!run || !list) return {};
  const left = new Set(list.steps.map(({ id }) => id));
  return {
    attach: (target, copy, { inputs, at }) =>
      attachRun(
        target,
        {
          taskId: copy,
          listId: run.list_id,
          accountId: run.account_id,
          steps: run.steps,
          at,
          leaveOut: run.leave_out,
        },
        // Cells of a deleted step don't come back.
        inputs.filter((input) => left.has(parseCellItem(input)?.step ?? '')),
      ),
  };
}
