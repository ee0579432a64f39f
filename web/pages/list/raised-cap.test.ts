import { expect, it } from 'vitest';
import { raisedCap } from './raised-cap.ts';

it('lets a run go on that stopped at its limit, also at none', () => {
  expect([0, 1, 5, 40].map(raisedCap)).toEqual([10, 10, 10, 80]);
});
