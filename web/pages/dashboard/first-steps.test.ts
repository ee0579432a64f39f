import { describe, expect, it } from 'vitest';
import type { AccountView } from '#contract/account.ts';
import { firstSteps, isNewcomer } from './first-steps.ts';

const NOW = Date.parse('2026-11-22T12:00:00Z');
const daysAgo = (days: number) => new Date(NOW - days * 86_400_000).toISOString();

function account(changes: Partial<AccountView>): AccountView {
  return {
    id: '00000000-0000-4000-8000-000000000000',
    email: 'ada@example.com',
    emailConfirmed: true,
    hasPassword: true,
    name: 'Ada',
    phone: null,
    plan: 'free',
    credits: 1000,
    creditsUsed: 0,
    creditsGranted: 1000,
    creditsIncluded: 0,
    totalTasks: 0,
    isTrial: true,
    trialDaysLeft: 7,
    hasPaymentMethod: false,
    isStaff: false,
    trialRequiresCard: false,
    paymentDue: false,
    passwordEnded: false,
    trialAvailable: true,
    monthlyExports: 0,
    monthlyExportsResetAt: '2026-12-22T12:00:00Z',
    createdAt: daysAgo(0),
    ...changes,
  };
}

const done = (counts: Parameters<typeof firstSteps>[0]) =>
  firstSteps(counts).flatMap((step) => (step.done ? [step.name] : []));

describe('the first steps', () => {
  it('follow from what the account has', () => {
    expect(done({ totalTasks: 0, lists: 0 })).toEqual([]);
    expect(done({ totalTasks: 1, lists: 0 })).toEqual(['sample']);
    expect(done({ totalTasks: 1, lists: 1 })).toEqual(['list', 'sample']);
    expect(done({ totalTasks: 5, lists: 2 })).toEqual(['list', 'sample', 'own-list']);
  });

  it('are for new accounts that can use the tools', () => {
    expect(isNewcomer(account({}), NOW)).toBe(true);
    expect(isNewcomer(account({ plan: 'unlimited', credits: 'unlimited', isTrial: false }), NOW)).toBe(true);
    expect(isNewcomer(account({ trialRequiresCard: true }), NOW)).toBe(true);
    expect(isNewcomer(account({ createdAt: daysAgo(8) }), NOW)).toBe(false);
    expect(isNewcomer(account({ credits: 0 }), NOW)).toBe(false);
    expect(isNewcomer(account({ totalTasks: 10 }), NOW)).toBe(false);
  });
});
