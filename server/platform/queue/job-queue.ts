import { randomUUID } from 'node:crypto';
import { fromKysely, type PgBoss } from 'pg-boss';
import type { z } from 'zod';
import type { Tx } from '../database/db.ts';
import { isInTransaction } from '../database/pglite-dialect.ts';
import type { Queue } from './queue.ts';

/** The definition of a queue. The folder that owns it defines the job and its time limits. */
export interface JobQueueShape<Job> {
  name: string;
  job: z.ZodType<Job>;
  options: NonNullable<Parameters<PgBoss['createQueue']>[1]>;
  /** higher values first */
  priority?: (job: Job) => number;
  /** Whose job it is, so that `take` can leave out the jobs of some. null: nobody's. */
  group?: (job: Job) => string | null;
  /** Its jobs store much. They wait while the disk is low on space; other jobs wait only while it is full. */
  storesMuch?: boolean;
  /** With the `exclusive` policy, a new job is dropped while another job with its key waits or runs. */
  key?: (job: Job) => string;
}

/**
 * A job taken by a worker. `attempt` prevents a worker that lost the job from finishing another worker's
 * attempt.
 */
export interface ActiveJob<Job> {
  attempt: { id: string; retryCount: number };
  job: Job;
}

export interface NewJob<Job> {
  job: Job;
  /** the job becomes due after this time */
  delaySeconds?: number | undefined;
}

/** A queue on a started pg-boss. */
export interface JobQueue<Job> {
  /** Adds jobs, in the caller's transaction if given. */
  add(jobs: readonly NewJob<Job>[], tx?: Tx): Promise<void>;
  /**
   * Takes up to `max` jobs, except those of the groups in `without`. In a queue with heartbeats, call `touch`
   * until they are removed or requeued.
   */
  take(max: number, without?: readonly string[]): Promise<ActiveJob<Job>[]>;
  touch(active: readonly ActiveJob<Job>[]): Promise<void>;
  remove(active: ActiveJob<Job>, tx?: Tx): Promise<void>;
  /**
   * Returns jobs to the queue. They are due again after the retry delay of the queue, by default immediately.
   */
  requeue(active: readonly ActiveJob<Job>[]): Promise<void>;
  /** Requeues all active jobs. Only the single process of a data folder may call it, before it takes jobs. */
  requeueAll(): Promise<void>;
  /**
   * Calls `listener` when this process added or removed jobs, maybe before the transaction ends. Returns a
   * function that ends this.
   */
  onChange(listener: () => void): () => void;
}

/**
 * Opens a queue and creates it if needed. Throws in a transaction: creating a queue there would deadlock the embedded
 * database, but only at its first use, so no test of a used queue would see it.
 */
export async function openJobQueue<Job extends object>(
  boss: Queue,
  shape: JobQueueShape<Job>,
): Promise<JobQueue<Job>> {
  const { name, priority, group, key, storesMuch = false } = shape;
  if (isInTransaction()) {
    throw new Error(`The queue ${name} can't be opened inside a transaction: open it before, and pass it.`);
  }
  await createOnce(boss, shape);
  const changed = () => boss.changes.emit(name);
  return {
    async add(jobs, tx) {
      const rows = jobs.map(({ job, delaySeconds }) => ({
        id: randomUUID(),
        data: job,
        ...(priority ? { priority: priority(job) } : {}),
        ...jobGroup(group?.(job)),
        ...(key ? { singletonKey: key(job) } : {}),
        ...(delaySeconds ? { startAfter: delaySeconds } : {}),
      }));
      await boss.insert(name, rows, inside(tx));
      changed();
    },
    async take(max, without = []) {
      // A disk without room fails every job, and each failure counts.
      if (storesMuch ? boss.space.isLow() : boss.space.isFull()) return [];
      const ignoreGroups = without.length > 0 ? { ignoreGroups: [...without] } : {};
      const jobs = await boss.fetch<unknown>(name, { batchSize: max, ...ignoreGroups });
      return jobs.map(({ id, retryCount, data }) => ({
        attempt: { id, retryCount },
        job: shape.job.parse(data),
      }));
    },
    async touch(active) {
      if (active.length > 0) await boss.touch(name, active.map(jobAttempt));
    },
    async remove({ attempt }, tx) {
      await boss.deleteJob(name, attempt, inside(tx));
      changed();
    },
    async requeue(active) {
      if (active.length > 0) await boss.fail(name, active.map(jobAttempt));
    },
    async requeueAll() {
      const jobs = await boss.findJobs(name);
      const active = jobs.filter(({ state }) => state === 'active').map(({ id }) => id);
      if (active.length > 0) await boss.fail(name, active);
    },
    onChange(listener) {
      boss.changes.on(name, listener);
      return () => void boss.changes.off(name, listener);
    },
  };
}

/**
 * Processes due jobs one at a time until none is left or `stopping` aborts. If `work` throws, calls `failed`
 * with the error and requeues the job.
 */
export async function processDueJobs<Job>(
  queue: JobQueue<Job>,
  options: {
    stopping: AbortSignal;
    work(job: Job): Promise<void>;
    failed(error: unknown, active: ActiveJob<Job>): Promise<void> | void;
  },
): Promise<void> {
  while (!options.stopping.aborted) {
    const [active] = await queue.take(1);
    if (!active) return;
    try {
      await options.work(active.job);
      await queue.remove(active);
    } catch (error) {
      await options.failed(error, active);
      await queue.requeue([active]);
    }
  }
}

/** Creates a queue once. After a failure, the next caller tries again. */
function createOnce(
  boss: Queue,
  { name, options }: Pick<JobQueueShape<never>, 'name' | 'options'>,
): Promise<void> {
  let creation = boss.created.get(name);
  if (!creation) {
    creation = boss.createQueue(name, options).then(async () => {
      // Makes pg-boss cache the queue's row now. Reading it later, inside our transaction, would deadlock.
      await boss.findJobs(name, { id: randomUUID() });
    });
    boss.created.set(name, creation);
    creation.catch(() => boss.created.delete(name));
  }
  return creation;
}

function jobGroup(id: string | null | undefined): { group?: { id: string } } {
  return id == null ? {} : { group: { id } };
}

function jobAttempt({ attempt }: ActiveJob<unknown>): ActiveJob<unknown>['attempt'] {
  return attempt;
}

function inside(tx: Tx | undefined): { db?: ReturnType<typeof fromKysely> } {
  return tx ? { db: fromKysely(tx) } : {};
}
