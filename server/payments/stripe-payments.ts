import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import {
  type CheckoutDetails,
  CustomerGone,
  type Order,
  type PaymentProvider,
  ProviderError,
  type Reversal,
  type Subscription,
} from './provider.ts';
import { idOrNull, ownId, referenceId, toCheckout, toSubscription } from './stripe-objects.ts';

const TIMEOUT_MS = 20_000;
const PAGE = 100;
/** Metadata key of refunds that we make. They don't revoke access. */
const REFUND_KEY = 'leadwell';
const NOT_FOUND = 'not-found';
const ACCOUNT_GONE = 'account-gone';

export function stripeClient(secretKey: string, apiBase: string | undefined): Stripe {
  const base = apiBase ? new URL(apiBase) : null;
  return new Stripe(secretKey, {
    maxNetworkRetries: 2,
    timeout: TIMEOUT_MS,
    telemetry: false,
    ...(base
      ? {
          host: base.hostname,
          port: base.port || (base.protocol === 'http:' ? '80' : '443'),
          protocol: base.protocol === 'http:' ? ('http' as const) : ('https' as const),
        }
      : {}),
  });
}

/** The Stripe provider, using the official library. `apiBase` replaces Stripe's API URL in tests. */
export function stripePayments(secretKey: string, apiBase: string | undefined): PaymentProvider {
  const stripe = stripeClient(secretKey, apiBase);
  return {
    source: 'stripe',
    createCheckout: (order, checkout) =>
      callStripe(async () => {
        const session = await createSession(stripe, order, checkout);
        if (!session.url) throw new Error(`The session ${session.id} has no URL.`);
        return { sessionId: session.id, url: session.url };
      }),
    readCheckout: (id) =>
      callStripeOrNull(async () => toCheckout(await stripe.checkout.sessions.retrieve(id))),
    expireCheckout: (id) =>
      callStripeOrNull(async () => {
        const { status } = await stripe.checkout.sessions.retrieve(id);
        if (status === 'open') await stripe.checkout.sessions.expire(id);
      }).then(() => {}),
    readSubscription: (id) =>
      callStripeOrNull(async () =>
        toSubscription(await stripe.subscriptions.retrieve(id, { expand: EXPANDED })),
      ),
    cancelSubscription: (id, { refund }) =>
      callStripe(async () => {
        const { status, latest_invoice } = await stripe.subscriptions.retrieve(id);
        // Refund first: if that fails, the subscription stays active and the next attempt repeats both steps.
        if (refund && latest_invoice) await refundInvoice(stripe, referenceId(latest_invoice), id, refund);
        if (status !== 'canceled' && status !== 'incomplete_expired') await stripe.subscriptions.cancel(id);
      }),
    subscriptions: () => eachSubscription(stripe),
    productNames: (id) => callStripe(() => productNames(stripe, id)),
    subscriptionOfInvoice: (id) =>
      callStripeOrNull(async () => {
        const { parent } = await stripe.invoices.retrieve(id);
        return idOrNull(parent?.subscription_details?.subscription);
      }),
    refundOrder: (order, cents) => callStripe(() => refundOrder(stripe, order, cents)),
    refundPayment: (intent) => callStripe(() => refundInFull(stripe, intent, `gone-${intent}`, ACCOUNT_GONE)),
    readReversal: (event) => callStripeOrNull(() => readReversal(stripe, event)),
    portalUrl: (customer, returnUrl) =>
      callStripe(
        async () => (await stripe.billingPortal.sessions.create({ customer, return_url: returnUrl })).url,
      ),
  };
}

/**
 * The key differs with and without a customer, since Stripe refuses a key with other parameters. For a day, it also
 * repeats a failure. The checkout must not stay blocked that long, and a second session that nobody sees does no harm.
 */
async function createSession(
  stripe: Stripe,
  order: Order,
  checkout: CheckoutDetails,
): Promise<Stripe.Checkout.Session> {
  const params = checkoutParams(order, checkout);
  const key = `order-${order.id}${checkout.customerId ? '' : '-email'}`;
  try {
    return await stripe.checkout.sessions.create(params, { idempotencyKey: key });
  } catch (error) {
    if (!isSpentKey(error)) throw error;
    return stripe.checkout.sessions.create(params, { idempotencyKey: `${key}-${randomUUID()}` });
  }
}

