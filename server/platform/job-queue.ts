import { randomUUID } from 'node:crypto';
import { fromKysely, type PgBoss } from 'pg-boss';
import type { z } from 'zod';
import type { Tx } from './db.ts';
import type { Queue } from './queue.ts';

/** A queue by its name. Its folder says what a job is and how long one may take. */
export interface JobQueueShape<Job> {
  name: string;
  job: z.ZodType<Job>;
  options: NonNullable<Parameters<PgBoss['createQueue']>[1]>;
  /** the highest is taken first */
  priority?: (job: Job) => number;
  /** With the policy `exclusive`: a job is dropped while another one with its key waits or runs. */
  key?: (job: Job) => string;
}

/** A job in a worker's hands. `attempt` keeps a worker that lost the job from ending another's. */
export interface ActiveJob<Job> {
  attempt: { id: string; retryCount: number };
  job: Job;
}

export interface NewJob<Job> {
  job: Job;
  /** it is taken no sooner */
  delaySeconds?: number | undefined;
}

/** A queue on a started pg-boss. */
export interface JobQueue<Job> {
  /** Adds jobs, in the caller's transaction where there is one. */
  add(jobs: readonly NewJob<Job>[], tx?: Tx): Promise<void>;
  /** Takes up to `most` jobs; where the queue has heartbeats they must be kept alive by `touch` until they are removed or given back. */
  take(most: number): Promise<ActiveJob<Job>[]>;
  touch(held: readonly ActiveJob<Job>[]): Promise<void>;
  remove(held: ActiveJob<Job>, tx?: Tx): Promise<void>;
  /** Gives jobs back for another worker, or this one, to take when the queue's options have it: at once unless they say more. */
  requeue(held: readonly ActiveJob<Job>[]): Promise<void>;
  /** Gives back whatever is held by anyone. Only for the one process that holds the data folder, before it takes any. */
  requeueAll(): Promise<void>;
}

/** Makes the queue where it is missing. Call it outside of transactions. */
export async function openJobQueue<Job extends object>(
  boss: Queue,
  shape: JobQueueShape<Job>,
): Promise<JobQueue<Job>> {
  const { name, priority, key } = shape;
  await created(boss, shape);
  return {
    async add(jobs, tx) {
      const rows = jobs.map(({ job, delaySeconds }) => ({
        id: randomUUID(),
        data: job,
        ...(priority ? { priority: priority(job) } : {}),
        ...(key ? { singletonKey: key(job) } : {}),
        ...(delaySeconds ? { startAfter: delaySeconds } : {}),
      }));
      await boss.insert(name, rows, inside(tx));
    },
    async take(most) {
      const jobs = await boss.fetch<unknown>(name, { batchSize: most });
      return jobs.map(({ id, retryCount, data }) => ({
        attempt: { id, retryCount },
        job: shape.job.parse(data),
      }));
    },
    async touch(held) {
      if (held.length > 0) await boss.touch(name, held.map(attemptOf));
    },
    async remove({ attempt }, tx) {
      await boss.deleteJob(name, attempt, inside(tx));
    },
    async requeue(held) {
      if (held.length > 0) await boss.fail(name, held.map(attemptOf));
    },
    async requeueAll() {
      const jobs = await boss.findJobs(name);
      const active = jobs.filter(({ state }) => state === 'active').map(({ id }) => id);
      if (active.length > 0) await boss.fail(name, active);
    },
  };
}

/**
 * Works on due jobs one by one until none is left or `stopping` is aborted. If the work throws, `failed` gets
 * the error and the job goes back for its retry.
 */
export async function workDueJobs<Job>(
  queue: JobQueue<Job>,
  how: {
    stopping: AbortSignal;
    work(job: Job): Promise<void>;
    failed(error: unknown, held: ActiveJob<Job>): Promise<void> | void;
  },
): Promise<void> {
  while (!how.stopping.aborted) {
    const [held] = await queue.take(1);
    if (!held) return;
    try {
      await how.work(held.job);
      await queue.remove(held);
    } catch (error) {
      await how.failed(error, held);
      await queue.requeue([held]);
    }
  }
}

/** Creates a queue once; after a failure the next caller tries again. */
function created(
  boss: Queue,
  { name, options }: Pick<JobQueueShape<never>, 'name' | 'options'>,
): Promise<void> {
  let making = boss.created.get(name);
  if (!making) {
    making = boss.createQueue(name, options).then(async () => {
      // pg-boss reads the queue's row when it first meets it; inside our transaction that read would wait for itself.
      await boss.findJobs(name, { id: randomUUID() });
    });
    boss.created.set(name, making);
    making.catch(() => boss.created.delete(name));
  }
  return making;
}

function attemptOf({ attempt }: ActiveJob<unknown>): ActiveJob<unknown>['attempt'] {
  return attempt;
}

function inside(tx: Tx | undefined): { db?: ReturnType<typeof fromKysely> } {
  return tx ? { db: fromKysely(tx) } : {};
}
