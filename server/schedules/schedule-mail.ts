import { type MailJob, type MailQueue, openMailQueue } from '../auth/one-time/mail-queue.ts';
import type { Tx } from '../platform/database/db.ts';
import type { Queue } from '../platform/queue/queue.ts';

type Mail<Kind> = Omit<Extract<MailJob, { kind: Kind }>, 'kind'>;

/** Queues mails about schedules, in the transactions that cause them. */
export interface ScheduleMails {
  ended(tx: Tx, mail: Mail<'schedule-ended'>): Promise<void>;
  paused(tx: Tx, mail: Mail<'schedule-paused'>): Promise<void>;
}

/** Opens the queue. Not in a transaction: the embedded database creates it only after that. */
export async function openScheduleMails(deps: { queue: Queue }): Promise<ScheduleMails> {
  const queue: MailQueue = await openMailQueue(deps);
  return {
    ended: (tx, mail) => queue.add([{ job: { kind: 'schedule-ended', ...mail } }], tx),
    paused: (tx, mail) => queue.add([{ job: { kind: 'schedule-paused', ...mail } }], tx),
  };
}
