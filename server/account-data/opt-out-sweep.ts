import type { Deps } from '../deps.ts';
import { sweepNextList } from '../lists/opt-out-sweep.ts';
import { sweepOptedOut } from '../opt-outs/sweep.ts';
import { every } from '../platform/every.ts';
import { sweepNextTask } from '../tasks/opt-out-sweep.ts';
import type { TaskTools } from '../tasks/task-tool.ts';

/** A new entry hides people at once; this is how soon their stored rows go. */
const INTERVAL_MS = 60_000;

type SweepDeps = Pick<Deps, 'config' | 'clock' | 'database' | 'secrets' | 'log'> & { taskTools: TaskTools };

/** Removes people who opted out from the stored rows of tasks and lists, in steps, if the list has new entries. */
export async function sweepStoredRows(deps: SweepDeps, stopping: AbortSignal): Promise<void> {
  await sweepOptedOut(deps, 'tasks', (after) => sweepNextTask(deps, after), stopping);
  await sweepOptedOut(deps, 'lists', (after) => sweepNextList(deps, after), stopping);
}

/** Runs `sweepStoredRows` at the start and every minute. Returns a function that stops it. */
export function startOptOutSweep(deps: SweepDeps): () => Promise<void> {
  return every(INTERVAL_MS, async (stopping) => {
    try {
      await sweepStoredRows(deps, stopping);
    } catch (error) {
      deps.log.error({ err: error }, 'could not apply opt-outs to stored rows');
    }
  });
}
