import { z } from 'zod';
import { openMailQueue } from '../../auth/one-time/mail-queue.ts';
import { type ActiveJob, type JobQueue, openJobQueue } from '../../platform/queue/job-queue.ts';
import { QUEUE_DEFAULTS, type Queue } from '../../platform/queue/queue.ts';

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
export async function openShardQueue({ queue }: { queue: Queue }): Promise<ShardQueue> {
  // The end of a run queues its mail in a transaction, where no queue can be created.
  await openMailQueue({ queue });
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
