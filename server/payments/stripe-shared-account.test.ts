import { describe, expect, it } from 'vitest';
import type { FakeStripe } from '../../e2e/fixtures/fake-stripe.ts';
import { type StripeBench, stripeBenchForAll } from '../../e2e/fixtures/stripe-bench.ts';
import { saveEntitlement } from './entitlement-store.ts';
import { reconcile } from './reconcile.ts';
import { stripeClient, stripePayments } from './stripe-payments.ts';
import type { Payer, PaymentBench } from './test-bench.ts';

/** An account at Stripe that sells other things too, or plans that the operator made there by hand. */

let world: StripeBench;
let stripe: FakeStripe;
let bench: PaymentBench;
stripeBenchForAll((opened) => {
  world = opened;
  ({ stripe, bench } = world);
});

interface Sale {
  email: string;
  product?: string;
  metadata?: Record<string, string>;
  reference?: string;
}

/** Something that others sold through the same account and that was paid. */
async function sold(
  mode: 'subscription' | 'payment',
  { email, product = 'Hosting', metadata = {}, reference }: Sale,
) {
  const { id } = await stripeClient('sk_test_other', stripe.url).checkout.sessions.create({
    mode,
    customer_email: email,
    metadata,
    ...(reference ? { client_reference_id: reference } : {}),
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: 'usd',
          unit_amount: 9900,
          product_data: { name: product },
          ...(mode === 'subscription' ? { recurring: { interval: 'month' } } : {}),
        },
      },
    ],
    success_url: 'https://hosting.example/thanks',
    ...(mode === 'subscription'
      ? { subscription_data: { metadata } }
      : { payment_intent_data: { metadata } }),
  });
  stripe.pay(id);
  const { subscription, payment_intent: intent } = stripe.session(id);
  return { session: id, subscription, intent };
}

const refunds = () =>
  stripe.requests.filter(({ method, path }) => method === 'POST' && path === '/v1/refunds').length;

/** A person whose address was confirmed: only such a one is looked for by it. */
async function confirmed(payer: Payer): Promise<Payer> {
  await bench.database.db
    .updateTable('accounts')
    .set({ email_confirmed_at: new Date() })
    .where('id', '=', payer.id)
    .execute();
  return payer;
}

/** The notices about a sale, worked without one that failed. */
async function told(...notices: [type: string, id: string][]): Promise<void> {
  for (const [type, id] of notices) await world.deliver(type, id);
  await bench.work();
  const failed = await bench.database.db
    .selectFrom('payment_events')
    .select(['type', 'last_error'])
    .where('last_error', 'is not', null)
    .execute();
  expect(failed).toEqual([]);
}

describe('a subscription to another product', () => {
  it('gives nothing to whoever has its address', async () => {
    const payer = await confirmed(await bench.person());
    const { subscription } = await sold('subscription', payer);
    await told(['customer.subscription.created', subscription]);
    expect(await payer.account()).toMatchObject({ plan: 'free' });
    expect(await payer.payment()).toBeNull();
  });

  it.each([
    ['without metadata', {}],
    ['with words of its own', { order_id: '1234', account_id: 'acc_9' }],
    ['with ids of its own', { order_id: crypto.randomUUID(), account_id: crypto.randomUUID() }],
  ])('%s is not taken for a second one of a subscriber', async (_how, metadata) => {
    const before = refunds();
    const { payer, subscription: own } = await world.subscriber();
    await confirmed(payer);
    const { subscription } = await sold('subscription', { ...payer, metadata });
    await told(['customer.subscription.created', subscription]);
    const counts = await reconcile(bench.parts);
    expect(counts.errors).toBe(0);
    expect([own, subscription].map((id) => stripe.subscription(id).status)).toEqual(['active', 'active']);
    expect(refunds()).toBe(before);
  });

  it.each<Record<string, string>>([{}, { account_id: crypto.randomUUID() }])(
    'stays when its money goes back or is disputed, with %o',
    async (metadata) => {
      const payer = await confirmed(await bench.person());
      const { subscription } = await sold('subscription', { ...payer, metadata });
      const invoice = stripe.subscription(stripe.subscription(subscription).latest_invoice);
      const charge = stripe.charge(invoice.payment_intent_of_test, { refunded: true });
      await told(['charge.refunded', charge], ['charge.dispute.created', stripe.dispute(charge)]);
      expect(stripe.subscription(subscription).status).toBe('active');
    },
  );

  it('that was once held for ours loses its plan at the next look, and outlives the account', async () => {
    const payer = await confirmed(await bench.person());
    const { subscription } = await sold('subscription', payer);
    const read = await stripePayments('sk_test_key', stripe.url).readSubscription(subscription);
    if (!read) throw new Error('The subscription is not there.');
    const account = { accountId: payer.id, source: 'stripe' as const };
    await bench.database.db
      .transaction()
      .execute((tx) =>
        saveEntitlement(tx, { ...account, subscription: read, hasAccess: true, at: new Date() }),
      );
    await told(['customer.subscription.updated', subscription]);
    expect(await payer.payment()).toMatchObject({ has_access: false, plan: 'free' });
    // As it was before anybody looked.
    await bench.database.db
      .updateTable('entitlements')
      .set({ status: 'active' })
      .where('account_id', '=', payer.id)
      .execute();
    expect((await payer.call('account-delete', { email: payer.email })).status).toBe(200);
    expect(stripe.subscription(subscription).status).toBe('active');
  });
});

describe('a subscription of our product that was made at Stripe', () => {
  const product = 'Leadwell Unlimited';

  it("is nobody's while the address is not confirmed", async () => {
    const payer = await bench.person();
    const { subscription } = await sold('subscription', { ...payer, product });
    await told(['customer.subscription.created', subscription]);
    expect(await payer.account()).toMatchObject({ plan: 'free' });
  });

  it('is that of the confirmed address, and ends with its account', async () => {
    const payer = await confirmed(await bench.person());
    const { subscription } = await sold('subscription', { ...payer, product });
    expect((await reconcile(bench.parts)).errors).toBe(0);
    expect(await payer.account()).toMatchObject({ plan: 'unlimited' });
    expect((await payer.call('account-delete', { email: payer.email })).status).toBe(200);
    expect(stripe.subscription(subscription).status).toBe('canceled');
  });

  it('beside another is neither ended nor paid back', async () => {
    const before = refunds();
    const { payer } = await world.subscriber();
    await confirmed(payer);
    const { subscription } = await sold('subscription', { ...payer, product });
    await told(['customer.subscription.created', subscription]);
    expect(stripe.subscription(subscription).status).toBe('active');
    expect(refunds()).toBe(before);
  });
});

describe('a checkout of others', () => {
  it('whose order is named in other ways is passed by', async () => {
    const payer = await confirmed(await bench.person());
    const metadata = { order_id: '1234', account_id: '77' };
    const sale = await sold('payment', { ...payer, metadata, reference: '1234' });
    const charge = stripe.charge(sale.intent, { refunded: true });
    await told(['checkout.session.completed', sale.session], ['charge.refunded', charge]);
    const plan = await sold('subscription', { ...payer, metadata, reference: '1234' });
    await told(
      ['checkout.session.completed', plan.session],
      ['customer.subscription.created', plan.subscription],
    );
    expect((await reconcile(bench.parts)).errors).toBe(0);
    expect(await payer.account()).toMatchObject({ plan: 'free' });
  });
});
