import { sql } from 'kysely';
import type { Db } from '../platform/db.ts';

/** How many tasks an account has. */
export async function countTasks(db: Db, accountId: string): Promise<number> {
  const { tasks } = await db
    .selectFrom('tasks')
    .where('account_id', '=', accountId)
    .select((eb) => eb.fn.countAll<number>().as('tasks'))
    .executeTakeFirstOrThrow();
  return Number(tasks);
}

/** The input of each item, in order; null for an item that was deleted. */
export async function itemInputs(
  db: Db,
  items: readonly { taskId: string; position: number }[],
): Promise<(string | null)[]> {
  if (items.length === 0) return [];
  const { rows } = await sql<{ input: string | null }>`
    select i.input
    from json_to_recordset(${JSON.stringify(items.map((item, at) => ({ ...item, at })))}::text::json)
      as wanted ("taskId" uuid, position integer, at integer)
    left join task_items i on i.task_id = wanted."taskId" and i.position = wanted.position
    order by wanted.at
  `.execute(db);
  return rows.map(({ input }) => input);
}
