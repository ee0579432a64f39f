import { expect, it } from 'vitest';
import { fitSlopes } from './slopes.ts';

const LIMITS = { memory: { perHour: 10, noise: 50, unit: 'MB' } };
/** 100 samples over some hours. */
const run = (hours: number, memory: (at: number) => number) =>
  Array.from({ length: 100 }, (_, n) => ({
    hours: (n / 99) * hours,
    values: { memory: memory((n / 99) * hours) },
  }));

it('finds a value that grows faster than its limit', () => {
  const [slope] = fitSlopes(
    run(8, (at) => 400 + 12 * at),
    LIMITS,
  );
  expect(slope).toMatchObject({ isOver: true, limit: 10 });
  expect(slope?.perHour).toBeCloseTo(12);
  expect(slope?.last).toBeCloseTo(496);
});

it('passes over the start, a slow growth, and what is too little to tell in a short run', () => {
  const over = (hours: number, memory: (at: number) => number) =>
    fitSlopes(run(hours, memory), LIMITS)[0]?.isOver;
  expect(over(8, (at) => (at < 1 ? 100 + 400 * at : 500))).toBe(false);
  expect(over(8, (at) => 400 + 9 * at)).toBe(false);
  expect(over(0.1, (at) => 400 + 100 * at)).toBe(false);
  expect(over(0.1, (at) => 400 + 2000 * at)).toBe(true);
});

it('fails if a value could not be read', () => {
  expect(fitSlopes([], LIMITS)[0]?.isOver).toBe(true);
});
