import { describe, expect, it } from 'vitest';
import type { FakeStripe } from '../../e2e/fixtures/fake-stripe.ts';
import { type StripeBench, stripeBenchForAll } from '../../e2e/fixtures/stripe-bench.ts';
import { TEST_PASSWORD } from '../auth/test-requests.ts';
import { PRODUCTS } from '../products.ts';
import { openOrder } from './orders.ts';
import { createOffer, type Offer } from './products.ts';
import { reconcile } from './reconcile.ts';
import type { Payer, PaymentBench } from './test-bench.ts';

/** Deleting accounts while a payment is in progress. */

let stripeBench: StripeBench;
let stripe: FakeStripe;
let bench: PaymentBench;
stripeBenchForAll((opened) => {
  stripeBench = opened;
  ({ stripe, bench } = stripeBench);
});

const PLAN = createOffer(PRODUCTS, { planId: 'unlimited', withTrial: false });
const RECORDS = createOffer(PRODUCTS, {
  planId: 'apollo_scraper',
  withTrial: false,
  apolloUrl: 'https://app.apollo.io/#/people?q=x',
  recordCount: 1000,
});

const order = (payer: Payer, offer: Offer, payments = bench.payments) =>
  openOrder(payments, {
    accountId: payer.id,
    email: payer.email,
    offer,
    withTrial: false,
    successUrl: 'http://127.0.0.1:3000/pricing',
    cancelUrl: 'http://127.0.0.1:3000/pricing',
    claim: null,
  });

const deletion = (payer: Payer) =>
  payer.call('account-delete', { email: payer.email, currentPassword: TEST_PASSWORD });

const findIntent = (subscription: string) =>
  stripe.subscription(stripe.subscription(subscription).latest_invoice).payment_intent_of_test;

describe('deleting an account', () => {
  it('closes its open checkouts', async () => {
    const payer = await bench.person();
    const plan = await stripeBench.checkout(payer);
    const { session_id: records } = await order(payer, RECORDS);
    expect((await deletion(payer)).status).toBe(200);
    expect([plan, records].map((id) => stripe.session(id).status)).toEqual(['expired', 'expired']);
  });

  it('cancels a subscription and refunds records that were just paid', async () => {
    const payer = await bench.person();
    const plan = await stripeBench.checkout(payer);
    const { session_id: records } = await order(payer, RECORDS);
    for (const id of [plan, records]) stripe.pay(id);
    expect((await deletion(payer)).status).toBe(200);
    expect(stripe.subscription(stripe.session(plan).subscription).status).toBe('canceled');
    expect(stripe.findRefunds(stripe.session(records).payment_intent)).toMatchObject([{ amount: 300 }]);
  });

  it('cancels a subscription whose first payment is pending', async () => {
    const payer = await bench.person();
    const plan = await stripeBench.checkout(payer);
    stripe.pay(plan, { unpaid: true });
    expect((await deletion(payer)).status).toBe(200);
    expect(stripe.subscription(stripe.session(plan).subscription).status).toBe('canceled');
  });

  it.each(['/expire$', '^/v1/checkout/sessions/'])(
    'fails if a checkout cannot be closed: %s',
    async (path) => {
      const payer = await bench.person();
      const plan = await stripeBench.checkout(payer);
      stripe.fail(new RegExp(path), 1);
      expect((await deletion(payer)).status).toBe(503);
      expect(await payer.account()).toMatchObject({ plan: 'free' });
      expect((await deletion(payer)).status).toBe(200);
      expect(stripe.session(plan).status).toBe('expired');
    },
  );

  it('expires a checkout that is still being created', async () => {
    const payer = await bench.person();
    const requested = Promise.withResolvers<void>();
    const deleted = Promise.withResolvers<void>();
    const created: string[] = [];
    const { provider } = bench.payments;
    const slow: typeof bench.payments = {
      ...bench.payments,
      provider: {
        ...provider,
        createCheckout: async (...args) => {
          requested.resolve();
          await deleted.promise;
          const checkout = await provider.createCheckout(...args);
          created.push(checkout.sessionId);
          return checkout;
        },
      },
    };
    const ordering = order(payer, PLAN, slow).catch((error) => error.code);
    await requested.promise;
    expect((await deletion(payer)).status).toBe(200);
    deleted.resolve();
    expect(await ordering).toBe('conflict');
    expect(created.map((id) => stripe.session(id).status)).toEqual(['expired']);
  });
});

