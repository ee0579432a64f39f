import { expect, it } from 'vitest';
import { measureRanking } from './ranking.ts';

it('improves the first guess by twenty points with three known pairs of a firm', () => {
  const { alone, learned } = measureRanking(500, 1);
  expect(alone.at1).toBeGreaterThan(0.25);
  expect(alone.at3).toBeGreaterThan(0.5);
  expect(alone.at8).toBeGreaterThan(0.67);
  expect(learned.at1 - alone.at1).toBeGreaterThanOrEqual(0.2);
  expect(learned.at8).toBeGreaterThanOrEqual(alone.at8);
});
