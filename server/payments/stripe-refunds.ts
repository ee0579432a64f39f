import Stripe from 'stripe';
import type { Order, Refund, Reversal } from './provider.ts';
import { idOrNull, ownId, referenceId } from './stripe-objects.ts';

const PAGE = 100;
/** Metadata key of refunds that we make. They don't revoke access. */
const REFUND_KEY = 'leadwell';
const NOT_FOUND = 'not-found';
const ACCOUNT_GONE = 'account-gone';
/** After so many returned refunds of an order, another one would be returned, too. */
const MAX_RETURNED = 3;

/** Refunds the payments of an invoice in full. Errors are those of the library, as everywhere in this file. */
export async function refundInvoice(
  stripe: Stripe,
  invoice: string,
  subscription: string,
  reason: string,
): Promise<void> {
  const payments = await stripe.invoicePayments.list({ invoice, status: 'paid' });
  for (const { payment } of payments.data) {
    const intent = idOrNull(payment.payment_intent);
    if (intent) await refundInFull(stripe, intent, `${subscription}-${intent}`, reason);
  }
}

/** Refunds the payment of a deleted account in full. */
export function refundGone(stripe: Stripe, intent: string): Promise<void> {
  return refundInFull(stripe, intent, `gone-${intent}`, ACCOUNT_GONE);
}

/** Refunds the rest of a payment. `key` makes the refund idempotent; `reason` is stored in its metadata. */
async function refundInFull(stripe: Stripe, intent: string, key: string, reason: string): Promise<void> {
  try {
    await stripe.refunds.create(
      { payment_intent: intent, metadata: { [REFUND_KEY]: reason } },
      { idempotencyKey: `refund-${key}` },
    );
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError && error.code === 'charge_already_refunded'))
      throw error;
  }
}

/**
 * Stripe drops an Idempotency-Key after a day and our retries can take longer, so this first looks for an
 * existing refund. A refund that the bank returned can be made again.
 */
export async function refundOrder(
  stripe: Stripe,
  order: Order,
  cents: number,
): Promise<{ paidCents: number } | { problem: string }> {
  const intent = order.payment_intent_id;
  if (!intent) return { problem: 'Stripe has no payment for this order.' };
  const charge = await latestCharge(stripe, intent);
  if (!charge) return { problem: 'Stripe has no payment for this order.' };
  const { data: refunds } = await stripe.refunds.list({ payment_intent: intent, limit: PAGE });
  const ours = refunds.filter(({ metadata }) => metadata?.[REFUND_KEY] === NOT_FOUND);
  const returned = ours.filter(({ status }) => isReturned(status));
  const existing = ours.find((refund) => !returned.includes(refund));
  if (existing) return { paidCents: existing.amount };
  if (returned.length >= MAX_RETURNED)
    return { problem: 'The bank returned our refund several times. Please contact us.' };
  if (charge.disputed && (await hasOpenDispute(stripe, charge.id)))
    return { problem: 'The payment is disputed, so the bank decides the outcome.' };
  const left = charge.amount - charge.amount_refunded;
  if (left <= 0) return { problem: 'The payment was already refunded in full.' };
  const refund = await stripe.refunds.create(
    {
      payment_intent: intent,
      amount: Math.min(cents, left),
      metadata: { [REFUND_KEY]: NOT_FOUND, order_id: order.id },
    },
    { idempotencyKey: `refund-${order.id}-${returned.length}-${Math.min(cents, left)}` },
  );
  return { paidCents: refund.amount };
}

/** The charge of a payment, the last one if others failed. */
export async function latestCharge(stripe: Stripe, intent: string): Promise<Stripe.Charge | null> {
  const { latest_charge: charge } = await stripe.paymentIntents.retrieve(intent, {
    expand: ['latest_charge'],
  });
  return charge && typeof charge !== 'string' ? charge : null;
}

/** A refund that we made; null for others. */
export async function readRefund(stripe: Stripe, id: string): Promise<Refund | null> {
  const { metadata, status } = await stripe.refunds.retrieve(id);
  const reason = metadata?.[REFUND_KEY];
  if (!reason) return null;
  return { orderId: reason === NOT_FOUND ? ownId(metadata?.order_id) : null, returned: isReturned(status) };
}

function isReturned(status: string | null): boolean {
  return status === 'failed' || status === 'canceled';
}

/** `warning_closed`: the bank asked, and didn't open a dispute. */
const DISPUTES_WON = new Set<string>(['won', 'warning_closed']);

/** The bank asks about a payment and has taken no money. It can still open a dispute, or the inquiry ends as `warning_closed`. */
const INQUIRIES = new Set<string>(['warning_needs_response', 'warning_under_review']);

/** Whether a dispute takes the payment away, for now or for good. */
function takesPayment(status: string): boolean {
  return !DISPUTES_WON.has(status) && !INQUIRIES.has(status);
}

/** Whether a charge has a dispute that isn't won. Stripe calls it disputed forever. An inquiry can be refunded. */
async function hasOpenDispute(stripe: Stripe, charge: string): Promise<boolean> {
  const { data } = await stripe.disputes.list({ charge, limit: PAGE });
  return data.some(({ status }) => takesPayment(status));
}

/** See `PaymentProvider`. */
export async function readReversal(
  stripe: Stripe,
  event: { type: string; objectId: string },
): Promise<Reversal | null> {
  const dispute = event.type.startsWith('charge.dispute.')
    ? await stripe.disputes.retrieve(event.objectId)
    : null;
  const won = dispute !== null && DISPUTES_WON.has(dispute.status);
  const chargeId = dispute ? referenceId(dispute.charge) : event.objectId;
  const charge = await stripe.charges.retrieve(chargeId);
  const intent = idOrNull(charge.payment_intent);
  const refunds = dispute ? [] : (await stripe.refunds.list({ charge: chargeId, limit: PAGE })).data;
  return {
    orderId: intent ? ownId((await stripe.paymentIntents.retrieve(intent)).metadata.order_id) : null,
    subscriptionId: intent ? await subscriptionOfPayment(stripe, intent) : null,
    full: dispute ? takesPayment(dispute.status) : charge.refunded,
    won: won && !charge.refunded,
    byUs: refunds.length > 0 && refunds.every(({ metadata }) => metadata?.[REFUND_KEY] !== undefined),
  };
}

async function subscriptionOfPayment(stripe: Stripe, intent: string): Promise<string | null> {
  const paid = await stripe.invoicePayments.list({
    payment: { type: 'payment_intent', payment_intent: intent },
  });
  const invoice = paid.data[0]?.invoice;
  if (!invoice) return null;
  const { parent } = await stripe.invoices.retrieve(referenceId(invoice));
  return idOrNull(parent?.subscription_details?.subscription);
}
