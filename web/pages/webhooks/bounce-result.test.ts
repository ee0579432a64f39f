import { expect, it } from 'vitest';
import { NO_BOUNCES } from '#contract/bounces.ts';
import { addReceipts, bounceResult } from './bounce-result.ts';

const NONE = { ...NO_BOUNCES, repeated: 0, invalid: 0 };

it('says what became of each report of a file', () => {
  expect(bounceResult(3, { ...NONE, hard: 1, soft: 1, policy: 1, uncounted: 1 })).toBe(
    '3 reports: 1 hard bounce, 1 soft, 1 policy. 0 credits returned. 1 not counted for others.',
  );
  expect(
    bounceResult(1200, { ...NONE, complaint: 2, delivered: 1190, repeated: 5, other: 1, invalid: 2 }),
  ).toBe(
    '1,200 reports: 0 hard bounces, 2 complaints, 1,190 delivered. 0 credits returned. 5 known before. 3 without a clear reason or email.',
  );
});

it('adds the receipts of parts', () => {
  const sum = addReceipts({ ...NONE, hard: 2, returned: 1 }, { ...NONE, hard: 3, invalid: 4 });
  expect(sum).toEqual({ ...NONE, hard: 5, returned: 1, invalid: 4 });
});
