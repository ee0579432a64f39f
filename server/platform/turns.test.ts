import { expect, it } from 'vitest';
import { createTurns } from './turns.ts';

it('runs the work of a key in turns, also after a failure, and of other keys beside it', async () => {
  const turns = createTurns({ atOnce: 1, of: 'key' });
  const log: string[] = [];
  const work = (name: string, end: Promise<void>) => async () => {
    log.push(`${name} begins`);
    await end;
    log.push(`${name} ends`);
  };
  const gate = Promise.withResolvers<void>();
  const first = turns.run('a', work('first', gate.promise));
  const second = turns.run('a', work('second', Promise.reject(new Error('no'))));
  const third = turns.run('a', work('third', Promise.resolve()));
  await turns.run('b', work('other', Promise.resolve()));
  expect(log).toEqual(['first begins', 'other begins', 'other ends']);
  gate.resolve();
  await first;
  await expect(second).rejects.toThrow('no');
  await third;
  expect(log.slice(3)).toEqual(['first ends', 'second begins', 'third begins', 'third ends']);
  expect(await turns.run('a', async () => 7)).toBe(7);
});

it('lets the keys take turns, so that one key with much work delays the others by one step', async () => {
  const turns = createTurns({ atOnce: 1, of: 'all', maxWaiting: 1000 });
  const order: string[] = [];
  const add = (key: string) => turns.run(key, async () => void order.push(key));
  const crowd = Array.from({ length: 100 }, () => add('crowd'));
  await Promise.all([...crowd, add('ada'), add('bob'), add('ada')]);
  // The first of the crowd started at once, and the second was next in turn.
  expect(order.slice(0, 7)).toEqual(['crowd', 'crowd', 'ada', 'bob', 'crowd', 'ada', 'crowd']);
  expect(order).toHaveLength(103);
});

it('runs a limited number at once, refuses more than can wait, and goes on after a failure', async () => {
  const turns = createTurns({
    atOnce: 2,
    of: 'all',
    maxWaiting: 2,
    refused: () => new Error('full'),
  });
  let running = 0;
  let most = 0;
  const work = async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    return 'done';
  };
  const failed = turns.run('a', () => Promise.reject(new Error('broken')));
  const results = await Promise.all([
    failed.catch(() => 'failed'),
    ...Array.from({ length: 5 }, (_, i) => turns.run(`${i}`, work).catch((error) => error.message)),
  ]);
  expect(results).toEqual(['failed', 'done', 'done', 'done', 'full', 'full']);
  expect(most).toBe(2);
  expect(await turns.run('a', work)).toBe('done');
});
