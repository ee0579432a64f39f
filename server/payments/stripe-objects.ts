import type Stripe from 'stripe';
import { z } from 'zod';
import type { CheckoutSession, Subscription } from './provider.ts';

const OwnId = z.uuid();

/**
 * Reads one of our ids from metadata. Returns null for other values: other products may use the same Stripe
 * account.
 */
export function ownId(value: string | null | undefined): string | null {
  return OwnId.safeParse(value).data ?? null;
}

/** Converts a Stripe checkout session with expanded payment. */
export function toCheckout(session: Stripe.Checkout.Session): CheckoutSession {
  return {
    id: session.id,
    accountId: ownId(session.metadata?.account_id),
    // Don't use client_reference_id: with payment links, the customer can set it.
    orderId: ownId(session.metadata?.order_id),
    status: toSessionStatus(session.status),
    paymentStatus: toPaymentStatus(session),
    subscriptionId: idOrNull(session.subscription),
    paymentIntentId: idOrNull(session.payment_intent),
    amountCents: session.amount_total,
  };
}

function toSessionStatus(status: string | null): CheckoutSession['status'] {
  return status === 'complete' || status === 'expired' ? status : 'open';
}

/** An unknown status counts as unpaid. Only the payment of a finished checkout tells whether it failed. */
function toPaymentStatus({
  status,
  payment_status,
  payment_intent: intent,
}: Stripe.Checkout.Session): CheckoutSession['paymentStatus'] {
  const paymentStatus: string = payment_status;
  if (paymentStatus === 'paid' || paymentStatus === 'no_payment_required') return paymentStatus;
  const failed =
    status === 'complete' &&
    typeof intent === 'object' &&
    (intent?.status === 'requires_payment_method' || intent?.status === 'canceled');
  return failed ? 'failed' : 'unpaid';
}

/** The latest invoice of a subscription, if its payment was attempted and hasn't arrived. */
export function attemptedInvoice({ latest_invoice: invoice }: Stripe.Subscription): string | null {
  return typeof invoice === 'object' && invoice?.status === 'open' && invoice.attempt_count > 0
    ? invoice.id
    : null;
}

/**
 * Converts a Stripe subscription with expanded customer, payment method and latest invoice. `clearing`: the payment of its
 * `attemptedInvoice` can still arrive.
 */
export function toSubscription(
  subscription: Stripe.Subscription,
  { clearing }: Pick<Subscription, 'clearing'>,
): Subscription {
  const { customer, default_payment_method: method } = subscription;
  const ends = subscription.items.data.map((item) => item.current_period_end);
  const periodEnd = ends.length > 0 ? Math.max(...ends) : null;
  const cancelAt = scheduledEnd(subscription, periodEnd);
  return {
    id: subscription.id,
    customerId: typeof customer === 'object' && customer.deleted ? null : idOrNull(customer),
    accountId: ownId(subscription.metadata.account_id),
    orderId: ownId(subscription.metadata.order_id),
    customerEmail: typeof customer === 'object' && !customer.deleted ? customer.email : null,
    cardFingerprint: (typeof method === 'object' && method?.card?.fingerprint) || null,
    status: subscription.status,
    overdue: !clearing && attemptedInvoice(subscription) !== null,
    clearing,
    trialEndsAt: toDate(subscription.trial_end),
    periodEndsAt: toDate(cancelAt ?? periodEnd),
    cancelsAtPeriodEnd: subscription.cancel_at_period_end || cancelAt !== null,
  };
}

/**
 * When a subscription ends in its current period, in seconds; null if it goes on. In Stripe's flexible billing mode, which
 * new subscriptions have, the customer portal sets `cancel_at` and leaves `cancel_at_period_end` false
 * (https://docs.stripe.com/billing/subscriptions/billing-mode/compare).
 */
function scheduledEnd({ cancel_at }: Stripe.Subscription, periodEnd: number | null): number | null {
  return cancel_at !== null && periodEnd !== null && cancel_at <= periodEnd ? cancel_at : null;
}

export function referenceId(reference: string | { id: string }): string {
  return typeof reference === 'string' ? reference : reference.id;
}

export function idOrNull(reference: string | { id: string } | null | undefined): string | null {
  return reference ? referenceId(reference) : null;
}

/** Converts seconds since the epoch. */
function toDate(seconds: number | null): Date | null {
  return seconds === null ? null : new Date(seconds * 1000);
}
