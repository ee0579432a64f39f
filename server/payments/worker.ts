import type { Deps } from '../deps.ts';
import { every } from '../platform/every.ts';
import { workDueJobs } from '../platform/job-queue.ts';
import { eventFailed, workEvent } from './events/inbox.ts';
import { forgetOldEvents, openEvents } from './events/inbox-store.ts';
import type { PaymentDeps } from './payment-context.ts';
import { EVENT_RETRIES, openEventQueue, openRefundQueue } from './payment-queues.ts';
import { reconcile } from './reconcile.ts';
import { owedRefunds } from './refund-store.ts';
import { payRefund, refundFailed } from './refunds.ts';

const POLL_MS = 1000;
const DAY_MS = 86_400_000;
/** Much longer than an event is retried. */
const EVENTS_KEPT_MS = 90 * DAY_MS;
const HOUR_MS = 3_600_000;

/**
 * Works on queued payment events and refunds, and compares with the provider once a day. First it queues all
 * that isn't done. Returns a function that stops it after the job in progress; null without payments.
 */
export async function startPayments(
  deps: Pick<Deps, 'config' | 'log' | 'clock' | 'database' | 'queue'> & PaymentDeps,
): Promise<(() => Promise<void>) | null> {
  const parts = deps.payments;
  if (!parts) return null;
  const { db } = deps.database;
  const { source } = parts.provider;
  // The server's own `stopping` is aborted only after this has stopped.
  const stopper = new AbortController();
  const stopping = stopper.signal;
  const events = await openEventQueue(deps.queue);
  const refunds = await openRefundQueue(deps.queue);
  if (deps.config.embedded) await Promise.all([events.requeueAll(), refunds.requeueAll()]);
  await events.add((await openEvents(db, source)).map(({ id }) => ({ job: { eventId: id } })));
  await refunds.add((await owedRefunds(db, source)).map(({ id }) => ({ job: { orderId: id } })));

  let comparedAt = Number.NEGATIVE_INFINITY;
  const stops = [
    repeat(POLL_MS, 'payment events could not be taken', () =>
      workDueJobs(events, {
        stopping,
        work: ({ eventId }) => workEvent(parts, eventId),
        failed: (error, { job, attempt }) =>
          eventFailed(parts, job.eventId, error, attempt.retryCount >= EVENT_RETRIES),
      }),
    ),
    repeat(POLL_MS, 'refunds could not be taken', () =>
      workDueJobs(refunds, {
        stopping,
        work: ({ orderId }) => payRefund(parts, orderId),
        failed: (error, { job }) => refundFailed(parts, job.orderId, error),
      }),
    ),
    repeat(HOUR_MS, 'payments could not be compared', async () => {
      if (deps.clock.now() - comparedAt < DAY_MS) return;
      comparedAt = deps.clock.now();
      await reconcile(parts, stopping);
      await forgetOldEvents(db, new Date(deps.clock.now() - EVENTS_KEPT_MS));
    }),
  ];
  return async () => {
    stopper.abort();
    for (const stop of stops) await stop();
  };

  function repeat(ms: number, failure: string, work: () => Promise<void>): () => Promise<void> {
    return every(ms, () => work().catch((error) => deps.log.error({ err: error }, failure)));
  }
}
