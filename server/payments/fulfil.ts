import type { OrderStatus } from '#contract/payments.ts';
import { accountWasDeleted } from '../accounts/former-email.ts';
import { lockPlan } from '../accounts/plan.ts';
import { transaction } from '../platform/db.ts';
import { followSubscription } from './entitlements.ts';
import type { PaymentContext } from './payment-context.ts';
import type { CheckoutSession, Order, Subscription } from './provider.ts';
import { findOrder, lockOrder, openOrdersOf, saveSession, settleOrder } from './store.ts';

/**
 * Settles the order of a checkout by how the checkout stands now. The webhook, the success page, the built-in test checkout and
 * the reconciliation all come here; the same checkout again changes nothing. `failed`: its payment was refused after the
 * checkout. Answers the order, or null where the checkout is none of ours, or of an account that was deleted: what was paid once for
 * that one is paid back (a subscription has its own notices, see syncWith).
 */
export async function fulfil(
  parts: PaymentContext,
  session: CheckoutSession,
  options: { failed?: boolean } = {},
): Promise<Order | null> {
  const order = await orderOf(parts, session);
  if (!order) await payBackOrphan(parts, session);
  if (!order || order.source !== parts.provider.source) return null;
  const outcome = outcomeOf(order, session, options.failed === true);
  if (outcome === 'priced otherwise') {
    const amounts = { paidCents: session.amountCents, priceCents: order.amount_cents };
    parts.log.error(
      { order: order.id, ...amounts },
      'a checkout was paid at another price: nothing is delivered',
    );
    return order;
  }
  if (!outcome) return order;
  const subscription = session.subscriptionId
    ? await parts.provider.readSubscription(session.subscriptionId)
    : null;
  const status = await settle(parts, order, session, subscription, outcome);
  if (status === 'duplicate' && session.subscriptionId) {
    await parts.provider.cancelSubscription(session.subscriptionId, { refund: 'duplicate' });
  }
  if (status === 'paid' && order.mode === 'subscription') await closeOthers(parts, order);
  return (await findOrder(parts.database.db, { id: order.id })) ?? null;
}

/** The order of a checkout. Where the server died before it wrote the session down, the session's own word counts. */
async function orderOf(parts: PaymentContext, session: CheckoutSession): Promise<Order | undefined> {
  const { db } = parts.database;
  const bySession = await findOrder(db, { sessionId: session.id });
  if (bySession || !session.orderId) return bySession;
  const named = await findOrder(db, { id: session.orderId });
  if (!named || named.session_id) return undefined;
  await saveSession(db, named.id, { id: session.id, url: '' });
  return { ...named, session_id: session.id };
}

async function payBackOrphan(parts: PaymentContext, session: CheckoutSession): Promise<void> {
  const { accountId, orderId, paymentIntentId, paymentStatus } = session;
  if (!accountId || !orderId || !paymentIntentId || paymentStatus !== 'paid') return;
  if (!(await accountWasDeleted(parts.database.db, parts, accountId))) return;
  await parts.provider.refundPayment(paymentIntentId);
  parts.log.warn({ order: orderId }, 'a payment of a deleted account was paid back');
}

type Outcome = 'paid' | 'failed' | 'expired';

/** How the checkout ended; null while it has not. */
function outcomeOf(
  order: Order,
  session: CheckoutSession,
  failed: boolean,
): Outcome | 'priced otherwise' | null {
  if (session.status === 'expired') return 'expired';
  if (session.status === 'open') return null;
  if (session.paymentStatus === 'unpaid') return failed ? 'failed' : null;
  const priced = order.mode === 'subscription' || session.amountCents === order.amount_cents;
  return priced ? 'paid' : 'priced otherwise';
}

/** What an order may still become. A payment that arrives after all wins over its failure. */
const NEXT: Record<Outcome, readonly OrderStatus[]> = {
  paid: ['open', 'failed', 'expired'],
  failed: ['open'],
  expired: ['open'],
};

async function settle(
  parts: PaymentContext,
  { id, account_id }: Order,
  session: CheckoutSession,
  subscription: Subscription | null,
  outcome: Outcome,
): Promise<OrderStatus | null> {
  return transaction(parts.database.db, async (tx) => {
    const account = await lockPlan(tx, account_id);
    const order = account ? await lockOrder(tx, id) : undefined;
    if (!account || !order) return null;
    if (!NEXT[outcome].includes(order.status)) return order.status;
    let status: OrderStatus = outcome;
    if (subscription && outcome !== 'expired') {
      const followed = await followSubscription(tx, parts, account, subscription, {
        failed: outcome === 'failed',
      });
      // Not there yet: the notices of the subscription come too, and nothing is settled before them.
      if (followed === 'waiting') return order.status;
      if (followed === 'duplicate') status = 'duplicate';
    }
    await settleOrder(tx, order.id, {
      status,
      at: new Date(parts.clock.now()),
      subscriptionId: session.subscriptionId,
      paymentIntentId: session.paymentIntentId,
    });
    return status;
  });
}

/** Ends what else the account left open for the same product. What is paid there meanwhile is found to be a duplicate. */
async function closeOthers(parts: PaymentContext, paid: Order): Promise<void> {
  for (const other of await openOrdersOf(parts.database.db, paid.account_id, paid.product)) {
    if (other.session_id) await closeCheckout(parts, other.session_id);
  }
}

/**
 * Ends a checkout, or fulfils it where it was paid meanwhile; a subscription that still waits for its first payment is ended. Throws
 * where the provider cannot be asked.
 */
export async function endCheckout(parts: PaymentContext, sessionId: string): Promise<void> {
  await parts.provider.expireCheckout(sessionId);
  const session = await parts.provider.readCheckout(sessionId);
  const order = session && (await fulfil(parts, session));
  if (order?.status === 'open' && session?.subscriptionId) {
    await parts.provider.cancelSubscription(session.subscriptionId, { refund: 'account-gone' });
  }
}

/** Closes an open checkout that nobody needs any more, as well as it can. */
export async function closeCheckout(parts: PaymentContext, sessionId: string): Promise<void> {
  try {
    await parts.provider.expireCheckout(sessionId);
    const session = await parts.provider.readCheckout(sessionId);
    if (session?.status === 'expired') await fulfil(parts, session);
  } catch (error) {
    // It expires by itself within a day.
    parts.log.warn({ err: error, session: sessionId }, 'an open checkout could not be closed');
  }
}
