import { describe, expect, it, vi } from 'vitest';
import type { FakeStripe } from '../../e2e/fixtures/fake-stripe.ts';
import { type StripeBench, stripeBenchForAll } from '../../e2e/fixtures/stripe-bench.ts';
import { TEST_PASSWORD } from '../auth/test-requests.ts';
import { saveEntitlement } from './entitlement-store.ts';
import { reconcile } from './reconcile.ts';
import { stripeClient, stripePayments } from './stripe-payments.ts';
import type { Payer, PaymentBench } from './test-bench.ts';

/** A Stripe account that also sells other products, or has subscriptions created in the Stripe dashboard. */

let stripeBench: StripeBench;
let stripe: FakeStripe;
let bench: PaymentBench;
stripeBenchForAll((opened) => {
  stripeBench = opened;
  ({ stripe, bench } = stripeBench);
});

interface Sale {
  email: string;
  product?: string;
  metadata?: Record<string, string>;
  reference?: string;
}

/** Creates and pays a checkout of another product in the same Stripe account. */
async function sell(
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

/** Confirms the email address. Subscriptions are matched only to confirmed addresses. */
async function confirmEmail(payer: Payer): Promise<Payer> {
  await bench.database.db
    .updateTable('accounts')
    .set({ email_confirmed_at: new Date() })
    .where('id', '=', payer.id)
    .execute();
  return payer;
}

/** Delivers and processes events, and expects that none fails. */
async function deliverAll(...events: [type: string, id: string][]): Promise<void> {
  for (const [type, id] of events) await stripeBench.deliver(type, id);
  await bench.processEvents();
  const failed = await bench.database.db
    .selectFrom('payment_events')
    .select(['type', 'last_error'])
    .where('last_error', 'is not', null)
    .execute();
  expect(failed).toEqual([]);
}

describe('a subscription to another product', () => {
  it('gives no access to the account with its email address', async () => {
    const payer = await confirmEmail(await bench.person());
    const { subscription } = await sell('subscription', payer);
    await deliverAll(['customer.subscription.created', subscription]);
    expect(await payer.account()).toMatchObject({ plan: 'free' });
    expect(await payer.payment()).toBeNull();
  });

  it.each([
    ['without metadata', {}],
    ['with foreign metadata', { order_id: '1234', account_id: 'acc_9' }],
    ['with foreign ids', { order_id: crypto.randomUUID(), account_id: crypto.randomUUID() }],
  ])('%s is not treated as a duplicate', async (_how, metadata) => {
    const before = refunds();
    const { payer, subscription: own } = await stripeBench.subscriber();
    await confirmEmail(payer);
    const { subscription } = await sell('subscription', { ...payer, metadata });
    await deliverAll(['customer.subscription.created', subscription]);
    const counts = await reconcile(bench.payments);
    expect(counts.errors).toBe(0);
    expect([own, subscription].map((id) => stripe.subscription(id).status)).toEqual(['active', 'active']);
    expect(refunds()).toBe(before);
  });

  it('and a payment that name an unknown account are in the log, because a restore can have lost it', async () => {
    const warn = vi.spyOn(bench.payments.log, 'warn');
    const ids = { order_id: crypto.randomUUID(), account_id: crypto.randomUUID() };
    const sale = { email: 'gone@example.com', metadata: ids };
    const { subscription } = await sell('subscription', sale);
    const { session, intent } = await sell('payment', sale);
    await deliverAll(
      ['customer.subscription.created', subscription],
      ['checkout.session.completed', session],
    );
    const named = { order: ids.order_id };
    // Events of the same moment are processed in any order.
    const logged = warn.mock.calls.map(([details]) => details as unknown);
    expect(logged).toHaveLength(2);
    expect(logged).toContainEqual({ ...named, subscription });
    expect(logged).toContainEqual({ ...named, payment: intent });
    warn.mockRestore();
  });

  it.each<Record<string, string>>([{}, { account_id: crypto.randomUUID() }])(
    'stays active after a refund or dispute, with metadata %o',
    async (metadata) => {
      const payer = await confirmEmail(await bench.person());
      const { subscription } = await sell('subscription', { ...payer, metadata });
      const invoice = stripe.subscription(stripe.subscription(subscription).latest_invoice);
      const charge = stripe.charge(invoice.payment_intent_of_test, { refunded: true });
      await deliverAll(['charge.refunded', charge], ['charge.dispute.created', stripe.dispute(charge)]);
      expect(stripe.subscription(subscription).status).toBe('active');
    },
  );

  it('saved by mistake gives no access after the next sync, and survives account deletion', async () => {
    const payer = await confirmEmail(await bench.person());
    const { subscription } = await sell('subscription', payer);
    const read = await stripePayments('sk_test_key', stripe.url).readSubscription(subscription);
    if (!read) throw new Error('The subscription does not exist.');
    const account = { accountId: payer.id, source: 'stripe' as const };
    await bench.database.db
      .transaction()
      .execute((tx) =>
        saveEntitlement(tx, { ...account, subscription: read, hasAccess: true, at: new Date() }),
      );
    await deliverAll(['customer.subscription.updated', subscription]);
    expect(await payer.payment()).toMatchObject({ has_access: false, plan: 'free' });
    // Restore the state before the sync.
    await bench.database.db
      .updateTable('entitlements')
      .set({ status: 'active' })
      .where('account_id', '=', payer.id)
      .execute();
    expect(
      (await payer.call('account-delete', { email: payer.email, currentPassword: TEST_PASSWORD })).status,
    ).toBe(200);
    expect(stripe.subscription(subscription).status).toBe('active');
  });
});

describe('a subscription to our product created in the Stripe dashboard', () => {
  const product = 'Leadwell Unlimited';

  it('belongs to no account until the email address is confirmed', async () => {
    const payer = await bench.person();
    const { subscription } = await sell('subscription', { ...payer, product });
    await deliverAll(['customer.subscription.created', subscription]);
    expect(await payer.account()).toMatchObject({ plan: 'free' });
  });

  it('belongs to the confirmed address, and is canceled with its account', async () => {
    const payer = await confirmEmail(await bench.person());
    const { subscription } = await sell('subscription', { ...payer, product });
    expect((await reconcile(bench.payments)).errors).toBe(0);
    expect(await payer.account()).toMatchObject({ plan: 'unlimited' });
    expect(
      (await payer.call('account-delete', { email: payer.email, currentPassword: TEST_PASSWORD })).status,
    ).toBe(200);
    expect(stripe.subscription(subscription).status).toBe('canceled');
  });

  it('is neither canceled nor refunded when the account has another one', async () => {
    const before = refunds();
    const { payer } = await stripeBench.subscriber();
    await confirmEmail(payer);
    const { subscription } = await sell('subscription', { ...payer, product });
    await deliverAll(['customer.subscription.created', subscription]);
    expect(stripe.subscription(subscription).status).toBe('active');
    expect(refunds()).toBe(before);
  });
});

describe('a subscription from the dashboard that was paid late', () => {
  it('is saved and owes nothing, also next to one that was bought here', async () => {
    const before = refunds();
    const payer = await confirmEmail(await bench.person());
    const { subscription } = await sell('subscription', { ...payer, product: 'Leadwell Unlimited' });
    await deliverAll(['customer.subscription.created', subscription]);
    stripe.change(subscription, { status: 'paused' });
    await deliverAll(['customer.subscription.paused', subscription]);
    const session = await stripeBench.checkout(payer);
    stripe.pay(session);
    await deliverAll(['checkout.session.completed', session]);
    stripe.change(subscription, { status: 'past_due' });
    await deliverAll(['customer.subscription.updated', subscription]);
    expect(await payer.account()).toMatchObject({ plan: 'unlimited', paymentDue: true });
    stripe.change(subscription, { status: 'active' });
    await deliverAll(['customer.subscription.updated', subscription]);
    expect(await payer.account()).toMatchObject({ plan: 'unlimited', paymentDue: false });
    expect(stripe.subscription(subscription).status).toBe('active');
    expect(refunds()).toBe(before);
  });
});

describe('a checkout of another product', () => {
  it('is ignored if its metadata has foreign order ids', async () => {
    const payer = await confirmEmail(await bench.person());
    const metadata = { order_id: '1234', account_id: '77' };
    const sale = await sell('payment', { ...payer, metadata, reference: '1234' });
    const charge = stripe.charge(sale.intent, { refunded: true });
    await deliverAll(['checkout.session.completed', sale.session], ['charge.refunded', charge]);
    const plan = await sell('subscription', { ...payer, metadata, reference: '1234' });
    await deliverAll(
      ['checkout.session.completed', plan.session],
      ['customer.subscription.created', plan.subscription],
    );
    expect((await reconcile(bench.payments)).errors).toBe(0);
    expect(await payer.account()).toMatchObject({ plan: 'free' });
  });
});
