import { describe, expect, it } from 'vitest';
import { MESSAGES } from '#contract/messages.ts';
import { accountWarnings, formatWarned, parseWarned } from './account-warnings.ts';

const account = {
  plan: 'free' as const,
  credits: 970 as number | 'unlimited',
  isStaff: false,
  isTrial: true,
  trialDaysLeft: 5,
  creditsUsed: 30,
  creditsGranted: 1000,
  paymentDue: false,
};
const messages = (...states: Parameters<typeof accountWarnings>) =>
  accountWarnings(...states).map((warning) => warning.message);

describe('accountWarnings', () => {
  it('shows nothing with enough trial days and credits', () => {
    expect(accountWarnings(null, account)).toEqual([]);
    expect(accountWarnings(account, { ...account, credits: 101 })).toEqual([]);
  });

  it('warns for 8 seconds at 2 trial days or fewer, once', () => {
    const late = { ...account, trialDaysLeft: 2 };
    expect(accountWarnings(null, late)).toMatchObject([{ id: 'trial', durationMs: 8000, upgrade: false }]);
    expect(messages(null, late)[0]).toMatch(/^Your trial expires in 2 days\./);
    expect(messages(null, { ...account, trialDaysLeft: 1 })[0]).toMatch(/^Your trial expires in 1 day\./);
    expect(accountWarnings(late, late)).toEqual([]);
  });

  it('shows that the trial has expired, with an upgrade action', () => {
    const [warning] = accountWarnings(null, { ...account, trialDaysLeft: 0 });
    expect(warning?.message).toMatch(/^Your trial has expired/);
    expect(warning?.upgrade).toBe(true);
  });

  it("doesn't mention the trial to accounts that aren't on one", () => {
    expect(accountWarnings(null, { ...account, isTrial: false, trialDaysLeft: 0 })).toEqual([]);
  });

  it('warns once when credits drop to 100', () => {
    const low = { ...account, credits: 100 };
    expect(messages(account, low)).toEqual(['You have only 100 credits left. Consider upgrading your plan.']);
    expect(messages(low, { ...account, credits: 60 })).toEqual([]);
  });

  it("doesn't warn a new account that its first credits are few", () => {
    const given = { ...account, credits: 100, creditsUsed: 0 };
    expect(accountWarnings(null, given)).toEqual([]);
    expect(messages(given, { ...given, credits: 99, creditsUsed: 1 })).toHaveLength(1);
  });

  it('prompts at exactly 0, with different messages after a run and on page load', () => {
    const none = { ...account, credits: 0 };
    expect(messages({ ...account, credits: 3 }, none)[0]).toMatch(/^You've run out of credits/);
    expect(messages(null, none)[0]).toMatch(/^You have no credits left/);
    expect(accountWarnings(null, none)[0]?.upgrade).toBe(true);
  });

  it('says why an account has never had credits', () => {
    const none = { ...account, credits: 0, creditsUsed: 0, creditsGranted: 0 };
    expect(accountWarnings(null, none)).toMatchObject([
      { message: MESSAGES.auth.noFreeCredits, upgrade: true },
    ]);
  });

  it("doesn't tell an account whose payment is due that its trial has expired", () => {
    const due = { ...account, paymentDue: true, credits: 0, trialDaysLeft: 0 };
    expect(accountWarnings(null, due)).toEqual([]);
  });

  it('never warns staff or the unlimited plan', () => {
    expect(accountWarnings(null, { ...account, credits: 0, isStaff: true, trialDaysLeft: 0 })).toEqual([]);
    expect(accountWarnings(null, { ...account, plan: 'unlimited', credits: 'unlimited' })).toEqual([]);
  });
});

describe('a reload', () => {
  const view = {
    ...account,
    id: '9b2f6c1e-0d38-4c0e-8f3a-1d2c3b4a5f60',
    email: 'ada@example.com',
    emailConfirmed: true,
    hasPassword: true,
    passwordEnded: false,
    name: 'Ada',
    phone: null,
    creditsUsed: 960,
    creditsGranted: 1000,
    creditsIncluded: 0,
    totalTasks: 0,
    hasPaymentMethod: false,
    trialRequiresCard: false,
    trialAvailable: true,
    monthlyExports: 0,
    monthlyExportsResetAt: '2026-12-22T12:00:00Z',
    createdAt: '2026-01-01T00:00:00.000Z',
    credits: 40,
    trialDaysLeft: 1,
  };

  it('repeats no warning that this browser has shown', () => {
    const stored = formatWarned(view);
    expect(accountWarnings(parseWarned(stored, view.id), view)).toEqual([]);
    expect(messages(parseWarned(stored, view.id), { ...view, trialDaysLeft: 0 })).toHaveLength(1);
  });

  it('stores no personal data, and warns another account', () => {
    const stored = formatWarned(view);
    expect(stored).not.toContain('ada');
    expect(parseWarned(stored, '00000000-0000-4000-8000-000000000000')).toBeNull();
    expect(parseWarned('{"id":', view.id)).toBeNull();
  });
});
