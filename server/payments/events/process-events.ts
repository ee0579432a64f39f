import { cutText } from '#contract/cut-text.ts';
import { type Tx, transaction } from '../../platform/database/db.ts';
import { firstErrorLine } from '../../platform/operator-error.ts';
import { revokeSubscription, syncSubscription } from '../entitlements.ts';
import { fulfill } from '../fulfill.ts';
import type { PaymentContext } from '../payment-context.ts';
import { type EventQueue, openEventQueue } from '../payment-queues.ts';
import { refundAgain, restoreOrder, revokeOrder } from '../refunds.ts';
import { insertEvent, listPendingEvents, type PaymentEvent, saveEventOutcome } from './event-store.ts';

/**
 * An event from the provider. It carries only an object id: the object is fetched when the event is
 * processed.
 */
export interface IncomingEvent {
  id: string;
  type: string;
  objectId: string;
}

/** Stores and queues an event. Does nothing if the event arrived before. */
export async function receiveEvent(payments: PaymentContext, event: IncomingEvent): Promise<void> {
  const queue = await openEventQueue(payments.queue);
  await transaction(payments.database.db, (tx) => receiveEventInTransaction(tx, payments, queue, event));
}

/** `receiveEvent` inside the caller's transaction. */
export async function receiveEventInTransaction(
  tx: Tx,
  payments: PaymentContext,
  queue: EventQueue,
  event: IncomingEvent,
): Promise<void> {
  const at = new Date(payments.clock.now());
  const isNew = await insertEvent(tx, { ...event, source: payments.provider.source, at });
  if (isNew) await queue.add([{ job: { eventId: event.id } }], tx);
  payments.log.info({ event: event.id, type: event.type, duplicate: !isNew }, 'payment event received');
}

/** Processes a pending event. Throws if the event has to be retried. */
export async function processEvent(payments: PaymentContext, id: string): Promise<void> {
  const { db } = payments.database;
  for (const event of await listPendingEvents(db, payments.provider.source, id)) {
    await handleEvent(payments, event);
    await saveEventOutcome(db, id, { done: true, error: null });
  }
}

/** Processes all pending events now. Failed events stay in the queue. */
export async function processPendingEvents(payments: PaymentContext): Promise<void> {
  for (const { id } of await listPendingEvents(payments.database.db, payments.provider.source)) {
    await processEvent(payments, id).catch((error) => recordEventFailure(payments, id, error));
  }
}

/** Logs and stores why an event failed. `final`: the event is not retried again. */
export async function recordEventFailure(
  payments: PaymentContext,
  id: string,
  error: unknown,
  final = false,
): Promise<void> {
  payments.log.error({ err: error, event: id, final }, 'payment event failed');
  await saveEventOutcome(payments.database.db, id, {
    done: final,
    error: cutText(firstErrorLine(error), 500),
  });
}

/** Every step reads the current state from the provider, so the order and number of events don't matter. */
async function handleEvent(payments: PaymentContext, { type, object_id }: PaymentEvent): Promise<void> {
  switch (type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired': {
      const session = await payments.provider.readCheckout(object_id);
      if (session)
        await fulfill(payments, session, {
          failed: type === 'checkout.session.async_payment_failed',
          cleared: type === 'checkout.session.async_payment_succeeded',
        });
      return;
    }
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
    case 'customer.subscription.paused':
    case 'customer.subscription.resumed':
      await syncSubscription(payments, object_id);
      return;
    case 'invoice.paid':
    case 'invoice.payment_failed':
    case 'invoice.payment_action_required': {
      const subscriptionId = await payments.provider.subscriptionOfInvoice(object_id);
      if (subscriptionId) await syncSubscription(payments, subscriptionId);
      return;
    }
    case 'charge.refunded':
    case 'charge.dispute.created':
    // An inquiry became a dispute.
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.closed': {
      const reversal = await payments.provider.readReversal({ type, objectId: object_id });
      if (reversal?.won && reversal.orderId) await restoreOrder(payments, reversal.orderId);
      if (!reversal || reversal.byUs || !reversal.full) return;
      if (reversal.subscriptionId) await revokeSubscription(payments, reversal.subscriptionId);
      // A dispute that was just opened can still be won.
      const isFinal = type === 'charge.refunded' || type === 'charge.dispute.closed';
      if (reversal.orderId) await revokeOrder(payments, reversal.orderId, { isFinal });
      return;
    }
    case 'refund.failed':
      await refundAgain(payments, object_id);
      return;
    default:
      payments.log.debug({ type }, 'payment event ignored');
  }
}
