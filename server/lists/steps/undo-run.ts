import { setImmediate as nextTurn } from 'node:timers/promises';
import { CallError } from '#contract/errors.ts';
import { UNDO_DAYS } from '#contract/list-runs.ts';
import { isRunning } from '#contract/tasks.ts';
import { lockGateAccount } from '../../accounts/account.ts';
import type { Deps } from '../../deps.ts';
import { transaction } from '../../platform/database/db.ts';
import { findOwnTask } from '../../tasks/own-tasks.ts';
import type { TaskRecord } from '../../tasks/task-tool.ts';
import { storeStop } from '../auto-run-store.ts';
import { cellsOfRows, cellsOfRun, changeableRows, restoreCells } from '../cell-store.ts';
import { changeRows, type RowChange } from '../change-rows.ts';
import { listGone } from '../list-gone.ts';
import { editedSince, runHistory } from '../read-history.ts';
import { findRun, isUndone, markUndone } from '../run-store.ts';
import { findList, type ListRecord } from '../store.ts';

/** Changes put back at a time. */
const CHANGES_PER_STEP = 200;

/**
 * Puts back the values and cells that a run replaced, in steps. What was changed since then stays. A run that went on after
 * an undo can be undone again. A list that runs new rows by itself waits then, or it would fill the cells again. Returns how many
 * cells were put back, and how many the list has forgotten the earlier values of (`forgotten`), which keep their answers. Throws
 * CallError if the run is still going, was undone, ended more than 30 days ago, or is unknown.
 */
export async function undoRun(
  deps: Pick<Deps, 'config' | 'clock' | 'database'>,
  accountId: string,
  taskId: string,
): Promise<{ list: ListRecord; cells: number; forgotten: number }> {
  const { db } = deps.database;
  const task = await findOwnTask(db, accountId, taskId);
  const run = task && (await findRun(db, taskId));
  if (!task || !run) throw new CallError('not_found');
  requireEnded(task);
  if (isUndone(run, task.finished_at)) throw new CallError('conflict', 'This run was undone before.');
  // The list forgets the values of that time bit by bit.
  if (task.finished_at && deps.clock.now() - task.finished_at.getTime() > UNDO_DAYS * 86_400_000)
    throw new CallError('conflict', `Runs can be undone for ${UNDO_DAYS} days.`);
  let restored = 0;
  for (let before: number | null = null; ; ) {
    const page = await runHistory(db, taskId, { before, limit: CHANGES_PER_STEP });
    if (page.length === 0 && before === null && task.processed > 0)
      throw new CallError(
        'conflict',
        'The values before this run are no longer kept, so it can’t be undone.',
      );
    if (page.length === 0) break;
    before = page.at(-1)?.id ?? null;
    restored += await transaction(db, async (tx) => {
      await lockGateAccount(tx, deps.config, accountId);
      const list = await findList(tx, accountId, run.list_id);
      const now = await findOwnTask(tx, accountId, taskId);
      if (!list || !now) throw listGone();
      // Someone may have resumed it meanwhile.
      requireEnded(now);
      const ids = [...new Set(page.map(({ row_id }) => row_id))];
      const rows = new Map((await changeableRows(tx, list.id, ids)).map((row) => [row.id, row]));
      const cells = new Map(
        (await cellsOfRows(tx, list.id, ids)).map((cell) => [`${cell.row_id} ${cell.step}`, cell]),
      );
      const typed = await editedSince(tx, list.id, ids, page.at(-1)?.id ?? 0);
      const open = page.filter(
        ({ row_id, step }) =>
          rows.has(row_id) &&
          list.steps.some(({ id }) => id === step) &&
          cells.get(`${row_id} ${step}`)?.task_id === taskId,
      );
      const changes = open.flatMap(({ id, row_id, step, before: values }): RowChange[] => {
        const row = rows.get(row_id);
        const others = list.steps.flatMap((each) => (each.id === step ? [] : each.outputs));
        const set = Object.entries(values).filter(
          ([column]) =>
            list.columns.includes(column) &&
            !others.some((output) => output.column === column) &&
            !typed.some((edit) => edit.row === row_id && edit.id > id && edit.columns.includes(column)),
        );
        return row
          ? [{ row, set: Object.fromEntries(set.map(([column, text]) => [column, text ?? ''])) }]
          : [];
      });
      // In this order, so that a cell whose inputs changed since then is stale.
      await restoreCells(tx, list.id, open);
      const at = new Date(deps.clock.now());
      await changeRows(tx, list, changes, { taskId, at, forget: true });
      if (open.length > 0) await storeStop(tx, list.id, at);
      return open.length;
    });
    await nextTurn();
  }
  await markUndone(db, taskId, new Date(deps.clock.now()));
  const list = await findList(db, accountId, run.list_id);
  if (!list) throw listGone();
  const forgotten = restored < task.processed ? await cellsOfRun(db, list, taskId) : 0;
  return { list, cells: restored, forgotten };
}

function requireEnded({ status }: Pick<TaskRecord, 'status'>): void {
  if (isRunning(status)) throw new CallError('conflict', 'This run is still going. Cancel it first.');
}
