import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { CellStatus } from '#contract/list-cells.ts';
import type { ListCosts } from '#contract/list-runs.ts';
import type { Db } from '../../platform/database/db.ts';
import { spentOnTasks } from '../../tasks/own-tasks.ts';
import { runsOfList } from '../run-store.ts';
import type { ListRecord } from '../store.ts';

/** Cells of one statement. It took 13 ms of CPU time on a busy machine. */
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
  for await (const { cells, rows } of costPages(db, listId, steps)) {
    for (const { step, status, count, charge } of cells) {
      const cost = costs.get(step);
      if (!cost) continue;
      cost.credits += charge;
      if (status === 'done') cost.filled += count;
      else if (status === 'nothing-found') cost.notFound += count;
      else if (status !== null) cost[status] += count;
    }
    for (const { filled, count } of rows) rowsWith.set(filled, (rowsWith.get(filled) ?? 0) + count);
    await nextTurn();
  }
  const all = [...costs.values()];
  const worked = all.filter((each) => each.filled + each.notFound + each.failed > 0);
  const complete = worked
    .map(({ step }) => step)
    .sort()
    .join(' ');
  return { completeRows: rowsWith.get(complete) ?? 0, steps: all };
}

/** What the cells of some rows have. */
interface CostPage {
  /** the last row; null if there are no more */
  last: number | null;
  cells: { step: string; status: CellStatus | null; count: number; charge: number }[];
  /** `filled`: the steps with a value, in the order of their IDs, with spaces between them */
  rows: { filled: string; count: number }[];
}

/** What these steps did in a list, some rows at a time. The database adds up, which takes less than half of the time. */
async function* costPages(db: Db, listId: string, steps: readonly string[]): AsyncGenerator<CostPage> {
  const rowsAtOnce = Math.max(1, Math.floor(CELLS_PER_PAGE / Math.max(1, steps.length)));
  for (let after = 0; ; ) {
    const { rows } = await sql<CostPage>`
      with next_rows as (
        select id from list_rows where list_id = ${listId}::uuid and id > ${after}::bigint
        order by id limit ${rowsAtOnce}
      ), page as (
        select row_id, step, status, charge from list_cells
        where list_id = ${listId}::uuid and row_id > ${after}::bigint and row_id <= (select max(id) from next_rows)
        and step in (select value from json_array_elements_text(${JSON.stringify(steps)}::text::json))
      ), by_row as (
        select string_agg(step, ' ' order by step collate "C") as filled from page
        where status = 'done' group by row_id
      )
      select
        (select max(id) from next_rows) as last,
        (select coalesce(json_agg(json_build_object(
          'step', step, 'status', status, 'count', count, 'charge', charge
        )), '[]') from (
          select step, status, count(*) as count, sum(charge) as charge from page group by step, status
        ) by_step) as cells,
        (select coalesce(json_agg(json_build_object('filled', filled, 'count', count)), '[]') from (
          select filled, count(*) as count from by_row group by filled
        ) by_filled) as rows
    `.execute(db);
    const [page] = rows;
    if (!page || page.last === null) return;
    yield page;
    after = Number(page.last);
  }
}
