// On PostgreSQL: two trials of a mailbox or a card start at once.
import { describe, expect, it } from 'vitest';
import { type StripeBench, stripeBenchForAll } from '../../e2e/fixtures/stripe-bench.ts';
import { reconcile } from './reconcile.ts';
import type { Payer } from './test-bench.ts';

let world: StripeBench;
stripeBenchForAll((opened) => {
  world = opened;
});

async function trialCheckout(payer: Payer): Promise<string> {
  return world.checkout(payer, { withTrial: true });
}

async function complete(session: string, card?: string): Promise<void> {
  world.stripe.pay(session, card ? { card } : {});
  await world.deliver('checkout.session.completed', session);
  await world.deliver('customer.subscription.created', world.stripe.session(session).subscription);
  await world.bench.processEvents();
}

const findSubscription = (session: string) =>
  world.stripe.subscription(world.stripe.session(session).subscription);

describe('a second trial', () => {
  it('is not offered to another account of the same mailbox', async () => {
    const [first, second] = [
      await world.bench.person('ada.one@gmail.com'),
      await world.bench.person('adaone+2@googlemail.com'),
    ];
    await complete(await trialCheckout(first));
    expect(await first.account()).toMatchObject({ plan: 'unlimited' });
    expect((await second.call('billing')).body.trialAvailable).toBe(false);
    const { body } = await second.call('create-stripe-checkout', { planId: 'unlimited', withTrial: true });
    expect(body).toMatchObject({ trialDays: 0, amountCents: 4900 });
  });

  it.each([
    ['mailbox', ['bob@acme.example.com', 'bob+2@acme.example.com'], [undefined, undefined]],
    ['card', ['carl@example.com', 'dora@example.com'], ['fp_same', 'fp_same']],
  ])(
    'with the same %s is canceled without a charge if both checkouts were open',
    async (_, emails, cards) => {
      const payers = await Promise.all(emails.map((email) => world.bench.person(email)));
      const sessions = await Promise.all(payers.map(trialCheckout));
      await Promise.all(sessions.map((session, i) => complete(session, cards[i])));
      const plans = await Promise.all(payers.map(async (payer) => (await payer.account()).plan));
      expect(plans.sort()).toEqual(['free', 'unlimited']);
      expect(sessions.map((session) => findSubscription(session).status).sort()).toEqual([
        'canceled',
        'trialing',
      ]);
      expect(world.stripe.requests.filter(({ path }) => path === '/v1/refunds')).toEqual([]);
      // Later events change nothing.
      for (const session of sessions) {
        await world.deliver('customer.subscription.updated', world.stripe.session(session).subscription);
      }
      await world.bench.processEvents();
      const later = await Promise.all(payers.map(async (payer) => (await payer.account()).plan));
      expect(later.sort()).toEqual(['free', 'unlimited']);
    },
  );

  it.each<['mailbox' | 'card', first: 'order' | 'subscription' | 'success page']>([
    ['card', 'order'],
    ['card', 'subscription'],
    ['card', 'success page'],
    ['mailbox', 'order'],
    ['mailbox', 'subscription'],
    ['mailbox', 'success page'],
  ])('of a %s ends its order for good if the %s comes first', async (same, first) => {
    const name = `${same}-${first.replace(' ', '-')}`;
    const emails =
      same === 'card'
        ? [`${name}-1@example.com`, `${name}-2@example.com`]
        : [`${name}@acme.example.com`, `${name}+2@acme.example.com`];
    const cards = same === 'card' ? [`fp_${name}`, `fp_${name}`] : [`fp_${name}_1`, `fp_${name}_2`];
    const [one, two] = [await world.bench.person(emails[0]), await world.bench.person(emails[1])];
    const [sessionOne, session] = [await trialCheckout(one), await trialCheckout(two)];
    await complete(sessionOne, cards[0]);
    expect(await one.account()).toMatchObject({ plan: 'unlimited' });

    world.stripe.pay(session, { card: cards[1] ?? '' });
    const { subscription } = world.stripe.session(session);
    const refused = { status: 'failed', failureReason: 'repeated-trial', trialDays: 7 };
    const confirm = async () => (await two.call('confirm-checkout', { sessionId: session })).body;
    const steps = {
      order: () => world.deliver('checkout.session.completed', session),
      subscription: () => world.deliver('customer.subscription.created', subscription),
      'success page': async () => expect(await confirm()).toMatchObject(refused),
    };
    await steps[first]();
    await world.bench.processEvents();
    expect(world.stripe.subscription(subscription).status).toBe('canceled');
    // From here on, Stripe calls the checkout complete and the subscription canceled.
    for (const step of Object.values(steps)) {
      await step();
      await world.bench.processEvents();
      await world.deliver('customer.subscription.deleted', subscription);
      await world.bench.processEvents();
    }
    await reconcile(world.bench.payments);
    expect(await confirm()).toMatchObject(refused);
    const { id } = await confirm();
    expect((await two.call(`order-status?id=${id}`)).body).toMatchObject(refused);
    expect(await two.account()).toMatchObject({ plan: 'free', paymentDue: false });
    expect((await two.call(`activation-code?sessionId=${session}`)).body.code).toBeNull();
    const canceled = world.stripe.requests.filter(
      ({ method, path }) => method === 'DELETE' && path === `/v1/subscriptions/${subscription}`,
    );
    expect(canceled).toHaveLength(1);

    // The way on is to subscribe without a trial.
    expect((await two.call('billing')).body).toMatchObject({ trialAvailable: false, paymentDue: false });
    const bought = await world.checkout(two, { withTrial: true });
    expect(world.stripe.session(bought).created_with.subscription_data.trial_period_days).toBeUndefined();
    await complete(bought, cards[1]);
    expect((await two.call('confirm-checkout', { sessionId: bought })).body).toMatchObject({
      status: 'paid',
      failureReason: null,
    });
    expect(await two.account()).toMatchObject({ plan: 'unlimited' });
    expect(await confirm()).toMatchObject(refused);
  });

  it('whose cancellation fails is canceled by the next event', async () => {
    const [one, two] = [await world.bench.person(), await world.bench.person()];
    const [first, session] = [await trialCheckout(one), await trialCheckout(two)];
    await complete(first, 'fp_again');
    world.stripe.pay(session, { card: 'fp_again' });
    const { subscription } = world.stripe.session(session);
    const answer = world.stripe.hold(/^GET \/v1\/subscriptions\/sub/);
    const confirmed = two.call('confirm-checkout', { sessionId: session });
    await answer.held;
    world.stripe.down = true;
    answer.release();
    expect((await confirmed).status).toBe(503);
    world.stripe.down = false;
    expect(world.stripe.subscription(subscription).status).toBe('trialing');
    await world.deliver('checkout.session.completed', session);
    await world.bench.processEvents();
    expect(world.stripe.subscription(subscription).status).toBe('canceled');
    expect(await two.account()).toMatchObject({ plan: 'free' });
  });

  it('with the same card can still be bought', async () => {
    const payer = await world.bench.person('eve@example.com');
    const session = await trialCheckout(payer);
    await complete(session, 'fp_same');
    expect(await payer.account()).toMatchObject({ plan: 'free', credits: 1000 });
    const bought = await world.checkout(payer);
    await complete(bought, 'fp_same');
    expect(await payer.account()).toMatchObject({ plan: 'unlimited' });
  });
});
