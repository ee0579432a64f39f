import { expect, it } from 'vitest';
import { formatDay } from './format.ts';
import { planPrice } from './plan-price.ts';

const END = '2026-03-09T12:00:00.000Z';
const PERSON = { isStaff: false };
const billing = (changes: object) => ({
  granted: false,
  subscription: {
    status: 'active',
    trialEndsAt: null,
    periodEndsAt: END,
    cancelsAtPeriodEnd: false,
    ...changes,
  },
});

it('says nothing before it is known', () => {
  expect(planPrice(PERSON, undefined)).toBeUndefined();
});

it('gives the price, the end of the trial, or the end of a canceled plan', () => {
  expect(planPrice(PERSON, billing({}))).toBe('$49 per month');
  expect(planPrice(PERSON, billing({ status: 'trialing', trialEndsAt: END }))).toBe(
    `Free until ${formatDay(END)}, then $49 per month`,
  );
  expect(planPrice(PERSON, billing({ cancelsAtPeriodEnd: true }))).toBe(`Ends on ${formatDay(END)}`);
});

it('names no price for a granted plan', () => {
  expect(planPrice({ isStaff: true }, undefined)).toBe('Staff access');
  for (const changes of [{ status: 'canceled' }, { cancelsAtPeriodEnd: true }, { status: 'past_due' }])
    expect(planPrice(PERSON, { ...billing(changes), granted: true })).toBe('Complimentary');
  expect(planPrice(PERSON, { granted: true, subscription: null })).toBe('Complimentary');
});

it('names the price of a subscription beside a granted plan', () => {
  expect(planPrice(PERSON, { ...billing({}), granted: true })).toBe('$49 per month');
});