/** Whether Stripe repeated an earlier failure, or refused the key because of other parameters. */
function isSpentKey(error: unknown): boolean {
  if (!(error instanceof Stripe.errors.StripeError)) return false;
  if (error instanceof Stripe.errors.StripeIdempotencyError) return error.code !== 'idempotency_key_in_use';
  return error.headers?.['idempotent-replayed'] === 'true';
}

function checkoutParams(
  order: Order,
  { email, customerId, name, reason }: CheckoutDetails,
): Stripe.Checkout.SessionCreateParams {
  const metadata = { order_id: order.id, account_id: order.account_id };
  const isSubscription = order.mode === 'subscription';
  return {
    mode: order.mode,
    client_reference_id: order.id,
    metadata,
    ...(customerId ? { customer: customerId } : { customer_email: email }),
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: order.currency,
          unit_amount: order.amount_cents,
          product_data: { name: order.quantity > 1 ? `${order.quantity} × ${name}` : name },
          ...(isSubscription ? { recurring: { interval: 'month' as const } } : {}),
        },
      },
    ],
    ...(reason ? { custom_text: { submit: { message: reason } } } : {}),
    success_url: order.success_url,
    cancel_url: order.cancel_url,
    ...(isSubscription
      ? {
          payment_method_collection: 'always' as const,
          subscription_data: {
            metadata,
            ...(order.trial_days > 0
              ? {
                  trial_period_days: order.trial_days,
                  trial_settings: { end_behavior: { missing_payment_method: 'cancel' as const } },
                }
              : {}),
          },
        }
      : { payment_intent_data: { metadata } }),
  };
}

const EXPANDED = ['latest_invoice', 'customer', 'default_payment_method'];

async function* eachSubscription(stripe: Stripe): AsyncGenerator<Subscription> {
  let after: string | undefined;
  for (;;) {
    const page = await callStripe(() =>
      stripe.subscriptions.list({
        status: 'all',
        limit: PAGE,
        expand: EXPANDED.map((name) => `data.${name}`),
        ...(after ? { starting_after: after } : {}),
      }),
    );
    for (const subscription of page.data) yield toSubscription(subscription);
    after = page.data.at(-1)?.id;
    if (!page.has_more || !after) return;
  }
}

async function refundInvoice(
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

/** A list request can't expand this deep, so each subscription is fetched separately. */
async function productNames(stripe: Stripe, id: string): Promise<string[]> {
  const { items } = await stripe.subscriptions.retrieve(id, { expand: ['items.data.price.product'] });
  return items.data.flatMap(({ price: { product } }) =>
    typeof product === 'object' && !product.deleted ? [product.name] : [],
  );
}

/**
 * Stripe drops an Idempotency-Key after a day and our retries can take longer, so this first looks for an
 * existing refund. A refund that the bank returned can be made again.
 */
async function refundOrder(
  stripe: Stripe,
  order: Order,
  cents: number,
): Promise<{ paidCents: number } | { problem: string }> {
  const intent = order.payment_intent_id;
  if (!intent) return { problem: 'Stripe has no payment for this order.' };
  const { latest_charge: charge } = await stripe.paymentIntents.retrieve(intent, {
    expand: ['latest_charge'],
  });
  if (!charge || typeof charge === 'string') return { problem: 'Stripe has no payment for this order.' };
  const { data: refunds } = await stripe.refunds.list({ payment_intent: intent, limit: PAGE });
  const ours = refunds.filter(({ metadata }) => metadata?.[REFUND_KEY] === NOT_FOUND);
  const returned = ours.filter(({ status }) => status === 'failed' || status === 'canceled');
  const existing = ours.find((refund) => !returned.includes(refund));
  if (existing) return { paidCents: existing.amount };
  if (charge.disputed) return { problem: 'The payment is disputed, so the bank decides the outcome.' };
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

/** `warning_closed`: the bank asked, and didn't open a dispute. */
const DISPUTES_WON = new Set<string>(['won', 'warning_closed']);

async function readReversal(
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
    full: dispute ? !won : charge.refunded,
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

async function callStripe<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (isMissing(cause) && cause.param === 'customer')
      throw new CustomerGone('Stripe has no such customer.', { cause });
    throw new ProviderError("Stripe can't be reached or rejected the request.", { cause });
  }
}

function isMissing(error: unknown): error is Stripe.errors.StripeError {
  return error instanceof Stripe.errors.StripeError && error.code === 'resource_missing';
}

/** Like `callStripe`, but returns null if the object doesn't exist. */
async function callStripeOrNull<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (cause) {
    if (isMissing(cause)) return null;
    throw new ProviderError("Stripe can't be reached or rejected the request.", { cause });
  }
}
