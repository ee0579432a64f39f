import type { Context, Hono } from 'hono';
import { CALLS } from '#contract/calls.ts';
import { CallError } from '#contract/errors.ts';
import { MESSAGES } from '#contract/messages.ts';
import type { CheckoutInput } from '#contract/payments.ts';
import { worksLocally } from '../config.ts';
import type { Deps } from '../deps.ts';
import type { Binder } from '../http/bind.ts';
import type { AppEnv } from '../http/context.ts';
import { localOrigin } from '../http/local-request.ts';
import { addressKey, createRateLimiter, type RateLimit } from '../http/rate-limit.ts';
import { claimOf } from '../idempotency/idempotency.ts';
import { activationCode } from './activation.ts';
import { portalUrl, viewBilling } from './billing.ts';
import { actOnTestBilling, actOnTestCheckout, viewTestCheckout } from './built-in/checkout.ts';
import { mountWebhook } from './events/webhook.ts';
import { confirmOrder, openOrder, viewOrder } from './orders.ts';
import { type PaymentParts, paymentParts, required } from './payment-parts.ts';
import { offerOf } from './products.ts';
import { findOrder } from './store.ts';

const CHECKOUTS: RateLimit = { name: 'checkout', limit: 30, windowMs: 10 * 60_000 };
const CODES: RateLimit = { name: 'activation-code', limit: 60, windowMs: 10 * 60_000 };

/** Mounts what people pay by: checkouts, orders, billing, activation codes, and Stripe's notices. */
export function mountPayments(app: Hono<AppEnv>, binder: Binder, deps: Deps): void {
  const parts = paymentParts(deps);
  const { db } = deps.database;
  const limiter = createRateLimiter(deps);
  mountWebhook(app, parts);

  /** The origin our pages have for this person: PUBLIC_URL, or the loopback name they reached us by. */
  function ownOrigins(context: Context<AppEnv>): string[] {
    const local = worksLocally(deps.config) ? localOrigin(context) : null;
    return [...(local ? [local] : []), new URL(deps.publicUrl).origin];
  }

  /** The built-in test payments, for pages of ours on this machine; to anybody else there are none. */
  function testParts(context: Context<AppEnv>): PaymentParts {
    if (parts?.provider.source !== 'test' || !localOrigin(context)) throw new CallError('not_found');
    return parts;
  }

  /** Who takes the money for this request. */
  function payable(context: Context<AppEnv>): PaymentParts {
    const open = required(parts);
    if (open.provider.source === 'test' && !localOrigin(context)) {
      throw new CallError('unavailable', MESSAGES.payments.notSetUp);
    }
    return open;
  }

  binder.signedIn(CALLS.createCheckout, async (request) => {
    const { session, input, context } = request;
    const open = payable(context);
    refuseOthers(input, session);
    const offer = offerOf(input);
    if (offer.product !== 'unlimited' && open.provider.source === 'stripe') {
      throw new CallError('unavailable', 'Records are not on sale yet. Nothing was charged.');
    }
    const origins = ownOrigins(context);
    await limiter.take(CHECKOUTS, session.accountId);
    const order = await openOrder(open, {
      accountId: session.accountId,
      email: session.email,
      offer,
      withTrial: input.withTrial,
      successUrl: ownAddress(origins, input.successUrl ?? input.returnUrl, '/pricing?status=success'),
      cancelUrl: ownAddress(origins, input.cancelUrl ?? input.returnUrl, '/pricing?status=canceled'),
      claim: claimOf(deps, request, CALLS.createCheckout.name),
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
      return viewOrder(await confirmOrder(required(parts), session.accountId, input.sessionId));
    }
    const test = testParts(context);
    await limiter.take(CHECKOUTS, session.accountId);
    const [origin = deps.publicUrl] = ownOrigins(context);
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
    return viewOrder(await ownOrder(session.accountId, order.id));
  });

  async function ownOrder(accountId: string, id: string) {
    const order = await findOrder(db, { id }, accountId);
    if (!order) throw new CallError('not_found');
    return order;
  }

  binder.signedIn(CALLS.orderStatus, async ({ session, input }) =>
    viewOrder(await ownOrder(session.accountId, input.id)),
  );

  binder.signedIn(CALLS.billing, ({ session }) =>
    viewBilling(deps, parts?.provider.source ?? 'none', session),
  );

  binder.signedIn(CALLS.billingPortal, async ({ session, context }) => {
    const [origin = deps.publicUrl] = ownOrigins(context);
    return { url: await portalUrl(payable(context), session.accountId, `${origin}/dashboard/usage`) };
  });

  binder.public(CALLS.activationCode, async ({ session, input, context }) => {
    await limiter.take(CODES, addressKey(context.get('clientAddress')));
    return activationCode(deps, { sessionId: input.sessionId, session });
  });

  binder.signedIn(CALLS.testCheckout, ({ session, input, context }) =>
    viewTestCheckout(testParts(context), session.accountId, input.sessionId),
  );

  binder.signedIn(CALLS.testCheckoutAct, ({ session, input, context }) =>
    actOnTestCheckout(testParts(context), session.accountId, input.sessionId, input.act),
  );

  binder.signedIn(CALLS.testBillingAct, async ({ session, input, context }) => {
    await actOnTestBilling(testParts(context), session.accountId, input.act);
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
