import { type RawBuilder, sql } from 'kysely';
import type { InputOf } from '#contract/call.ts';
import type { CALLS } from '#contract/calls.ts';
import type { TaskType } from '#contract/tasks.ts';
import type { Db } from '../platform/database/db.ts';
import { searchTasks } from './search-text.ts';
import { type TaskRecord, taskName } from './store.ts';
import type { TaskTools } from './task-tool.ts';

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

/** SQL: how many tasks an account has. */
export function taskCount(accountId: string): RawBuilder<number> {
  return sql<number>`(select count(*) from tasks where account_id = ${accountId}::uuid)`;
}

/** The name of the tool of each type of task. */
export function toolLabels(tools: TaskTools): ReadonlyMap<TaskType, string> {
  return new Map([...tools.values()].map(({ definition: { label, task } }) => [task.type, label]));
}

/** The names and types of tasks by their ids, without those that don't exist. */
export async function taskNames(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { name: string; type: TaskType }>> {
  if (ids.length === 0) return new Map();
  const tasks = await db
    .selectFrom('tasks')
    .select(['id', 'type', 'name', 'first_item', 'total'])
    .where('id', 'in', ids)
    .execute();
  return new Map(tasks.map((task) => [task.id, { name: taskName(task), type: task.type }]));
}
