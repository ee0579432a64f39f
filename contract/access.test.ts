import { describe, expect, it } from 'vitest';
import { checkoutReasonMessage, decideAccess, type GateAccount } from './access.ts';
import { MESSAGES } from './messages.ts';

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 0, 20);
const WITH_CARD = { trialRequiresCard: true };

function account(changes: Partial<GateAccount> = {}): GateAccount {
  return {
    plan: 'free',
    credits: 1000,
    isStaff: false,
    isTrial: true,
    hasPaymentMethod: false,
    paymentDue: false,
    emailConfirmed: true,
    createdAt: NOW - DAY_MS,
    ...changes,
  };
}

describe('the feature access gate (spec accounts §4)', () => {
  it('1: denies access when signed out', () => {
    expect(decideAccess(null, NOW, WITH_CARD)).toMatchObject({
      reason: 'not_signed_in',
      message: MESSAGES.gate.notSignedIn,
    });
  });

  it('2: always allows staff and the unlimited plan', () => {
    const spent = { credits: 0, createdAt: NOW - 30 * DAY_MS } as const;
    expect(decideAccess(account({ ...spent, isStaff: true }), NOW, WITH_CARD)).toEqual({ allowed: true });
    expect(decideAccess(account({ ...spent, plan: 'unlimited' }), NOW, WITH_CARD)).toEqual({ allowed: true });
  });

  it('3: checks for an expired trial before cards and credits', () => {
    const old = account({ createdAt: NOW - 7 * DAY_MS, credits: 0 });
    expect(decideAccess(old, NOW, WITH_CARD)).toMatchObject({
      reason: 'trial_expired',
      checkout: 'trial',
    });
    expect(decideAccess(old, NOW, { ...WITH_CARD, trialAvailable: false })).toMatchObject({
      reason: 'trial_expired',
      checkout: 'subscription',
      message: MESSAGES.gate.trialExpired,
    });
    expect(
      decideAccess({ ...old, createdAt: NOW - 7 * DAY_MS + 1, credits: 5 }, NOW, {
        trialRequiresCard: false,
      }),
    ).toEqual({
      allowed: true,
    });
  });

  it('4: requires the trial checkout for credits without a payment method, if that rule is on', () => {
    expect(decideAccess(account(), NOW, WITH_CARD)).toMatchObject({
      reason: 'no_payment_method',
      checkout: 'trial',
    });
    expect(decideAccess(account(), NOW, { ...WITH_CARD, trialAvailable: false })).toMatchObject({
      reason: 'no_payment_method',
      checkout: 'subscription',
      message: MESSAGES.gate.planNeeded,
    });
    expect(decideAccess(account(), NOW, { trialRequiresCard: false })).toEqual({ allowed: true });
    expect(decideAccess(account({ hasPaymentMethod: true }), NOW, WITH_CARD)).toEqual({ allowed: true });
  });

  it('3 to 5: require a confirmed address before the trial, where it requires a card', () => {
    const unconfirmed = account({ emailConfirmed: false });
    expect(decideAccess(unconfirmed, NOW, WITH_CARD)).toMatchObject({
      reason: 'email_unconfirmed',
      checkout: null,
    });
    // The way to pay stays open.
    expect(decideAccess({ ...unconfirmed, createdAt: NOW - 7 * DAY_MS }, NOW, WITH_CARD)).toMatchObject({
      reason: 'trial_expired',
      checkout: 'subscription',
    });
    expect(decideAccess({ ...unconfirmed, credits: 0 }, NOW, WITH_CARD)).toMatchObject({
      reason: 'no_credits',
      checkout: 'subscription',
    });
    expect(decideAccess(unconfirmed, NOW, { trialRequiresCard: false })).toEqual({ allowed: true });
    // Whoever pays needs no confirmed address.
    expect(decideAccess(unconfirmed, NOW, { ...WITH_CARD, trialAvailable: false })).toMatchObject({
      reason: 'no_payment_method',
      checkout: 'subscription',
    });
    expect(decideAccess({ ...unconfirmed, credits: 0 }, NOW, { trialRequiresCard: false })).toMatchObject({
      reason: 'no_credits',
      checkout: 'trial',
    });
    expect(decideAccess({ ...unconfirmed, hasPaymentMethod: true }, NOW, WITH_CARD)).toEqual({
      allowed: true,
    });
    expect(decideAccess({ ...unconfirmed, plan: 'unlimited' }, NOW, WITH_CARD)).toEqual({ allowed: true });
  });

  it('3 to 5: ask for a payment that is due, and never for another checkout', () => {
    const old = { createdAt: NOW - 8 * DAY_MS };
    const unconfirmed = { emailConfirmed: false };
    for (const due of [
      old,
      {},
      { credits: 0 },
      { ...old, credits: 0 },
      unconfirmed,
      { ...old, ...unconfirmed },
    ]) {
      expect(decideAccess(account({ ...due, paymentDue: true }), NOW, WITH_CARD)).toEqual({
        allowed: false,
        reason: 'payment_due',
        checkout: null,
        message: MESSAGES.payments.paymentDue,
      });
    }
    expect(decideAccess(account({ paymentDue: true, plan: 'unlimited' }), NOW, WITH_CARD)).toEqual({
      allowed: true,
    });
  });

  it('5: requires a checkout at 0 credits, with a trial if the account had none', () => {
    expect(decideAccess(account({ credits: 0 }), NOW, WITH_CARD)).toMatchObject({
      reason: 'no_credits',
      checkout: 'trial',
    });
    expect(decideAccess(account({ credits: 0 }), NOW, { ...WITH_CARD, trialAvailable: false })).toMatchObject(
      { reason: 'no_credits', checkout: 'subscription' },
    );
  });

  it('5: is only for what costs credits, and the other rules are for everything', () => {
    const free = { ...WITH_CARD, free: true };
    expect(decideAccess(account({ credits: 0 }), NOW, free)).toEqual({ allowed: true });
    expect(decideAccess(null, NOW, free)).toMatchObject({ reason: 'not_signed_in' });
    expect(decideAccess(account(), NOW, free)).toMatchObject({ reason: 'no_payment_method' });
    const old = account({ createdAt: NOW - 7 * DAY_MS, credits: 0 });
    expect(decideAccess(old, NOW, free)).toMatchObject({ reason: 'trial_expired' });
  });
});

it('promises a trial only on a checkout with one', () => {
  expect(checkoutReasonMessage('no_payment_method', 7)).toBe(MESSAGES.gate.cardNeeded);
  expect(checkoutReasonMessage('no_payment_method', 0)).toBe(MESSAGES.gate.planNeeded);
  expect(checkoutReasonMessage('trial_expired', 0)).toBe(MESSAGES.gate.trialExpired);
  expect(checkoutReasonMessage('trial_expired', 7)).toBe(
    `${MESSAGES.gate.trialExpired} The first 7 days are free.`,
  );
});
