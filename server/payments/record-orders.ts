import type { Db, Tx } from '../platform/db.ts';
import type { OrderedSearch } from './products.ts';
import type { Order } from './provider.ts';
import { findOrder, lockOldestUnrun, lockOrder, lockUnrun, markRun, ordersOfProduct } from './store.ts';

/** What was ordered, as it was given; null for an order of anything else. */
export function searchOf(order: Pick<Order, 'product' | 'params'>): OrderedSearch | null {
  const { url, records } = order.params;
  if (order.product !== 'apollo_scraper' || typeof url !== 'string' || typeof records !== 'number')
    return null;
  return { apolloUrl: url, recordCount: records };
}

/**
 * Takes the account's oldest order of this search that is paid and was not run: it is marked as run in the caller's transaction, so nobody
 * takes it again. null: there is none. The account's row is locked.
 */
export async function takePaidOrder(
  tx: Tx,
  accountId: string,
  { apolloUrl, recordCount }: OrderedSearch,
  at: Date,
): Promise<Order | null> {
  const order = await lockOldestUnrun(tx, accountId, { url: apolloUrl, records: recordCount });
  if (!order) return null;
  await markRun(tx, order.id, at);
  return order;
}

/** Takes every order of records that is paid and was not run, so that none of them is run any more. The account's row is locked. */
export async function takeUnrunOrders(tx: Tx, accountId: string, at: Date): Promise<Order[]> {
  const orders = await lockUnrun(tx, accountId, 'apollo_scraper');
  for (const { id } of orders) await markRun(tx, id, at);
  return orders;
}

/** The account's orders of records, latest first. */
export function recordOrders(db: Db, accountId: string): Promise<Order[]> {
  return ordersOfProduct(db, accountId, 'apollo_scraper');
}

export function findRecordOrder(db: Db, id: string): Promise<Order | undefined> {
  return findOrder(db, { id });
}

/** An order with its row locked until the transaction ends; undefined when it is gone. The account's row is locked before it. */
export function lockRecordOrder(tx: Tx, id: string): Promise<Order | undefined> {
  return lockOrder(tx, id);
}
