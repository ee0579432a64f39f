import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { MESSAGES } from '#contract/messages.ts';
import { type FakeStripe, startFakeStripe } from '../../e2e/fixtures/fake-stripe.ts';
import { send } from '../auth/test-requests.ts';
import { grantCredits } from '../credits/ledger.ts';
import { transaction } from '../platform/db.ts';
import { endPayments } from './billing.ts';
import { grantByOperator } from './entitlements.ts';
import { openOrder } from './orders.ts';
import { offerOf } from './products.ts';
import { reconcile } from './reconcile.ts';
import { openPaymentBench, type Payer, type PaymentBench } from './test-bench.ts';

/** Everything through the server's own door, with a Stripe of the test's own behind the official library. */

let stripe: FakeStripe;
let bench: PaymentBench;
beforeAll(async () => {
  stripe = await startFakeStripe();
  bench = await openPaymentBench({
    STRIPE_SECRET_KEY: 'sk_test_key',
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    STRIPE_API_BASE: stripe.url,
  });
});
afterAll(async () => {
  await bench.close();
  await stripe.close();
});
afterEach(() => {
  expect(stripe.faults).toEqual([]);
});

const ORIGIN = 'http://127.0.0.1:3000';

async function checkout(payer: Payer, body: object = {}): Promise<string> {
  const { status, body: reply } = await payer.call('create-stripe-checkout', {
    planId: 'unlimited',
    ...body,
  });
  expect(status, JSON.stringify(reply)).toBe(200);
  return /cs_test_\w+/.exec(reply.url)?.[0] ?? '';
}

async function deliver(type: string, objectId: string, sent?: Parameters<FakeStripe['notice']>[2]) {
  const { body, signature } = await stripe.notice(type, objectId, sent);
  return send(bench.app, '/webhooks/stripe', { body, headers: { 'stripe-signature': signature } });
}

/** A person with a paid subscription, and its id. */
async function subscriber(): Promise<{ payer: Payer; subscription: string }> {
  const payer = await bench.person();
  const session = await checkout(payer);
  stripe.pay(session);
  await deliver('checkout.session.completed', session);
  await bench.work();
  return { payer, subscription: stripe.session(session).subscription };
}

