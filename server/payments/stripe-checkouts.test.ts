// On PostgreSQL: a trial is given once, however many ask at once.
import { describe, expect, it, vi } from 'vitest';
import { MESSAGES } from '#contract/messages.ts';
import type { FakeStripe } from '../../e2e/fixtures/fake-stripe.ts';
import { type StripeBench, stripeBenchForAll } from '../../e2e/fixtures/stripe-bench.ts';
import { send } from '../auth/test-requests.ts';
import { PRODUCTS } from '../products.ts';
import { cancelPayments } from './billing.ts';
import { openOrder } from './orders.ts';
import { createOffer } from './products.ts';
import { reconcile } from './reconcile.ts';
import type { Payer, PaymentBench } from './test-bench.ts';

/** Tests over HTTP with the official Stripe library against a fake Stripe. */

let stripeBench: StripeBench;
let stripe: FakeStripe;
let bench: PaymentBench;
stripeBenchForAll((opened) => {
  stripeBench = opened;
  ({ stripe, bench } = stripeBench);
});

const ORIGIN = 'http://127.0.0.1:3000';

describe('a checkout', () => {
  it('says why the gate sent the user there', async () => {
    const payer = await bench.person();
    const session = await stripeBench.checkout(payer, { withTrial: true, reason: 'no_payment_method' });
    expect(stripe.session(session).created_with).toMatchObject({
      custom_text: { submit: { message: MESSAGES.gate.cardNeeded } },
    });
    // Someone who comes on their own sees no reason of an earlier visit.
    const own = await stripeBench.checkout(payer, {});
    expect(own).not.toBe(session);
    expect(stripe.session(own).created_with).not.toHaveProperty('custom_text');
  });

  it('creates a Stripe session at our price, with one trial, that returns to our site', async () => {
    const payer = await bench.person();
    const session = await stripeBench.checkout(payer, {
      userId: payer.id,
      customerEmail: payer.email.toUpperCase(),
      withTrial: true,
      price: 4900,
      currency: 'usd',
      successUrl: `${ORIGIN}/pricing?status=success`,
      cancelUrl: `${ORIGIN}/pricing?status=canceled`,
    });
    const { created_with: sent } = stripe.session(session);
    expect(sent).toMatchObject({
      mode: 'subscription',
      customer_email: payer.email,
      success_url: `${ORIGIN}/pricing?status=success&session_id={CHECKOUT_SESSION_ID}`,
      cancel_url: `${ORIGIN}/pricing?status=canceled`,
      subscription_data: {
        trial_period_days: '7',
        trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
        metadata: { account_id: payer.id },
      },
      line_items: {
        0: { price_data: { unit_amount: '4900', currency: 'usd', recurring: { interval: 'month' } } },
      },
    });

    stripe.pay(session);
    const { body } = await payer.call('confirm-checkout', { sessionId: session });
    expect(body).toMatchObject({ status: 'paid', trialDays: 7 });
    expect(await payer.account()).toMatchObject({
      plan: 'unlimited',
      credits: 'unlimited',
      isTrial: false,
      hasPaymentMethod: true,
    });
    expect(await payer.payment()).toMatchObject({ has_access: true, plan: 'unlimited', status: 'trialing' });

    // The trial is used, so the next checkout has none.
    stripe.change(stripe.session(session).subscription, { status: 'canceled' });
    await stripeBench.deliver('customer.subscription.deleted', stripe.session(session).subscription);
    await bench.processEvents();
    expect(await payer.account()).toMatchObject({ plan: 'free', isTrial: true, hasPaymentMethod: false });
    const again = await stripeBench.checkout(payer, { withTrial: true });
    expect(stripe.session(again).created_with.subscription_data.trial_period_days).toBeUndefined();
    expect(stripe.session(again).created_with.customer).toMatch(/^cus_/);
  });

  it.each([
    [{ price: 1 }, 400, MESSAGES.payments.priceDiffers],
    [{ priceInCents: 0 }, 400, MESSAGES.payments.priceDiffers],
    [{ currency: 'jpy' }, 400, MESSAGES.payments.priceDiffers],
    [{ planId: 'premium' }, 400, /planId/],
    [{ successUrl: 'https://evil.example/pricing' }, 400, /on this site/],
    [{ cancelUrl: 'http://127.0.0.1:3000@evil.example/' }, 400, /on this site/],
    [{ returnUrl: 'javascript:alert(1)' }, 400, /./],
    [{ userId: crypto.randomUUID() }, 403, /another user/],
    [{ customerEmail: 'other@example.com' }, 403, /another user/],
    [{ planId: 'apollo_scraper', apolloUrl: 'https://a.com/', recordCount: 1000 }, 400, /valid Apollo URL/],
  ])('with %o is rejected', async (body, status, message) => {
    const payer = await bench.person();
    const reply = await payer.call('create-stripe-checkout', { planId: 'unlimited', ...body });
    expect(reply.status).toBe(status);
    expect(reply.body.error.message).toMatch(message);
    expect(await payer.account()).toMatchObject({ plan: 'free', credits: 1000 });
  });

  it('is created once for repeated requests, with or without a key', async () => {
    const payer = await bench.person();
    const key = { headers: { 'idempotency-key': 'k1' } };
    const both = await Promise.all(
      [1, 2].map(() => payer.call('create-stripe-checkout', { planId: 'unlimited' }, key)),
    );
    const third = await payer.call('create-stripe-checkout', { planId: 'unlimited' });
    expect(new Set([...both, third].map(({ body }) => body.url)).size).toBe(1);
    const other = await payer.call('create-stripe-checkout', { planId: 'unlimited', withTrial: true }, key);
    expect(other.status).toBe(409);
  });

  it('is created again after the price changed', async () => {
    const payer = await bench.person();
    const earlier = await stripeBench.checkout(payer);
    // As if the order were from before the update.
    await bench.database.db
      .updateTable('orders')
      .set({ amount_cents: 3900 })
      .where('session_id', '=', earlier)
      .execute();
    const { body } = await payer.call('create-stripe-checkout', { planId: 'unlimited' });
    expect(body.amountCents).toBe(4900);
    expect(body.url).not.toContain(earlier);
    expect(stripe.session(earlier).status).toBe('expired');
  });

  it('can be requested again after Stripe was down', async () => {
    const payer = await bench.person();
    stripe.down = true;
    const refused = await payer.call('create-stripe-checkout', { planId: 'unlimited' });
    stripe.down = false;
    expect(refused.status).toBe(503);
    expect(refused.body.error.message).toBe(MESSAGES.payments.checkoutFailed);
    expect(await stripeBench.checkout(payer)).toMatch(/^cs_test/);
  });

  it.each([
    [25, 'expired'],
    [23, 'open'],
  ])('that could not be created %d hours ago leaves an order that is %s', async (hours, status) => {
    const payer = await bench.person();
    stripe.fail(/^\/v1\/checkout\/sessions$/, 1);
    expect((await payer.call('create-stripe-checkout', { planId: 'unlimited' })).status).toBe(503);
    const { id } = await bench.database.db
      .updateTable('orders')
      .set({ created_at: new Date(bench.deps.clock.now() - hours * 3_600_000) })
      .where('account_id', '=', payer.id)
      .returning('id')
      .executeTakeFirstOrThrow();
    await reconcile(bench.payments);
    const { body } = await payer.call(`order-status?id=${id}`);
    expect(body).toMatchObject({ status, checkoutUrl: null });
  });

  it('is confirmed only for its owner and only after payment', async () => {
    const [payer, other] = [await bench.person(), await bench.person()];
    const session = await stripeBench.checkout(payer);
    expect((await payer.call('confirm-checkout', { sessionId: session })).body.status).toBe('open');
    stripe.pay(session);
    expect((await other.call('confirm-checkout', { sessionId: session })).status).toBe(404);
    expect((await other.call('confirm-checkout', { devMode: true })).status).toBe(404);
    expect(await other.account()).toMatchObject({ plan: 'free' });
    expect(await payer.account()).toMatchObject({ plan: 'free' });
  });

  it('that is paid twice gives one subscription and a refund of the second', async () => {
    const payer = await bench.person();
    const first = await stripeBench.checkout(payer, { successUrl: `${ORIGIN}/dashboard` });
    // Both checkouts are open in different tabs, as if closing the first had failed.
    const second = await stripeBench.checkout(payer);
    stripe.change(first, { status: 'open' });
    stripe.pay(first);
    stripe.pay(second);
    await Promise.all([first, second].map((id) => stripeBench.deliver('checkout.session.completed', id)));
    await bench.processEvents();
    const states = [first, second].map((id) => stripe.subscription(stripe.session(id).subscription).status);
    expect(states.sort()).toEqual(['active', 'canceled']);
    expect(stripe.requests.filter(({ path }) => path === '/v1/refunds')).toHaveLength(1);
    expect(await payer.account()).toMatchObject({ plan: 'unlimited' });
    const refused = await payer.call('create-stripe-checkout', { planId: 'unlimited' });
    expect(refused.status).toBe(409);
  });
});

