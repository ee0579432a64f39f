import { sql } from 'kysely';
import type { Db, Tx } from '../platform/db.ts';
import type { Order } from './provider.ts';

/** Notes what of an order is to be paid back, due at once. Only the first word counts. */
export async function insertRefundDue(
  tx: Tx,
  orderId: string,
  due: { cents: number; at: Date },
): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ refund_due_cents: due.cents, refund_due_at: due.at })
    .where('id', '=', orderId)
    .where('refund_due_cents', 'is', null)
    .execute();
}

/**
 * Takes orders whose refund is due, the longest due first; whoever takes them has until `leaseEnds`. `accountId`: those of this account
 * alone, also those that wait for their next try or that somebody else has taken; a refund is made once however many try it.
 */
export function claimRefundsDue(
  db: Db,
  claim: {
    source: 'stripe' | 'test';
    now: Date;
    leaseEnds: Date;
    most: number;
    accountId?: string;
  },
): Promise<Order[]> {
  return db
    .updateTable('orders')
    .set({ refund_due_at: claim.leaseEnds, refund_attempts: sql`refund_attempts + 1` })
    .where('id', 'in', (eb) => {
      const due = eb
        .selectFrom('orders')
        .select('id')
        .where('source', '=', claim.source)
        .where('refund_due_at', 'is not', null)
        .orderBy('refund_due_at')
        .limit(claim.most)
        .forUpdate()
        .skipLocked();
      return claim.accountId
        ? due.where('account_id', '=', claim.accountId)
        : due.where('refund_due_at', '<=', claim.now);
    })
    .returningAll()
    .execute();
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

export async function postponeRefund(db: Db, orderId: string, dueAt: Date): Promise<void> {
  await db
    .updateTable('orders')
    .set({ refund_due_at: dueAt })
    .where('id', '=', orderId)
    .where('refund_due_at', 'is not', null)
    .execute();
}
