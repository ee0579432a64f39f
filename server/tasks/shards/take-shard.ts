import type { TaskType } from '#contract/tasks.ts';
import { transaction } from '../../platform/db.ts';
import { type PendingItem, pendingItems } from '../item-store.ts';
import { lockTask, markTaken } from '../store.ts';
import { failRun, type RunDeps } from '../task-run.ts';
import type { HeldShard, ShardQueue } from './shard-queue.ts';

export interface TakenShard {
  held: HeldShard;
  type: TaskType;
  items: PendingItem[];
  /** The shard broke again and again with nothing to show: its items are worked one by one, so that all but one get through. */
  careful: boolean;
}

const CAREFUL_FROM_FAILURES = 2;

/** Seconds before a shard that broke is tried again; when it breaks after the last of them, its task has failed. */
export const RETRY_DELAYS_SECONDS: readonly number[] = [1, 5, 25, 60];

/** What is left of a shard; null, and its job gone, when its run is over or nothing is left. */
export async function openTakenShard(
  deps: RunDeps,
  shards: ShardQueue,
  held: HeldShard,
): Promise<TakenShard | null> {
  const { taskId, runNo, shard, round } = held.job;
  return transaction(deps.database.db, async (tx) => {
    const task = await lockTask(tx, taskId);
    const live = task?.status === 'processing' && task.run_no === runNo;
    const items = live ? await pendingItems(tx, taskId, shard) : [];
    const first = items[0];
    if (!task || !first) {
      await shards.remove(held, tx);
      return null;
    }
    await markTaken(tx, task, { at: new Date(deps.clock.now()), round, currentItem: first.input });
    return { held, type: task.type, items, careful: held.job.failures >= CAREFUL_FROM_FAILURES };
  });
}

/**
 * Queues a shard that broke to be tried again, later each time. Each try that settled something starts the count anew, since a
 * shard may break because of another one; one that breaks again and again with nothing to show fails its task.
 */
export async function retryBrokenShard(
  deps: RunDeps,
  shards: ShardQueue,
  taken: TakenShard,
  delaysSeconds: readonly number[],
): Promise<void> {
  const { job } = taken.held;
  const delaySeconds = await transaction(deps.database.db, async (tx) => {
    const left = await pendingItems(tx, job.taskId, job.shard);
    const failures = left.length < taken.items.length ? 1 : job.failures + 1;
    const delay = delaysSeconds[failures - 1];
    // Shards that broke together are not to come back together.
    const jitter = 0.5 + Math.random();
    await shards.remove(taken.held, tx);
    if (delay !== undefined)
      await shards.add(tx, [{ job: { ...job, failures }, delaySeconds: delay * jitter }]);
    return delay;
  });
  if (delaySeconds === undefined) await failRun(deps, job.taskId, job.runNo);
}
