import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db, Tx } from '../platform/database/db.ts';
import { deleteSearchedItems } from './search-text.ts';
import { deleteOwnRows } from './uploaded-list-store.ts';

/** Stores the list that a task will use. Its items and file refer to it. */
export async function insertList(
  db: Db,
  list: { id: string; accountId: string; items: number; bytes: number; at: Date },
): Promise<void> {
  await db
    .insertInto('task_lists')
    .values({
      id: list.id,
      account_id: list.accountId,
      items: list.items,
      bytes: list.bytes,
      created_at: list.at,
    })
    .execute();
}

/** What an account stores. `waiting`: tasks that run or wait, with lists that are still uploading. */
export async function storedBy(
  db: Db,
  accountId: string,
): Promise<{ items: number; bytes: number; waiting: number }> {
  const { rows } = await sql<{ items: number; bytes: number; waiting: number }>`
    select coalesce(s.items, 0) as items, coalesce(s.bytes, 0) as bytes,
      (select count(*) from tasks where account_id = ${accountId}::uuid and status in ('queued', 'processing'))
      + (select count(*) from task_lists l where l.account_id = ${accountId}::uuid and l.state <> 'started'
         and not exists (select 1 from tasks t where t.id = l.id)) as waiting
    from (select 1) one left join account_storage s on s.account_id = ${accountId}::uuid
  `.execute(db);
  return rows[0] ?? { items: 0, bytes: 0, waiting: 0 };
}

/**
 * Marks a list as started, in the transaction that inserts its task. Returns whether it could be: an
 * abandoned list has lost its items.
 */
export async function markListStarted(tx: Tx, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('task_lists')
    .set({ state: 'started' })
    .where('id', '=', id)
    .where('state', '=', 'filling')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const ITEMS_PER_DELETE = 500;

/**
 * Deletes a list that has no task, a part at a time. Waits for a transaction that is about to start its
 * task.
 */
export async function deleteIfAbandoned(db: Db, id: string): Promise<void> {
  const task = await db.selectFrom('tasks').select('id').where('id', '=', id).executeTakeFirst();
  const list = await db
    .updateTable('task_lists')
    // Servers of earlier versions start tasks without marking their lists.
    .set({ state: task ? 'started' : 'abandoned' })
    .where('id', '=', id)
    .where('state', '<>', 'started')
    .returning('state')
    .executeTakeFirst();
  if (list?.state !== 'abandoned') return;
  await deleteList(db, id);
}

/** Deletes a list with its items and its file, a part at a time. Other work can run in between. */
export async function deleteList(db: Db, id: string): Promise<void> {
  await deleteSearchedItems(db, id);
  const last = await db
    .selectFrom('task_items')
    .select(({ fn }) => fn.max('position').as('position'))
    .where('task_id', '=', id)
    .executeTakeFirst();
  for (let from = 0; from <= (last?.position ?? -1); from += ITEMS_PER_DELETE) {
    await db
      .deleteFrom('task_items')
      .where('task_id', '=', id)
      .where('position', '>=', from)
      .where('position', '<', from + ITEMS_PER_DELETE)
      .execute();
    await nextTurn();
  }
  await deleteOwnRows(db, id);
  await db.deleteFrom('task_lists').where('id', '=', id).execute();
}

/**
 * Lists created before a time that no task was started with, because the server ended during the upload.
 * Reads only the index of such lists, however many tasks there are.
 */
export async function abandonedLists(db: Db, before: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('task_lists')
    .select('id')
    // A literal, as in the index.
    .where(sql<boolean>`state <> 'started'`)
    .where('created_at', '<', before)
    .execute();
  return rows.map(({ id }) => id);
}

/** The lists of an account: those of its tasks, and those that are still uploading. */
export async function accountListIds(db: Db, accountId: string): Promise<string[]> {
  const rows = await db.selectFrom('task_lists').select('id').where('account_id', '=', accountId).execute();
  return rows.map(({ id }) => id);
}

/** Marks the rows of a stopped task as deleted. Returns whether it was done now. */
export async function markRowsDeleted(db: Db, taskId: string, at: Date): Promise<boolean> {
  const marked = await db
    .updateTable('tasks')
    // The first item may name a person.
    .set({ rows_deleted_at: at, row_bytes: 0, first_item: null })
    .where('id', '=', taskId)
    .where('status', 'not in', ['queued', 'processing'])
    .where('rows_deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return marked !== undefined;
}

/** Tasks that ended before a time and still have their rows, oldest first. */
export async function tasksEndedBefore(db: Db, before: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('tasks')
    .select('id')
    .where('rows_deleted_at', 'is', null)
    .where('finished_at', '<', before)
    .where('status', 'not in', ['queued', 'processing'])
    .orderBy('finished_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Lists whose task has no rows anymore, because the server ended while it deleted them. */
export async function unfinishedDeletions(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('task_lists')
    .innerJoin('tasks', 'tasks.id', 'task_lists.id')
    .select('task_lists.id')
    .where('tasks.rows_deleted_at', 'is not', null)
    .execute();
  return rows.map(({ id }) => id);
}
