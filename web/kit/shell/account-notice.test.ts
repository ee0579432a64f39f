import { expect, it } from 'vitest';
import { accountNotice } from './account-notice.ts';

const account = {
  plan: 'free' as const,
  isStaff: false,
  isTrial: true,
  trialDaysLeft: 5,
  paymentDue: false,
  passwordEnded: false,
  emailConfirmed: true,
};
const unlimited = { plan: 'unlimited' as const, isTrial: false };

it('asks for nothing on a running trial, and on a paid plan', () => {
  expect(accountNotice(account)).toBeNull();
  expect(accountNotice({ ...account, ...unlimited, trialDaysLeft: 0 })).toBeNull();
  expect(accountNotice({ ...account, isTrial: false, trialDaysLeft: 0 })).toBeNull();
});

it('asks for a payment that is due before anything else, until it is paid', () => {
  const due = { ...account, paymentDue: true, trialDaysLeft: 0, emailConfirmed: false };
  expect(accountNotice(due)).toBe('payment-due');
  expect(accountNotice({ ...due, trialDaysLeft: 7 })).toBe('payment-due');
  expect(accountNotice({ ...due, ...unlimited, emailConfirmed: true })).toBeNull();
});

it('says that a password was removed, until another one is set', () => {
  expect(accountNotice({ ...account, passwordEnded: true })).toBe('password-ended');
  expect(accountNotice({ ...account, ...unlimited, passwordEnded: true })).toBe('password-ended');
});

it('asks to subscribe after the trial, and then for the address', () => {
  const unconfirmed = { ...account, emailConfirmed: false };
  expect(accountNotice({ ...unconfirmed, trialDaysLeft: 0 })).toBe('trial-ended');
  expect(accountNotice(unconfirmed)).toBe('email-unconfirmed');
  expect(accountNotice({ ...unconfirmed, ...unlimited })).toBe('email-unconfirmed');
});
