import { expect, it } from 'vitest';
import { createTaskGroup } from './task-group.ts';

const nothing = () => {};

it('a group finishes with its last task, including those that tasks started', async () => {
  const tasks = createTaskGroup(nothing);
  const done: string[] = [];
  tasks.start(async () => {
    await null;
    tasks.start(async () => {
      await null;
      done.push('inner');
    });
    done.push('outer');
  });
  await tasks.finished();
  expect(done).toEqual(['outer', 'inner']);
});

it('a group without tasks is finished', async () => {
  await expect(createTaskGroup(nothing).finished()).resolves.toBeUndefined();
});

it('the first error fails the group', async () => {
  const tasks = createTaskGroup(nothing);
  tasks.start(() => new Promise(nothing));
  tasks.start(() => Promise.reject(new Error('first')));
  tasks.start(() => Promise.reject(new Error('second')));
  await expect(tasks.finished()).rejects.toThrow('first');
});

it('a group is idle while all its tasks pause', async () => {
  const reports: boolean[] = [];
  const tasks = createTaskGroup((idle) => reports.push(idle));
  const wait = Promise.withResolvers<void>();
  const work = Promise.withResolvers<void>();
  tasks.start(() => work.promise);
  tasks.start(() => tasks.pause(wait.promise));
  const finished = tasks.finished();
  expect(reports).toEqual([]);
  work.resolve();
  await new Promise(setImmediate);
  expect(reports).toEqual([true]);
  wait.resolve();
  await finished;
  expect(reports).toEqual([true, false]);
});
