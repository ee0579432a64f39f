import { expect, it } from 'vitest';
import { createTurns } from './turns.ts';

it('runs the work of a key in turns, also after a failure, and of other keys beside it', async () => {
  const turns = createTurns();
  const log: string[] = [];
  const work = (name: string, end: Promise<void>) => async () => {
    log.push(`${name} begins`);
    await end;
    log.push(`${name} ends`);
  };
  const gate = Promise.withResolvers<void>();
  const first = turns.take('a', work('first', gate.promise));
  const second = turns.take('a', work('second', Promise.reject(new Error('no'))));
  const third = turns.take('a', work('third', Promise.resolve()));
  await turns.take('b', work('other', Promise.resolve()));
  expect(log).toEqual(['first begins', 'other begins', 'other ends']);
  gate.resolve();
  await first;
  await expect(second).rejects.toThrow('no');
  await third;
  expect(log.slice(3)).toEqual(['first ends', 'second begins', 'third begins', 'third ends']);
  expect(await turns.take('a', async () => 7)).toBe(7);
});
