import { expect, it } from 'vitest';
import { planOffer } from './plan-offer.ts';

const FREE = { plan: 'free', paymentDue: false } as const;
const BILLING = { source: 'stripe', trialAvailable: true } as const;

it('offers nothing before the plan is known', () => {
  expect(planOffer({ signedIn: true, account: undefined, billing: undefined })).toBe('unknown');
  expect(planOffer({ signedIn: true, account: undefined, billing: BILLING })).toBe('unknown');
  expect(planOffer({ signedIn: true, account: FREE, billing: undefined })).toBe('unknown');
});

it('offers nothing more to the unlimited plan', () => {
  expect(
    planOffer({ signedIn: true, account: { plan: 'unlimited', paymentDue: true }, billing: undefined }),
  ).toBe('included');
});

it('offers the trial once, then the subscription', () => {
  expect(planOffer({ signedIn: false, account: undefined, billing: undefined })).toBe('trial');
  expect(planOffer({ signedIn: true, account: FREE, billing: BILLING })).toBe('trial');
  const used = { ...BILLING, trialAvailable: false };
  expect(planOffer({ signedIn: true, account: FREE, billing: used })).toBe('subscription');
});

it('leads to the billing portal while a payment is due', () => {
  const due = { ...FREE, paymentDue: true };
  expect(planOffer({ signedIn: true, account: due, billing: BILLING })).toBe('payment-due');
  expect(planOffer({ signedIn: true, account: due, billing: undefined })).toBe('payment-due');
});
