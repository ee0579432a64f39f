// On PostgreSQL: events of one purchase lock its account.
import { describe, expect, it } from 'vitest';
import { type StripeBench, stripeBenchForAll } from '../../e2e/fixtures/stripe-bench.ts';
import { PRODUCTS } from '../products.ts';
import { openOrder } from './orders.ts';
import { createOffer } from './products.ts';
import { reconcile } from './reconcile.ts';
import type { Payer } from './test-bench.ts';

/** How orders and subscriptions end: canceled for later, bought twice, disputed. */

let world: StripeBench;
stripeBenchForAll((opened) => {
  world = opened;
});

const DAY_S = 86_400;

async function deliver(type: string, id: string): Promise<void> {
  await world.deliver(type, id);
  await world.bench.processEvents();
}

const shown = async (payer: Payer) => (await payer.call('billing')).body.subscription;

describe('a subscription that is canceled in the customer portal', () => {
  async function trial(): Promise<{ payer: Payer; subscription: string; ends: number }> {
    const payer = await world.bench.person();
    const session = await world.checkout(payer, { withTrial: true });
    world.stripe.pay(session);
    await deliver('checkout.session.completed', session);
    const { subscription } = world.stripe.session(session);
    return { payer, subscription, ends: world.stripe.subscription(subscription).trial_end };
  }
  it.each([
    // Stripe's flexible billing mode, which is the default, and its classic one.
    ['cancel_at', (ends: number) => ({ cancel_at: ends }), { cancel_at: null }],
    [
      'cancel_at_period_end',
      (ends: number) => ({ cancel_at: ends, cancel_at_period_end: true }),
      { cancel_at: null, cancel_at_period_end: false },
    ],
  ])('by %s ends with its period, and goes on if it is resumed', async (_name, canceled, resumed) => {
    const { payer, subscription, ends } = await trial();
    expect(await shown(payer)).toMatchObject({ cancelsAtPeriodEnd: false });
    world.stripe.change(subscription, canceled(ends));
    await deliver('customer.subscription.updated', subscription);
    expect(await shown(payer)).toMatchObject({
      status: 'trialing',
      cancelsAtPeriodEnd: true,
      periodEndsAt: new Date(ends * 1000).toISOString(),
    });
    expect(await payer.account()).toMatchObject({ plan: 'unlimited' });
    world.stripe.change(subscription, resumed);
    await deliver('customer.subscription.updated', subscription);
    expect(await shown(payer)).toMatchObject({ cancelsAtPeriodEnd: false });
  });

  it.each([
    [-DAY_S, true],
    [DAY_S, false],
  ])('by a date %d seconds after its period ends with the period: %s', async (after, ending) => {
    const { payer, subscription, ends } = await trial();
    world.stripe.change(subscription, { cancel_at: ends + after });
    await deliver('customer.subscription.updated', subscription);
    expect(await shown(payer)).toMatchObject({
      cancelsAtPeriodEnd: ending,
      periodEndsAt: new Date((ending ? ends + after : ends) * 1000).toISOString(),
    });
  });
});

describe('a payment that is made in the customer portal', () => {
  it('counts with the next read of the record, even if its event is late', async () => {
    const { payer, subscription } = await world.subscriber();
    world.stripe.change(subscription, { status: 'past_due' });
    await deliver('customer.subscription.updated', subscription);
    expect(await payer.payment()).toMatchObject({ has_access: false, status: 'past_due' });
    world.stripe.change(subscription, { status: 'active' });
    world.stripe.down = true;
    expect(await payer.payment()).toMatchObject({ has_access: false, status: 'past_due' });
    world.stripe.down = false;
    expect(await payer.payment()).toMatchObject({ has_access: true, status: 'active' });
    expect(await payer.account()).toMatchObject({ plan: 'unlimited', paymentDue: false });
  });

  it('is asked for at Stripe a few times a minute at most', async () => {
    const { payer, subscription } = await world.subscriber();
    world.stripe.change(subscription, { status: 'past_due' });
    await deliver('customer.subscription.updated', subscription);
    const asked = () => world.stripe.requests.filter(({ path }) => path.endsWith(subscription)).length;
    const before = asked();
    for (let n = 0; n < 10; n += 1) await payer.payment();
    expect(asked() - before).toBe(6);
  });
});

