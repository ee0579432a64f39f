import { sql } from 'kysely';
import type { Db } from '../platform/db.ts';
import type { Tables } from '../platform/tables.ts';

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

/** The rows of a list in order, in pages of `size`. */
export async function* listPages(db: Db, taskId: string, size: number): AsyncGenerator<ListRow[]> {
  for (let after = -1; ; ) {
    const page = await db
      .selectFrom('own_list_rows')
      .select(['row', 'positions', 'input', 'record'])
      .where('task_id', '=', taskId)
      .where('row', '>', after)
      .orderBy('row')
      .limit(size)
      .execute();
    if (page.length > 0) yield page;
    const last = page.at(-1);
    if (!last || page.length < size) return;
    after = last.row;
  }
}
