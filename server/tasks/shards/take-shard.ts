import type { TaskOptions, TaskType } from '#contract/tasks.ts';
import { taskDefinition, toolOfType } from '#tools/index/tools.ts';
import { transaction } from '../../platform/database/db.ts';
import { type PendingItem, pendingItems } from '../item-store.ts';
import { isOptedOutInput } from '../opted-out-inputs.ts';
import { optedOutRow } from '../opted-out-rows.ts';
import { settleBatch } from '../settle-batch.ts';
import { lockTask } from '../store.ts';
import { failRun, type RunDeps, taskTool } from '../task-run.ts';
import { markTaken } from '../work-store.ts';
import { storableJson } from '../worker/storable-json.ts';
import { type HeldShard, queueNextShards, type ShardJob, type ShardQueue } from './shard-queue.ts';

export interface TakenShard {
  held: HeldShard;
  accountId: string;
  type: TaskType;
  items: PendingItem[];
  /**
   * The shard failed repeatedly without a result. One item at a time, all except the failing one get their
   * result.
   */
  oneAtATime: boolean;
  mayWait: boolean;
  /** of the task */
  options: TaskOptions;
}

const OUR_ERROR = 'An error on our side stopped this item. It was not charged';
const ONE_AT_A_TIME_FROM_FAILURES = 2;

/**
 * Seconds before each retry of a failed shard. If the last retry fails, the shard's first pending item is
 * given up.
 */
export const RETRY_DELAYS_SECONDS: readonly number[] = [1, 5, 25, 60];

/**
 * The pending items of a shard. Those of someone who opted out get their result here, for free. If its run has ended
 * or no items are left, removes the job and returns null.
 */
export async function loadTakenShard(
  deps: RunDeps,
  shards: ShardQueue,
  held: HeldShard,
): Promise<TakenShard | null> {
  const taken = await lockShard(deps, shards, held);
  const gone = taken?.items.filter(({ input }) => isOptedOutInput(input)) ?? [];
  if (!taken || gone.length === 0) return taken;
  await settleBatch(deps, {
    taskId: held.job.taskId,
    runNo: held.job.runNo,
    items: gone.map(({ position, input }) => {
      const { row, outcome } = optedOutRow(taken.type, input);
      return {
        position,
        row: storableJson(row),
        outcome,
        found: false,
        failed: true,
        final: true,
        billable: false,
      };
    }),
  });
  return lockShard(deps, shards, held);
}

async function lockShard(deps: RunDeps, shards: ShardQueue, held: HeldShard): Promise<TakenShard | null> {
  const { taskId, runNo, shard, round } = held.job;
  return transaction(deps.database.db, async (tx) => {
    const task = await lockTask(tx, taskId);
    const live = task?.status === 'processing' && task.run_no === runNo;
    if (task && live)
      await queueNextShards(tx, deps, shards, { task, tool: taskTool(deps, task.type), job: held.job });
    const items = live ? await pendingItems(tx, taskId, shard) : [];
    const first = items[0];
    if (!task || !first) {
      await shards.remove(held, tx);
      return null;
    }
    await markTaken(tx, task, {
      round,
      currentItem: taskDefinition(task.type).itemLabel(first.input),
    });
    const oneAtATime = held.job.failures >= ONE_AT_A_TIME_FROM_FAILURES;
    const { account_id: accountId, type, may_wait: mayWait, options } = task;
    return { held, accountId, type, items, oneAtATime, mayWait, options };
  });
}

/**
 * Queues a failed shard for a retry, with a longer delay each time. An attempt that settled items restarts
 * the count, since another shard may have caused the failure. After the last retry, the failing item becomes
 * a failed row, free of charge. If the shard then fails at the next item too, the items aren't the cause, and
 * the task fails.
 */
export async function retryFailedShard(
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
    // Shards that fail together shouldn't retry together.
    const jitter = 0.5 + Math.random();
    await requeue(deps, shards, taken.held, { ...job, failures, gaveUp }, delay * jitter);
    return;
  }
  // With one item at a time, the first pending item is the one that failed.
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