describe('a payment for a deleted account', () => {
  /** Reopens and pays the checkouts of a deleted account. */
  async function paidTooLate(): Promise<{ subscription: string; plan: string; records: string }> {
    const payer = await bench.person();
    const plan = await stripeBench.checkout(payer);
    const { session_id: records } = await order(payer, RECORDS);
    expect((await deletion(payer)).status).toBe(200);
    for (const id of [plan, records]) {
      stripe.change(id, { status: 'open' });
      stripe.pay(id);
    }
    return { plan, records, subscription: stripe.session(plan).subscription };
  }

  it('is canceled and refunded once', async () => {
    const { plan, records, subscription } = await paidTooLate();
    stripe.charge(findIntent(subscription), { refunded: false });
    for (let time = 0; time < 2; time += 1) {
      await stripeBench.deliver('checkout.session.completed', plan);
      await stripeBench.deliver('checkout.session.completed', records);
      await stripeBench.deliver('customer.subscription.created', subscription);
      await bench.processEvents();
    }
    expect(stripe.subscription(subscription).status).toBe('canceled');
    expect(stripe.findRefunds(findIntent(subscription))).toMatchObject([
      { amount: 1 },
      { amount: 4899, metadata: { leadwell: 'account-gone' } },
    ]);
    expect(stripe.findRefunds(stripe.session(records).payment_intent)).toMatchObject([
      { amount: 300, metadata: { leadwell: 'account-gone' } },
    ]);
  });

  it('is refunded if its bank debit clears later', async () => {
    const payer = await bench.person();
    const plan = await stripeBench.checkout(payer);
    stripe.pay(plan, { unpaid: true });
    await stripeBench.deliver('checkout.session.completed', plan);
    await bench.processEvents();
    expect((await deletion(payer)).status).toBe(200);
    const { subscription } = stripe.session(plan);
    const refunds = () => stripe.findRefunds(findIntent(subscription));
    stripe.change(plan, { payment_status: 'paid' });
    stripe.change(stripe.subscription(subscription).latest_invoice, { status: 'paid' });
    await stripeBench.deliver('checkout.session.completed', plan);
    await bench.processEvents();
    expect(refunds()).toEqual([]);
    for (let time = 0; time < 2; time += 1) {
      await stripeBench.deliver('checkout.session.async_payment_succeeded', plan);
      await bench.processEvents();
      expect(refunds()).toMatchObject([{ metadata: { leadwell: 'account-gone' } }]);
    }
  });

  it('is found by the daily sync, and retried if the refund fails', async () => {
    const { subscription } = await paidTooLate();
    stripe.fail(/^\/v1\/refunds$/, 1);
    expect((await reconcile(bench.payments)).errors).toBe(1);
    expect(stripe.subscription(subscription).status).toBe('active');
    expect((await reconcile(bench.payments)).errors).toBe(0);
    expect(stripe.subscription(subscription).status).toBe('canceled');
  });

  it('is not refunded if it was made before the deletion', async () => {
    const { payer, subscription } = await stripeBench.subscriber();
    expect((await deletion(payer)).status).toBe(200);
    await stripeBench.deliver('customer.subscription.deleted', subscription);
    await bench.processEvents();
    await reconcile(bench.payments);
    expect(stripe.subscription(subscription).status).toBe('canceled');
    expect(stripe.findRefunds(findIntent(subscription))).toEqual([]);
  });
});
