import { sql } from 'kysely';
import type { InputOf } from '#contract/call.ts';
import type { CALLS } from '#contract/calls.ts';
import type { Db } from '../platform/database/db.ts';
import { searchTasks } from './search-text.ts';
import type { TaskRecord } from './store.ts';

/** A page of the tasks of an account, latest first, and how many match. */
export async function listTasks(
  db: Db,
  accountId: string,
  { search, type, status, page, limit }: InputOf<typeof CALLS.tasks>,
): Promise<{ tasks: TaskRecord[]; count: number }> {
  let matching = db.selectFrom('tasks').where('account_id', '=', accountId);
  if (type) matching = matching.where('type', '=', type);
  if (status) matching = matching.where('status', 'in', status);
  if (search) {
    const found = JSON.stringify(await searchTasks(db, accountId, search));
    matching = matching.where(
      sql<boolean>`id in (select value::uuid from json_array_elements_text(${found}::text::json))`,
    );
  }
  const { count } = await matching
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const tasks = await matching
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  return { tasks, count };
}
