import type { TaskView } from '#contract/tasks.ts';
import type { Deps } from '../../deps.ts';
import { viewOwnTask } from '../../tasks/own-tasks.ts';
import { findLatestRun } from '../run-store.ts';

/** The run of a list that started last; null for a list that never ran, or whose run is no longer kept. */
export async function viewLatestRun(
  { database: { db }, config }: Pick<Deps, 'database' | 'config'>,
  accountId: string,
  listId: string,
): Promise<TaskView | null> {
  const id = await findLatestRun(db, listId);
  return id === undefined ? null : viewOwnTask(db, accountId, id, config.TASK_RETENTION_DAYS);
}
