import { sql } from 'kysely';
import type { OrderFailureReason, OrderStatus } from '#contract/payments.ts';
import type { Db, Tx } from '../platform/database/db.ts';
import type { Offer } from './products.ts';
import type { Order } from './provider.ts';

const ORDER_LIST_LIMIT = 200;

export function insertOrder(
  tx: Tx,
  order: Offer & {
    accountId: string;
    trialDays: number;
    source: 'stripe' | 'test';
    successUrl: string;
    cancelUrl: string;
    at: Date;
  },
): Promise<Order> {
  return tx
    .insertInto('orders')
    .values({
      account_id: order.accountId,
      product: order.product,
      mode: order.mode,
      quantity: order.quantity,
      amount_cents: order.amountCents,
      params: JSON.stringify(order.params),
      trial_days: order.trialDays,
      source: order.source,
      success_url: order.successUrl,
      cancel_url: order.cancelUrl,
      created_at: order.at,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Finds an order. With `accountId`, only if it belongs to that account. */
export function findOrder(
  db: Db,
  by: { id: string } | { sessionId: string },
  accountId?: string,
): Promise<Order | undefined> {
  const orders = db.selectFrom('orders').selectAll();
  const found = 'id' in by ? orders.where('id', '=', by.id) : orders.where('session_id', '=', by.sessionId);
  return (accountId ? found.where('account_id', '=', accountId) : found).executeTakeFirst();
}

/** Those of some order IDs that exist. */
export async function ordersAmong(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from orders where id = any(${`{${ids.join(',')}}`}::uuid[])
  `.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Locks an order's row until the transaction ends. The account's row must be locked first. */
export function lockOrder(tx: Tx, id: string): Promise<Order | undefined> {
  return tx.selectFrom('orders').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function saveSession(db: Db, id: string, session: { id: string; url: string }): Promise<void> {
  await db
    .updateTable('orders')
    .set({ session_id: session.id, session_url: session.url })
    .where('id', '=', id)
    .execute();
}

/** Saves a new checkout session. Returns false if the order has expired or its account was deleted. */
export async function saveNewSession(
  db: Db,
  id: string,
  session: { id: string; url: string },
): Promise<boolean> {
  const row = await db
    .updateTable('orders')
    .set({ session_id: session.id, session_url: session.url })
    .where('id', '=', id)
    .where('status', '!=', 'expired')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Saves the payment of an order. */
export async function savePayment(db: Db, id: string, paymentIntentId: string): Promise<void> {
  await db.updateTable('orders').set({ payment_intent_id: paymentIntentId }).where('id', '=', id).execute();
}

/** Expires open orders that have no checkout session: those of an account, or those created before a time. */
export async function expireOrdersWithoutSession(
  db: Db,
  which: { accountId: string } | { createdBefore: Date },
  at: Date,
): Promise<void> {
  const open = db
    .updateTable('orders')
    .set({ status: 'expired', settled_at: at })
    .where('status', '=', 'open')
    .where('session_id', 'is', null);
  await ('accountId' in which
    ? open.where('account_id', '=', which.accountId)
    : open.where('created_at', '<', which.createdBefore)
  ).execute();
}

export async function settleOrder(
  tx: Tx,
  id: string,
  settled: {
    status: OrderStatus;
    failureReason?: OrderFailureReason | null;
    at: Date;
    subscriptionId?: string | null;
    paymentIntentId?: string | null;
  },
): Promise<void> {
  await tx
    .updateTable('orders')
    .set({
      status: settled.status,
      failure_reason: settled.failureReason ?? null,
      settled_at: settled.at,
      ...(settled.subscriptionId ? { subscription_id: settled.subscriptionId } : {}),
      ...(settled.paymentIntentId ? { payment_intent_id: settled.paymentIntentId } : {}),
    })
    .where('id', '=', id)
    .execute();
}

/** Single payments of a source that count, or of which a refund is due. Oldest first. */
export function listPaidOrders(db: Db, source: 'stripe' | 'test'): Promise<Order[]> {
  return db
    .selectFrom('orders')
    .selectAll()
    .where('source', '=', source)
    .where('mode', '=', 'payment')
    .where((eb) => eb.or([eb('status', '=', 'paid'), eb('refund_due_at', 'is not', null)]))
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Open orders of a source created after `since`, oldest first. Leaves out orders without a session. */
export function listOpenOrdersSince(db: Db, source: 'stripe' | 'test', since: Date): Promise<Order[]> {
  return db
    .selectFrom('orders')
    .selectAll()
    .where('status', '=', 'open')
    .where('source', '=', source)
    .where('session_id', 'is not', null)
    .where('created_at', '>', since)
    .orderBy('created_at')
    .execute();
}

/** The account's open orders, newest first. With `product`, only orders for it. */
export function listOpenOrders(db: Db, accountId: string, product?: Order['product']): Promise<Order[]> {
  const open = db
    .selectFrom('orders')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('status', '=', 'open')
    .orderBy('created_at', 'desc');
  return (product ? open.where('product', '=', product) : open).execute();
}

/** The account's latest orders for a product, newest first. */
export function listOrders(db: Db, accountId: string, product: Order['product']): Promise<Order[]> {
  return db
    .selectFrom('orders')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('product', '=', product)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(ORDER_LIST_LIMIT)
    .execute();
}

/** Locks the oldest paid order with this product, quantity and parameters that hasn't run. */
export function lockOldestUnrunOrder(
  tx: Tx,
  accountId: string,
  ordered: Pick<Offer, 'product' | 'quantity' | 'params'>,
): Promise<Order | undefined> {
  return paidOrders(tx, accountId, ordered)
    .selectAll()
    .where('run_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
}

/** The account's latest paid order with this product, quantity and parameters whose run started after `ranAfter`. */
export function findLastRunOrder(
  tx: Tx,
  accountId: string,
  ordered: Pick<Offer, 'product' | 'quantity' | 'params'>,
  ranAfter: Date,
): Promise<Pick<Order, 'id'> | undefined> {
  return paidOrders(tx, accountId, ordered)
    .select('id')
    .where('run_at', '>', ranAfter)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The account's paid orders with this product, quantity and parameters. */
function paidOrders(
  tx: Tx,
  accountId: string,
  { product, quantity, params }: Pick<Offer, 'product' | 'quantity' | 'params'>,
) {
  return tx
    .selectFrom('orders')
    .where('account_id', '=', accountId)
    .where('product', '=', product)
    .where('status', '=', 'paid')
    .where('quantity', '=', quantity)
    .where(sql<boolean>`params @> ${JSON.stringify(params)}::jsonb`);
}

/** Locks the paid orders for a product that haven't run. */
export function lockUnrunOrders(tx: Tx, accountId: string, product: Order['product']): Promise<Order[]> {
  return tx
    .selectFrom('orders')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('product', '=', product)
    .where('status', '=', 'paid')
    .where('run_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Paid orders for a product that were settled between two times and haven't run, oldest first. */
export function listUnrunOrders(
  db: Db,
  product: Order['product'],
  { settledAfter, settledBefore, limit }: { settledAfter: Date; settledBefore: Date; limit: number },
): Promise<Order[]> {
  return db
    .selectFrom('orders')
    .selectAll()
    .where('settled_at', '>', settledAfter)
    .where('product', '=', product)
    .where('status', '=', 'paid')
    .where('run_at', 'is', null)
    .where('settled_at', '<', settledBefore)
    .orderBy('settled_at')
    .limit(limit)
    .execute();
}

export async function setRunAt(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.updateTable('orders').set({ run_at: at }).where('id', '=', id).execute();
}

/** Saves an activation code unless the account already has one. Returns the account's code. */
export async function saveActivationCode(
  db: Db,
  accountId: string,
  newCode: string,
): Promise<{ code: string; replaced_at: Date | null }> {
  await db
    .insertInto('activation_codes')
    .values({ account_id: accountId, code: newCode })
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .execute();
  return db
    .selectFrom('activation_codes')
    .select(['code', 'replaced_at'])
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
}

/** The account of an activation code; undefined if no account has it. */
export async function findCodeOwner(db: Db, code: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('activation_codes')
    .select('account_id')
    .where('code', '=', code)
    .executeTakeFirst();
  return found?.account_id;
}

export async function replaceActivationCode(
  tx: Tx,
  accountId: string,
  code: string,
  at: Date,
): Promise<void> {
  await tx
    .insertInto('activation_codes')
    .values({ account_id: accountId, code, replaced_at: at })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ code, replaced_at: at }))
    .execute();
}

/** The account's row of the view user_payments; undefined without a past or present subscription or grant. */
export function findUserPayment(db: Db, accountId: string) {
  return db
    .selectFrom('user_payments')
    .select(['email', 'has_access', 'plan', 'status', 'updated_at'])
    .where('account_id', '=', accountId)
    .executeTakeFirst();
}
