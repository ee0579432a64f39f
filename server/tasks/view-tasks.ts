import type { TaskView } from '#contract/tasks.ts';
import type { Deps } from '../deps.ts';
import type { KeptFate, TaskRecord, TaskTools } from './task-tool.ts';
import { viewTask } from './task-view.ts';

/** Tasks as their owner sees them, in the same order, with what became of results that are kept elsewhere. */
export async function viewTasks(
  { config, database: { db }, taskTools }: Pick<Deps, 'config' | 'database'> & { taskTools: TaskTools },
  tasks: readonly TaskRecord[],
): Promise<TaskView[]> {
  const fates = new Map<string, KeptFate>();
  for (const [type, ofType] of Map.groupBy(tasks, (task) => task.type))
    for (const [id, fate] of (await taskTools.get(type)?.keeper?.fates(db, ofType)) ?? [])
      fates.set(id, fate);
  return tasks.map((task) => {
    const fate = fates.get(task.id);
    return {
      ...viewTask(task, config.TASK_RETENTION_DAYS),
      ...(fate?.undone && { undone: true }),
      // Its results would have no place.
      ...(fate?.listDeleted && { list_deleted: true, resumable: false }),
    };
  });
}