describe('a checkout', () => {
  it('is a Stripe session of our price, with a trial once, and comes back to us', async () => {
    const payer = await bench.person();
    const session = await checkout(payer, {
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

    // The trial was had: after its end the next checkout has none.
    stripe.change(stripe.session(session).subscription, { status: 'canceled' });
    await deliver('customer.subscription.deleted', stripe.session(session).subscription);
    await bench.work();
    expect(await payer.account()).toMatchObject({ plan: 'free', isTrial: true, hasPaymentMethod: false });
    const again = await checkout(payer, { withTrial: true });
    expect(stripe.session(again).created_with.subscription_data.trial_period_days).toBeUndefined();
    expect(stripe.session(again).created_with.customer).toMatch(/^cus_/);
  });

  it.each([
    [{ price: 1 }, 400, MESSAGES.payments.priceDiffers],
    [{ priceInCents: 0 }, 400, MESSAGES.payments.priceDiffers],
    [{ currency: 'jpy' }, 400, MESSAGES.payments.priceDiffers],
    [{ planId: 'premium' }, 400, /planId/],
    [{ successUrl: 'https://evil.example/pricing' }, 400, /one of this site/],
    [{ cancelUrl: 'http://127.0.0.1:3000@evil.example/' }, 400, /one of this site/],
    [{ returnUrl: 'javascript:alert(1)' }, 400, /./],
    [{ userId: crypto.randomUUID() }, 403, /somebody else/],
    [{ customerEmail: 'other@example.com' }, 403, /somebody else/],
    [{ planId: 'apollo_scraper', apolloUrl: 'https://a.com/', recordCount: 1000 }, 503, /not on sale/],
  ])('of %o is refused', async (body, status, message) => {
    const payer = await bench.person();
    const reply = await payer.call('create-stripe-checkout', { planId: 'unlimited', ...body });
    expect(reply.status).toBe(status);
    expect(reply.body.error.message).toMatch(message);
    expect(await payer.account()).toMatchObject({ plan: 'free', credits: 1000 });
  });

  it('asked for twice, or twice with a key, is one', async () => {
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

  it('that Stripe does not answer can be asked for again', async () => {
    const payer = await bench.person();
    stripe.down = true;
    const refused = await payer.call('create-stripe-checkout', { planId: 'unlimited' });
    stripe.down = false;
    expect(refused.status).toBe(503);
    expect(refused.body.error.message).toBe(MESSAGES.payments.checkoutFailed);
    expect(await checkout(payer)).toMatch(/^cs_test/);
  });

  it('is confirmed for its owner only, and not before it is paid', async () => {
    const [payer, other] = [await bench.person(), await bench.person()];
    const session = await checkout(payer);
    expect((await payer.call('confirm-checkout', { sessionId: session })).body.status).toBe('open');
    stripe.pay(session);
    expect((await other.call('confirm-checkout', { sessionId: session })).status).toBe(404);
    expect((await other.call('confirm-checkout', { devMode: true })).status).toBe(404);
    expect(await other.account()).toMatchObject({ plan: 'free' });
    expect(await payer.account()).toMatchObject({ plan: 'free' });
  });

  it('two of them, both paid, give one subscription; the second is ended and paid back', async () => {
    const payer = await bench.person();
    const first = await checkout(payer, { successUrl: `${ORIGIN}/dashboard` });
    // As if the first could not be closed: both tabs are at Stripe.
    const second = await checkout(payer);
    stripe.change(first, { status: 'open' });
    stripe.pay(first);
    stripe.pay(second);
    await Promise.all([first, second].map((id) => deliver('checkout.session.completed', id)));
    await bench.work();
    const states = [first, second].map((id) => stripe.subscription(stripe.session(id).subscription).status);
    expect(states.sort()).toEqual(['active', 'canceled']);
    expect(stripe.requests.filter(({ path }) => path === '/v1/refunds')).toHaveLength(1);
    expect(await payer.account()).toMatchObject({ plan: 'unlimited' });
    const refused = await payer.call('create-stripe-checkout', { planId: 'unlimited' });
    expect(refused.status).toBe(409);
  });
});

describe('notices', () => {
  it.each([
    ['unsigned', ''],
    ['forged', 't=1,v1=00'],
  ])('that are %s are refused', async (_name, signature) => {
    const { body } = await stripe.notice('checkout.session.completed', 'cs_test_x');
    const reply = await send(bench.app, '/webhooks/stripe', {
      body,
      headers: { 'stripe-signature': signature },
    });
    expect(reply.status).toBe(400);
  });

  it('signed with another secret, changed on the way or 10 minutes old are refused', async () => {
    const old = Math.floor(bench.deps.clock.now() / 1000) - 600;
    expect((await deliver('invoice.paid', 'in_1', { secret: 'whsec_other' })).status).toBe(400);
    expect((await deliver('invoice.paid', 'in_1', { at: old })).status).toBe(400);
    const { body, signature } = await stripe.notice('invoice.paid', 'in_1');
    const changed = await send(bench.app, '/webhooks/stripe', {
      body: body.replace('in_1', 'in_2'),
      headers: { 'stripe-signature': signature },
    });
    expect(changed.status).toBe(400);
    const { n } = await bench.database.db
      .selectFrom('payment_events')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('object_id', 'in', ['in_1', 'in_2'])
      .executeTakeFirstOrThrow();
    expect(n).toBe(0);
  });

  it('50 times at once, out of order and again fulfil once', async () => {
    const payer = await bench.person();
    const session = await checkout(payer);
    stripe.pay(session);
    const { subscription } = stripe.session(session);
    const types: [string, string][] = [
      ['invoice.paid', stripe.subscription(subscription).latest_invoice],
      ['customer.subscription.updated', subscription],
      ['customer.subscription.created', subscription],
      ['checkout.session.completed', session],
    ];
    const replies = await Promise.all(
      types.flatMap(([type, id]) =>
        Array.from({ length: 50 }, () => deliver(type, id, { id: `evt_${type}_${session}` })),
      ),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    await Promise.all([bench.work(), bench.work(), bench.work()]);
    for (const [type, id] of types) await deliver(type, id, { id: `evt_${type}_${session}` });
    await bench.work();
    const { db } = bench.database;
    const events = await db
      .selectFrom('payment_events')
      .selectAll()
      .where('id', 'like', `%${session}`)
      .execute();
    expect(events.map(({ attempts, due_at }) => [attempts, due_at])).toEqual(types.map(() => [1, null]));
    const entitlements = await db
      .selectFrom('entitlements')
      .selectAll()
      .where('account_id', '=', payer.id)
      .execute();
    expect(entitlements).toMatchObject([
      { subscription_id: subscription, has_access: true, source: 'stripe' },
    ]);
    expect(await payer.account()).toMatchObject({ plan: 'unlimited' });
    expect(await bench.ledger(payer.id)).toEqual({ balance: 1000, counted: 1000 });
  });

  it('that cannot be worked come again', async () => {
    const payer = await bench.person();
    const session = await checkout(payer);
    stripe.pay(session);
    await deliver('checkout.session.completed', session);
    stripe.down = true;
    await bench.work();
    stripe.down = false;
    expect(await payer.account()).toMatchObject({ plan: 'free' });
    bench.deps.clock.advance(10_000);
    await bench.work();
    expect(await payer.account()).toMatchObject({ plan: 'unlimited' });
  });

  it('of a payment that is not there yet wait, then fulfil or fail', async () => {
    const [late, never] = [await bench.person(), await bench.person()];
    for (const payer of [late, never]) {
      const session = await checkout(payer);
      stripe.pay(session, { unpaid: true });
      const { subscription } = stripe.session(session);
      await deliver('checkout.session.completed', session);
      await deliver('customer.subscription.created', subscription);
      await deliver('invoice.payment_action_required', stripe.subscription(subscription).latest_invoice);
      await bench.work();
      expect(await payer.account()).toMatchObject({ plan: 'free', credits: 1000 });
      expect(await payer.payment()).toBeNull();
      if (payer === late) {
        stripe.change(session, { payment_status: 'paid' });
        stripe.change(subscription, { status: 'active' });
        stripe.change(stripe.subscription(subscription).latest_invoice, { status: 'paid' });
        await deliver('checkout.session.async_payment_succeeded', session);
      } else {
        await deliver('checkout.session.async_payment_failed', session);
      }
      await bench.work();
    }
    expect(await late.payment()).toMatchObject({ has_access: true, plan: 'unlimited' });
    expect(await never.payment()).toMatchObject({ has_access: false, plan: 'free' });
  });

  it('of a failed renewal take the plan and cap the credits once; of a payment after all give it back', async () => {
    const { payer, subscription } = await subscriber();
    await transaction(bench.database.db, (tx) => grantCredits(tx, payer.id, 4000, 'gift'));
    const invoice = stripe.subscription(subscription).latest_invoice;
    stripe.change(invoice, { status: 'open', attempt_count: 1 });
    await deliver('invoice.payment_failed', invoice);
    await bench.work();
    expect(await payer.account()).toMatchObject({
      plan: 'free',
      credits: 1000,
      isTrial: true,
      hasPaymentMethod: false,
    });
    expect(await payer.payment()).toMatchObject({ has_access: false, plan: 'free' });
    await transaction(bench.database.db, (tx) => grantCredits(tx, payer.id, 500, 'gift'));
    stripe.change(subscription, { status: 'past_due' });
    await deliver('customer.subscription.updated', subscription);
    await bench.work();
    expect(await bench.ledger(payer.id)).toEqual({ balance: 1500, counted: 1500 });

    stripe.change(invoice, { status: 'paid' });
    stripe.change(subscription, { status: 'active' });
    await deliver('invoice.paid', invoice);
    // The notice of the failure, late.
    await deliver('invoice.payment_failed', invoice);
    await bench.work();
    expect(await payer.account()).toMatchObject({
      plan: 'unlimited',
      isTrial: false,
      hasPaymentMethod: true,
    });
  });

  it.each(['refund', 'dispute'])('of a %s take the plan back and end the subscription', async (kind) => {
    const { payer, subscription } = await subscriber();
    const intent = stripe.subscription(
      stripe.subscription(subscription).latest_invoice,
    ).payment_intent_of_test;
    const charge = stripe.charge(intent, { refunded: kind === 'refund' });
    if (kind === 'refund') await deliver('charge.refunded', charge);
    else await deliver('charge.dispute.created', stripe.dispute(charge));
    await bench.work();
    expect(await payer.account()).toMatchObject({ plan: 'free' });
    expect(stripe.subscription(subscription).status).toBe('canceled');
    stripe.change(subscription, { status: 'active' });
    await deliver('customer.subscription.updated', subscription);
    await bench.work();
    expect(await payer.payment()).toMatchObject({ has_access: false, status: 'revoked' });
  });

  it('of a refund of ours or of a part take nothing back', async () => {
    const { payer, subscription } = await subscriber();
    const intent = stripe.subscription(
      stripe.subscription(subscription).latest_invoice,
    ).payment_intent_of_test;
    await deliver('charge.refunded', stripe.charge(intent, { refunded: true, ours: true }));
    await deliver('charge.refunded', stripe.charge(intent, { refunded: false }));
    await bench.work();
    expect(await payer.account()).toMatchObject({ plan: 'unlimited' });
    expect(stripe.subscription(subscription).status).toBe('active');
  });
});

describe('a single payment', () => {
  it('is priced by us, paid once, and taken back with its money', async () => {
    const payer = await bench.person();
    const order = await openOrder(bench.parts, {
      accountId: payer.id,
      email: payer.email,
      offer: offerOf({
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
    expect(order).toMatchObject({ mode: 'payment', amount_cents: 300, quantity: 1001, trial_days: 0 });
    stripe.pay(order.session_id, { unpaid: true });
    await deliver('checkout.session.completed', order.session_id);
    await bench.work();
    expect((await payer.call(`order-status?id=${order.id}`)).body.status).toBe('open');
    stripe.change(order.session_id, { payment_status: 'paid', amount_total: 299 });
    await deliver('checkout.session.async_payment_succeeded', order.session_id);
    await bench.work();
    expect((await payer.call(`order-status?id=${order.id}`)).body.status).toBe('open');
    stripe.change(order.session_id, { amount_total: 300 });
    await deliver('checkout.session.async_payment_succeeded', order.session_id);
    await bench.work();
    expect((await payer.call(`order-status?id=${order.id}`)).body.status).toBe('paid');
    expect(await payer.account()).toMatchObject({ plan: 'free' });

    const charge = stripe.charge(stripe.session(order.session_id).payment_intent, { refunded: true });
    await deliver('charge.refunded', charge);
    await bench.work();
    expect((await payer.call(`order-status?id=${order.id}`)).body.status).toBe('refunded');
    const other = await bench.person();
    expect((await other.call(`order-status?id=${order.id}`)).status).toBe(404);
  });

  it('that expires is released', async () => {
    const payer = await bench.person();
    const session = await checkout(payer);
    stripe.change(session, { status: 'expired' });
    await deliver('checkout.session.expired', session);
    await bench.work();
    const { status } = await bench.database.db
      .selectFrom('orders')
      .select('status')
      .where('session_id', '=', session)
      .executeTakeFirstOrThrow();
    expect(status).toBe('expired');
  });
});

describe('the daily comparison', () => {
  it("finds what no notice told of, and leaves an operator's word alone", async () => {
    const unheard = await bench.person();
    const session = await checkout(unheard);
    stripe.pay(session);
    const { payer: gone, subscription } = await subscriber();
    stripe.change(subscription, { status: 'unpaid' });
    const granted = await bench.person();
    await grantByOperator(bench.parts, granted.id);

    const counts = await reconcile(bench.parts);
    expect(counts.errors).toBe(0);
    expect(counts.syncedUsers).toBeGreaterThanOrEqual(2);
    expect(counts.skippedUsers).toBeGreaterThanOrEqual(1);
    expect(await unheard.account()).toMatchObject({ plan: 'unlimited' });
    expect(await gone.account()).toMatchObject({ plan: 'free' });
    expect(await granted.account()).toMatchObject({ plan: 'unlimited' });
  });

  it('counts what cannot be compared', async () => {
    await subscriber();
    stripe.down = true;
    const counts = await reconcile(bench.parts);
    stripe.down = false;
    expect(counts.errors).toBeGreaterThanOrEqual(1);
  });
});

describe('a subscriber', () => {
  it('has a billing portal; whoever never paid has none', async () => {
    const { payer } = await subscriber();
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

  it('has an activation code, shown to their checkout and to them, to nobody else', async () => {
    const { payer } = await subscriber();
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
    expect(await guess.json()).toEqual({ code: null, message: MESSAGES.payments.activationMissing });
    const other = await bench.person();
    expect((await other.call('activation-code')).body.code).toBeNull();
  });

  it('who goes pays no more', async () => {
    const { payer, subscription } = await subscriber();
    await endPayments(bench.parts, payer.id);
    expect(stripe.subscription(subscription).status).toBe('canceled');
  });
});

describe('what is sent to Stripe', () => {
  it('is refused by the fake when it does not fit the library', async () => {
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
