import { randomUUID } from 'node:crypto';
import type { PgBoss } from 'pg-boss';
import { z } from 'zod';
import type { Tx } from '../platform/db.ts';
import { QUEUE_DEFAULTS, queueInside } from '../platform/queue.ts';

const RunJob = z.object({ orderId: z.uuid() });
export type RunJob = z.infer<typeof RunJob>;

/** A job in a worker's hands. `attempt` keeps a worker that lost the job from ending another's. */
export interface HeldRun {
  attempt: { id: string; retryCount: number };
  job: RunJob;
}

/** The queue of runs that are paid for, on a started pg-boss. */
export interface RunQueue {
  /** Adds a job in the caller's transaction, to be taken no sooner than after the delay. */
  add(tx: Tx, job: RunJob, delaySeconds?: number): Promise<void>;
  /** Takes up to `most` jobs; they must be kept alive by `touch` until they are removed or given back. */
  take(most: number): Promise<HeldRun[]>;
  touch(held: readonly HeldRun[]): Promise<void>;
  remove(held: HeldRun, tx: Tx): Promise<void>;
  /** Gives a job back for another worker, or this one, to take at once. */
  giveBack(held: HeldRun): Promise<void>;
  /** Gives back whatever is held by anyone. Only for the one process that holds the data folder, before it takes any. */
  giveBackAll(): Promise<void>;
}

const QUEUE = 'people-runs';
/** Heartbeats end what is dead; 50,000 records of a slow source take hours. */
const EXPIRE_SECONDS = 86_399;
const opened = new WeakMap<PgBoss, Promise<void>>();

/** Makes the queue where it is missing. Call it outside of transactions. */
export async function openRunQueue({ queue: boss }: { queue: PgBoss }): Promise<RunQueue> {
  let opening = opened.get(boss);
  if (!opening) {
    opening = boss
      .createQueue(QUEUE, { ...QUEUE_DEFAULTS, expireInSeconds: EXPIRE_SECONDS })
      .then(async () => {
        // pg-boss reads the queue's row when it first meets it; inside our transaction that read would wait for itself.
        await boss.findJobs(QUEUE, { id: randomUUID() });
      });
    opened.set(boss, opening);
    opening.catch(() => opened.delete(boss));
  }
  await opening;
  return {
    add: async (tx, job, delaySeconds) => {
      await boss.insert(
        QUEUE,
        [{ id: randomUUID(), data: job, ...(delaySeconds ? { startAfter: delaySeconds } : {}) }],
        { db: queueInside(tx) },
      );
    },
    take: async (most) => {
      const jobs = await boss.fetch<unknown>(QUEUE, { batchSize: most });
      return jobs.map(({ id, retryCount, data }) => ({
        attempt: { id, retryCount },
        job: RunJob.parse(data),
      }));
    },
    touch: async (held) => {
      if (held.length > 0)
        await boss.touch(
          QUEUE,
          held.map(({ attempt }) => attempt),
        );
    },
    remove: async ({ attempt }, tx) => {
      await boss.deleteJob(QUEUE, attempt, { db: queueInside(tx) });
    },
    giveBack: async ({ attempt }) => {
      await boss.fail(QUEUE, [attempt]);
    },
    giveBackAll: async () => {
      const jobs = await boss.findJobs(QUEUE);
      const active = jobs.filter(({ state }) => state === 'active').map(({ id }) => id);
      if (active.length > 0) await boss.fail(QUEUE, active);
    },
  };
}
