import type { Deps } from '../deps.ts';
import { every } from '../platform/every.ts';
import { workDue } from './events/inbox.ts';
import { forgetOldEvents } from './events/inbox-store.ts';
import { paymentParts } from './payment-parts.ts';
import { reconcile } from './reconcile.ts';
import { payRefundsDue } from './refunds.ts';

const POLL_MS = 1000;
const DAY_MS = 86_400_000;
/** Much longer than a notice is repeated. */
const EVENTS_KEPT_MS = 90 * DAY_MS;
const HOUR_MS = 3_600_000;

/**
 * Works payment notices as they come, pays back what is due, and compares with the provider once a day. Answers how to stop, which
 * waits for what is in hand and leaves the rest; null without payments.
 */
export function startPayments(deps: Deps): (() => Promise<void>) | null {
  const parts = paymentParts(deps);
  if (!parts) return null;
  // Of its own: the server's `stopping` comes only after this has stopped, for whoever waits for an answer of the work.
  const stopping = new AbortController();
  const { signal } = stopping;
  let comparedAt = Number.NEGATIVE_INFINITY;
  const stopNotices = every(POLL_MS, async () => {
    try {
      while ((await workDue(parts, signal)) > 0 && !signal.aborted);
    } catch (error) {
      deps.log.error({ err: error }, 'payment notices could not be taken');
    }
  });
  const stopRefunds = every(POLL_MS, async () => {
    try {
      while ((await payRefundsDue(parts, { stopping: signal })).tried > 0 && !signal.aborted);
    } catch (error) {
      deps.log.error({ err: error }, 'refunds could not be taken');
    }
  });
  const stopComparing = every(HOUR_MS, async () => {
    if (deps.clock.now() - comparedAt < DAY_MS) return;
    comparedAt = deps.clock.now();
    try {
      await reconcile(parts, signal);
      await forgetOldEvents(deps.database.db, new Date(deps.clock.now() - EVENTS_KEPT_MS));
    } catch (error) {
      deps.log.error({ err: error }, 'payments could not be compared');
    }
  });
  return async () => {
    stopping.abort();
    await stopNotices();
    await stopRefunds();
    await stopComparing();
  };
}
