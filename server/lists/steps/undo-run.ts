import { setImmediate as nextTurn } from 'node:timers/promises';
import { CallError } from '#contract/errors.ts';
import { isRunning } from '#contract/tasks.ts';
import { lockGateAccount } from '../../accounts/account.ts';
import type { Deps } from '../../deps.ts';
import { transaction } from '../../platform/database/db.ts';
import { findOwnTask } from '../../tasks/own-tasks.ts';
import { cellsOfRows, changeableRows, findRun, markUndone, restoreCells, runHistory } from '../cell-store.ts';
import { changeRows, type RowChange } from '../change-rows.ts';
import { findList, type ListRecord } from '../store.ts';

/** Changes put back at a time. */
const CHANGES_PER_STEP = 200;

/**
 * Puts back the values and cells that a run replaced, in steps. What was changed since then stays. Returns how many cells
 * were put back. Throws CallError if the run is still going, was undone, or is unknown.
 */
export async function undoRun(
  deps: Pick<Deps, 'config' | 'clock' | 'database'>,
  accountId: string,
  taskId: string,
): Promise<{ list: ListRecord; cells: number }> {
  const { db } = deps.database;
  const task = await findOwnTask(db, accountId, taskId);
  const run = task && (await findRun(db, taskId));
  if (!task || !run) throw new CallError('not_found');
  if (isRunning(task.status)) throw new CallError('conflict', 'This run is still going. Cancel it first.');
  if (run.undone_at) throw new CallError('conflict', 'This run was undone before.');
  let restored = 0;
  for (let before: number | null = null; ; ) {
    const page = await runHistory(db, taskId, { before, limit: CHANGES_PER_STEP });
    if (page.length === 0) break;
    before = page.at(-1)?.id ?? null;
    restored += await transaction(db, async (tx) => {
      await lockGateAccount(tx, deps.config, accountId);
      const list = await findList(tx, accountId, run.list_id);
      if (!list) throw new CallError('not_found');
      const ids = [...new Set(page.map(({ row_id }) => row_id))];
      const rows = new Map((await changeableRows(tx, list.id, ids)).map((row) => [row.id, row]));
      const cells = new Map(
        (await cellsOfRows(tx, list.id, ids)).map((cell) => [`${cell.row_id} ${cell.step}`, cell]),
      );
      const columns = new Set(list.columns);
      const open = page.filter(
        ({ row_id, step }) => rows.has(row_id) && cells.get(`${row_id} ${step}`)?.task_id === taskId,
      );
      const changes = open.flatMap(({ row_id, before: values }): RowChange[] => {
        const row = rows.get(row_id);
        const set = Object.entries(values).filter(([column]) => columns.has(column));
        return row
          ? [{ row, set: Object.fromEntries(set.map(([column, text]) => [column, text ?? ''])) }]
          : [];
      });
      await changeRows(tx, list, changes, { taskId, at: new Date(deps.clock.now()), forget: true });
      await restoreCells(tx, list.id, open);
      return open.length;
    });
    await nextTurn();
  }
  await markUndone(db, taskId, new Date(deps.clock.now()));
  const list = await findList(db, accountId, run.list_id);
  if (!list) throw new CallError('not_found');
  return { list, cells: restored };
}
