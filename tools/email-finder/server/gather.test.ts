import { expect, it } from 'vitest';
import { gather } from './gather.ts';

it('answers questions of one moment together, at most so many at once, each with its own answer', async () => {
  const groups: number[][] = [];
  const double = gather(async (questions: readonly number[]) => {
    groups.push([...questions]);
    return questions.map((question) => question * 2);
  }, 3);
  expect(await Promise.all([1, 2, 3, 4].map(double))).toEqual([2, 4, 6, 8]);
  expect(groups).toEqual([[1, 2, 3], [4]]);
  expect(await double(5)).toBe(10);
});

it('fails those of one group, and answers the next', async () => {
  const answered = gather(async (questions: readonly number[]) => {
    if (questions.includes(1)) throw new Error('The database is away.');
    return questions;
  }, 2);
  const results = await Promise.allSettled([1, 2, 3].map(answered));
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
});
