import { type QueryResult, sql } from 'kysely';
import type { Db } from '../platform/database/db.ts';
import { deleteInSteps } from '../platform/database/delete-steps.ts';
import type { Tables } from '../platform/database/tables.ts';

/** One row of a list with own columns. */
export type ListRow = Omit<Tables['own_list_rows'], 'task_id'>;

const ROWS_PER_INSERT = 250;

/** Stores the own columns of a task's list, part by part. */
export async function insertList(
  db: Db,
  list: { taskId: string; columns: readonly string[]; rows: readonly ListRow[] },
): Promise<void> {
  await db
    .insertInto('own_lists')
    .values({ task_id: list.taskId, columns: JSON.stringify(list.columns) })
    .execute();
  for (let from = 0; from < list.rows.length; from += ROWS_PER_INSERT) {
    const part = JSON.stringify(list.rows.slice(from, from + ROWS_PER_INSERT));
    await sql`
      insert into own_list_rows (task_id, row, positions, input, record)
      select ${list.taskId}::uuid, r.row, r.positions, r.input, r.record
      from json_to_recordset(${part}::text::json)
        as r (row integer, positions integer[], input text, record text)
    `.execute(db);
  }
}

/** The own columns of a task's list; undefined for a list without any. */
export async function findColumns(db: Db, taskId: string): Promise<string[] | undefined> {
  const list = await db
    .selectFrom('own_lists')
    .select('columns')
    .where('task_id', '=', taskId)
    .executeTakeFirst();
  return list?.columns;
}

/** Those of some tasks whose lists have own columns. */
export async function tasksWithLists(db: Db, taskIds: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select task_id as id from own_lists where task_id = any(${`{${taskIds.join(',')}}`}::uuid[])
  `.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** What the rows of one statement can have, besides the last one. */
const PAGE_BYTES = 512 * 1024;

/** The rows of a list in order, in pages of `size`, or fewer if they are large. */
export async function* listPages(db: Db, taskId: string, size: number): AsyncGenerator<ListRow[]> {
  for (let after = -1; ; ) {
    const { rows: page }: QueryResult<ListRow> = await sql<ListRow>`
      select row, positions, input, record from (
        select *, sum(size) over (order by row) - size as before from (
          select row, positions, input, record, octet_length(record) as size from own_list_rows
          where task_id = ${taskId}::uuid and row > ${after} order by row limit ${size}
        ) next_rows
      ) counted
      where before < ${PAGE_BYTES} order by row
    `.execute(db);
    if (page.length > 0) yield page;
    const last = page.at(-1);
    if (!last) return;
    after = last.row;
  }
}

/** Empties rows of a task's list. */
export async function emptyRows(db: Db, taskId: string, rows: readonly number[]): Promise<void> {
  if (rows.length === 0) return;
  await db
    .updateTable('own_list_rows')
    .set({ record: '', input: '' })
    .where('task_id', '=', taskId)
    .where('row', 'in', rows)
    .execute();
}

/** Deletes the rows of a task's list, in steps. */
export function deleteOwnRows(db: Db, taskId: string): Promise<void> {
  return deleteInSteps(async (limit) => {
    const { numAffectedRows } = await sql`
      delete from own_list_rows where task_id = ${taskId}::uuid and row in (
        select row from own_list_rows where task_id = ${taskId}::uuid order by row limit ${limit}
      )
    `.execute(db);
    return Number(numAffectedRows ?? 0);
  });
}
