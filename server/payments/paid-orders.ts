import type { Tx } from '../platform/database/db.ts';
import type { ProductId } from '../platform/database/tables/payment-tables.ts';
import type { Offer } from './products.ts';
import type { Order } from './provider.ts';
import { lockOldestUnrunOrder, lockUnrunOrders, setRunAt } from './store.ts';

// What a product's own feature may do with its orders.
export { findLastRunOrder, findOrder, listOrders, listUnrunOrders, lockOrder } from './store.ts';

/**
 * Claims the account's oldest paid order of the same product, quantity and parameters that hasn't run, and sets
 * its run time in the caller's transaction. Returns null if none exists. The account's row must be locked.
 */
export async function claimPaidOrder(
  tx: Tx,
  accountId: string,
  ordered: Pick<Offer, 'product' | 'quantity' | 'params'>,
  at: Date,
): Promise<Order | null> {
  const order = await lockOldestUnrunOrder(tx, accountId, ordered);
  if (!order) return null;
  await setRunAt(tx, order.id, at);
  return order;
}

/**
 * Claims all of the account's paid orders of a product that haven't run, so that they never run. The account's
 * row must be locked.
 */
export async function claimUnrunOrders(
  tx: Tx,
  accountId: string,
  product: ProductId,
  at: Date,
): Promise<Order[]> {
  const orders = await lockUnrunOrders(tx, accountId, product);
  for (const { id } of orders) await setRunAt(tx, id, at);
  return orders;
}
