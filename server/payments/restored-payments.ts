import { accountsAmong } from '../accounts/plan.ts';
import type { Db } from '../platform/database/db.ts';
import { listLiveEntitlements } from './entitlement-store.ts';
import { listPaidOrders, ordersAmong } from './store.ts';

/** What Stripe charges or was paid for an account. */
export interface StripePayment {
  accountId: string;
  /** null: a single payment */
  subscriptionId: string | null;
  /** null: a subscription */
  orderId: string | null;
  /** null: a subscription, or a payment that has no ID */
  paymentIntentId: string | null;
}

/** The subscriptions of a database that Stripe charges, and the single payments that weren't refunded in full. */
export async function storedPayments(db: Db): Promise<StripePayment[]> {
  const subscriptions = (await listLiveEntitlements(db, 'stripe')).filter(
    ({ subscription_id, revoked_at }) => subscription_id !== null && revoked_at === null,
  );
  return [
    ...subscriptions.map(({ account_id, subscription_id }) => ({
      accountId: account_id,
      subscriptionId: subscription_id,
      orderId: null,
      paymentIntentId: null,
    })),
    ...(await listPaidOrders(db, 'stripe')).map(({ account_id, id, payment_intent_id }) => ({
      accountId: account_id,
      subscriptionId: null,
      orderId: id,
      paymentIntentId: payment_intent_id,
    })),
  ];
}

/**
 * Those of another database that a server on this one can't find again: subscriptions whose account isn't here, and single payments
 * whose order isn't. A subscription of an account that is here is read from Stripe at the next start.
 */
export async function lostPayments(db: Db, payments: readonly StripePayment[]): Promise<StripePayment[]> {
  const accounts = await accountsAmong(
    db,
    payments.flatMap(({ accountId, orderId }) => (orderId === null ? [accountId] : [])),
  );
  const orders = await ordersAmong(
    db,
    payments.flatMap(({ orderId }) => orderId ?? []),
  );
  return payments.filter(({ accountId, orderId }) =>
    orderId === null ? !accounts.has(accountId) : !orders.has(orderId),
  );
}