describe('a single payment', () => {
  const orderRecords = ({ id, email }: Payer) =>
    openOrder(bench.payments, {
      accountId: id,
      email,
      offer: createOffer(PRODUCTS, {
        planId: 'apollo_scraper',
        withTrial: false,
        apolloUrl: 'https://a.com/#/x',
        recordCount: 1001,
      }),
      withTrial: true,
      successUrl: `${ORIGIN}/dashboard/apollo-scraper?payment_success=true`,
      cancelUrl: `${ORIGIN}/dashboard/apollo-scraper`,
      claim: null,
    });

  it('is charged at our price, fulfilled once, and revoked by a refund', async () => {
    const payer = await bench.person();
    const order = await orderRecords(payer);
    expect(order).toMatchObject({ mode: 'payment', amount_cents: 300, quantity: 1001, trial_days: 0 });
    stripe.pay(order.session_id, { unpaid: true });
    await stripeBench.deliver('checkout.session.completed', order.session_id);
    await bench.processEvents();
    const clearing = { status: 'open', clearing: true, checkoutUrl: null };
    expect((await payer.call(`order-status?id=${order.id}`)).body).toMatchObject(clearing);
    const returned = await payer.call('confirm-checkout', { sessionId: order.session_id });
    expect(returned.body).toMatchObject(clearing);
    const logError = vi.spyOn(bench.payments.log, 'error');
    stripe.change(order.session_id, { payment_status: 'paid', amount_total: 299 });
    await stripeBench.deliver('checkout.session.async_payment_succeeded', order.session_id);
    await bench.processEvents();
    expect((await payer.call(`order-status?id=${order.id}`)).body.status).toBe('open');
    // The customer paid but the order isn't fulfilled, so the operator must be alerted.
    expect(logError).toHaveBeenCalledWith(
      expect.objectContaining({ order: order.id, paidCents: 299, priceCents: 300 }),
      expect.any(String),
    );
    logError.mockRestore();
    stripe.change(order.session_id, { amount_total: 300 });
    await stripeBench.deliver('checkout.session.async_payment_succeeded', order.session_id);
    await bench.processEvents();
    const paid = (await payer.call(`order-status?id=${order.id}`)).body;
    expect(paid).toMatchObject({ status: 'paid', clearing: false });
    expect(await payer.account()).toMatchObject({ plan: 'free' });

    const charge = stripe.charge(stripe.session(order.session_id).payment_intent, { refunded: true });
    await stripeBench.deliver('charge.refunded', charge);
    await bench.processEvents();
    expect((await payer.call(`order-status?id=${order.id}`)).body.status).toBe('refunded');
    const other = await bench.person();
    expect((await other.call(`order-status?id=${order.id}`)).status).toBe(404);
  });

  it.each([
    ['requires_payment_method', 'failed'],
    ['canceled', 'failed'],
    ['processing', 'open'],
  ])('whose bank debit is %s without an event is %s after the next sync', async (state, status) => {
    const payer = await bench.person();
    const { id, session_id: session } = await orderRecords(payer);
    const viewed = async () => (await payer.call(`order-status?id=${id}`)).body;
    stripe.pay(session, { unpaid: true });
    await stripeBench.deliver('checkout.session.completed', session);
    await bench.processEvents();
    expect(await viewed()).toMatchObject({ status: 'open', clearing: true });
    stripe.change(stripe.session(session).payment_intent, { status: state });
    await reconcile(bench.payments);
    expect(await viewed()).toMatchObject({ status, clearing: status === 'open' });
  });

  it('expires its order when the checkout expires', async () => {
    const payer = await bench.person();
    const session = await stripeBench.checkout(payer);
    stripe.change(session, { status: 'expired' });
    await stripeBench.deliver('checkout.session.expired', session);
    await bench.processEvents();
    const { status } = await bench.database.db
      .selectFrom('orders')
      .select('status')
      .where('session_id', '=', session)
      .executeTakeFirstOrThrow();
    expect(status).toBe('expired');
  });
});

