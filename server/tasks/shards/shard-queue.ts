import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import type { Tx } from '../../platform/database/db.ts';
import { type ActiveJob, type JobQueue, openJobQueue } from '../../platform/queue/job-queue.ts';
import { QUEUE_DEFAULTS, type Queue } from '../../platform/queue/queue.ts';
import { pendingShards } from '../item-store.ts';
import type { TaskRecord } from '../store.ts';
import type { TaskTool } from '../task-tool.ts';
import { markQueuedUpTo } from '../work-store.ts';

/** One shard of one run of a task, queued or in progress. */
const ShardJob = z.object({
  taskId: z.uuid(),
  /** null in jobs from before accounts shared the workers */
  accountId: z.uuid().nullable().default(null),
  runNo: z.int(),
  shard: z.int(),
  /** lower rounds run first, so that shards of different tasks alternate */
  round: z.int(),
  /** failed attempts in a row that settled no item */
  failures: z.int().default(0),
  /** the last failed attempt gave up an item */
  gaveUp: z.boolean().default(false),
});
export type ShardJob = z.infer<typeof ShardJob>;
export type HeldShard = ActiveJob<ShardJob>;
export type ShardQueue = JobQueue<ShardJob>;

/** The maximum of pg-boss. */
const MAX_EXPIRY_SECONDS = 86_399;

/** The queue of shards. */
export function openShardQueue({ queue }: { queue: Queue }): Promise<ShardQueue> {
  return openJobQueue(queue, {
    name: 'task-shards',
    job: ShardJob,
    storesMuch: true,
    options: {
      ...QUEUE_DEFAULTS,
      // Heartbeats detect dead workers. Expiry only has to exceed the longest run, which shares its workers.
      expireInSeconds: MAX_EXPIRY_SECONDS,
    },
    priority: ({ round }) => -round,
    group: ({ accountId }) => accountId,
  });
}

/** Jobs added in one transaction, which others wait for on the embedded database. */
export const JOBS_AT_ONCE = 200;
/** With fewer shards ahead of one that is taken, the next ones follow. */
const SHARDS_AHEAD = 100;

/** Where a run continues: the shard before the new ones, and the round and the wait of the first new one. */
interface Position {
  after: number;
  round: number;
  /** batches that wait before it */
  waiting: number;
}

/** Queues the first shards of a run that starts. The rows of account and task are locked. */
export function queueFirstShards(
  tx: Tx,
  deps: Pick<Deps, 'config'>,
  shards: ShardQueue,
  run: { task: TaskRecord; tool: TaskTool; round: number },
): Promise<void> {
  return queueShards(tx, deps, shards, run, { after: -1, round: run.round, waiting: 0 });
}

/**
 * Queues the next shards of a run if a worker took one of the last that are queued. Each transaction that takes a
 * shard does this, so a run never stops halfway, also after a crash. The task's row is locked.
 */
export async function queueNextShards(
  tx: Tx,
  deps: Pick<Deps, 'config'>,
  shards: ShardQueue,
  { task, tool, job }: { task: TaskRecord; tool: TaskTool; job: ShardJob },
): Promise<void> {
  const last = task.last_queued_shard;
  if (last === null || job.shard + SHARDS_AHEAD <= last) return;
  const ahead = Math.max(0, last - job.shard) + 1;
  const from = { after: last, round: job.round + ahead, waiting: ahead };
  await queueShards(tx, deps, shards, { task, tool }, from);
}

async function queueShards(
  tx: Tx,
  deps: Pick<Deps, 'config'>,
  shards: ShardQueue,
  { task, tool }: { task: TaskRecord; tool: TaskTool },
  { after, round, waiting }: Position,
): Promise<void> {
  const next = await pendingShards(tx, task.id, { after, limit: JOBS_AT_ONCE });
  const { id: taskId, account_id: accountId, run_no: runNo } = task;
  const pauseMs = tool.batchPauseMs?.(deps.config) ?? 0;
  await markQueuedUpTo(tx, taskId, next.length < JOBS_AT_ONCE ? null : (next.at(-1) ?? null));
  await shards.add(
    next.map((shard, index) => ({
      job: { taskId, accountId, runNo, shard, round: round + index, failures: 0, gaveUp: false },
      // A worker must not take batches that still have to wait, since they would take the place of others.
      delaySeconds: ((waiting + index) * pauseMs) / 1000,
    })),
    tx,
  );
}
