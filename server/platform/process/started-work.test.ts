import { expect, it } from 'vitest';
import { startedWork } from './started-work.ts';

it('tells all parts to stop before it waits for one, and each only once', async () => {
  const told: string[] = [];
  const first = Promise.withResolvers<void>();
  const work = startedWork();
  work.add(() => {
    told.push('first');
    return first.promise;
  });
  work.add(null);
  work.add({
    stop: async () => {
      told.push('second');
    },
  });
  let isStopped = false;
  const stopped = Promise.all([work.stop(), work.stop()]).then(() => {
    isStopped = true;
  });
  expect(told).toEqual(['first', 'second']);
  await Promise.resolve();
  expect(isStopped).toBe(false);
  first.resolve();
  await stopped;
  expect(told).toEqual(['first', 'second']);
});
