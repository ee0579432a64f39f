import { expect, it } from 'vitest';
import { TRIAL_DAYS } from '#contract/limits.ts';
import { type StripeBench, stripeBenchForAll } from '../../e2e/fixtures/stripe-bench.ts';

let world: StripeBench;
stripeBenchForAll((begun) => {
  world = begun;
});

const TRIAL = { planId: 'unlimited', withTrial: true } as const;

it('starts no trial with an address that may be another person’s, and takes a payment', async () => {
  const stranger = await world.bench.person('not-mine@example.com');
  const asked = world.stripe.requests.length;
  const refused = await stranger.call('create-stripe-checkout', TRIAL);
  expect(refused).toMatchObject({
    status: 402,
    body: {
      error: {
        code: 'access_denied',
        message: 'Confirm your email address in the settings to start your trial.',
        details: { reason: 'email_unconfirmed', checkout: null },
      },
    },
  });
  expect(world.stripe.requests).toHaveLength(asked);
  expect(await stranger.account()).toMatchObject({ plan: 'free', trialAvailable: true });

  const paid = await stranger.call('create-stripe-checkout', { ...TRIAL, withTrial: false });
  expect(paid).toMatchObject({ status: 200, body: { trialDays: 0, amountCents: 4900 } });

  await stranger.confirmEmail();
  const trial = await stranger.call('create-stripe-checkout', TRIAL);
  expect(trial).toMatchObject({ status: 200, body: { trialDays: TRIAL_DAYS } });
});
