import { expect, it } from 'vitest';
import { isLargeSpend } from './large-spend.ts';

it.each([
  [7189, 19_959, true],
  [1001, 1_000_000, true],
  [1000, 1_000_000, false],
  [101, 1000, true],
  [100, 1000, false],
  [0, 0, false],
  [1, 9, true],
  [5000, null, false],
])('%i of %s credits: asks first is %s', (cost, credits, asks) => {
  expect(isLargeSpend(cost, credits)).toBe(asks);
});
