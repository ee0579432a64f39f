import { z } from 'zod';
import { type JobQueue, openJobQueue } from '../platform/queue/job-queue.ts';
import type { Queue } from '../platform/queue/queue.ts';

const EventJob = z.object({ eventId: z.string() });
const RefundJob = z.object({ orderId: z.uuid() });
export type EventQueue = JobQueue<z.infer<typeof EventJob>>;
export type RefundQueue = JobQueue<z.infer<typeof RefundJob>>;

/** About three days, as long as Stripe retries its webhooks. */
export const EVENT_RETRIES = 80;

const OPTIONS = {
  policy: 'exclusive',
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 3600,
  // Longer than the provider's timeouts and their retries.
  expireInSeconds: 120,
};

/** Opens the queue of payment events. */
export function openEventQueue(queue: Queue): Promise<EventQueue> {
  return openJobQueue(queue, {
    name: 'payment-events',
    job: EventJob,
    key: ({ eventId }) => eventId,
    options: { ...OPTIONS, retryLimit: EVENT_RETRIES },
  });
}

/** Opens the queue of refunds. Refunds never expire, since we owe that money. */
export function openRefundQueue(queue: Queue): Promise<RefundQueue> {
  return openJobQueue(queue, {
    name: 'refunds',
    job: RefundJob,
    key: ({ orderId }) => orderId,
    options: { ...OPTIONS, retryLimit: 1_000_000, retentionSeconds: 50 * 365 * 86_400 },
  });
}
