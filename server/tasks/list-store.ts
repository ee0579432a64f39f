import type { Db } from '../platform/db.ts';

/** Stores the list that a task will use. Its items and file refer to it. */
export async function insertList(db: Db, list: { id: string; accountId: string; at: Date }): Promise<void> {
  await db
    .insertInto('task_lists')
    .values({ id: list.id, account_id: list.accountId, created_at: list.at })
    .execute();
}

const ITEMS_PER_DELETE = 1000;

/** Deletes a list that has no task, a part at a time. */
export async function deleteIfAbandoned(db: Db, id: string): Promise<void> {
  const task = await db.selectFrom('tasks').select('id').where('id', '=', id).executeTakeFirst();
  if (task) return;
  const last = await db
    .selectFrom('task_items')
    .select(({ fn }) => fn.max('position').as('position'))
    .where('task_id', '=', id)
    .executeTakeFirst();
  for (let from = 0; from <= (last?.position ?? -1); from += ITEMS_PER_DELETE)
    await db
      .deleteFrom('task_items')
      .where('task_id', '=', id)
      .where('position', '>=', from)
      .where('position', '<', from + ITEMS_PER_DELETE)
      .execute();
  await db.deleteFrom('task_lists').where('id', '=', id).execute();
}

/** Lists created before a time that have no task, because the server ended during the upload. */
export async function abandonedLists(db: Db, before: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('task_lists')
    .leftJoin('tasks', 'tasks.id', 'task_lists.id')
    .select('task_lists.id')
    .where('tasks.id', 'is', null)
    .where('task_lists.created_at', '<', before)
    .execute();
  return rows.map(({ id }) => id);
}