describe('a subscriber', () => {
  it('has a billing portal, unlike a user who never paid', async () => {
    const { payer } = await stripeBench.subscriber();
    expect((await payer.call('billing-portal', {})).body.url).toMatch(
      /^https:\/\/billing\.stripe\.test\/cus_/,
    );
    const other = await bench.person();
    expect((await other.call('billing-portal', {})).status).toBe(404);
    expect((await payer.call('billing')).body).toMatchObject({
      source: 'stripe',
      subscription: { status: 'active', cancelsAtPeriodEnd: false },
    });
  });

  it('sees an activation code with the checkout session or when signed in; others do not', async () => {
    const { payer } = await stripeBench.subscriber();
    const { session_id } = await bench.database.db
      .selectFrom('orders')
      .select('session_id')
      .where('account_id', '=', payer.id)
      .executeTakeFirstOrThrow();
    const shown = await send(bench.app, `/functions/v1/activation-code?sessionId=${session_id}`);
    const { code } = (await shown.json()) as { code: string };
    expect(code).toMatch(/^LW(-[A-Z2-9]{5}){4}$/);
    expect((await payer.call('activation-code')).body.code).toBe(code);
    const guess = await send(bench.app, '/functions/v1/activation-code?sessionId=cs_test_guess');
    expect(await guess.json()).toEqual({
      code: null,
      message: MESSAGES.payments.activationMissing,
      paid: false,
    });
    const other = await bench.person();
    expect((await other.call('activation-code')).body.code).toBeNull();
  });

  it('is not charged after the account is closed', async () => {
    const { payer, subscription } = await stripeBench.subscriber();
    await cancelPayments(bench.payments, payer.id);
    expect(stripe.subscription(subscription).status).toBe('canceled');
  });
});

describe('the fake Stripe', () => {
  it("rejects parameters that don't match the library's types", async () => {
    const before = stripe.faults.length;
    const reply = await fetch(`${stripe.url}/v1/checkout/sessions`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk_test_x' },
      body: 'mode=subscription&line_items[0][price_data][unit_amount]=many&trial_days=7',
    });
    expect(reply.status).toBe(400);
    expect(stripe.faults.splice(before).join('\n')).toMatch(/unit_amount[\s\S]*currency[\s\S]*trial_days/);
  });
});
