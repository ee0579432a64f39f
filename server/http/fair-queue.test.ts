import { expect, it } from 'vitest';
import { createFairQueue } from './fair-queue.ts';

it('lets the keys take turns, so that one key with much work delays the others by one step', async () => {
  const queue = createFairQueue({ concurrent: 1, maxWaiting: 1000 });
  const order: string[] = [];
  const add = (key: string) => queue.run(key, async () => void order.push(key));
  const crowd = Array.from({ length: 100 }, () => add('crowd'));
  await Promise.all([...crowd, add('ada'), add('bob'), add('ada')]);
  // The first of the crowd started at once, and the second was next in turn.
  expect(order.slice(0, 7)).toEqual(['crowd', 'crowd', 'ada', 'bob', 'crowd', 'ada', 'crowd']);
  expect(order).toHaveLength(103);
});

it('runs a limited number at once, refuses more than can wait, and goes on after a failure', async () => {
  const queue = createFairQueue({ concurrent: 2, maxWaiting: 2 });
  let running = 0;
  let most = 0;
  const work = async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    return 'done';
  };
  const failed = queue.run('a', () => Promise.reject(new Error('broken')));
  const results = await Promise.all([
    failed.catch(() => 'failed'),
    ...Array.from({ length: 5 }, (_, i) => queue.run(`${i}`, work)),
  ]);
  expect(results).toEqual(['failed', { result: 'done' }, { result: 'done' }, { result: 'done' }, null, null]);
  expect(most).toBe(2);
  expect(await queue.run('a', work)).toEqual({ result: 'done' });
});
