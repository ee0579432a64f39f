import { lockPlan } from '../accounts/plan.ts';
import { type Tx, transaction } from '../platform/db.ts';
import type { PaymentContext } from './payment-context.ts';
import type { RefundQueue } from './payment-queues.ts';
import type { Order } from './provider.ts';
import { insertRefundDue, owedRefunds, settleRefund } from './refund-store.ts';
import { findOrder, lockOrder, settleOrder } from './store.ts';

/** Takes back an order of a single payment whose money went back: it can no longer be run. */
export async function takeBackOrder(parts: PaymentContext, orderId: string): Promise<void> {
  const found = await findOrder(parts.database.db, { id: orderId });
  if (found?.mode !== 'payment') return;
  await transaction(parts.database.db, async (tx) => {
    const account = await lockPlan(tx, found.account_id);
    const order = account ? await lockOrder(tx, orderId) : undefined;
    if (!order || order.status === 'refunded') return;
    await settleOrder(tx, orderId, { status: 'refunded', at: new Date(parts.clock.now()) });
  });
}

/**
 * Stores in the caller's transaction that `cents` of an order are owed, and queues the refund. Later calls have
 * no effect. The caller has locked the order's row.
 */
export async function oweRefund(
  tx: Tx,
  queue: RefundQueue,
  order: Order,
  cents: number,
  at: Date,
): Promise<void> {
  if (cents > 0 && (await insertRefundDue(tx, order.id, { cents, at }))) {
    await queue.add([{ job: { orderId: order.id } }], tx);
  }
}

/** Pays the refund of an order where one is owed. Throws where it has to be retried. */
export async function payRefund(parts: PaymentContext, orderId: string): Promise<void> {
  for (const order of await owedRefunds(parts.database.db, parts.provider.source, { orderId })) {
    await pay(parts, order);
  }
}

/**
 * Pays everything that is owed, to all or to one account, without waiting for the queue. Returns the number of
 * refunds tried, and of those still owed because the provider could not be reached.
 */
export async function payRefundsDue(
  parts: PaymentContext,
  of: { accountId?: string } = {},
): Promise<{ tried: number; owed: number }> {
  const due = await owedRefunds(parts.database.db, parts.provider.source, of);
  let owed = 0;
  for (const order of due) {
    try {
      await pay(parts, order);
    } catch (error) {
      owed += 1;
      refundFailed(parts, order.id, error);
    }
  }
  return { tried: due.length, owed };
}

export function refundFailed(parts: PaymentContext, orderId: string, error: unknown): void {
  parts.log.error({ err: error, order: orderId }, 'a refund could not be paid');
}

/** Pays once, even with parallel calls. A permanent refusal by the provider is stored as a problem. */
async function pay(parts: PaymentContext, order: Order): Promise<void> {
  const outcome = await parts.provider.refundOrder(order, order.refund_due_cents ?? 0);
  await settleRefund(parts.database.db, order.id, outcome);
  parts.log.info({ order: order.id, ...outcome }, 'a refund was settled');
}
