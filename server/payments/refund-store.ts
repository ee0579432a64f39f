import type { Db, Tx } from '../platform/database/db.ts';
import type { Order } from './provider.ts';

/** Stores the refund due for an order. Returns false without a change if one is already stored. */
export async function saveRefundDue(
  tx: Tx,
  orderId: string,
  due: { cents: number; at: Date },
): Promise<boolean> {
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
 * Stores the result of an order's refund: the amount, or why it isn't possible. The first result is final.
 */
export async function settleRefund(
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
