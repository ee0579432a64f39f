import type { OrderStatus } from '#contract/payments.ts';
import { accountWasDeleted } from '../accounts/former-email.ts';
import { lockPlan } from '../accounts/plan.ts';
import { transaction } from '../platform/database/db.ts';
import {
  applySubscription,
  cancelRepeatedTrial,
  PAYABLE,
  REFUSED,
  type Reading,
  readSubscription,
} from './entitlements.ts';
import type { PaymentContext } from './payment-context.ts';
import type { CheckoutSession, Order } from './provider.ts';
import { findOrder, listOpenOrders, lockOrder, savePayment, saveSession, settleOrder } from './store.ts';

/**
 * Settles the order of a checkout from the checkout's current state. The webhook, the success page, the test
 * checkout and the reconciliation all call this. Repeated calls have no effect. `failed`: an event says that
 * the payment was declined after the checkout. `cleared`: a bank debit was confirmed after the checkout. Returns the order, or null if the
 * checkout isn't ours or its account was deleted. A payment for a deleted account is refunded, that of a subscription only if
 * it has just `cleared` (see `syncReading` for the others).
 */
export async function fulfill(
  payments: PaymentContext,
  session: CheckoutSession,
  options: { failed?: boolean; cleared?: boolean } = {},
): Promise<Order | null> {
  const order = await findSessionOrder(payments, session);
  if (!order) await refundOrphan(payments, session, options.cleared === true);
  if (!order || order.source !== payments.provider.source) return null;
  const outcome = checkoutOutcome(order, session, options.failed === true);
  if (outcome === 'wrong-amount') {
    payments.log.error(
      { order: order.id, paidCents: session.amountCents, priceCents: order.amount_cents },
      'paid amount differs from the price; order not fulfilled',
    );
    return order;
  }
  if (!outcome) return withPayment(payments, order, session);
  const reading = session.subscriptionId ? await readSubscription(payments, session.subscriptionId) : null;
  const settled = await settle(payments, order, session, reading, outcome);
  if (settled === 'outdated') return fulfill(payments, session, options);
  const { status, repeatedTrial } = settled;
  if (repeatedTrial && reading) await cancelRepeatedTrial(payments, reading.subscription);
  if (status === 'duplicate' && session.subscriptionId) {
    await payments.provider.cancelSubscription(session.subscriptionId, { refund: 'duplicate' });
  }
  if (status === 'paid' && order.mode === 'subscription') await closeOtherCheckouts(payments, order);
  return (await findOrder(payments.database.db, { id: order.id })) ?? null;
}

/**
 * The order of a checkout. If the server crashed before it saved the session, the session's metadata names
 * the order.
 */
async function findSessionOrder(
  payments: PaymentContext,
  session: CheckoutSession,
): Promise<Order | undefined> {
  const { db } = payments.database;
  const bySession = await findOrder(db, { sessionId: session.id });
  if (bySession || !session.orderId) return bySession;
  const named = await findOrder(db, { id: session.orderId });
  if (!named || named.session_id) return undefined;
  await saveSession(db, named.id, { id: session.id, url: '' });
  return { ...named, session_id: session.id };
}

/** Saves the payment of a checkout that is finished while the bank still has to confirm it. Returns the order. */
async function withPayment(
  { database: { db } }: PaymentContext,
  order: Order,
  { status, paymentIntentId }: CheckoutSession,
): Promise<Order> {
  if (status !== 'complete' || paymentIntentId === null || order.payment_intent_id !== null) return order;
  await savePayment(db, order.id, paymentIntentId);
  return { ...order, payment_intent_id: paymentIntentId };
}

async function refundOrphan(
  payments: PaymentContext,
  session: CheckoutSession,
  cleared: boolean,
): Promise<void> {
  const { provider } = payments;
  const { accountId, orderId, paymentIntentId, paymentStatus } = session;
  // Without `cleared`, the account may have used the subscription before it was deleted.
  const subscriptionId = cleared ? session.subscriptionId : null;
  const payment = paymentIntentId ?? subscriptionId;
  if (!accountId || !orderId || paymentStatus !== 'paid' || !payment) return;
  if (!(await accountWasDeleted(payments.database.db, payments, accountId))) {
    payments.log.warn(
      { payment, order: orderId },
      'a payment fits no order of this server; if it was made here, refund it in the Stripe dashboard',
    );
    return;
  }
  if (paymentIntentId) await provider.refundPayment(paymentIntentId);
  if (subscriptionId) await provider.cancelSubscription(subscriptionId, { refund: 'account-gone' });
  payments.log.warn({ order: orderId }, 'refunded a payment of a deleted account');
}

