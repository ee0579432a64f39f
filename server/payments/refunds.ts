import { lockPlan } from '../accounts/plan.ts';
import { transaction } from '../platform/db.ts';
import type { PaymentParts } from './payment-parts.ts';
import { findOrder, lockOrder, settleOrder } from './store.ts';

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
