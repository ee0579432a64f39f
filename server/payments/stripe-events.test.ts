// On PostgreSQL: notices come twice and out of order.
import { Stripe } from 'stripe';
import { describe, expect, it } from 'vitest';
import { MESSAGES } from '#contract/messages.ts';
import type { FakeStripe } from '../../e2e/fixtures/fake-stripe.ts';
import { type StripeBench, stripeBenchForAll } from '../../e2e/fixtures/stripe-bench.ts';
import { grantCredits } from '../accounts/ledger.ts';
import { givePremium } from '../accounts/plan.ts';
import { send } from '../auth/test-requests.ts';
import { transaction } from '../platform/database/db.ts';
import { grantUnlimited } from './operator-grant.ts';
import { reconcile } from './reconcile.ts';
import type { PaymentBench } from './test-bench.ts';

/** Tests over HTTP with the official Stripe library against a fake Stripe. */

let stripeBench: StripeBench;
let stripe: FakeStripe;
let bench: PaymentBench;
stripeBenchForAll((opened) => {
  stripeBench = opened;
  ({ stripe, bench } = stripeBench);
});

describe('webhook events', () => {
  it.each([
    ['unsigned', ''],
    ['forged', 't=1,v1=00'],
  ])('that are %s are rejected', async (_name, signature) => {
    const { body } = await stripe.signEvent('checkout.session.completed', 'cs_test_x');
    const reply = await send(bench.app, '/webhooks/stripe', {
      body,
      headers: { 'stripe-signature': signature },
    });
    expect(reply.status).toBe(400);
  });

  it('signed with another secret, tampered with or 10 minutes old are rejected', async () => {
    const old = Math.floor(bench.deps.clock.now() / 1000) - 600;
    expect((await stripeBench.deliver('invoice.paid', 'in_1', { secret: 'whsec_other' })).status).toBe(400);
    expect((await stripeBench.deliver('invoice.paid', 'in_1', { at: old })).status).toBe(400);
    const { body, signature } = await stripe.signEvent('invoice.paid', 'in_1');
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

  it.each(['{"object":"event"}', '{"id":"evt_1","type":"x","data":null}', '[]', 'null'])(
    'with a valid signature but an invalid shape are rejected: %s',
    async (body) => {
      const signature = await new Stripe('sk_test_x').webhooks.generateTestHeaderStringAsync({
        payload: body,
        secret: stripe.webhookSecret,
        timestamp: Math.floor(bench.deps.clock.now() / 1000),
      });
      const reply = await send(bench.app, '/webhooks/stripe', {
        body,
        headers: { 'stripe-signature': signature },
      });
      expect(reply.status).toBe(400);
    },
  );

  it('fulfill once when they arrive 50 times in parallel, out of order and again later', async () => {
    const payer = await bench.person();
    const session = await stripeBench.checkout(payer);
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
        Array.from({ length: 50 }, () => stripeBench.deliver(type, id, { id: `evt_${type}_${session}` })),
      ),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    await Promise.all([bench.processEvents(), bench.processEvents(), bench.processEvents()]);
    for (const [type, id] of types) await stripeBench.deliver(type, id, { id: `evt_${type}_${session}` });
    await bench.processEvents();
    const { db } = bench.database;
    const events = await db
      .selectFrom('payment_events')
      .selectAll()
      .where('id', 'like', `%${session}`)
      .execute();
    expect(events.map(({ due_at }) => due_at)).toEqual(types.map(() => null));
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

  it('that fail are retried', async () => {
    const payer = await bench.person();
    const session = await stripeBench.checkout(payer);
    stripe.pay(session);
    await stripeBench.deliver('checkout.session.completed', session);
    stripe.down = true;
    await bench.processEvents();
    stripe.down = false;
    expect(await payer.account()).toMatchObject({ plan: 'free' });
    await bench.processEvents();
    expect(await payer.account()).toMatchObject({ plan: 'unlimited' });
  });

  it('for a pending payment fulfill or fail once it completes', async () => {
    const [late, never] = [await bench.person(), await bench.person()];
    for (const payer of [late, never]) {
      const session = await stripeBench.checkout(payer);
      stripe.pay(session, { unpaid: true });
      const { subscription } = stripe.session(session);
      await stripeBench.deliver('checkout.session.completed', session);
      await stripeBench.deliver('customer.subscription.created', subscription);
      await stripeBench.deliver(
        'invoice.payment_action_required',
        stripe.subscription(subscription).latest_invoice,
      );
      await bench.processEvents();
      expect(await payer.account()).toMatchObject({ plan: 'free', credits: 1000 });
      expect(await payer.payment()).toBeNull();
      if (payer === late) {
        stripe.change(session, { payment_status: 'paid' });
        stripe.change(subscription, { status: 'active' });
        stripe.change(stripe.subscription(subscription).latest_invoice, { status: 'paid' });
        await stripeBench.deliver('checkout.session.async_payment_succeeded', session);
      } else {
        await stripeBench.deliver('checkout.session.async_payment_failed', session);
      }
      await bench.processEvents();
    }
    expect(await late.payment()).toMatchObject({ has_access: true, plan: 'unlimited' });
    expect(await never.payment()).toMatchObject({ has_access: false, plan: 'free' });
  });

  it('for a failed first payment take nothing that the operator gave', async () => {
    const payer = await bench.person();
    expect(await givePremium(bench.payments, payer.id)).toBe('given');
    await transaction(bench.database.db, (tx) => grantCredits(tx, payer.id, 4000, 'gift'));
    const before = await payer.account();
    expect(before).toMatchObject({ plan: 'premium', credits: 5000, isTrial: false });
    const session = await stripeBench.checkout(payer);
    stripe.pay(session, { unpaid: true });
    await stripeBench.deliver('checkout.session.completed', session);
    await stripeBench.deliver('checkout.session.async_payment_failed', session);
    await bench.processEvents();
    expect(await payer.account()).toEqual(before);
    expect(await payer.payment()).toMatchObject({ has_access: false });
    expect(await bench.ledger(payer.id)).toEqual({ balance: 5000, counted: 5000 });
  });

  it('for a failed renewal revoke the plan and cap credits once; a late payment restores it', async () => {
    const { payer, subscription } = await stripeBench.subscriber();
    await transaction(bench.database.db, (tx) => grantCredits(tx, payer.id, 4000, 'gift'));
    const invoice = stripe.subscription(subscription).latest_invoice;
    const { payment_intent_of_test: intent } = stripe.subscription(invoice);
    stripe.change(invoice, { status: 'open', attempt_count: 1 });
    stripe.change(intent, { status: 'requires_payment_method' });
    await stripeBench.deliver('invoice.payment_failed', invoice);
    await bench.processEvents();
    expect(await payer.account()).toMatchObject({
      plan: 'free',
      credits: 1000,
      isTrial: true,
      hasPaymentMethod: false,
      paymentDue: true,
    });
    expect(await payer.payment()).toMatchObject({ has_access: false, plan: 'free' });
    // Stripe still calls the subscription active. A second one would charge twice.
    expect((await payer.call('create-stripe-checkout', { planId: 'unlimited' })).status).toBe(409);
    await transaction(bench.database.db, (tx) => grantCredits(tx, payer.id, 500, 'gift'));
    stripe.change(subscription, { status: 'past_due' });
    await stripeBench.deliver('customer.subscription.updated', subscription);
    await bench.processEvents();
    expect(await bench.ledger(payer.id)).toEqual({ balance: 1500, counted: 1500 });

    stripe.change(intent, { status: 'succeeded' });
    stripe.change(invoice, { status: 'paid' });
    stripe.change(subscription, { status: 'active' });
    await stripeBench.deliver('invoice.paid', invoice);
    // The failure event arrives late.
    await stripeBench.deliver('invoice.payment_failed', invoice);
    await bench.processEvents();
    expect(await payer.account()).toMatchObject({
      plan: 'unlimited',
      isTrial: false,
      hasPaymentMethod: true,
      paymentDue: false,
    });
  });

  it.each(['refund', 'dispute'])('for a %s revoke the plan and cancel the subscription', async (kind) => {
    const { payer, subscription } = await stripeBench.subscriber();
    const intent = stripe.subscription(
      stripe.subscription(subscription).latest_invoice,
    ).payment_intent_of_test;
    const charge = stripe.charge(intent, { refunded: kind === 'refund' });
    if (kind === 'refund') await stripeBench.deliver('charge.refunded', charge);
    else await stripeBench.deliver('charge.dispute.created', stripe.dispute(charge));
    await bench.processEvents();
    expect(await payer.account()).toMatchObject({ plan: 'free', paymentDue: false });
    const mails = await bench.database.db.selectFrom('due_mails').select('job').execute();
    expect(mails.map(({ job }) => job)).not.toContainEqual({ kind: 'payment-failed', accountId: payer.id });
    expect(stripe.subscription(subscription).status).toBe('canceled');
    stripe.change(subscription, { status: 'active' });
    await stripeBench.deliver('customer.subscription.updated', subscription);
    await bench.processEvents();
    expect(await payer.payment()).toMatchObject({ has_access: false, status: 'revoked' });
  });

  it('for our own refunds or partial refunds revoke nothing', async () => {
    const { payer, subscription } = await stripeBench.subscriber();
    const intent = stripe.subscription(
      stripe.subscription(subscription).latest_invoice,
    ).payment_intent_of_test;
    await stripeBench.deliver('charge.refunded', stripe.charge(intent, { refunded: true, ours: true }));
    await stripeBench.deliver('charge.refunded', stripe.charge(intent, { refunded: false }));
    await bench.processEvents();
    expect(await payer.account()).toMatchObject({ plan: 'unlimited' });
    expect(stripe.subscription(subscription).status).toBe('active');
  });
});

describe('the daily sync', () => {
  it('applies changes without events, and keeps operator grants', async () => {
    const missed = await bench.person();
    const session = await stripeBench.checkout(missed);
    stripe.pay(session);
    const { payer: unpaid, subscription } = await stripeBench.subscriber();
    stripe.change(subscription, { status: 'unpaid' });
    const granted = await bench.person();
    await grantUnlimited(bench.payments, granted.id);

    const counts = await reconcile(bench.payments);
    expect(counts.errors).toBe(0);
    expect(counts.syncedUsers).toBeGreaterThanOrEqual(2);
    expect(counts.skippedUsers).toBeGreaterThanOrEqual(1);
    expect(await missed.account()).toMatchObject({ plan: 'unlimited' });
    expect(await unpaid.account()).toMatchObject({ plan: 'free' });
    expect(await granted.account()).toMatchObject({ plan: 'unlimited' });
  });

  it('counts failures, and reports to the admin page that nothing was synced', async () => {
    await stripeBench.subscriber();
    stripe.down = true;
    const counts = await reconcile(bench.payments);
    const reply = await send(bench.app, '/functions/v1/bulk-sync-payments', {
      body: { adminKey: bench.deps.secrets.adminKey },
    });
    stripe.down = false;
    expect(counts.errors).toBeGreaterThanOrEqual(1);
    expect(await reply.json()).toMatchObject({ success: false, error: MESSAGES.payments.notListed });
    expect((await reconcile(bench.payments)).error).toBeUndefined();
  });
});
