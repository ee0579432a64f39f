import { expect, it } from 'vitest';
import { formatDate } from '../lib/format.ts';
import { subscriptionLabel } from './subscription-label.ts';

const TRIAL_END = '2026-03-09T10:00:00.000Z';
const PERIOD_END = '2026-04-09T10:00:00.000Z';
const SUBSCRIPTION = {
  status: 'active',
  trialEndsAt: null,
  periodEndsAt: PERIOD_END,
  cancelsAtPeriodEnd: false,
};

it('says when a canceled trial or plan ends, and that it costs nothing more', () => {
  const trial = { ...SUBSCRIPTION, status: 'trialing', trialEndsAt: TRIAL_END, cancelsAtPeriodEnd: true };
  expect(subscriptionLabel(trial)).toBe(
    `Canceled. Your trial ends on ${formatDate(TRIAL_END)}, and you won't be charged.`,
  );
  expect(subscriptionLabel({ ...SUBSCRIPTION, cancelsAtPeriodEnd: true })).toBe(
    `Canceled. Your plan ends on ${formatDate(PERIOD_END)}, and you won't be charged again.`,
  );
});

it('says when a plan renews', () => {
  expect(subscriptionLabel(SUBSCRIPTION)).toBe(`Active. Renews on ${formatDate(PERIOD_END)}.`);
});

it.each([
  ['incomplete', "Your first payment failed, so Unlimited didn't start."],
  ['revoked', 'Your payment was refunded or disputed, so your subscription has ended.'],
  ['paused', 'Your subscription is paused.'],
  ['canceled', 'Your subscription has ended.'],
])('says in a sentence what a subscription is that gives no access: %s', (status, text) => {
  expect(subscriptionLabel({ ...SUBSCRIPTION, status })).toBe(text);
});

it('sends people with a failed payment to the billing portal', () => {
  expect(subscriptionLabel({ ...SUBSCRIPTION, status: 'past_due' })).toContain('Manage billing');
});