describe('a plan that is bought twice', () => {
  it.each(['order', 'subscription', 'success page'] as const)(
    'has one paid order, and one that stays a duplicate, if the %s comes first',
    async (first) => {
      const { payer, subscription: kept } = await world.subscriber();
      // A second tab whose checkout couldn't be closed.
      await world.bench.database.db
        .updateTable('accounts')
        .set({ plan: 'free' })
        .where('id', '=', payer.id)
        .execute();
      const session = await world.checkout(payer);
      world.stripe.pay(session);
      const { subscription } = world.stripe.session(session);
      const confirm = async () => (await payer.call('confirm-checkout', { sessionId: session })).body.status;
      const steps = {
        order: () => deliver('checkout.session.completed', session),
        subscription: () => deliver('customer.subscription.created', subscription),
        'success page': async () => expect(await confirm()).toBe('duplicate'),
      };
      await steps[first]();
      expect(world.stripe.subscription(subscription).status).toBe('canceled');
      for (const step of Object.values(steps)) await step();
      await reconcile(world.bench.payments);
      expect(await confirm()).toBe('duplicate');
      const invoice = world.stripe.subscription(world.stripe.subscription(subscription).latest_invoice);
      expect(world.stripe.findRefunds(invoice.payment_intent_of_test)).toHaveLength(1);
      expect(world.stripe.subscription(kept).status).toBe('active');
      expect(await payer.account()).toMatchObject({ plan: 'unlimited' });
    },
  );
});

describe('the status of a subscription', () => {
  it('has the time of its last change, not that of its last sync', async () => {
    const { clock } = world.bench.deps;
    const { payer, subscription } = await world.subscriber();
    world.stripe.change(subscription, { status: 'past_due' });
    await deliver('customer.subscription.updated', subscription);
    const lost = await payer.payment();
    clock.advance(1000);
    await reconcile(world.bench.payments);
    await deliver('customer.subscription.updated', subscription);
    expect(await payer.payment()).toEqual(lost);
    world.stripe.change(subscription, { status: 'unpaid' });
    await deliver('customer.subscription.updated', subscription);
    expect(await payer.payment()).toEqual({
      ...lost,
      status: 'unpaid',
      updated_at: new Date(clock.now()).toISOString(),
    });
  });

  it('is that of the current one, whichever was synced last', async () => {
    const { payer, subscription: old } = await world.subscriber();
    world.stripe.change(old, { status: 'canceled' });
    await deliver('customer.subscription.deleted', old);
    world.bench.deps.clock.advance(1000);
    const session = await world.checkout(payer);
    world.stripe.pay(session);
    await deliver('checkout.session.completed', session);
    const { subscription } = world.stripe.session(session);
    for (const status of ['past_due', 'canceled']) {
      world.stripe.change(subscription, { status });
      await deliver('customer.subscription.updated', subscription);
      world.bench.deps.clock.advance(1000);
      world.stripe.change(old, { cancel_at_period_end: true });
      await deliver('customer.subscription.updated', old);
      expect(await shown(payer)).toMatchObject({ status, cancelsAtPeriodEnd: false });
      expect(await payer.payment()).toMatchObject({ status });
    }
  });
});

describe('a bank debit', () => {
  const status = async ({ account, payment }: Payer) => {
    const [{ plan, paymentDue }, record] = [await account(), await payment()];
    return { plan, paymentDue, has_access: record?.has_access };
  };

  it.each(['succeeds', 'fails'])('of a renewal changes nothing until it %s', async (end) => {
    const { payer, subscription } = await world.subscriber();
    const invoice = world.stripe.subscription(subscription).latest_invoice;
    const intent = world.stripe.subscription(invoice).payment_intent_of_test;
    world.stripe.change(invoice, { status: 'open', attempt_count: 1 });
    world.stripe.change(intent, { status: 'processing' });
    await deliver('customer.subscription.updated', subscription);
    await reconcile(world.bench.payments);
    const paid = { plan: 'unlimited', paymentDue: false, has_access: true };
    expect(await status(payer)).toEqual(paid);
    if (end === 'succeeds') {
      world.stripe.change(intent, { status: 'succeeded' });
      // Stripe marks the invoice as paid a moment later.
      await deliver('customer.subscription.updated', subscription);
      expect(await status(payer)).toEqual(paid);
      world.stripe.change(invoice, { status: 'paid' });
      await deliver('invoice.paid', invoice);
      expect(await status(payer)).toEqual(paid);
    } else {
      world.stripe.change(intent, { status: 'requires_payment_method' });
      await deliver('invoice.payment_failed', invoice);
      expect(await status(payer)).toEqual({ plan: 'free', paymentDue: true, has_access: false });
    }
  });

  it('of the first payment is waited for, though Stripe calls the subscription active', async () => {
    const payer = await world.bench.person();
    const session = await world.checkout(payer);
    world.stripe.pay(session, { unpaid: true });
    const { subscription } = world.stripe.session(session);
    world.stripe.change(subscription, { status: 'active' });
    await deliver('checkout.session.completed', session);
    await deliver('customer.subscription.created', subscription);
    expect(await status(payer)).toEqual({ plan: 'free', paymentDue: false, has_access: undefined });
    const invoice = world.stripe.subscription(subscription).latest_invoice;
    world.stripe.change(world.stripe.subscription(invoice).payment_intent_of_test, { status: 'succeeded' });
    world.stripe.change(invoice, { status: 'paid' });
    world.stripe.change(session, { payment_status: 'paid' });
    await deliver('checkout.session.async_payment_succeeded', session);
    expect(await status(payer)).toEqual({ plan: 'unlimited', paymentDue: false, has_access: true });
  });
});

