import { describe, expect, it } from 'vitest';
import type { Plan } from '#contract/account.ts';
import { type StripeBench, stripeBenchForAll } from '../../e2e/fixtures/stripe-bench.ts';
import type { Payer } from '../payments/test-bench.ts';
import { setPlanByEmail } from './set-plan.ts';

let world: StripeBench;
stripeBenchForAll((opened) => {
  world = opened;
});

const give = ({ email }: Payer, plan: Plan) => setPlanByEmail(world.bench.deps, email, plan);

describe('the free plan', () => {
  it.each(['unlimited', 'premium'] as const)(
    'takes back the %s plan that the operator gave',
    async (plan) => {
      const payer = await world.bench.person();
      expect(await give(payer, 'free')).toMatchObject({
        success: false,
        error: expect.stringMatching(/already/),
      });
      for (let time = 0; time < 2; time += 1) {
        expect(await give(payer, plan)).toEqual({ success: true });
        expect(await payer.account()).toMatchObject({ plan });
        expect(await give(payer, 'free')).toEqual({ success: true });
        expect(await payer.account()).toMatchObject({ plan: 'free', isTrial: true, hasPaymentMethod: false });
      }
      if (plan === 'unlimited')
        expect(await payer.payment()).toMatchObject({ has_access: false, plan: 'free', status: 'revoked' });
      expect((await payer.call('billing')).body.granted).toBe(false);
      expect((await payer.call('create-stripe-checkout', { planId: 'unlimited' })).status).toBe(200);
    },
  );

  it('takes back nothing that was bought', async () => {
    const { payer } = await world.subscriber();
    const refused = { success: false, error: expect.stringMatching(/bought its plan.*Stripe/) };
    expect(await give(payer, 'free')).toEqual(refused);
    const pays = { success: true, note: expect.stringMatching(/goes on paying/) };
    expect(await give(payer, 'unlimited')).toEqual(pays);
    expect((await payer.call('billing')).body.granted).toBe(true);
    expect(await give(payer, 'free')).toEqual(pays);
    expect(await payer.account()).toMatchObject({ plan: 'unlimited' });
    expect((await payer.call('billing')).body).toMatchObject({
      granted: false,
      subscription: { status: 'active' },
    });
    expect(await give(payer, 'free')).toEqual(refused);
  });
});

it('an upgrade says nothing about a subscription that ends', async () => {
  const { payer, subscription } = await world.subscriber();
  world.stripe.change(subscription, { cancel_at_period_end: true });
  await world.deliver('customer.subscription.updated', subscription);
  await world.bench.processEvents();
  expect(await give(payer, 'unlimited')).toEqual({ success: true });
  world.stripe.change(subscription, { status: 'canceled' });
  await world.deliver('customer.subscription.deleted', subscription);
  await world.bench.processEvents();
  expect(await payer.account()).toMatchObject({ plan: 'unlimited' });
});
