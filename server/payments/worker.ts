import type { Deps } from '../deps.ts';
import { every } from '../platform/every.ts';
import { type JobQueue, processDueJobs } from '../platform/queue/job-queue.ts';
import { pollIntervalMs } from '../platform/queue/queue.ts';
import { deleteOldEvents, listPendingEvents } from './events/event-store.ts';
import { processEvent, recordEventFailure } from './events/process-events.ts';
import type { PaymentDeps } from './payment-context.ts';
import { EVENT_RETRIES, openEventQueue, openRefundQueue } from './payment-queues.ts';
import { reconcile } from './reconcile.ts';
import { listDueRefunds, logRefundFailure, payRefund } from './refunds.ts';
import { remindOfTrials } from './trial.ts';

const POLL_MS = 1000;
const DAY_MS = 86_400_000;
/** Much longer than an event is retried. */
const EVENT_RETENTION_MS = 90 * DAY_MS;
const HOUR_MS = 3_600_000;

/**
 * Processes queued payment events and refunds, and syncs with the provider once a day. Mails accounts whose trial ends soon. Queues all unfinished
 * work at start. Returns a function that stops the worker after the current job, or null without payments.
 */
export async function startPayments(
  deps: Pick<Deps, 'config' | 'log' | 'clock' | 'database' | 'queue'> & PaymentDeps,
): Promise<(() => Promise<void>) | null> {
  const { payments } = deps;
  if (!payments) return null;
  const { db } = deps.database;
  const { source } = payments.provider;
  // The server's own `stopping` signal fires only after this worker has stopped.
  const stopper = new AbortController();
  const stopping = stopper.signal;
  const events = await openEventQueue(deps.queue);
  const refunds = await openRefundQueue(deps.queue);
  if (deps.config.embedded) await Promise.all([events.requeueAll(), refunds.requeueAll()]);
  await events.add((await listPendingEvents(db, source)).map(({ id }) => ({ job: { eventId: id } })));
  await refunds.add((await listDueRefunds(db, source)).map(({ id }) => ({ job: { orderId: id } })));

  let syncedAt = Number.NEGATIVE_INFINITY;
  const stops = [
    repeat(events, 'processing payment events failed', () =>
      processDueJobs(events, {
        stopping,
        work: ({ eventId }) => processEvent(payments, eventId),
        failed: (error, { job, attempt }) =>
          recordEventFailure(payments, job.eventId, error, attempt.retryCount >= EVENT_RETRIES),
      }),
    ),
    repeat(refunds, 'processing refunds failed', () =>
      processDueJobs(refunds, {
        stopping,
        work: ({ orderId }) => payRefund(payments, orderId),
        failed: (error, { job }) => logRefundFailure(payments, job.orderId, error),
      }),
    ),
    every(
      HOUR_MS,
      logged('syncing payments failed', async () => {
        if (deps.clock.now() - syncedAt < DAY_MS) return;
        syncedAt = deps.clock.now();
        await reconcile(payments, stopping);
        await deleteOldEvents(db, new Date(deps.clock.now() - EVENT_RETENTION_MS));
      }),
    ),
    every(
      HOUR_MS,
      logged('mailing about trials failed', () => remindOfTrials(deps)),
    ),
  ];
  return async () => {
    stopper.abort();
    for (const stop of stops) await stop();
  };

  function repeat<Job>(queue: JobQueue<Job>, failure: string, work: () => Promise<void>) {
    return every(pollIntervalMs(deps, POLL_MS), logged(failure, work), queue.onChange);
  }

  function logged(failure: string, work: () => Promise<void>): () => Promise<void> {
    return () => work().catch((error) => deps.log.error({ err: error }, failure));
  }
}
