import { sql } from 'kysely';
import type { TaskType } from '#contract/tasks.ts';
import type { Deps } from '../deps.ts';
import type { Db } from '../platform/db.ts';
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

/** The label of each item, in order; null for an item that was deleted. */
export async function itemLabels(
  { database: { db }, taskTools }: Pick<Deps, 'database'> & { taskTools: TaskTools },
  items: readonly { taskId: string; position: number }[],
): Promise<(string | null)[]> {
  if (items.length === 0) return [];
  const { rows } = await sql<{ type: TaskType | null; input: string | null }>`
    select t.type, i.input
    from json_to_recordset(${JSON.stringify(items.map((item, at) => ({ ...item, at })))}::text::json)
      as wanted ("taskId" uuid, position integer, at integer)
    left join tasks t on t.id = wanted."taskId"
    left join task_items i on i.task_id = t.id and i.position = wanted.position
    order by wanted.at
  `.execute(db);
  return rows.map(({ type, input }) => {
    if (input === null || type === null) return null;
    return taskTools.get(type)?.definition.task.itemLabel(input) ?? input;
  });
}
