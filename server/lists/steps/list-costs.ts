import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { CellStatus } from '#contract/list-cells.ts';
import type { ListCosts } from '#contract/list-runs.ts';
import type { Db } from '../../platform/database/db.ts';
import { spentOnTasks } from '../../tasks/own-tasks.ts';
import { runsOfList } from '../run-store.ts';
import type { ListRecord } from '../store.ts';

/** Cells of one statement. It took 60 ms of CPU time for twice as many on a busy machine. */
const CELLS_PER_PAGE = 2000;
/** Lists whose figures are remembered until they change. */
const REMEMBERED = 200;

type CostedList = Pick<ListRecord, 'id' | 'version' | 'steps'>;
type StepCosts = ListCosts['steps'][number];

/**
 * Reads what lists cost. A list of 100,000 rows has a million cells, so they are read in pages, and the figures are remembered
 * until the list changes. Call it as heavy work.
 */
export function createCostReader(db: Db): (list: CostedList) => Promise<ListCosts> {
  /** The last used one last. */
  const known = new Map<string, { key: string; cells: ReturnType<typeof readCells> }>();
  const cellsOf = (list: CostedList) => {
    const steps = list.steps.flatMap(({ id, kind }) => (kind === 'tool' ? [id] : []));
    const key = JSON.stringify([list.version, steps]);
    const before = known.get(list.id);
    known.delete(list.id);
    const now = before?.key === key ? before : { key, cells: readCells(db, list.id, steps) };
    known.set(list.id, now);
    for (const oldest of known.keys()) if (known.size > REMEMBERED) known.delete(oldest);
    now.cells.catch(() => {
      if (known.get(list.id) === now) known.delete(list.id);
    });
    return now.cells;
  };
  return async (list) => ({
    ...(await cellsOf(list)),
    spent: await spentOnTasks(db, await runsOfList(db, list.id)),
  });
}

/** What cells of a list have, added up. */
async function readCells(
  db: Db,
  listId: string,
  steps: readonly string[],
): Promise<Omit<ListCosts, 'spent'>> {
  const costs = new Map<string, StepCosts>(
    steps.map((step) => [step, { step, filled: 0, notFound: 0, failed: 0, skipped: 0, credits: 0 }]),
  );
  /** How many rows have the same steps filled. */
  const rowsWith = new Map<string, number>();
  let row = 0;
  let filled: string[] = [];
  const endRow = () => {
    const key = filled.sort().join(' ');
    if (key) rowsWith.set(key, (rowsWith.get(key) ?? 0) + 1);
    filled = [];
  };
  for await (const page of costPages(db, listId)) {
    for (const { row_id, step, status, charge } of page) {
      if (row_id !== row) endRow();
      row = row_id;
      const cost = costs.get(step);
      if (!cost) continue;
      cost.credits += charge;
      if (status === 'done') {
        cost.filled += 1;
        filled.push(step);
      } else if (status === 'nothing-found') cost.notFound += 1;
      else if (status !== null) cost[status] += 1;
    }
    await nextTurn();
  }
  endRow();
  const all = [...costs.values()];
  const worked = all.filter((each) => each.filled + each.notFound + each.failed > 0);
  const complete = worked
    .map(({ step }) => step)
    .sort()
    .join(' ');
  return { completeRows: rowsWith.get(complete) ?? 0, steps: all };
}

/** The cells of a list, row by row, in pages. */
async function* costPages(
  db: Db,
  listId: string,
): AsyncGenerator<{ row_id: number; step: string; status: CellStatus | null; charge: number }[]> {
  for (let after = { row: 0, step: '' }; ; ) {
    const { rows } = await sql<{ row_id: number; step: string; status: CellStatus | null; charge: number }>`
      select row_id, step, status, charge from list_cells
      where list_id = ${listId}::uuid and (row_id, step) > (${after.row}::bigint, ${after.step})
      order by row_id, step limit ${CELLS_PER_PAGE}
    `.execute(db);
    const page = rows.map((cell) => ({ ...cell, row_id: Number(cell.row_id) }));
    if (page.length > 0) yield page;
    const last = page.at(-1);
    if (!last || page.length < CELLS_PER_PAGE) return;
    after = { row: last.row_id, step: last.step };
  }
}
