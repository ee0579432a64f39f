import { describe, expect, it } from 'vitest';
import { MESSAGES } from '#contract/messages.ts';
import { type StripeBench, stripeBenchForAll } from '../../e2e/fixtures/stripe-bench.ts';
import { syncSubscription } from './entitlements.ts';
import { reconcile } from './reconcile.ts';
import { stripeClient } from './stripe-payments.ts';
import type { Payer } from './test-bench.ts';

/** Customers that were deleted in the Stripe dashboard. */

let world: StripeBench;
stripeBenchForAll((opened) => {
  world = opened;
});

/** A person whose subscription has ended and whose customer is deleted. */
async function formerCustomer(): Promise<{ payer: Payer; customer: string; subscription: string }> {
  const { payer, subscription } = await world.subscriber();
  const { customer } = world.stripe.subscription(subscription);
  world.stripe.change(subscription, { status: 'canceled' });
  await world.deliver('customer.subscription.deleted', subscription);
  await world.bench.processEvents();
  world.stripe.deleteCustomer(customer);
  return { payer, customer, subscription };
}

const storedCustomers = async (payer: Payer) =>
  (
    await world.bench.database.db
      .selectFrom('entitlements')
      .select('customer_id')
      .where('account_id', '=', payer.id)
      .execute()
  ).map(({ customer_id }) => customer_id);

/** How each new session of these customers or addresses names who pays. */
const asked = (...who: string[]) =>
  world.stripe.requests
    .filter(({ method, path }) => method === 'POST' && path === '/v1/checkout/sessions')
    .map(({ params }) => params.customer ?? params.customer_email)
    .filter((payer) => who.includes(String(payer)));

describe('a person whose customer was deleted at Stripe', () => {
  it('can subscribe again, with the email address in place of the customer', async () => {
    const { payer, customer } = await formerCustomer();
    expect(await storedCustomers(payer)).toEqual([customer]);
    const session = await world.checkout(payer);
    expect(asked(customer, payer.email)).toEqual([payer.email, customer, payer.email]);
    expect(await storedCustomers(payer)).toEqual([null]);
    world.stripe.pay(session);
    expect((await payer.call('confirm-checkout', { sessionId: session })).body.status).toBe('paid');
    expect(await payer.account()).toMatchObject({ plan: 'unlimited' });
    expect((await payer.call('billing-portal', {})).body.url).toMatch(/\/cus_/);
  });

  it('gets one session from requests at the same time', async () => {
    const { payer } = await formerCustomer();
    const key = { headers: { 'idempotency-key': 'k1' } };
    const replies = await Promise.all(
      [1, 2, 3].map(() => payer.call('create-stripe-checkout', { planId: 'unlimited' }, key)),
    );
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(replies.map(({ body }) => body.url)).size).toBe(1);
  });

  it('is known by the next sync', async () => {
    const { payer, subscription } = await formerCustomer();
    await syncSubscription(world.bench.payments, subscription);
    expect(await storedCustomers(payer)).toEqual([null]);
  });

  it('is told that there is nothing to manage, and can subscribe again', async () => {
    const { payer, subscription } = await world.subscriber();
    world.stripe.change(subscription, { status: 'past_due' });
    await world.deliver('customer.subscription.updated', subscription);
    await world.bench.processEvents();
    expect((await payer.call('create-stripe-checkout', { planId: 'unlimited' })).status).toBe(409);

    // The event of the deletion was lost.
    world.stripe.deleteCustomer(world.stripe.subscription(subscription).customer);
    expect(await payer.call('billing-portal', {})).toMatchObject({
      status: 404,
      body: { error: { message: MESSAGES.payments.customerGone } },
    });
    expect((await payer.call('billing')).body).toMatchObject({ paymentDue: false });
    expect(await world.checkout(payer)).toMatch(/^cs_test/);
    expect((await payer.call('billing-portal', {})).body.error.message).toBe(
      MESSAGES.payments.nothingToManage,
    );
  });

  it('owes nothing for a subscription that Stripe no longer has', async () => {
    const { payer, subscription } = await world.subscriber();
    const paying = await world.subscriber();
    world.stripe.change(subscription, { status: 'past_due' });
    await world.deliver('customer.subscription.updated', subscription);
    await world.bench.processEvents();
    world.stripe.forget(subscription);
    world.stripe.forget(paying.subscription);
    expect((await reconcile(world.bench.payments)).errors).toBe(0);
    expect((await payer.call('billing')).body).toMatchObject({
      paymentDue: false,
      subscription: { status: 'canceled' },
    });
    expect(await world.checkout(payer)).toMatch(/^cs_test/);
    // The key of another Stripe account ends no plan.
    expect(await paying.payer.account()).toMatchObject({ plan: 'unlimited' });
  });

  it('loses nothing while Stripe is down', async () => {
    const { payer, subscription } = await world.subscriber();
    const { customer } = world.stripe.subscription(subscription);
    world.stripe.down = true;
    const refused = await payer.call('billing-portal', {});
    world.stripe.down = false;
    expect(refused.status).toBe(503);
    expect(await storedCustomers(payer)).toEqual([customer]);
  });
});

describe('a session that Stripe failed to create', () => {
  it.each([false, true])(
    'can be created at once, although Stripe repeats the failure. Deleted customer: %s',
    async (gone) => {
      const payer = gone ? (await formerCustomer()).payer : await world.bench.person();
      world.stripe.fail(/^\/v1\/checkout\/sessions$/, 1, { begun: true });
      expect((await payer.call('create-stripe-checkout', { planId: 'unlimited' })).status).toBe(503);
      const session = await world.checkout(payer);
      world.stripe.pay(session);
      expect((await payer.call('confirm-checkout', { sessionId: session })).body.status).toBe('paid');
    },
  );

  it('is created for the new email address of its account', async () => {
    const payer = await world.bench.person();
    world.stripe.fail(/^\/v1\/checkout\/sessions$/, 1, { begun: true });
    expect((await payer.call('create-stripe-checkout', { planId: 'unlimited' })).status).toBe(503);
    await world.bench.database.db
      .updateTable('accounts')
      .set({ email: `new-${payer.email}` })
      .where('id', '=', payer.id)
      .execute();
    const session = await world.checkout(payer);
    expect(world.stripe.session(session).created_with.customer_email).toBe(`new-${payer.email}`);
  });
});

describe('the fake Stripe', () => {
  it('refuses unknown and deleted customers as Stripe does', async () => {
    const { customer } = await formerCustomer();
    const client = stripeClient('sk_test_key', world.stripe.url);
    for (const id of ['cus_unknown', customer]) {
      await expect(
        client.billingPortal.sessions.create({ customer: id, return_url: 'https://a.example/' }),
      ).rejects.toMatchObject({ statusCode: 400, code: 'resource_missing', param: 'customer' });
    }
  });

  it('repeats an answer to a key, and refuses the key with other parameters', async () => {
    const client = stripeClient('sk_test_key', world.stripe.url);
    const portal = (returnUrl: string) =>
      client.billingPortal.sessions.create(
        { customer: 'cus_unknown', return_url: returnUrl },
        { idempotencyKey: 'key-1' },
      );
    const refusal = await portal('https://a.example/').catch((error) => error);
    expect(refusal.headers['idempotent-replayed']).toBeUndefined();
    const repeated = await portal('https://a.example/').catch((error) => error);
    expect([repeated.code, repeated.headers['idempotent-replayed']]).toEqual(['resource_missing', 'true']);
    await expect(portal('https://b.example/')).rejects.toMatchObject({ type: 'StripeIdempotencyError' });
  });
});
