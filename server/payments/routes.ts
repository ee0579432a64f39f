import type { Context, Hono } from 'hono';
import { CALLS } from '#contract/calls.ts';
import { CallError } from '#contract/errors.ts';
import type { CheckoutInput, OrderView } from '#contract/payments.ts';
import { findGateAccount } from '../accounts/account.ts';
import type { Deps } from '../deps.ts';
import type { Binder } from '../http/bind.ts';
import type { AppEnv } from '../http/context.ts';
import { addressKey, createRateLimiter, type RateLimit } from '../http/rate-limit.ts';
import { idempotencyClaim } from '../idempotency/idempotency.ts';
import { assertRoom } from '../platform/disk/disk-space.ts';
import { activationCode } from './activation.ts';
import { portalUrl, recheckDuePayments, viewBilling } from './billing.ts';
import { actOnTestBilling, actOnTestCheckout, viewTestCheckout } from './built-in/checkout.ts';
import { mountWebhook } from './events/webhook.ts';
import { confirmOrder, openOrder, viewOrder } from './orders.ts';
import type { PaymentAvailability } from './payment-availability.ts';
import { requirePayments } from './payment-context.ts';
import { createOffer, type Products } from './products.ts';
import type { Order } from './provider.ts';
import { receiptUrl } from './receipt.ts';
import { findOrder, findUserPayment } from './store.ts';

const CHECKOUTS: RateLimit = { name: 'checkout', limit: 30, windowMs: 10 * 60_000 };
/** Each asks the payment provider. */
const RECEIPTS: RateLimit = { name: 'receipt', limit: 60, windowMs: 10 * 60_000 };
/** Further reads of the record show what is stored. */
const RECHECKS: RateLimit = { name: 'payment-recheck', limit: 6, windowMs: 60_000 };
const CODES: RateLimit = { name: 'activation-code', limit: 60, windowMs: 10 * 60_000 };

/** Mounts checkouts, orders, billing, activation codes and the Stripe webhook. */
export function mountPayments<Needs extends Deps>(
  app: Hono<AppEnv>,
  binder: Binder,
  deps: Needs,
  { availability, products }: { availability: PaymentAvailability; products: Products<Needs> },
): void {
  const { payments } = availability;
  const { db } = deps.database;
  const limiter = createRateLimiter(deps);
  mountWebhook(app, payments);

  binder.signedIn(CALLS.createCheckout, async (request) => {
    const { session, input, context } = request;
    assertRoom(deps.database.space);
    const available = availability.paymentsFor(context);
    assertOwnCheckout(input, session);
    const offer = createOffer(products, input);
    const origins = availability.origins(context);
    const product = products[offer.product];
    await limiter.take(CHECKOUTS, session.accountId);
    await product.assertSellable?.(deps, offer, availability.sourceFor(context));
    const order = await openOrder(available, {
      accountId: session.accountId,
      email: session.email,
      offer,
      withTrial: input.withTrial,
      successUrl: resolveReturnUrl(origins, input.successUrl ?? input.returnUrl, product.returnPaths.success),
      cancelUrl: resolveReturnUrl(origins, input.cancelUrl ?? input.returnUrl, product.returnPaths.cancel),
      claim: idempotencyClaim(deps, request, CALLS.createCheckout.name),
    });
    return {
      url: order.session_url,
      orderId: order.id,
      amountCents: order.amount_cents,
      trialDays: order.trial_days,
    };
  });

  binder.signedIn(CALLS.confirmCheckout, async ({ session, input, context }) => {
    if ('sessionId' in input) {
      return view(context, await confirmOrder(requirePayments(payments), session.accountId, input.sessionId));
    }
    const test = availability.testPaymentsFor(context);
    await limiter.take(CHECKOUTS, session.accountId);
    const [origin] = availability.origins(context);
    const order = await openOrder(test, {
      accountId: session.accountId,
      email: session.email,
      offer: createOffer(products, { planId: 'unlimited', withTrial: false }),
      withTrial: false,
      successUrl: `${origin}/pricing?status=success`,
      cancelUrl: `${origin}/pricing?status=canceled`,
      claim: null,
    });
    await actOnTestCheckout(test, session.accountId, order.session_id, 'pay');
    return view(context, await getOwnOrder(session.accountId, order.id));
  });

  async function getOwnOrder(accountId: string, id: string) {
    const order = await findOrder(db, { id }, accountId);
    if (!order) throw new CallError('not_found');
    return order;
  }

  async function view(context: Context<AppEnv>, order: Order): Promise<OrderView> {
    const [origin] = availability.origins(context);
    return (await products[order.product].viewOrder?.(deps, order, origin)) ?? viewOrder(order);
  }

  binder.signedIn(CALLS.orderStatus, async ({ session, input, context }) =>
    view(context, await getOwnOrder(session.accountId, input.id)),
  );

  binder.signedIn(CALLS.billing, ({ session }) =>
    viewBilling(deps, payments?.provider.source ?? 'none', session),
  );

  binder.signedIn(CALLS.paymentRecord, async ({ session: { accountId } }) => {
    if (payments && (await findGateAccount(db, deps.config, accountId))?.paymentDue) {
      const { allowed } = await limiter.use(RECHECKS, accountId);
      if (allowed) await recheckDuePayments(payments, accountId);
    }
    const found = await findUserPayment(db, accountId);
    return { payment: found ? { ...found, updated_at: found.updated_at.toISOString() } : null };
  });

  binder.signedIn(CALLS.billingPortal, async ({ session, context }) => {
    const [origin] = availability.origins(context);
    return {
      url: await portalUrl(availability.paymentsFor(context), session.accountId, `${origin}/dashboard/usage`),
    };
  });

  binder.signedIn(CALLS.orderReceipt, async ({ session, input, context }) => {
    await limiter.take(RECEIPTS, session.accountId);
    return { url: await receiptUrl(availability.paymentsFor(context), session.accountId, input.id) };
  });

  binder.public(CALLS.activationCode, async ({ session, input, context }) => {
    await limiter.take(CODES, addressKey(context.get('clientAddress')));
    return activationCode(deps, { sessionId: input.sessionId, session });
  });

  binder.signedIn(CALLS.testCheckout, ({ session, input, context }) =>
    viewTestCheckout(availability.testPaymentsFor(context), products, session.accountId, input.sessionId),
  );

  binder.signedIn(CALLS.testCheckoutAct, ({ session, input, context }) =>
    actOnTestCheckout(availability.testPaymentsFor(context), session.accountId, input.sessionId, input.act),
  );

  binder.signedIn(CALLS.testBillingAct, async ({ session, input, context }) => {
    await actOnTestBilling(availability.testPaymentsFor(context), session.accountId, input.act);
    return viewBilling(deps, 'test', session);
  });
}

/** The session determines who pays. Throws `forbidden` if the body names another user. */
function assertOwnCheckout(input: CheckoutInput, session: { accountId: string; email: string }): void {
  const otherUser = input.userId !== undefined && input.userId !== session.accountId;
  const otherEmail =
    input.customerEmail !== undefined && input.customerEmail.trim().toLowerCase() !== session.email;
  if (otherUser || otherEmail) {
    throw new CallError('forbidden', 'This checkout is for another user. Nothing was ordered.');
  }
}

/** The return URL after a checkout. Throws `validation_failed` if it isn't on our site. */
function resolveReturnUrl(origins: readonly string[], url: string | undefined, path: string): string {
  if (url === undefined) return `${origins[0]}${path}`;
  if (!origins.includes(new URL(url).origin)) {
    throw new CallError('validation_failed', 'The return URL must be on this site.');
  }
  return url;
}
