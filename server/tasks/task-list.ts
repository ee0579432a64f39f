import { type RawBuilder, sql } from 'kysely';
import type { InputOf } from '#contract/call.ts';
import type { CALLS } from '#contract/calls.ts';
import { CallError } from '#contract/errors.ts';
import type { TaskType } from '#contract/tasks.ts';
import type { Db } from '../platform/database/db.ts';
import { searchTasks } from './search-text.ts';
import type { TaskRecord } from './store.ts';
import type { TaskTools } from './task-tool.ts';
import { taskName } from './task-view.ts';

/** A page of the tasks of an account, latest first, how many match, and what `after` is for the next page. */
export async function listTasks(
  db: Db,
  tools: TaskTools,
  accountId: string,
  { search, type, status, undone, page, after, limit }: InputOf<typeof CALLS.tasks>,
): Promise<{ tasks: TaskRecord[]; count: number; next: string | null }> {
  let matching = db.selectFrom('tasks').where('account_id', '=', accountId);
  if (type) matching = matching.where('type', '=', type);
  if (status) matching = matching.where('status', 'in', status);
  if (undone !== undefined) {
    const conditions = [...tools.values()].flatMap(({ keeper }) => keeper?.isUndone ?? []);
    // A condition alone can be worked as a join, one beside `or` only task by task.
    const isUndone =
      conditions.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(conditions, sql` or `)})`;
    matching = matching.where(undone === 'true' ? isUndone : sql<boolean>`not ${isUndone}`);
  }
  if (search) {
    const found = JSON.stringify(await searchTasks(db, accountId, search));
    matching = matching.where(
      sql<boolean>`id in (select value::uuid from json_array_elements_text(${found}::text::json))`,
    );
  }
  const { count } = await matching
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (after !== undefined) matching = matching.where(await isAfter(db, accountId, after));
  const found = await matching
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit + 1)
    .offset(after === undefined ? (page - 1) * limit : 0)
    .execute();
  const tasks = found.slice(0, limit);
  return { tasks, count, next: found.length > limit ? (tasks.at(-1)?.id ?? null) : null };
}

/** SQL: whether a task comes after another one of the account. Throws `validation_failed` if there is no such task. */
async function isAfter(db: Db, accountId: string, id: string): Promise<RawBuilder<boolean>> {
  const known = await db
    .selectFrom('tasks')
    .select('id')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (!known) throw new CallError('validation_failed', '`after` must be the `next` of the page before.');
  // The time of the other task is compared in the database, which has more digits than a date here.
  const created = sql`(select created_at from tasks where id = ${id}::uuid)`;
  return sql`(created_at < ${created} or (created_at = ${created} and id > ${id}::uuid))`;
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
