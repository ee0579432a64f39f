import { z } from 'zod';
import type { Config } from '../../config.ts';
import { type HeldJob, type JobQueue, openJobQueue } from '../../platform/job-queue.ts';
import { QUEUE_DEFAULTS, type Queue } from '../../platform/queue.ts';

/** One shard of one run of a task, waiting for a worker or in its hands. */
const ShardJob = z.object({
  taskId: z.uuid(),
  runNo: z.int(),
  shard: z.int(),
  /** its turn: shards of different tasks alternate, since the lowest round is taken first */
  round: z.int(),
  /** tries in a row that broke without settling a single item */
  failures: z.int().default(0),
  /** the last of them ended with an item given up */
  gaveUp: z.boolean().default(false),
});
export type ShardJob = z.infer<typeof ShardJob>;
export type HeldShard = HeldJob<ShardJob>;
export type ShardQueue = JobQueue<ShardJob>;

const MAX_EXPIRY_SECONDS = 86_399;

/** The queue of shards. */
export function openShardQueue({ queue, config }: { queue: Queue; config: Config }): Promise<ShardQueue> {
  const budgetSeconds = Math.ceil(config.TASK_TIME_BUDGET_MS / 1000);
  return openJobQueue(queue, {
    name: 'task-shards',
    job: ShardJob,
    options: {
      ...QUEUE_DEFAULTS,
      // Heartbeats end what is dead; expiry only has to be above what a run may take, its pauses included.
      expireInSeconds: Math.min(MAX_EXPIRY_SECONDS, budgetSeconds * 2 + 3600),
    },
    priority: ({ round }) => -round,
  });
}
