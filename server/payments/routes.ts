import type { Context, Hono } from 'hono';
import { CALLS } from '#contract/calls.ts';
import { CallError } from '#contract/errors.ts';
import type { CheckoutInput, OrderView } from '#contract/payments.ts';
import type { Deps } from '../deps.ts';
import type { Binder } from '../http/bind.ts';
import type { AppEnv } from '../http/context.ts';
import { addressKey, createRateLimiter, type RateLimit } from '../http/rate-limit.ts';
import { idempotencyClaim } from '../idempotency/idempotency.ts';
import type { Product } from '../platform/tables.ts';
import { activationCode } from './activation.ts';
import { portalUrl, viewBilling } from './billing.ts';
import { actOnTestBilling, actOnTestCheckout, viewTestCheckout } from './built-in/checkout.ts';
import { mountWebhook } from './events/webhook.ts';
import { confirmOrder, openOrder } from './orders.ts';
import type { PaymentAvailability, Seller } from './payment-availability.ts';
import { required } from './payment-context.ts';
import { offerOf } from './products.ts';
import type { Order } from './provider.ts';
import { findOrder } from './store.ts';

const CHECKOUTS: RateLimit = { name: 'checkout', limit: 30, windowMs: 10 * 60_000 };
const CODES: RateLimit = { name: 'activation-code', limit: 60, windowMs: 10 * 60_000 };

/** Where people come back to unless the request says. */
const COMES_BACK_TO: Record<Product, { success: string; cancel: string }> = {
  unlimited: { success: '/pricing?status=success', cancel: '/pricing?status=canceled' },
  apollo_scraper: {
    success: '/dashboard/apollo-scraper?payment_success=true',
    cancel: '/dashboard/apollo-scraper',
  },
};

/** What other nouns give to payments. */
export interface PaymentOptions {
  availability: PaymentAvailability;
  /** Orders as their owner sees them. File links start with `origin`. */
  viewOrders(orders: readonly Order[], origin: string): Promise<OrderView[]>;
  /** Throws `unprocessable` with the reason when the records of a people search can't be sold. */
  refuseUnsellable(searchUrl: string, seller: Seller): Promise<void>;
}

/** Mounts what people pay by: checkouts, orders, billing, activation codes, and Stripe's notices. */
export function mountPayments(
  app: Hono<AppEnv>,
  binder: Binder,
  deps: Deps,
  { availability, viewOrders, refuseUnsellable }: PaymentOptions,
): void {
  const { parts } = availability;
  const { db } = deps.database;
  const limiter = createRateLimiter(deps);
  mountWebhook(app, parts);

  binder.signedIn(CALLS.createCheckout, async (request) => {
    const { session, input, context } = request;
    const open = availability.payable(context);
    refuseOthers(input, session);
    const offer = offerOf(input);
    const origins = availability.origins(context);
    const back = COMES_BACK_TO[offer.product];
    await limiter.take(CHECKOUTS, session.accountId);
    if (offer.search) await refuseUnsellable(offer.search.apolloUrl, availability.seller(context));
    const order = await openOrder(open, {
      accountId: session.accountId,
      email: session.email,
      offer,
      withTrial: input.withTrial,
      successUrl: ownAddress(origins, input.successUrl ?? input.returnUrl, back.success),
      cancelUrl: ownAddress(origins, input.cancelUrl ?? input.returnUrl, back.cancel),
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
      return view(context, await confirmOrder(required(parts), session.accountId, input.sessionId));
    }
    const test = availability.testParts(context);
    await limiter.take(CHECKOUTS, session.accountId);
    const [origin] = availability.origins(context);
    const order = await openOrder(test, {
      accountId: session.accountId,
      email: session.email,
      offer: offerOf({ planId: 'unlimited', withTrial: false }),
      withTrial: false,
      successUrl: `${origin}/pricing?status=success`,
      cancelUrl: `${origin}/pricing?status=canceled`,
      claim: null,
    });
    await actOnTestCheckout(test, session.accountId, order.session_id, 'pay');
    return view(context, await ownOrder(session.accountId, order.id));
  });

  async function ownOrder(accountId: string, id: string) {
    const order = await findOrder(db, { id }, accountId);
    if (!order) throw new CallError('not_found');
    return order;
  }

  async function view(context: Context<AppEnv>, order: Order): Promise<OrderView> {
    const [seen] = await viewOrders([order], availability.origins(context)[0]);
    if (!seen) throw new CallError('not_found');
    return seen;
  }

  binder.signedIn(CALLS.orderStatus, async ({ session, input, context }) =>
    view(context, await ownOrder(session.accountId, input.id)),
  );

  binder.signedIn(CALLS.billing, ({ session }) =>
    viewBilling(deps, parts?.provider.source ?? 'none', session),
  );

  binder.signedIn(CALLS.billingPortal, async ({ session, context }) => {
    const [origin] = availability.origins(context);
    return {
      url: await portalUrl(availability.payable(context), session.accountId, `${origin}/dashboard/usage`),
    };
  });

  binder.public(CALLS.activationCode, async ({ session, input, context }) => {
    await limiter.take(CODES, addressKey(context.get('clientAddress')));
    return activationCode(deps, { sessionId: input.sessionId, session });
  });

  binder.signedIn(CALLS.testCheckout, ({ session, input, context }) =>
    viewTestCheckout(availability.testParts(context), session.accountId, input.sessionId),
  );

  binder.signedIn(CALLS.testCheckoutAct, ({ session, input, context }) =>
    actOnTestCheckout(availability.testParts(context), session.accountId, input.sessionId, input.act),
  );

  binder.signedIn(CALLS.testBillingAct, async ({ session, input, context }) => {
    await actOnTestBilling(availability.testParts(context), session.accountId, input.act);
    return viewBilling(deps, 'test', session);
  });
}

/** Who pays is told by the session; a body that names somebody else is refused rather than ignored. */
function refuseOthers(input: CheckoutInput, session: { accountId: string; email: string }): void {
  const otherUser = input.userId !== undefined && input.userId !== session.accountId;
  const otherEmail =
    input.customerEmail !== undefined && input.customerEmail.trim().toLowerCase() !== session.email;
  if (otherUser || otherEmail) {
    throw new CallError('forbidden', 'This checkout is for somebody else. Nothing was ordered.');
  }
}

/** An address of ours to come back to. Throws `validation_failed` for one of another origin. */
function ownAddress(origins: readonly string[], given: string | undefined, path: string): string {
  if (given === undefined) return `${origins[0]}${path}`;
  if (!origins.includes(new URL(given).origin)) {
    throw new CallError('validation_failed', 'The address to come back to must be one of this site.');
  }
  return given;
}
