import type { TaskType } from '#contract/tasks.ts';
import type { Db } from '../platform/database/db.ts';
import { nameOf } from './store.ts';
import type { TaskTools } from './task-tool.ts';

/** How many tasks an account has. */
export async function countTasks(db: Db, accountId: string): Promise<number> {
  const { tasks } = await db
    .selectFrom('tasks')
    .where('account_id', '=', accountId)
    .select((eb) => eb.fn.countAll<number>().as('tasks'))
    .executeTakeFirstOrThrow();
  return Number(tasks);
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
  return new Map(tasks.map((task) => [task.id, { name: nameOf(task), type: task.type }]));
}
