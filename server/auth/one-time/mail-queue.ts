import { z } from 'zod';
import { ScheduleRunState } from '#contract/schedules.ts';
import { type ActiveJob, type JobQueue, openJobQueue } from '../../platform/queue/job-queue.ts';
import type { Queue } from '../../platform/queue/queue.ts';
import { Act } from '../act.ts';

/** A change of how an account logs in, which its owner must learn about. */
const SignInChange = z.enum([
  'two-factor-on',
  'two-factor-off',
  'recovery-code-used',
  'google-connected',
  'google-disconnected',
  'microsoft-connected',
  'microsoft-disconnected',
  'password-ended',
]);
export type SignInChange = z.infer<typeof SignInChange>;

/** Who did it. Undefined: the operator. Earlier versions didn't write it. */
const act = Act.optional();

/** The request came from an address where the account has signed in. Earlier versions didn't write it. */
const byOwner = z.boolean().default(false);

/**
 * A requested mail. The worker looks up the account and creates the code, so that a request takes equally
 * long for every address and the queue contains no secrets.
 */
export const MailJob = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('recovery'), email: z.string(), byOwner }),
  z.object({
    kind: z.literal('sign-in'),
    email: z.string(),
    createUser: z.boolean(),
    data: z.record(z.string(), z.unknown()),
    byOwner,
  }),
  z.object({
    kind: z.literal('resend'),
    email: z.string(),
    type: z.enum(['signup', 'email_change']),
    byOwner,
  }),
  z.object({ kind: z.literal('confirmation'), accountId: z.uuid() }),
  z.object({
    kind: z.literal('email-change'),
    accountId: z.uuid(),
    email: z.string(),
    /** Who asked for it. Nothing is sent after that session. Earlier versions didn't write it. */
    sessionId: z.uuid().optional(),
    act,
  }),
  z.object({
    kind: z.literal('email-changed'),
    to: z.string(),
    newEmail: z.string(),
    /** whether `to` was confirmed */
    confirmed: z.boolean().default(true),
    act,
  }),
  z.object({ kind: z.literal('account-deleted'), to: z.string(), act }),
  z.object({
    kind: z.literal('password-changed'),
    accountId: z.uuid(),
    /** the mailbox stood in for the password, so everything that gave access was ended */
    recovered: z.boolean().default(false),
    act,
  }),
  z.object({ kind: z.literal('welcome'), accountId: z.uuid() }),
  z.object({ kind: z.literal('new-sign-in'), accountId: z.uuid(), act: Act }),
  z.object({
    kind: z.literal('trial-ending'),
    accountId: z.uuid(),
    endsAt: z.string(),
    /** the card is charged when it ends */
    charged: z.boolean(),
  }),
  z.object({ kind: z.literal('payment-failed'), accountId: z.uuid() }),
  z.object({
    kind: z.literal('task-ended'),
    accountId: z.uuid(),
    taskId: z.uuid(),
    /** of the tool */
    title: z.string(),
    /** of the page that shows the task */
    path: z.string(),
    end: z.enum(['completed', 'failed', 'user', 'credits', 'budget', 'cap', 'time']),
    total: z.int(),
    processed: z.int(),
    found: z.int(),
  }),
  z.object({
    kind: z.literal('webhook-disabled'),
    accountId: z.uuid(),
    name: z.string(),
    why: z.enum(['gone', 'failing']),
  }),
  z.object({
    kind: z.literal('schedule-ended'),
    accountId: z.uuid(),
    runId: z.uuid(),
    /** of the schedule */
    name: z.string(),
    /** of the page that shows the run */
    path: z.string(),
    /** `skipped`: it started nothing. Jobs of earlier versions have none. */
    state: ScheduleRunState.extract(['done', 'skipped', 'failed']).default('done'),
    /** the first run, which had nothing to compare with */
    first: z.boolean(),
    added: z.int(),
    gone: z.int(),
    changed: z.int(),
    /** credits, also what the plan included */
    spent: z.int(),
    included: z.int().default(0),
    problem: z.string().nullable(),
  }),
  z.object({
    kind: z.literal('schedule-paused'),
    accountId: z.uuid(),
    name: z.string(),
    reason: z.string(),
    /** credits, of the run that paused it */
    spent: z.int().default(0),
    included: z.int().default(0),
    path: z.string(),
  }),
  z.object({
    kind: z.literal('person-erased'),
    accountId: z.uuid(),
    /** who, which only the mail says (erased-person.ts) */
    sealed: z.string(),
    /** where the account had the person */
    where: z.array(z.string()),
  }),
  z.object({ kind: z.literal('sign-in-changed'), accountId: z.uuid(), change: SignInChange, act }),
]);
export type MailJob = z.infer<typeof MailJob>;
/** What an anonymous client requests. */
export type RequestedMail =
  | Omit<Extract<MailJob, { kind: 'recovery' }>, 'byOwner'>
  | Omit<Extract<MailJob, { kind: 'sign-in' }>, 'byOwner'>
  | Omit<Extract<MailJob, { kind: 'resend' }>, 'byOwner'>;

export type ActiveMail = ActiveJob<MailJob>;
export type MailQueue = JobQueue<MailJob>;

/** Retries span about two hours. A code is valid for an hour from when it is sent. */
const OPTIONS = {
  retryLimit: 12,
  retryDelay: 15,
  retryBackoff: true,
  retryDelayMax: 900,
  expireInSeconds: 120,
  // Don't keep addresses after their mail has failed for good.
  deleteAfterSeconds: 3600,
};

/** Opens the mail queue. Requeued mails are retried with growing delays. */
export function openMailQueue({ queue }: { queue: Queue }): Promise<MailQueue> {
  return openJobQueue(queue, { name: 'mail', job: MailJob, options: OPTIONS });
}