describe('a bank debit after a failed payment', () => {
  /** Starts a debit of the subscription's open invoice, of which Stripe tells. Returns what makes it arrive. */
  async function debit(subscription: string): Promise<() => Promise<void>> {
    const invoice = world.stripe.subscription(subscription).latest_invoice;
    const intent = world.stripe.subscription(invoice).payment_intent_of_test;
    world.stripe.change(invoice, { status: 'open', attempt_count: 2 });
    world.stripe.change(intent, { status: 'processing' });
    world.stripe.change(subscription, { status: 'active' });
    await deliver('customer.subscription.updated', subscription);
    await reconcile(world.bench.payments);
    return async () => {
      world.stripe.change(intent, { status: 'succeeded' });
      world.stripe.change(invoice, { status: 'paid' });
      await deliver('invoice.paid', invoice);
    };
  }

  const state = async (payer: Payer) => {
    const { plan, paymentDue } = await payer.account();
    return { plan, paymentDue };
  };

  it('of a renewal gives access back only once it arrives', async () => {
    const { payer, subscription } = await world.subscriber();
    world.stripe.change(subscription, { status: 'past_due' });
    await deliver('customer.subscription.updated', subscription);
    const arrive = await debit(subscription);
    expect(await state(payer)).toEqual({ plan: 'free', paymentDue: true });
    await arrive();
    expect(await state(payer)).toEqual({ plan: 'unlimited', paymentDue: false });
  });

  it.each(['before', 'after'])(
    'of the first payment owes nothing meanwhile, %s its failure',
    async (when) => {
      const payer = await world.bench.person();
      const session = await world.checkout(payer);
      world.stripe.pay(session, { unpaid: true });
      const { subscription } = world.stripe.session(session);
      if (when === 'after') await deliver('checkout.session.async_payment_failed', session);
      const arrive = await debit(subscription);
      if (when === 'before') await deliver('checkout.session.async_payment_failed', session);
      expect(await state(payer)).toEqual({ plan: 'free', paymentDue: false });
      await arrive();
      expect(await state(payer)).toEqual({ plan: 'unlimited', paymentDue: false });
    },
  );
});

it('a first payment that failed and arrives after a second purchase is a duplicate', async () => {
  const payer = await world.bench.person();
  const late = await world.checkout(payer);
  world.stripe.pay(late, { unpaid: true });
  await deliver('checkout.session.completed', late);
  await deliver('checkout.session.async_payment_failed', late);
  const kept = await world.checkout(payer);
  world.stripe.pay(kept);
  await deliver('checkout.session.completed', kept);
  const { subscription } = world.stripe.session(late);
  const invoice = world.stripe.subscription(subscription).latest_invoice;
  world.stripe.change(invoice, { status: 'paid' });
  world.stripe.change(subscription, { status: 'active' });
  await deliver('customer.subscription.updated', subscription);
  expect(world.stripe.subscription(subscription).status).toBe('canceled');
  const intent = world.stripe.subscription(invoice).payment_intent_of_test;
  expect(world.stripe.findRefunds(intent)).toMatchObject([{ metadata: { leadwell: 'duplicate' } }]);
  expect(world.stripe.subscription(world.stripe.session(kept).subscription).status).toBe('active');
  expect((await payer.call('confirm-checkout', { sessionId: late })).body.status).toBe('duplicate');
  expect(await payer.account()).toMatchObject({ plan: 'unlimited' });
});

