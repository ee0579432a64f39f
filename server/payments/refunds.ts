import { lockPlan } from '../accounts/plan.ts';
import { type Tx, transaction } from '../platform/db.ts';
import type { PaymentParts } from './payment-parts.ts';
import type { Order } from './provider.ts';
import { claimRefundsDue, insertRefundDue, postponeRefund, settleRefund } from './refund-store.ts';
import { findOrder, lockOrder, settleOrder } from './store.ts';

/** Longer than the provider's time-outs and their repetitions. */
const LEASE_MS = 120_000;
const MOST_AT_ONCE = 20;
const FIRST_WAIT_MS = 2000;
const LONGEST_WAIT_MS = 3_600_000;

/** Takes back an order of a single payment whose money went back: it can no longer be run. */
export async function takeBackOrder(parts: PaymentParts, orderId: string): Promise<void> {
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
 * Notes in the caller's transaction that `cents` of an order are to be paid back; `payRefundsDue` does it. It is owed once: later words
 * change nothing. The order's row is locked.
 */
export async function oweRefund(tx: Tx, order: Order, cents: number, at: Date): Promise<void> {
  if (cents > 0) await insertRefundDue(tx, order.id, { cents, at });
}

/**
 * Pays back what is due. What the provider cannot be asked about is tried again, later each time and without an end: it is other
 * people's money. What it refuses for good is told in words. Answers how many were tried and how many of them are still owed.
 * `accountId`: everything that is owed to this account, now. `stopping`: what is not begun is left for later.
 */
export async function payRefundsDue(
  parts: PaymentParts,
  { accountId, stopping }: { accountId?: string; stopping?: AbortSignal } = {},
): Promise<{ tried: number; owed: number }> {
  const { db } = parts.database;
  const now = parts.clock.now();
  const due = await claimRefundsDue(db, {
    source: parts.provider.source,
    now: new Date(now),
    leaseEnds: new Date(now + LEASE_MS),
    most: MOST_AT_ONCE,
    ...(accountId ? { accountId } : {}),
  });
  let owed = 0;
  for (const order of due) {
    if (stopping?.aborted) {
      await postponeRefund(db, order.id, new Date(parts.clock.now()));
      continue;
    }
    try {
      const outcome = await parts.provider.refundOrder(order, order.refund_due_cents ?? 0);
      await settleRefund(db, order.id, outcome);
      parts.log.info({ order: order.id, ...outcome }, 'a refund was settled');
    } catch (error) {
      owed += 1;
      const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(order.refund_attempts, 20));
      parts.log.error(
        { err: error, order: order.id, attempt: order.refund_attempts },
        'a refund could not be paid',
      );
      await postponeRefund(db, order.id, new Date(parts.clock.now() + wait));
    }
  }
  return { tried: due.length, owed };
}