type Outcome = 'paid' | 'failed' | 'expired';

/** How the checkout ended, or null while it is pending. */
function checkoutOutcome(
  order: Order,
  session: CheckoutSession,
  failed: boolean,
): Outcome | 'wrong-amount' | null {
  if (session.status === 'expired') return 'expired';
  if (session.status === 'open') return null;
  if (session.paymentStatus === 'failed') return 'failed';
  if (session.paymentStatus === 'unpaid') return failed ? 'failed' : null;
  const correct = order.mode === 'subscription' || session.amountCents === order.amount_cents;
  return correct ? 'paid' : 'wrong-amount';
}

/** The order statuses from which each outcome is allowed. */
const ALLOWED_FROM: Record<Outcome, readonly OrderStatus[]> = {
  paid: PAYABLE,
  failed: ['open'],
  expired: ['open'],
};

async function settle(
  payments: PaymentContext,
  { id, account_id }: Order,
  session: CheckoutSession,
  reading: Reading | null,
  outcome: Outcome,
): Promise<{ status: OrderStatus | null; repeatedTrial?: boolean } | 'outdated'> {
  return transaction(payments.database.db, async (tx) => {
    const account = await lockPlan(tx, account_id);
    const order = account ? await lockOrder(tx, id) : undefined;
    if (!account || !order) return { status: null };
    // Its checkout stays complete, and its subscription is canceled by now.
    if (order.failure_reason === 'repeated-trial') return { status: order.status, repeatedTrial: true };
    if (!ALLOWED_FROM[outcome].includes(order.status)) return { status: order.status };
    let end: { status: OrderStatus; failureReason: Order['failure_reason'] } = {
      status: outcome,
      failureReason: null,
    };
    if (reading && outcome !== 'expired') {
      const result = await applySubscription(tx, payments, account, reading, {
        named: true,
        failed: outcome === 'failed',
      });
      if (result === 'outdated') return result;
      // The first payment is pending: a later subscription event settles the order.
      if (result === 'waiting') return { status: order.status };
      if (result === 'duplicate' || result === 'repeated-trial') end = REFUSED[result];
    }
    await settleOrder(tx, order.id, {
      ...end,
      at: new Date(payments.clock.now()),
      subscriptionId: session.subscriptionId,
      paymentIntentId: session.paymentIntentId,
    });
    return { status: end.status, repeatedTrial: end.failureReason === 'repeated-trial' };
  });
}

/**
 * Closes the account's other open checkouts for the same product. One that was just paid becomes a duplicate.
 */
async function closeOtherCheckouts(payments: PaymentContext, paid: Order): Promise<void> {
  for (const other of await listOpenOrders(payments.database.db, paid.account_id, paid.product)) {
    if (other.session_id) await tryCloseCheckout(payments, other.session_id);
  }
}

/**
 * Closes a checkout, or fulfills it if it was just paid. Cancels a subscription whose first payment is
 * pending. Throws `ProviderError` if the provider can't be reached.
 */
export async function closeCheckout(payments: PaymentContext, sessionId: string): Promise<void> {
  await payments.provider.expireCheckout(sessionId);
  const session = await payments.provider.readCheckout(sessionId);
  const order = session && (await fulfill(payments, session));
  if (order?.status === 'open' && session?.subscriptionId) {
    await payments.provider.cancelSubscription(session.subscriptionId, { refund: 'account-gone' });
  }
}

/** Closes a checkout that is no longer needed. Logs failures instead of throwing. */
export async function tryCloseCheckout(payments: PaymentContext, sessionId: string): Promise<void> {
  try {
    await payments.provider.expireCheckout(sessionId);
    const session = await payments.provider.readCheckout(sessionId);
    if (session?.status === 'expired') await fulfill(payments, session);
  } catch (error) {
    // The provider expires it within a day anyway.
    payments.log.warn({ err: error, session: sessionId }, 'closing a checkout failed');
  }
}
