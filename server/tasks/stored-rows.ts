import { sql } from 'kysely';
import type { TaskType } from '#contract/tasks.ts';
import type { Db } from '../platform/database/db.ts';

/** A settled item as it is read; `row` is JSON text, which a reply can contain without parsing it. */
export interface SettledRow {
  position: number;
  input: string;
  charge: number;
  found: boolean;
  failed: boolean;
  row: string;
}

/** A settled item as it is stored, with the keys that its start call gave it and the type of its task. */
export type StoredRow = SettledRow & {
  own_keys: string[] | null;
  type: TaskType;
  settled_at: Date | null;
  /** how many rows its statement could return, if they were small enough */
  available: number;
};

/** What the rows of one statement can have in the database, where large ones are compressed, besides the last one. */
const PAGE_BYTES = 256 * 1024;

/**
 * The settled rows after a position, in position order: `limit`, or fewer if they are large. `without` names row
 * fields to omit. They may name people who opted out: give out rows with settled-rows.ts instead.
 */
export async function storedRows(
  db: Db,
  taskId: string,
  page: { after: number; limit: number; without?: readonly string[] },
): Promise<StoredRow[]> {
  const row = page.without?.length
    ? sql`(counted.row - ${`{${page.without.join(',')}}`}::text[])::text`
    : sql`counted.row::text`;
  // A page in one value: on the embedded database, each value of each row costs as much as reading the row.
  const { rows } = await sql<RowsPage>`
    select json_agg(json_build_array(
        position, input, own_keys, charge, found, failed, extract(epoch from settled_at) * 1000
      ) order by position)::text as items,
      string_agg(coalesce(${row}, 'null'), ${ROW_END} order by position) as rows,
      (select type from tasks where id = ${taskId}::uuid) as type, max(available) as available
    from (
      select *, sum(size) over (order by position) - size as before, count(*) over () as available from (
        select position, input, own_keys, charge, found, failed, row, settled_at,
          pg_column_size(row) + octet_length(input) + coalesce(pg_column_size(own_keys), 0) as size
        from task_items
        where task_id = ${taskId}::uuid and status = 'settled' and position > ${page.after}
        order by position limit ${page.limit}
      ) next_rows
    ) counted
    where before < ${PAGE_BYTES}
  `.execute(db);
  return rows.flatMap(rowsOfPage);
}

/** Text in JSON has its line breaks escaped, so none is in a row. */
const ROW_END = '\n';

/** A page of rows as one row of the database, with nulls if there are none, or no task. */
interface RowsPage {
  items: string | null;
  rows: string | null;
  type: TaskType | null;
  available: number | null;
}

type PageItem = [
  position: number,
  input: string,
  ownKeys: string[] | null,
  charge: number,
  found: boolean,
  failed: boolean,
  settledMs: number | null,
];

function rowsOfPage({ items, rows, type, available }: RowsPage): StoredRow[] {
  if (items === null || rows === null || type === null || available === null) return [];
  const texts = rows.split(ROW_END);
  return (JSON.parse(items) as PageItem[]).map(
    ([position, input, own_keys, charge, found, failed, settledMs], index) => ({
      position,
      input,
      own_keys,
      charge,
      found,
      failed,
      row: texts[index] ?? 'null',
      settled_at: settledMs === null ? null : new Date(settledMs),
      type,
      available,
    }),
  );
}

/** Whether a page has the last rows. `limit`: what the page was asked for. */
export function isLastPage(page: readonly Pick<StoredRow, 'available'>[], limit: number): boolean {
  const available = page[0]?.available ?? 0;
  return page.length === available && available < limit;
}

/**
 * The settled rows of an account's own task at these positions. None of another tool's task. They may name people who
 * opted out.
 */
export function settledRowsAt(
  db: Db,
  task: { accountId: string; id: string; type: TaskType },
  positions: readonly number[],
): Promise<SettledRow[]> {
  if (positions.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('task_items')
    .innerJoin('tasks', 'tasks.id', 'task_items.task_id')
    .select(['position', 'input', 'charge', 'task_items.found', 'task_items.failed'])
    .select(sql<string>`row::text`.as('row'))
    .where('tasks.id', '=', task.id)
    .where('tasks.account_id', '=', task.accountId)
    .where('tasks.type', '=', task.type)
    .where('task_items.status', '=', 'settled')
    .where('position', 'in', positions)
    .orderBy('position')
    .execute();
}

/** Positions that one statement looks at. */
const POSITIONS_AT_ONCE = 250;

/**
 * The positions of a task's settled rows without data that have this value in a field, in order and in parts, with what each has in
 * another field. Looks at all its rows if it is read to the end.
 */
export async function* missedPositions(
  db: Db,
  { id, total }: { id: string; total: number },
  { field, value, other }: { field: string; value: string; other: string },
): AsyncGenerator<{ position: number; other: string | null }[]> {
  for (let from = 0; from < total; from += POSITIONS_AT_ONCE) {
    const { rows } = await sql<{ position: number; other: string | null }>`
      select position, row ->> ${other} as other from task_items
      where task_id = ${id}::uuid and position >= ${from}::integer
        and position < ${from + POSITIONS_AT_ONCE}::integer
        and status = 'settled' and not found and row ->> ${field} = ${value}
      order by position
    `.execute(db);
    if (rows.length > 0) yield rows;
  }
}
