import type { TaskType } from '#contract/tasks.ts';
import { taskDefinition, toolOfType } from '#tools/tools.ts';
import { transaction } from '../../platform/db.ts';
import { type PendingItem, pendingItems } from '../item-store.ts';
import { settleBatch } from '../settle-batch.ts';
import { lockTask, markTaken } from '../store.ts';
import { failRun, type RunDeps } from '../task-run.ts';
import { storableJson } from '../worker/storable-json.ts';
import type { HeldShard, ShardJob, ShardQueue } from './shard-queue.ts';

export interface TakenShard {
  held: HeldShard;
  type: TaskType;
  items: PendingItem[];
  /** The shard broke again and again with nothing to show: its items are worked one by one, so that all but one get through. */
  oneAtATime: boolean;
  mayWait: boolean;
}

const OUR_ERROR = 'An error on our side stopped this item. It was not charged';
const ONE_AT_A_TIME_FROM_FAILURES = 2;

/** Seconds before a shard that broke is tried again; when it breaks after the last of them, its first item is given up. */
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
    await markTaken(tx, task, {
      at: new Date(deps.clock.now()),
      round,
      currentItem: taskDefinition(task.type).itemLabel(first.input),
    });
    const oneAtATime = held.job.failures >= ONE_AT_A_TIME_FROM_FAILURES;
    return { held, type: task.type, items, oneAtATime, mayWait: task.may_wait };
  });
}

/**
 * Queues a shard that broke to be tried again, later each time. Each try that settled something starts the count anew, since a
 * shard may break because of another one. In the end the item that breaks it is given up, as a failed row that costs nothing;
 * when the shard breaks at the very next item too, the fault is not in the items, and the task has failed.
 */
export async function retryBrokenShard(
  deps: RunDeps,
  shards: ShardQueue,
  taken: TakenShard,
  delaysSeconds: readonly number[],
): Promise<void> {
  const { job } = taken.held;
  const left = await pendingItems(deps.database.db, job.taskId, job.shard);
  const progressed = left.length < taken.items.length;
  const failures = progressed ? 1 : job.failures + 1;
  const gaveUp = job.gaveUp && !progressed;
  const delay = delaysSeconds[failures - 1];
  if (delay !== undefined) {
    // Shards that broke together are not to come back together.
    const jitter = 0.5 + Math.random();
    await requeue(deps, shards, taken.held, { ...job, failures, gaveUp }, delay * jitter);
    return;
  }
  // Worked one by one, the first that is left is the one that broke it.
  const culprit = taken.oneAtATime && !gaveUp ? left[0] : undefined;
  const made = culprit && toolOfType(taken.type)?.task.failureRow(culprit.input, OUR_ERROR);
  if (!culprit || !made) {
    await shards.remove(taken.held);
    await failRun(deps, job.taskId, job.runNo);
    return;
  }
  await settleBatch(deps, {
    taskId: job.taskId,
    runNo: job.runNo,
    items: [
      {
        position: culprit.position,
        row: storableJson(made.row),
        found: false,
        failed: true,
        billable: false,
        outcome: made.outcome,
      },
    ],
  });
  await requeue(deps, shards, taken.held, { ...job, failures: delaysSeconds.length, gaveUp: true }, 0);
}

function requeue(
  deps: RunDeps,
  shards: ShardQueue,
  held: HeldShard,
  job: ShardJob,
  delaySeconds: number,
): Promise<void> {
  return transaction(deps.database.db, async (tx) => {
    await shards.remove(held, tx);
    await shards.add([{ job, delaySeconds }], tx);
  });
}
