import type { Db } from '../../platform/db.ts';
import { reasonOf } from '../../platform/operator-error.ts';
import { revokeSubscription, syncSubscription } from '../entitlements.ts';
import { fulfil } from '../fulfil.ts';
import type { PaymentParts } from '../payment-parts.ts';
import { takeBackOrder } from '../refunds.ts';
import { claimDue, insertEvent, noteOutcome, type PaymentEvent } from './inbox-store.ts';

/** A notice of the provider. Its object is not believed: it is fetched again when the notice is worked. */
export interface Notice {
  id: string;
  type: string;
  objectId: string;
}

const LEASE_MS = 120_000;
const MOST_AT_ONCE = 20;
const FIRST_WAIT_MS = 2000;
const LONGEST_WAIT_MS = 3_600_000;
/** About three days, as long as Stripe itself repeats what was not taken. */
const MOST_ATTEMPTS = 80;

/**
 * Keeps a notice, once however often it comes. It is worked by whoever calls `workDue` next. `db`: a transaction that changes
 * what it is about.
 */
export async function receive(
  parts: PaymentParts,
  notice: Notice,
  db: Db = parts.database.db,
): Promise<void> {
  const at = new Date(parts.clock.now());
  const isNew = await insertEvent(db, { ...notice, source: parts.provider.source, at });
  parts.log.info({ event: notice.id, type: notice.type, again: !isNew }, 'payment notice');
}

/**
 * Works the notices that are due, one after the other. One that fails comes again later. Answers how many were taken. `stopping`: those
 * not begun are left for later.
 */
export async function workDue(parts: PaymentParts, stopping?: AbortSignal): Promise<number> {
  const { db } = parts.database;
  const now = parts.clock.now();
  const due = await claimDue(db, {
    source: parts.provider.source,
    now: new Date(now),
    leaseEnds: new Date(now + LEASE_MS),
    most: MOST_AT_ONCE,
  });
  for (const event of due) {
    if (stopping?.aborted) {
      await noteOutcome(db, event.id, { dueAt: new Date(parts.clock.now()), error: event.last_error });
      continue;
    }
    try {
      await act(parts, event);
      await noteOutcome(db, event.id, { dueAt: null, error: null });
    } catch (error) {
      const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(event.attempts, 20));
      const over = event.attempts >= MOST_ATTEMPTS;
      parts.log.error({ err: error, event: event.id, type: event.type, over }, 'a payment notice failed');
      await noteOutcome(db, event.id, {
        dueAt: over ? null : new Date(parts.clock.now() + wait),
        error: reasonOf(error).slice(0, 500),
      });
    }
  }
  return due.length;
}

/** What a notice asks for. Each step reads how things stand now, so their order and number do not matter. */
async function act(parts: PaymentParts, { type, object_id }: PaymentEvent): Promise<void> {
  switch (type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired': {
      const session = await parts.provider.readCheckout(object_id);
      if (session) await fulfil(parts, session, { failed: type === 'checkout.session.async_payment_failed' });
      return;
    }
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
    case 'customer.subscription.paused':
    case 'customer.subscription.resumed':
      await syncSubscription(parts, object_id);
      return;
    case 'invoice.paid':
    case 'invoice.payment_failed':
    case 'invoice.payment_action_required': {
      const subscriptionId = await parts.provider.subscriptionOfInvoice(object_id);
      if (subscriptionId) await syncSubscription(parts, subscriptionId);
      return;
    }
    case 'charge.refunded':
    case 'charge.dispute.created': {
      const reversal = await parts.provider.readReversal({ type, objectId: object_id });
      if (!reversal || reversal.ours || !reversal.whole) return;
      if (reversal.subscriptionId) await revokeSubscription(parts, reversal.subscriptionId);
      if (reversal.orderId) await takeBackOrder(parts, reversal.orderId);
      return;
    }
    default:
      parts.log.debug({ type }, 'a payment notice that asks for nothing');
  }
}