describe('a dispute', () => {
  async function paidRecords(): Promise<{ payer: Payer; id: string; dispute: string; charge: string }> {
    const payer = await world.bench.person();
    const order = await openOrder(world.bench.payments, {
      accountId: payer.id,
      email: payer.email,
      offer: createOffer(PRODUCTS, {
        planId: 'apollo_scraper',
        withTrial: false,
        apolloUrl: 'https://app.apollo.io/#/people?q=x',
        recordCount: 1000,
      }),
      withTrial: false,
      successUrl: 'http://127.0.0.1:3000/pricing',
      cancelUrl: 'http://127.0.0.1:3000/pricing',
      claim: null,
    });
    world.stripe.pay(order.session_id);
    await deliver('checkout.session.completed', order.session_id);
    const charge = world.stripe.session(world.stripe.session(order.session_id).payment_intent).latest_charge;
    return { payer, id: order.id, charge, dispute: world.stripe.dispute(charge) };
  }
  const status = async (payer: Payer, id: string) => (await payer.call(`order-status?id=${id}`)).body.status;

  it.each(['won', 'warning_closed'])(
    'that ends as %s gives the order back, whatever comes later',
    async (end) => {
      const { payer, id, dispute } = await paidRecords();
      await deliver('charge.dispute.created', dispute);
      expect(await status(payer, id)).toBe('refunded');
      world.stripe.change(dispute, { status: end });
      await deliver('charge.dispute.closed', dispute);
      expect(await status(payer, id)).toBe('paid');
      // The first event, sent again.
      await deliver('charge.dispute.created', dispute);
      expect(await status(payer, id)).toBe('paid');
    },
  );

  it('that is lost revokes the order, even if the first event was lost', async () => {
    const { payer, id, dispute } = await paidRecords();
    world.stripe.change(dispute, { status: 'lost' });
    await deliver('charge.dispute.closed', dispute);
    expect(await status(payer, id)).toBe('refunded');
  });

  it('that is won gives nothing back if the payment was refunded', async () => {
    const { payer, id, dispute, charge } = await paidRecords();
    await deliver('charge.dispute.created', dispute);
    world.stripe.change(charge, { refunded: true });
    await deliver('charge.refunded', charge);
    world.stripe.change(dispute, { status: 'won' });
    await deliver('charge.dispute.closed', dispute);
    expect(await status(payer, id)).toBe('refunded');
  });

  async function disputedPlan() {
    const { payer, subscription } = await world.subscriber();
    const invoice = world.stripe.subscription(world.stripe.subscription(subscription).latest_invoice);
    const charge = world.stripe.charge(invoice.payment_intent_of_test, { refunded: false });
    return { payer, subscription, dispute: world.stripe.dispute(charge) };
  }

  it.each(['warning_needs_response', 'warning_under_review'])(
    'that is only an inquiry (%s) takes nothing, until the bank takes the money',
    async (inquiry) => {
      const { payer, subscription, dispute } = await disputedPlan();
      const records = await paidRecords();
      for (const id of [dispute, records.dispute]) {
        world.stripe.change(id, { status: inquiry });
        await deliver('charge.dispute.created', id);
      }
      expect(await payer.account()).toMatchObject({ plan: 'unlimited' });
      expect(world.stripe.subscription(subscription).status).toBe('active');
      expect(await status(records.payer, records.id)).toBe('paid');

      for (const id of [dispute, records.dispute]) {
        world.stripe.change(id, { status: 'needs_response' });
        await deliver('charge.dispute.funds_withdrawn', id);
      }
      expect(await payer.account()).toMatchObject({ plan: 'free' });
      expect(world.stripe.subscription(subscription).status).toBe('canceled');
      expect(await status(records.payer, records.id)).toBe('refunded');
    },
  );

  it('that was won before its event came takes no plan away', async () => {
    const { payer, subscription, dispute } = await disputedPlan();
    world.stripe.change(dispute, { status: 'won' });
    await deliver('charge.dispute.created', dispute);
    await deliver('charge.dispute.closed', dispute);
    expect(await payer.account()).toMatchObject({ plan: 'unlimited' });
    expect(world.stripe.subscription(subscription).status).toBe('active');
  });
});
