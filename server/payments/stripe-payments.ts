import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import {
  type CheckoutDetails,
  CustomerGone,
  LIVE,
  type Order,
  type PaymentProvider,
  ProviderError,
  type Subscription,
} from './provider.ts';
import { attemptedInvoice, idOrNull, referenceId, toCheckout, toSubscription } from './stripe-objects.ts';
import {
  latestCharge,
  readRefund,
  readReversal,
  refundGone,
  refundInvoice,
  refundOrder,
} from './stripe-refunds.ts';

const TIMEOUT_MS = 20_000;
const PAGE = 100;

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
      callStripeOrNull(async () =>
        toCheckout(await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] })),
      ),
    expireCheckout: (id) =>
      callStripeOrNull(async () => {
        const { status } = await stripe.checkout.sessions.retrieve(id);
        if (status === 'open') await stripe.checkout.sessions.expire(id);
      }).then(() => {}),
    readSubscription: (id) =>
      callStripeOrNull(async () =>
        withPayment(stripe, await stripe.subscriptions.retrieve(id, { expand: EXPANDED })),
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
    receiptUrl: ({ payment_intent_id: intent }) =>
      callStripeOrNull(async () =>
        intent ? ((await latestCharge(stripe, intent))?.receipt_url ?? null) : null,
      ),
    refundPayment: (intent) => callStripe(() => refundGone(stripe, intent)),
    readRefund: (id) => callStripeOrNull(() => readRefund(stripe, id)),
    readReversal: (event) => callStripeOrNull(() => readReversal(stripe, event)),
    portalUrl: (customer, returnUrl) =>
      callStripe(
        async () => (await stripe.billingPortal.sessions.create({ customer, return_url: returnUrl })).url,
      ),
  };
}

/**
 * The key differs with and without a customer, since Stripe refuses a key with other parameters. For a day, it also
 * repeats a failure. The checkout must not stay blocked that long, and a second session that no one sees does no harm.
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
    for (const subscription of page.data) yield await callStripe(() => withPayment(stripe, subscription));
    after = page.data.at(-1)?.id;
    if (!page.has_more || !after) return;
  }
}

/**
 * Stripe calls a subscription active while a bank debit of its invoice is processed, and counts the attempt. Only the
 * payment of the invoice tells whether it failed. It can have succeeded a moment before the invoice is paid.
 */
async function withPayment(stripe: Stripe, subscription: Stripe.Subscription): Promise<Subscription> {
  const invoice = LIVE.has(subscription.status) ? attemptedInvoice(subscription) : null;
  if (!invoice) return toSubscription(subscription, { clearing: false });
  const { data } = await stripe.invoicePayments.list({ invoice, expand: ['data.payment.payment_intent'] });
  const clearing = data.some(
    ({ payment: { payment_intent: intent } }) =>
      typeof intent !== 'string' && (intent?.status === 'processing' || intent?.status === 'succeeded'),
  );
  return toSubscription(subscription, { clearing });
}

/** A list request can't expand this deep, so each subscription is fetched separately. */
async function productNames(stripe: Stripe, id: string): Promise<string[]> {
  const { items } = await stripe.subscriptions.retrieve(id, { expand: ['items.data.price.product'] });
  return items.data.flatMap(({ price: { product } }) =>
    typeof product === 'object' && !product.deleted ? [product.name] : [],
  );
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
