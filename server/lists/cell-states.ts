import type { CellState } from '#contract/list-cells.ts';
import type { Db } from '../platform/database/db.ts';
import { waitingRuns } from '../tasks/own-tasks.ts';
import { type CellRecord, cellsOfRows } from './cell-store.ts';
import type { ListRecord } from './store.ts';

/** The states of the steps of rows, by step, by the row's ID. A step that never worked in a row is missing. */
export async function cellStates(
  db: Db,
  list: Pick<ListRecord, 'id' | 'steps'>,
  rows: readonly number[],
): Promise<ReadonlyMap<number, Record<string, CellState>>> {
  const known = new Set(list.steps.map(({ id }) => id));
  const cells = (await cellsOfRows(db, list.id, rows)).filter(({ step }) => known.has(step));
  const tasks = await waitingRuns(db, [...new Set(cells.flatMap(({ queued_by }) => queued_by ?? []))]);
  const states = new Map<number, Record<string, CellState>>();
  for (const cell of cells) {
    const ofRow = states.get(cell.row_id) ?? {};
    states.set(cell.row_id, { ...ofRow, [cell.step]: viewState(cell, tasks) });
  }
  return states;
}

/** `tasks`: whether the runs that have the cell to do go on, or stopped at their cap. */
function viewState(cell: CellRecord, tasks: ReadonlyMap<string, 'running' | 'capped'>): CellState {
  const run = cell.queued_by === null ? undefined : tasks.get(cell.queued_by);
  return {
    status: cell.status,
    queued: run === 'running',
    overCap: run === 'capped',
    stale: cell.stale,
    note: cell.note,
  };
}
