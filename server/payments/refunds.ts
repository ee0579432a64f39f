import { lockPlan } from '../accounts/plan.ts';
import { type Db, type Tx, transaction } from '../platform/database/db.ts';
import type { PaymentContext } from './payment-context.ts';
import { openRefundQueue, type RefundQueue } from './payment-queues.ts';
import type { Order } from './provider.ts';
import { findOrder, lockOrder, settleOrder } from './store.ts';

/**
 * Marks a single-payment order as refunded, so that it can no longer run. Ignores subscriptions. `isFinal`: the person has the
 * money back, so a refund of ours that wasn't possible isn't owed any more.
 */
export async function revokeOrder(
  payments: PaymentContext,
  orderId: string,
  { isFinal }: { isFinal: boolean },
): Promise<void> {
  await changeOrder(payments, orderId, async (tx, { status, refund_problem }, at) => {
    if (status !== 'refunded') await settleOrder(tx, orderId, { status: 'refunded', at });
    if (isFinal && refund_problem !== null)
      await tx.updateTable('orders').set({ refund_problem: null }).where('id', '=', orderId).execute();
  });
}

/**
 * Marks a single-payment order as paid again after its dispute was won: it can run, or has its file back. One that we refund in
 * full stays refunded. A refund that wasn't possible meanwhile becomes due again.
 */
export async function restoreOrder(payments: PaymentContext, orderId: string): Promise<void> {
  const queue = await openRefundQueue(payments.queue);
  await changeOrder(payments, orderId, async (tx, order, at) => {
    if (order.status === 'refunded' && order.refund_due_cents !== order.amount_cents)
      await settleOrder(tx, orderId, { status: 'paid', at });
    if (order.refund_problem !== null) await reopenRefund(tx, queue, orderId, at);
  });
}

/** Changes a single-payment order, with its account's and its own row locked. Returns null for other orders, and those that are gone. */
async function changeOrder<T>(
  { database: { db }, clock }: PaymentContext,
  orderId: string,
  change: (tx: Tx, order: Order, at: Date) => Promise<T>,
): Promise<T | null> {
  const found = await findOrder(db, { id: orderId });
  if (found?.mode !== 'payment') return null;
  return transaction(db, async (tx) => {
    const account = await lockPlan(tx, found.account_id);
    const order = account ? await lockOrder(tx, orderId) : undefined;
    return order ? change(tx, order, new Date(clock.now())) : null;
  });
}

/**
 * Makes a refund of an order due again that its bank returned, and logs it. Other refunds are only logged: nothing here says
 * whom we owe. Throws while the refund is being settled.
 */
export async function refundAgain(payments: PaymentContext, refundId: string): Promise<void> {
  const { log } = payments;
  const refund = await payments.provider.readRefund(refundId);
  if (!refund?.returned) return;
  const { orderId } = refund;
  const queue = await openRefundQueue(payments.queue);
  const change = (tx: Tx, order: Order, at: Date) => makeDueAgain(tx, queue, order, at);
  const isDue = orderId ? await changeOrder(payments, orderId, change) : null;
  const logged = { refund: refundId, ...(isDue === null ? {} : { order: orderId }) };
  log.error(logged, `the bank returned a refund; ${isDue ? 'it is made again' : 'pay it in another way'}`);
}

/** Returns false if no refund of the order is stored. Throws while it is being settled. */
async function makeDueAgain(tx: Tx, queue: RefundQueue, order: Order, at: Date): Promise<boolean> {
  if (order.refund_due_cents === null) return false;
  if (order.refund_due_at !== null) throw new Error(`The refund of the order ${order.id} is still due.`);
  await reopenRefund(tx, queue, order.id, at);
  return true;
}

/**
 * Stores in the caller's transaction that `cents` of an order are to be refunded, and queues the refund.
 * Later calls have no effect. The order's row must be locked.
 */
export async function scheduleRefund(
  tx: Tx,
  queue: RefundQueue,
  order: Order,
  cents: number,
  at: Date,
): Promise<void> {
  if (cents > 0 && (await saveRefundDue(tx, order.id, { cents, at }))) {
    await queue.add([{ job: { orderId: order.id } }], tx);
  }
}

