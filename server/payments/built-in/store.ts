import type { Db } from '../../platform/database/db.ts';
import type { TestSubscription } from './subscription.ts';

/**
 * Stores a checkout session and returns its id. Returns the existing id if the order already has a session.
 */
export async function insertSession(
  db: Db,
  session: { id: string; orderId: string; at: Date },
): Promise<string> {
  await db
    .insertInto('test_sessions')
    .values({ id: session.id, order_id: session.orderId, created_at: session.at })
    .onConflict((conflict) => conflict.column('order_id').doNothing())
    .execute();
  const saved = await db
    .selectFrom('test_sessions')
    .select('id')
    .where('order_id', '=', session.orderId)
    .executeTakeFirstOrThrow();
  return saved.id;
}

export async function findSession(db: Db, id: string) {
  const row = await db
    .selectFrom('test_sessions')
    .innerJoin('orders', 'orders.id', 'test_sessions.order_id')
    .select([
      'test_sessions.id',
      'test_sessions.order_id',
      'test_sessions.status',
      'test_sessions.payment_status',
      'test_sessions.subscription_id',
      'orders.account_id',
      'orders.product',
      'orders.mode',
      'orders.quantity',
      'orders.amount_cents',
      'orders.trial_days',
      'orders.params',
      'orders.success_url',
      'orders.cancel_url',
    ])
    .where('test_sessions.id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** Expires an open session. Returns false if it isn't open. */
export async function expireSession(db: Db, id: string): Promise<boolean> {
  const row = await db
    .updateTable('test_sessions')
    .set({ status: 'expired' })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Completes an open session. Returns false if it isn't open. */
export async function completeSession(
  db: Db,
  id: string,
  change: { payment_status: 'paid' | 'unpaid' | 'no_payment_required'; subscription_id: string | null },
): Promise<boolean> {
  const row = await db
    .updateTable('test_sessions')
    .set({ status: 'complete', ...change })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertSubscription(
  db: Db,
  subscription: {
    id: string;
    orderId: string;
    startedAt: Date;
    trialEndsAt: Date | null;
    firstPaymentFailed: boolean;
  },
): Promise<void> {
  await db
    .insertInto('test_subscriptions')
    .values({
      id: subscription.id,
      order_id: subscription.orderId,
      started_at: subscription.startedAt,
      trial_ends_at: subscription.trialEndsAt,
      first_payment_failed: subscription.firstPaymentFailed,
    })
    .execute();
}

export async function findSubscription(db: Db, id: string): Promise<TestSubscription | undefined> {
  return db
    .selectFrom('test_subscriptions')
    .innerJoin('orders', 'orders.id', 'test_subscriptions.order_id')
    .selectAll('test_subscriptions')
    .select('orders.account_id')
    .where('test_subscriptions.id', '=', id)
    .executeTakeFirst();
}

export async function updateSubscription(
  db: Db,
  id: string,
  change: { ended_at?: Date | null; payment_failed_at?: Date | null; cancels_at_period_end?: boolean },
): Promise<void> {
  await db.updateTable('test_subscriptions').set(change).where('id', '=', id).execute();
}

/**
 * The id of the account's latest test subscription whose first payment succeeded; undefined if none exists.
 */
export async function findLatestSubscriptionId(db: Db, accountId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('test_subscriptions')
    .innerJoin('orders', 'orders.id', 'test_subscriptions.order_id')
    .select('test_subscriptions.id')
    .where('orders.account_id', '=', accountId)
    .where('test_subscriptions.first_payment_failed', '=', false)
    .orderBy('test_subscriptions.started_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}
