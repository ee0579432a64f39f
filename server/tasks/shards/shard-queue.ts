import { randomUUID } from 'node:crypto';
import type { Job, PgBoss } from 'pg-boss';
import { z } from 'zod';
import type { Config } from '../../config.ts';
import type { Database, Tx } from '../../platform/db.ts';
import { QUEUE_DEFAULTS, queueInside } from '../../platform/queue.ts';

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

/** A job in a worker's hands. `attempt` keeps a worker that lost the job from ending another's. */
export interface HeldShard {
  attempt: { id: string; retryCount: number };
  job: ShardJob;
}

const QUEUE = 'task-shards';
const MAX_EXPIRY_SECONDS = 86_399;
const opened = new WeakMap<PgBoss, Promise<void>>();

/** The queue of shards on a started pg-boss. */
export interface ShardQueue {
  /** Adds jobs in the caller's transaction, to be taken no sooner than after the delay. */
  add(tx: Tx, jobs: readonly { job: ShardJob; delaySeconds?: number }[]): Promise<void>;
  /** Takes up to `most` jobs; they must be kept alive by `touch` until they are removed or given back. */
  take(most: number): Promise<HeldShard[]>;
  touch(held: readonly HeldShard[]): Promise<void>;
  remove(held: HeldShard, tx?: Tx): Promise<void>;
  /** Gives jobs back for another worker, or this one, to take at once. */
  giveBack(held: readonly HeldShard[]): Promise<void>;
  /** Gives back whatever is held by anyone. Only for the one process that holds the data folder, before it takes any. */
  giveBackAll(): Promise<void>;
}

/** Makes the queue where it is missing. Call it outside of transactions. */
export async function openShardQueue(deps: {
  queue: PgBoss;
  database: Database;
  config: Config;
}): Promise<ShardQueue> {
  const boss = deps.queue;
  let opening = opened.get(boss);
  if (!opening) {
    opening = createQueue(boss, deps.config.TASK_TIME_BUDGET_MS);
    opened.set(boss, opening);
    opening.catch(() => opened.delete(boss));
  }
  await opening;
  return {
    async add(tx, jobs) {
      await boss.insert(
        QUEUE,
        jobs.map(({ job, delaySeconds }) => ({
          id: randomUUID(),
          data: job,
          priority: -job.round,
          ...(delaySeconds ? { startAfter: delaySeconds } : {}),
        })),
        { db: queueInside(tx) },
      );
    },
    async take(most) {
      const jobs = await boss.fetch<unknown>(QUEUE, { batchSize: most });
      return jobs.map(held);
    },
    async touch(shards) {
      if (shards.length > 0)
        await boss.touch(
          QUEUE,
          shards.map(({ attempt }) => attempt),
        );
    },
    async remove({ attempt }, tx) {
      await boss.deleteJob(QUEUE, attempt, tx ? { db: queueInside(tx) } : {});
    },
    async giveBack(shards) {
      if (shards.length > 0)
        await boss.fail(
          QUEUE,
          shards.map(({ attempt }) => attempt),
        );
    },
    async giveBackAll() {
      const jobs = await boss.findJobs(QUEUE);
      const active = jobs.filter(({ state }) => state === 'active').map(({ id }) => id);
      if (active.length > 0) await boss.fail(QUEUE, active);
    },
  };
}

async function createQueue(boss: PgBoss, timeBudgetMs: number): Promise<void> {
  await boss.createQueue(QUEUE, {
    ...QUEUE_DEFAULTS,
    // Heartbeats end what is dead; expiry only has to be above what a run may take, its pauses included.
    expireInSeconds: Math.min(MAX_EXPIRY_SECONDS, Math.ceil(timeBudgetMs / 1000) * 2 + 3600),
  });
  // pg-boss reads the queue's row when it first meets it; inside our transaction that read would wait for itself.
  await boss.findJobs(QUEUE, { id: randomUUID() });
}

function held(job: Job<unknown>): HeldShard {
  return { attempt: { id: job.id, retryCount: job.retryCount }, job: ShardJob.parse(job.data) };
}
