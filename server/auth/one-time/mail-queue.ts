import { randomUUID } from 'node:crypto';
import type { PgBoss } from 'pg-boss';
import { z } from 'zod';
import type { Tx } from '../../platform/db.ts';
import { queueInside } from '../../platform/queue.ts';

/**
 * A mail that was asked for. Whether there is an account, and the code itself, are the worker's to find and make: so asking
 * takes the same time for every address, and nothing secret lies in the queue.
 */
const MailJob = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('recovery'), email: z.string() }),
  z.object({
    kind: z.literal('sign-in'),
    email: z.string(),
    createUser: z.boolean(),
    data: z.record(z.string(), z.unknown()),
  }),
  z.object({ kind: z.literal('resend'), email: z.string(), type: z.enum(['signup', 'email_change']) }),
  z.object({ kind: z.literal('confirmation'), accountId: z.uuid() }),
  z.object({ kind: z.literal('email-change'), accountId: z.uuid(), email: z.string() }),
  z.object({ kind: z.literal('email-changed'), to: z.string(), newEmail: z.string() }),
  z.object({ kind: z.literal('password-changed'), accountId: z.uuid() }),
]);
export type MailJob = z.infer<typeof MailJob>;

export interface HeldMail {
  attempt: { id: string; retryCount: number };
  job: MailJob;
}

export interface MailQueue {
  /** Adds a job, in the caller's transaction where there is one. */
  add(job: MailJob, tx?: Tx): Promise<void>;
  take(most: number): Promise<HeldMail[]>;
  remove(held: HeldMail): Promise<void>;
  /** To be tried again, later each time. */
  putBack(held: HeldMail): Promise<void>;
}

const QUEUE = 'mail';
/** Tries reach over about two hours: a code made that late still holds an hour from its sending. */
const OPTIONS = {
  retryLimit: 12,
  retryDelay: 15,
  retryBackoff: true,
  retryDelayMax: 900,
  expireInSeconds: 120,
  // An address is nobody's business once its mail was given up.
  deleteAfterSeconds: 3600,
};

const opened = new WeakMap<PgBoss, Promise<void>>();

/** Makes the queue where it is missing. Call it outside of transactions. */
export async function openMailQueue({ queue: boss }: { queue: PgBoss }): Promise<MailQueue> {
  let opening = opened.get(boss);
  if (!opening) {
    opening = boss.createQueue(QUEUE, OPTIONS).then(async () => {
      // pg-boss reads the queue's row when it first meets it; inside our transaction that read would wait for itself.
      await boss.findJobs(QUEUE, { id: randomUUID() });
    });
    opened.set(boss, opening);
    opening.catch(() => opened.delete(boss));
  }
  await opening;
  return {
    add: async (job, tx) => {
      await boss.insert(QUEUE, [{ id: randomUUID(), data: job }], tx ? { db: queueInside(tx) } : {});
    },
    take: async (most) => {
      const jobs = await boss.fetch<unknown>(QUEUE, { batchSize: most });
      return jobs.map(({ id, retryCount, data }) => ({
        attempt: { id, retryCount },
        job: MailJob.parse(data),
      }));
    },
    remove: async ({ attempt }) => {
      await boss.deleteJob(QUEUE, attempt);
    },
    putBack: async ({ attempt }) => {
      await boss.fail(QUEUE, [attempt]);
    },
  };
}
