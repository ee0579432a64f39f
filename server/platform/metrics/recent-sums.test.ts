import { expect, it } from 'vitest';
import { createRecentSums, RECENT_MINUTES } from './recent-sums.ts';

it('adds up the last minutes, and forgets what is older', () => {
  let at = 5 * 60_000;
  const sums = createRecentSums(() => at);
  sums.add('a', 1, 10);
  sums.add('a', 2, 5);
  at += 60_000;
  sums.add('a', 1, 1);
  sums.add('b', 4, 0);
  expect([...sums.read()]).toEqual([
    ['a', { count: 4, sum: 16 }],
    ['b', { count: 4, sum: 0 }],
  ]);
  at += (RECENT_MINUTES - 1) * 60_000;
  expect([...sums.read()]).toEqual([
    ['a', { count: 1, sum: 1 }],
    ['b', { count: 4, sum: 0 }],
  ]);
  at += 60_000;
  expect(sums.read().size).toBe(0);
});

it('keeps its size when there are more and more keys', () => {
  const sums = createRecentSums(() => 0);
  for (let key = 0; key < 5000; key += 1) sums.add(`${key}`, 1, 0);
  expect(sums.read().size).toBe(1000);
});
