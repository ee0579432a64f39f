import { describe, expect, it } from 'vitest';
import { decideAccess, type GateAccount } from './access.ts';
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
    createdAt: NOW - DAY_MS,
    ...changes,
  };
}

describe('the feature access gate (spec accounts §4)', () => {
  it('1: denies who is not signed in', () => {
    expect(decideAccess(null, NOW, WITH_CARD)).toMatchObject({
      reason: 'not_signed_in',
      message: MESSAGES.gate.notSignedIn,
    });
  });

  it('2: lets staff and the unlimited plan in, whatever else holds', () => {
    const spent = { credits: 0, createdAt: NOW - 30 * DAY_MS } as const;
    expect(decideAccess(account({ ...spent, isStaff: true }), NOW, WITH_CARD)).toEqual({ allowed: true });
    expect(decideAccess(account({ ...spent, plan: 'unlimited' }), NOW, WITH_CARD)).toEqual({ allowed: true });
  });

  it('3: an expired trial comes before cards and credits', () => {
    const old = account({ createdAt: NOW - 7 * DAY_MS, credits: 0 });
    expect(decideAccess(old, NOW, WITH_CARD)).toMatchObject({
      reason: 'trial_expired',
      checkout: 'subscription',
    });
    expect(
      decideAccess({ ...old, createdAt: NOW - 7 * DAY_MS + 1, credits: 5 }, NOW, {
        trialRequiresCard: false,
      }),
    ).toEqual({
      allowed: true,
    });
  });

  it('4: credits without a payment method need the trial checkout, where that rule holds', () => {
    expect(decideAccess(account(), NOW, WITH_CARD)).toMatchObject({
      reason: 'no_payment_method',
      checkout: 'trial',
    });
    expect(decideAccess(account(), NOW, { trialRequiresCard: false })).toEqual({ allowed: true });
    expect(decideAccess(account({ hasPaymentMethod: true }), NOW, WITH_CARD)).toEqual({ allowed: true });
  });

  it('5: no credits need the subscription', () => {
    expect(decideAccess(account({ credits: 0 }), NOW, WITH_CARD)).toMatchObject({
      reason: 'no_credits',
      checkout: 'subscription',
    });
  });
});
