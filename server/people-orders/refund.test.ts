import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PAY_PER_USE_MAX_RECORDS, PAY_PER_USE_MIN_RECORDS } from '#contract/limits.ts';
import { recordsPriceCents } from '#contract/people-orders.ts';
import { refundDueCents } from './run-lifecycle.ts';

const ordered = fc.integer({ min: PAY_PER_USE_MIN_RECORDS, max: PAY_PER_USE_MAX_RECORDS });

it('price and refund add up to the payment, and neither is negative', () => {
  fc.assert(
    fc.property(ordered, fc.double({ min: 0, max: 1, noNaN: true }), (records, share) => {
      const paid = recordsPriceCents(records);
      const found = Math.floor(records * share);
      const back = refundDueCents(paid, found);
      expect(recordsPriceCents(found) + back).toBe(paid);
      expect(back).toBeGreaterThanOrEqual(0);
      expect(back).toBeLessThanOrEqual(paid);
      // More records never mean a larger refund.
      expect(refundDueCents(paid, Math.min(records, found + 1))).toBeLessThanOrEqual(back);
    }),
    { numRuns: 5000 },
  );
});

it.each([
  [300, 1000, 0],
  [300, 1001, 0],
  [300, 50_000, 0],
  [300, 0, 300],
  [300, 999, 0],
  [300, 998, 1],
  [15_000, 1, 15_000],
  [15_000, 2, 14_999],
])('%i cents paid and %i found: %i back', (paid, found, back) => {
  expect(refundDueCents(paid, found)).toBe(back);
});
