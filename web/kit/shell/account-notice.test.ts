import { expect, it } from 'vitest';
import { accountNotice } from './account-notice.ts';

const NOW = Date.parse('2026-11-22T12:00:00Z');
const notice = (of: Parameters<typeof accountNotice>[0]) => accountNotice(of, NOW);

const account = {
  plan: 'free' as const,
  isStaff: false,
  isTrial: true,
  trialDaysLeft: 5,
  paymentDue: false,
  passwordEnded: false,
  emailConfirmed: true,
  credits: 1000,
  hasPaymentMethod: false,
  trialRequiresCard: false,
  trialAvailable: true,
  createdAt: '2026-11-20T12:00:00Z',
};
const unlimited = { plan: 'unlimited' as const, isTrial: false, hasPaymentMethod: true };

it('asks for nothing on a running trial, and on a paid plan', () => {
  expect(notice(account)).toBeNull();
  expect(notice({ ...account, ...unlimited, trialDaysLeft: 0 })).toBeNull();
  expect(notice({ ...account, isTrial: false, trialDaysLeft: 0 })).toBeNull();
});

it('asks for a payment that is due before anything else, until it is paid', () => {
  const due = { ...account, paymentDue: true, trialDaysLeft: 0, emailConfirmed: false };
  expect(notice(due)).toBe('payment-due');
  expect(notice({ ...due, trialDaysLeft: 7 })).toBe('payment-due');
  expect(notice({ ...due, ...unlimited, emailConfirmed: true })).toBeNull();
});

it('says that a password was removed, until another one is set', () => {
  expect(notice({ ...account, passwordEnded: true })).toBe('password-ended');
  expect(notice({ ...account, ...unlimited, passwordEnded: true })).toBe('password-ended');
});

it('asks to subscribe after the trial, and then for the address', () => {
  const unconfirmed = { ...account, emailConfirmed: false };
  expect(notice({ ...unconfirmed, trialDaysLeft: 0 })).toBe('trial-ended');
  expect(notice(unconfirmed)).toBe('email-unconfirmed');
  expect(notice({ ...unconfirmed, ...unlimited })).toBe('email-unconfirmed');
});

it('says that the trial needs the address only where it does', () => {
  const unconfirmed = { ...account, emailConfirmed: false, trialRequiresCard: true };
  expect(notice(unconfirmed)).toBe('email-needed');
  expect(notice({ ...unconfirmed, ...unlimited })).toBe('email-unconfirmed');
  expect(notice({ ...unconfirmed, isStaff: true })).toBe('email-unconfirmed');
  expect(notice({ ...unconfirmed, credits: 0 })).toBe('email-unconfirmed');
  expect(notice({ ...unconfirmed, trialAvailable: false })).toBe('email-unconfirmed');
});
