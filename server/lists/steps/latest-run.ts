import type { ReplyOf } from '#contract/call.ts';
import type { LIST_STEP_CALLS } from '#contract/calls/list-step-calls.ts';
import type { Deps } from '../../deps.ts';
import { viewOwnTask } from '../../tasks/own-tasks.ts';
import { findLatestRun, findRun, isUndone } from '../run-store.ts';

/** The run of a list that started last; null for a list that never ran, or whose run is no longer kept. */
export async function viewLatestRun(
  { database: { db }, config }: Pick<Deps, 'database' | 'config'>,
  accountId: string,
  listId: string,
): Promise<ReplyOf<typeof LIST_STEP_CALLS.listRunLatest>> {
  const id = await findLatestRun(db, listId);
  const latest = id === undefined ? undefined : await findRun(db, id);
  if (!latest) return { run: null };
  const run = await viewOwnTask(db, accountId, latest.task_id, config.TASK_RETENTION_DAYS);
  return { run, undone: isUndone(latest, run?.finished_at ? new Date(run.finished_at) : null) };
}
