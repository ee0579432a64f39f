import { type Tx, transaction } from '../../platform/db.ts';
import { reasonOf } from '../../platform/operator-error.ts';
import { revokeSubscription, syncSubscription } from '../entitlements.ts';
import { fulfil } from '../fulfil.ts';
import type { PaymentContext } from '../payment-context.ts';
import { type EventQueue, openEventQueue } from '../payment-queues.ts';
import { takeBackOrder } from '../refunds.ts';
import { insertEvent, openEvents, type PaymentEvent, storeOutcome } from './inbox-store.ts';

/** A notice of the provider. Its object is not believed: it is fetched again when the notice is worked. */
export interface Notice {
  id: string;
  type: string;
  objectId: string;
}

/** Stores an event once, however often it arrives, and queues it. */
export async function receive(parts: PaymentContext, notice: Notice): Promise<void> {
  const queue = await openEventQueue(parts.queue);
  await transaction(parts.database.db, (tx) => receiveInside(tx, parts, queue, notice));
}

/** `receive` in a transaction that changes what the event is about. */
export async function receiveInside(
  tx: Tx,
  parts: PaymentContext,
  queue: EventQueue,
  notice: Notice,
): Promise<void> {
  const at = new Date(parts.clock.now());
  const isNew = await insertEvent(tx, { ...notice, source: parts.provider.source, at });
  if (isNew) await queue.add([{ job: { eventId: notice.id } }], tx);
  parts.log.info({ event: notice.id, type: notice.type, again: !isNew }, 'payment event received');
}

/** Works on an event, unless it is done. Throws where it has to be retried. */
export async function workEvent(parts: PaymentContext, id: string): Promise<void> {
  const { db } = parts.database;
  for (const event of await openEvents(db, parts.provider.source, id)) {
    await act(parts, event);
    await storeOutcome(db, id, { done: true, error: null });
  }
}

/** Works on all events that are not done, now. Those that fail are left to the queue. */
export async function workOpenEvents(parts: PaymentContext): Promise<void> {
  for (const { id } of await openEvents(parts.database.db, parts.provider.source)) {
    await workEvent(parts, id).catch((error) => eventFailed(parts, id, error));
  }
}

/** Stores why an event failed. `over`: it is given up. */
export async function eventFailed(
  parts: PaymentContext,
  id: string,
  error: unknown,
  over = false,
): Promise<void> {
  parts.log.error({ err: error, event: id, over }, 'a payment event failed');
  await storeOutcome(parts.database.db, id, { done: over, error: reasonOf(error).slice(0, 500) });
}

/** What a notice asks for. Each step reads how things stand now, so their order and number do not matter. */
async function act(parts: PaymentContext, { type, object_id }: PaymentEvent): Promise<void> {
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
