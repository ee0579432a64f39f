import { accountExists } from '../accounts/plan.ts';
import type { Db } from '../platform/database/db.ts';
import { listLiveEntitlements } from './entitlement-store.ts';
import { findOrder, listPaidOrders } from './store.ts';

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
  const lost: StripePayment[] = [];
  for (const payment of payments) {
    const { accountId, orderId } = payment;
    const isKnown =
      orderId === null
        ? await accountExists(db, accountId)
        : (await findOrder(db, { id: orderId })) !== undefined;
    if (!isKnown) lost.push(payment);
  }
  return lost;
}
