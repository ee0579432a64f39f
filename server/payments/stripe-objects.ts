import type Stripe from 'stripe';
import { z } from 'zod';
import type { CheckoutSession, Subscription } from './provider.ts';

/** Stripe's objects, read as what we know of a checkout and of a subscription. */

const OwnId = z.uuid();

/** An id of ours in the metadata of an object; null for other people's words: an account at Stripe may be shared with other products. */
export function ownId(word: string | null | undefined): string | null {
  return OwnId.safeParse(word).data ?? null;
}

export function toCheckout(session: Stripe.Checkout.Session): CheckoutSession {
  return {
    id: session.id,
    accountId: ownId(session.metadata?.account_id),
    // Not its client_reference_id: where other things are sold by links, whoever pays writes that.
    orderId: ownId(session.metadata?.order_id),
    status: sessionStatusOf(session.status),
    paymentStatus: paymentStatusOf(session.payment_status),
    subscriptionId: idOrNull(session.subscription),
    paymentIntentId: idOrNull(session.payment_intent),
    amountCents: session.amount_total,
  };
}

function sessionStatusOf(word: string | null): CheckoutSession['status'] {
  return word === 'complete' || word === 'expired' ? word : 'open';
}

/** A word that Stripe may add one day is no payment to us. */
function paymentStatusOf(word: string): CheckoutSession['paymentStatus'] {
  return word === 'paid' || word === 'no_payment_required' ? word : 'unpaid';
}

/** A subscription whose customer and latest invoice are in it. */
export function toSubscription(subscription: Stripe.Subscription): Subscription {
  const { latest_invoice: invoice, customer } = subscription;
  const ends = subscription.items.data.map((item) => item.current_period_end);
  return {
    id: subscription.id,
    customerId: idOrNull(customer),
    accountId: ownId(subscription.metadata.account_id),
    orderId: ownId(subscription.metadata.order_id),
    customerEmail: typeof customer === 'object' && !customer.deleted ? customer.email : null,
    status: subscription.status,
    overdue: typeof invoice === 'object' && invoice?.status === 'open' && invoice.attempt_count > 0,
    trialEndsAt: timeOf(subscription.trial_end),
    periodEndsAt: timeOf(ends.length > 0 ? Math.max(...ends) : null),
    cancelsAtPeriodEnd: subscription.cancel_at_period_end,
  };
}

export function idOf(reference: string | { id: string }): string {
  return typeof reference === 'string' ? reference : reference.id;
}

export function idOrNull(reference: string | { id: string } | null | undefined): string | null {
  return reference ? idOf(reference) : null;
}

/** Seconds since the epoch -> a date. */
function timeOf(seconds: number | null): Date | null {
  return seconds === null ? null : new Date(seconds * 1000);
}
