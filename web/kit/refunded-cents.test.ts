import { expect, it } from 'vitest';
import { refundedCents } from './refunded-cents.ts';

const order = {
  status: 'refunded',
  amountCents: 300,
  run: null,
  refundDue: false,
  refundProblem: null,
} as const;

it('counts what went back, and no refund that is due or not possible', () => {
  expect(refundedCents(order)).toBe(300);
  expect(refundedCents({ ...order, refundDue: true })).toBe(0);
  expect(refundedCents({ ...order, refundProblem: 'The payment is disputed.' })).toBe(0);
  expect(refundedCents({ ...order, status: 'paid' })).toBe(0);
  const run = {
    status: 'done',
    recordsFound: 900,
    downloadUrl: null,
    refundedCents: 30,
    error: null,
    startedAt: '2026-11-30T00:00:00.000Z',
    endedAt: null,
  } as const;
  expect(refundedCents({ ...order, status: 'paid', run })).toBe(30);
});
