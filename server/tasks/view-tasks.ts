import type { TaskView } from '#contract/tasks.ts';
import type { Deps } from '../deps.ts';
import type { TaskRecord, TaskTools } from './task-tool.ts';
import { viewTask } from './task-view.ts';

/** Tasks as their owner sees them, in the same order, with whether what they did was undone. */
export async function viewTasks(
  { config, database: { db }, taskTools }: Pick<Deps, 'config' | 'database'> & { taskTools: TaskTools },
  tasks: readonly TaskRecord[],
): Promise<TaskView[]> {
  const undone = new Set<string>();
  for (const [type, ofType] of Map.groupBy(tasks, (task) => task.type))
    for (const id of (await taskTools.get(type)?.keeper?.undone(db, ofType)) ?? []) undone.add(id);
  return tasks.map((task) => ({
    ...viewTask(task, config.TASK_RETENTION_DAYS),
    ...(undone.has(task.id) && { undone: true }),
  }));
}
