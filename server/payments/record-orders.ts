import type { Db, Tx } from '../platform/db.ts';
import type { OrderedSearch } from './products.ts';
import type { Order } from './provider.ts';
import {
  findOrder,
  listOrders,
  lockOldestUnrunOrder,
  lockOrder,
  lockUnrunOrders,
  setRunAt,
} from './store.ts';

/** The search of an order for records, as the user entered it; null for other orders. */
export function orderedSearch(order: Pick<Order, 'product' | 'params'>): OrderedSearch | null {
  const { url, records } = order.params;
  if (order.product !== 'apollo_scraper' || typeof url !== 'string' || typeof records !== 'number')
    return null;
  return { apolloUrl: url, recordCount: records };
}

/**
 * Claims the account's oldest paid order for this search that hasn't run, and sets its run time in the
 * caller's transaction. Returns null if none exists. The account's row must be locked.
 */
export async function claimPaidOrder(
  tx: Tx,
  accountId: string,
  { apolloUrl, recordCount }: OrderedSearch,
  at: Date,
): Promise<Order | null> {
  const order = await lockOldestUnrunOrder(tx, accountId, { url: apolloUrl, records: recordCount });
  if (!order) return null;
  await setRunAt(tx, order.id, at);
  return order;
}

/**
 * Claims all of the account's paid orders for records that haven't run, so that they never run. The account's
 * row must be locked.
 */
export async function claimUnrunOrders(tx: Tx, accountId: string, at: Date): Promise<Order[]> {
  const orders = await lockUnrunOrders(tx, accountId, 'apollo_scraper');
  for (const { id } of orders) await setRunAt(tx, id, at);
  return orders;
}

/** The account's orders for records, newest first. */
export function recordOrders(db: Db, accountId: string): Promise<Order[]> {
  return listOrders(db, accountId, 'apollo_scraper');
}

export function findRecordOrder(db: Db, id: string): Promise<Order | undefined> {
  return findOrder(db, { id });
}

/**
 * Locks an order's row until the transaction ends; undefined if it doesn't exist. The account's row must be
 * locked first.
 */
export function lockRecordOrder(tx: Tx, id: string): Promise<Order | undefined> {
  return lockOrder(tx, id);
}
