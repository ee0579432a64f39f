import type { Tx } from '../platform/database/db.ts';
import type { Queue } from '../platform/queue/queue.ts';
import type { DisabledEndpoint } from '../webhooks/deliver.ts';
import { openMailQueue } from './one-time/mail-queue.ts';

/** Returns what tells owners that a webhook was disabled: in the transaction that disables it, it queues a mail. */
export async function openWebhookMail(deps: {
  queue: Queue;
}): Promise<(tx: Tx, endpoint: DisabledEndpoint) => Promise<void>> {
  const queue = await openMailQueue(deps);
  return (tx, endpoint) => queue.add([{ job: { kind: 'webhook-disabled', ...endpoint } }], tx);
}
