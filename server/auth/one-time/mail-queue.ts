import { z } from 'zod';
import { type HeldJob, type JobQueue, openJobQueue } from '../../platform/job-queue.ts';
import type { Queue } from '../../platform/queue.ts';

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

export type HeldMail = HeldJob<MailJob>;
export type MailQueue = JobQueue<MailJob>;

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

/** The queue of mails; one given back is tried again, later each time. */
export function openMailQueue({ queue }: { queue: Queue }): Promise<MailQueue> {
  return openJobQueue(queue, { name: 'mail', job: MailJob, options: OPTIONS });
}
