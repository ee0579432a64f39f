// On PostgreSQL: a subscription is read by several workers at once.
import { describe, expect, it } from 'vitest';
import { type StripeBench, stripeBenchForAll } from '../../e2e/fixtures/stripe-bench.ts';
import { syncSubscription } from './entitlements.ts';
import { fulfill } from './fulfill.ts';
import type { PaymentContext } from './payment-context.ts';
import { reconcile } from './reconcile.ts';

let world: StripeBench;
stripeBenchForAll((opened) => {
  world = opened;
});

describe('a subscription that was read before it ended, and arrives after that', () => {
  it.each<[string, path: RegExp, read: (payments: PaymentContext, subscription: string) => Promise<unknown>]>(
    [
      ['by an event', /^GET \/v1\/subscriptions\/sub/, syncSubscription],
      ['by the reconciliation', /^GET \/v1\/subscriptions$/, (payments) => reconcile(payments)],
    ],
  )('gives no access back: read %s', async (_, path, read) => {
    const { payments } = world.bench;
    const { payer, subscription } = await world.subscriber();
    const answer = world.stripe.hold(path);
    const late = read(payments, subscription);
    await answer.held;
    world.stripe.change(subscription, { status: 'canceled' });
    await syncSubscription(payments, subscription);
    expect(await payer.account()).toMatchObject({ plan: 'free' });
    answer.release();
    await late;
    expect(await payer.account()).toMatchObject({ plan: 'free' });
  });

  it('gives no access back: read by the checkout', async () => {
    const { payments } = world.bench;
    const payer = await world.bench.person();
    const sessionId = await world.checkout(payer);
    world.stripe.pay(sessionId);
    const { subscription } = world.stripe.session(sessionId);
    const session = await payments.provider.readCheckout(sessionId);
    if (!session) throw new Error('no session');
    const answer = world.stripe.hold(/^GET \/v1\/subscriptions\/sub/);
    const late = fulfill(payments, session);
    await answer.held;
    await syncSubscription(payments, subscription);
    expect(await payer.account()).toMatchObject({ plan: 'unlimited' });
    world.stripe.change(subscription, { status: 'canceled' });
    await syncSubscription(payments, subscription);
    answer.release();
    expect(await late).toMatchObject({ status: 'paid' });
    expect(await payer.account()).toMatchObject({ plan: 'free' });
  });
});
