import { expect, it } from 'vitest';
import { decideAccess } from '#contract/access.ts';
import { CallError } from '#contract/errors.ts';
import { refusalReason, refusalWay } from './refusal-link.tsx';

const account = {
  plan: 'free' as const,
  credits: 1000,
  isStaff: false,
  isTrial: true,
  hasPaymentMethod: false,
  paymentDue: false,
  emailConfirmed: true,
  createdAt: 0,
};

/** Where the link of a refused call leads. */
function leadsTo(changes: Partial<typeof account>): string {
  const details = decideAccess({ ...account, ...changes }, 1, { trialRequiresCard: true });
  return refusalWay(refusalReason(new CallError('access_denied', undefined, { details }))).to;
}

it('leads to what lifts the refusal', () => {
  expect(leadsTo({})).toBe('/pricing');
  expect(leadsTo({ credits: 0 })).toBe('/pricing');
  expect(leadsTo({ emailConfirmed: false })).toBe('/dashboard/settings#email');
  expect(leadsTo({ paymentDue: true })).toBe('/dashboard/usage');
});

it('leads to the plans if the error has no reason', () => {
  expect(refusalWay(refusalReason(new CallError('access_denied')))).toMatchObject({ to: '/pricing' });
  expect(refusalReason(new Error('down'))).toBeNull();
});
