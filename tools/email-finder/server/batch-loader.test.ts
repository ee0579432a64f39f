import { expect, it } from 'vitest';
import { createBatchLoader } from './batch-loader.ts';

it('loads simultaneous requests in batches of limited size, each with its own value', async () => {
  const batches: number[][] = [];
  const double = createBatchLoader(async (keys: readonly number[]) => {
    batches.push([...keys]);
    return keys.map((key) => key * 2);
  }, 3);
  expect(await Promise.all([1, 2, 3, 4].map(double))).toEqual([2, 4, 6, 8]);
  expect(batches).toEqual([[1, 2, 3], [4]]);
  expect(await double(5)).toBe(10);
});

it('rejects all requests of a failed batch and loads the next one', async () => {
  const load = createBatchLoader(async (keys: readonly number[]) => {
    if (keys.includes(1)) throw new Error('The database is unavailable.');
    return keys;
  }, 2);
  const results = await Promise.allSettled([1, 2, 3].map(load));
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
});
