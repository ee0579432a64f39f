// On PostgreSQL: two trials of a mailbox or a card start at once.
import { describe, expect, it } from 'vitest';
import { type StripeBench, stripeBenchForAll } from '../../e2e/fixtures/stripe-bench.ts';
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
