import { expect, it } from 'vitest';
import { TRIAL_DAYS } from '#contract/limits.ts';
import { MESSAGES } from '#contract/messages.ts';
import { type StripeBench, stripeBenchForAll } from '../../e2e/fixtures/stripe-bench.ts';
import { grantCredits } from '../accounts/ledger.ts';
import { TEST_PASSWORD } from '../auth/test-requests.ts';
import { transaction } from '../platform/database/db.ts';
import type { Payer } from './test-bench.ts';

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
        message: 'Confirm your email address in the settings to start your trial of Unlimited.',
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

it('keeps the trial of a mailbox that someone else signed up with, who then deletes the account', async () => {
  const email = 'victim@example.com';
  const stranger = await world.bench.person(email);
  expect(await stranger.call('account-delete', { email, currentPassword: TEST_PASSWORD })).toMatchObject({
    status: 200,
  });
  const victim = await world.bench.person(email);
  await victim.confirmEmail();
  expect(await victim.account()).toMatchObject({ credits: 0, trialAvailable: true });
  const trial = await victim.call('create-stripe-checkout', TRIAL);
  expect(trial).toMatchObject({ status: 200, body: { trialDays: TRIAL_DAYS } });
});

it('offers no second trial to a mailbox whose confirmed account was deleted', async () => {
  const email = 'owner@example.com';
  const owner = await world.bench.person(email);
  await owner.confirmEmail();
  await owner.call('account-delete', { email, currentPassword: TEST_PASSWORD });
  const again = await world.bench.person(email);
  await again.confirmEmail();
  expect(await again.account()).toMatchObject({ credits: 0, trialAvailable: false });
});

it('asks a mailbox that had its trial to subscribe, not to confirm its address first', async () => {
  const email = 'returned@example.com';
  const owner = await world.bench.person(email);
  await owner.confirmEmail();
  await owner.call('account-delete', { email, currentPassword: TEST_PASSWORD });
  const again = await world.bench.person(email);
  const other = await world.bench.person();
  for (const { id } of [again, other])
    await transaction(world.bench.database.db, (tx) => grantCredits(tx, id, 5, 'gift'));
  const refusal = async (payer: Payer) =>
    (await payer.call('website-extraction', { urls: ['example.com'] })).body.error.details;
  expect(await refusal(other)).toMatchObject({ reason: 'email_unconfirmed', checkout: null });
  const subscribe = {
    reason: 'no_payment_method',
    checkout: 'subscription',
    message: MESSAGES.gate.planNeeded,
  };
  expect(await refusal(again)).toMatchObject(subscribe);
  await again.confirmEmail();
  expect(await refusal(again)).toMatchObject(subscribe);
});
