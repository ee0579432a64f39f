import type { Db, Tx } from '../platform/db.ts';
import type { Order } from './provider.ts';

/** Stores what is owed for an order; false where something was owed already, which stays as it is. */
export async function insertRefundDue(
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

/** The orders with a refund that is owed, the longest due first. */
export function owedRefunds(
  db: Db,
  source: 'stripe' | 'test',
  of: { accountId?: string; orderId?: string } = {},
): Promise<Order[]> {
  let owed = db
    .selectFrom('orders')
    .selectAll()
    .where('source', '=', source)
    .where('refund_due_at', 'is not', null)
    .orderBy('refund_due_at');
  if (of.accountId) owed = owed.where('account_id', '=', of.accountId);
  if (of.orderId) owed = owed.where('id', '=', of.orderId);
  return owed.execute();
}

/** Ends the refund of an order: what was paid back, or why it will not be. The first word stays. */
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
