import type { Db } from '../platform/database/db.ts';

/** The lists that tasks worked in, by the ids of the tasks. A task of no list, or of one that is gone, is missing. */
export async function listsOfTasks(db: Db, taskIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (taskIds.length === 0) return new Map();
  const runs = await db
    .selectFrom('list_runs')
    .select(['task_id', 'list_id'])
    .where('task_id', 'in', taskIds)
    .execute();
  return new Map(runs.map((run) => [run.task_id, run.list_id]));
}
