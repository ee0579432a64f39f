import { type MailJob, openMailQueue } from '../auth/one-time/mail-queue.ts';
import type { Tx } from '../platform/database/db.ts';
import type { Queue } from '../platform/queue/queue.ts';

type Mail<Kind> = Omit<Extract<MailJob, { kind: Kind }>, 'kind'>;

/** Queues the mail about the end of a run, in the transaction that ends it. */
export async function mailRunEnd(
  tx: Tx,
  { queue }: { queue: Queue },
  mail: Mail<'schedule-ended'>,
): Promise<void> {
  await (await openMailQueue({ queue })).add([{ job: { kind: 'schedule-ended', ...mail } }], tx);
}

/** Queues the mail about a schedule that paused by itself, in the transaction that pauses it. */
export async function mailSchedulePaused(
  tx: Tx,
  { queue }: { queue: Queue },
  mail: Mail<'schedule-paused'>,
): Promise<void> {
  await (await openMailQueue({ queue })).add([{ job: { kind: 'schedule-paused', ...mail } }], tx);
}
