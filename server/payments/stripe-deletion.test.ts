import { describe, expect, it } from 'vitest';
import type { FakeStripe } from '../../e2e/fixtures/fake-stripe.ts';
import { type StripeBench, stripeBenchForAll } from '../../e2e/fixtures/stripe-bench.ts';
import { openOrder } from './orders.ts';
import { type Offer, offerOf } from './products.ts';
import { reconcile } from './reconcile.ts';
import type { Payer, PaymentBench } from './test-bench.ts';

/** Accounts that are deleted while something of theirs is being paid. */

let world: StripeBench;
let stripe: FakeStripe;
let bench: PaymentBench;
stripeBenchForAll((opened) => {
  world = opened;
  ({ stripe, bench } = world);
});

const PLAN = offerOf({ planId: 'unlimited', withTrial: false });
const RECORDS = offerOf({
  planId: 'apollo_scraper',
  withTrial: false,
  apolloUrl: 'https://app.apollo.io/#/people?q=x',
  recordCount: 1000,
});

const order = (payer: Payer, offer: Offer, parts = bench.parts) =>
  openOrder(parts, {
    accountId: payer.id,
    email: payer.email,
    offer,
    withTrial: false,
    successUrl: 'http://127.0.0.1:3000/pricing',
    cancelUrl: 'http://127.0.0.1:3000/pricing',
    claim: null,
  });

const deletion = (payer: Payer) => payer.call('account-delete', { email: payer.email });

const intentOf = (subscription: string) =>
  stripe.subscription(stripe.subscription(subscription).latest_invoice).payment_intent_of_test;

describe('an account that is deleted', () => {
  it('leaves no open checkout to be paid', async () => {
    const payer = await bench.person();
    const plan = await world.checkout(payer);
    const { session_id: records } = await order(payer, RECORDS);
    expect((await deletion(payer)).status).toBe(200);
    expect([plan, records].map((id) => stripe.session(id).status)).toEqual(['expired', 'expired']);
  });

  it('ends the subscription that was paid meanwhile, and pays records back', async () => {
    const payer = await bench.person();
    const plan = await world.checkout(payer);
    const { session_id: records } = await order(payer, RECORDS);
    for (const id of [plan, records]) stripe.pay(id);
    expect((await deletion(payer)).status).toBe(200);
    expect(stripe.subscription(stripe.session(plan).subscription).status).toBe('canceled');
    expect(stripe.refundsOf(stripe.session(records).payment_intent)).toMatchObject([{ amount: 300 }]);
  });

  it('ends a subscription that waits for its first payment', async () => {
    const payer = await bench.person();
    const plan = await world.checkout(payer);
    stripe.pay(plan, { unpaid: true });
    expect((await deletion(payer)).status).toBe(200);
    expect(stripe.subscription(stripe.session(plan).subscription).status).toBe('canceled');
  });

  it.each(['/expire$', '^/v1/checkout/sessions/'])(
    'stays where a checkout cannot be closed: %s',
    async (path) => {
      const payer = await bench.person();
      const plan = await world.checkout(payer);
      stripe.fail(new RegExp(path), 1);
      expect((await deletion(payer)).status).toBe(503);
      expect(await payer.account()).toMatchObject({ plan: 'free' });
      expect((await deletion(payer)).status).toBe(200);
      expect(stripe.session(plan).status).toBe('expired');
    },
  );

  it('gets no checkout that was still being made', async () => {
    const payer = await bench.person();
    const asked = Promise.withResolvers<void>();
    const gone = Promise.withResolvers<void>();
    const made: string[] = [];
    const { provider } = bench.parts;
    const slow: typeof bench.parts = {
      ...bench.parts,
      provider: {
        ...provider,
        createCheckout: async (...args) => {
          asked.resolve();
          await gone.promise;
          const checkout = await provider.createCheckout(...args);
          made.push(checkout.sessionId);
          return checkout;
        },
      },
    };
    const ordering = order(payer, PLAN, slow).catch((error) => error.code);
    await asked.promise;
    expect((await deletion(payer)).status).toBe(200);
    gone.resolve();
    expect(await ordering).toBe('conflict');
    expect(made.map((id) => stripe.session(id).status)).toEqual(['expired']);
  });
});

describe('what is paid for an account that was deleted', () => {
  /** Checkouts that were closed in vain: the person pays them all the same. */
  async function paidTooLate(): Promise<{ subscription: string; plan: string; records: string }> {
    const payer = await bench.person();
    const plan = await world.checkout(payer);
    const { session_id: records } = await order(payer, RECORDS);
    expect((await deletion(payer)).status).toBe(200);
    for (const id of [plan, records]) {
      stripe.change(id, { status: 'open' });
      stripe.pay(id);
    }
    return { plan, records, subscription: stripe.session(plan).subscription };
  }

  it('is ended and paid back, once', async () => {
    const { plan, records, subscription } = await paidTooLate();
    stripe.charge(intentOf(subscription), { refunded: false });
    for (let time = 0; time < 2; time += 1) {
      await world.deliver('checkout.session.completed', plan);
      await world.deliver('checkout.session.completed', records);
      await world.deliver('customer.subscription.created', subscription);
      await bench.work();
    }
    expect(stripe.subscription(subscription).status).toBe('canceled');
    expect(stripe.refundsOf(intentOf(subscription))).toMatchObject([
      { amount: 1 },
      { amount: 4899, metadata: { leadwell: 'account-gone' } },
    ]);
    expect(stripe.refundsOf(stripe.session(records).payment_intent)).toMatchObject([
      { amount: 300, metadata: { leadwell: 'account-gone' } },
    ]);
  });

  it('is found by the daily comparison, and tried again where the money could not go back', async () => {
    const { subscription } = await paidTooLate();
    stripe.fail(/^\/v1\/refunds$/, 1);
    expect((await reconcile(bench.parts)).errors).toBe(1);
    expect(stripe.subscription(subscription).status).toBe('active');
    expect((await reconcile(bench.parts)).errors).toBe(0);
    expect(stripe.subscription(subscription).status).toBe('canceled');
  });

  it('is not what was paid before its end', async () => {
    const { payer, subscription } = await world.subscriber();
    expect((await deletion(payer)).status).toBe(200);
    await world.deliver('customer.subscription.deleted', subscription);
    await bench.work();
    await reconcile(bench.parts);
    expect(stripe.subscription(subscription).status).toBe('canceled');
    expect(stripe.refundsOf(intentOf(subscription))).toEqual([]);
  });
});
