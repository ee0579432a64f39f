import { expect, it } from 'vitest';
import type { ListCosts } from '#contract/list-runs.ts';
import { hasCosts, listCostText, stepDetails, stepNote } from './step-costs.ts';

const NONE = { step: 's1', filled: 0, notFound: 0, failed: 0, skipped: 0, credits: 0 };

it.each([
  [{}, null, ['Not run yet']],
  [{ failed: 3 }, null, ['3 failed', 'free']],
  [
    { filled: 294, notFound: 114, credits: 412 },
    '72% found · 1.4 credits each',
    ['294 found, 114 not found', '412 credits, 1.4 credits for each found'],
  ],
  [
    { filled: 5, credits: 5 },
    '100% found · 1 credit each',
    ['5 found', '5 credits, 1 credit for each found'],
  ],
  [{ filled: 100, credits: 1 }, '100% found · less than 0.1 credits each', expect.anything()],
  [
    { filled: 2, notFound: 1, skipped: 1000 },
    '67% found · free',
    ['2 found, 1 not found, 1,000 skipped', 'free'],
  ],
  [{ notFound: 4, credits: 8 }, '0% found · 8 cr.', ['4 not found', '8 credits']],
])('what a step with %o found and cost', (some, note, details) => {
  expect(stepNote({ ...NONE, ...some }, false)).toBe(note);
  expect(stepDetails({ ...NONE, ...some }, false)).toEqual(details);
});

it.each([
  [{ filled: 5, credits: 5 }, '100% found · included', ['5 found', 'included in your plan']],
  [{ filled: 5 }, '100% found · free', ['5 found', 'free']],
  [{ failed: 3 }, null, ['3 failed', 'free']],
])('says of a step with %o that the plan includes it', (some, note, details) => {
  expect(stepNote({ ...NONE, ...some }, true)).toBe(note);
  expect(stepDetails({ ...NONE, ...some }, true)).toEqual(details);
});

it('says what a list spent, and what a complete row costs', () => {
  const costs: ListCosts = {
    spent: 1204,
    completeRows: 200,
    steps: [
      { ...NONE, filled: 294, credits: 412 },
      { ...NONE, step: 's2', filled: 200, credits: 408 },
    ],
  };
  expect(listCostText(costs, false)).toBe('Spent 1,204 credits · a complete row costs 4.1 credits');
  expect(listCostText({ ...costs, completeRows: 0 }, true)).toBe(
    'Work for 1,204 credits, included in your plan · no row is complete yet',
  );
  expect(listCostText(costs, true)).toBe('Work for 1,204 credits, included in your plan · 200 complete rows');
  expect(hasCosts(costs)).toBe(true);
  expect(hasCosts({ spent: 0, completeRows: 0, steps: [NONE] })).toBe(false);
});