/**
 * Ends a paid order that never ran, and records its refund in the caller's transaction. It counts as refunded at once, so that
 * no one waits for its run. Its row must be locked.
 */
export async function refundUnrun(tx: Tx, queue: RefundQueue, order: Order, at: Date): Promise<void> {
  await scheduleRefund(tx, queue, order, order.amount_cents, at);
  await settleOrder(tx, order.id, { status: 'refunded', at });
}

/** Pays the refund due for an order, if any. Throws if it has to be retried. */
export async function payRefund(payments: PaymentContext, orderId: string): Promise<void> {
  for (const order of await listDueRefunds(payments.database.db, payments.provider.source, { orderId })) {
    await pay(payments, order);
  }
}

/**
 * Pays all refunds due, or those of one account, without waiting for the queue. Returns the number of refunds
 * attempted, and of those still pending because the provider can't be reached.
 */
export async function payRefundsDue(
  payments: PaymentContext,
  filter: { accountId?: string } = {},
): Promise<{ attempted: number; pending: number }> {
  const due = await listDueRefunds(payments.database.db, payments.provider.source, filter);
  let pending = 0;
  for (const order of due) {
    try {
      await pay(payments, order);
    } catch (error) {
      pending += 1;
      logRefundFailure(payments, order.id, error);
    }
  }
  return { attempted: due.length, pending };
}

export function logRefundFailure(payments: PaymentContext, orderId: string, error: unknown): void {
  payments.log.error({ err: error, order: orderId }, 'paying a refund failed');
}

/**
 * Pays only once, even with parallel calls. A permanent rejection by the provider is stored as the problem. The log
 * says what we owe, too: the order goes with its account.
 */
async function pay(payments: PaymentContext, order: Order): Promise<void> {
  const cents = order.refund_due_cents ?? 0;
  const outcome = await payments.provider.refundOrder(order, cents);
  await settleRefund(payments.database.db, order.id, outcome);
  if ('paidCents' in outcome) return payments.log.info({ order: order.id, ...outcome }, 'refund paid');
  const owed = { order: order.id, payment: order.payment_intent_id, cents, ...outcome };
  payments.log.error(owed, 'a refund is not possible');
}

/** Makes the stored refund of an order due again. Its row must be locked. */
async function reopenRefund(tx: Tx, queue: RefundQueue, orderId: string, at: Date): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ refunded_cents: 0, refund_problem: null, refund_due_at: at })
    .where('id', '=', orderId)
    .execute();
  await queue.add([{ job: { orderId } }], tx);
}

/** Stores the refund due for an order. Returns false without a change if one is already stored. */
async function saveRefundDue(tx: Tx, orderId: string, due: { cents: number; at: Date }): Promise<boolean> {
  const row = await tx
    .updateTable('orders')
    .set({ refund_due_cents: due.cents, refund_due_at: due.at })
    .where('id', '=', orderId)
    .where('refund_due_cents', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Orders with a refund due, oldest first. */
export function listDueRefunds(
  db: Db,
  source: 'stripe' | 'test',
  filter: { accountId?: string; orderId?: string } = {},
): Promise<Order[]> {
  let due = db
    .selectFrom('orders')
    .selectAll()
    .where('source', '=', source)
    .where('refund_due_at', 'is not', null)
    .orderBy('refund_due_at');
  if (filter.accountId) due = due.where('account_id', '=', filter.accountId);
  if (filter.orderId) due = due.where('id', '=', filter.orderId);
  return due.execute();
}

/**
 * Stores the result of an order's refund: the amount, or why it isn't possible. The first result counts until the refund is
 * due again.
 */
async function settleRefund(
  db: Db,
  orderId: string,
  outcome: { paidCents: number } | { problem: string },
): Promise<void> {
  await db
    .updateTable('orders')
    .set({
      refund_due_at: null,
      ...('problem' in outcome ? { refund_problem: outcome.problem } : { refunded_cents: outcome.paidCents }),
    })
    .where('id', '=', orderId)
    .where('refund_due_at', 'is not', null)
    .execute();
}
