import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { makeTestDeps, type TestDeps } from '../../test-deps.ts';
import { transaction } from '../database/db.ts';
import { openTestDatabase } from '../database/test-database.ts';
import { type JobQueue, openJobQueue } from './job-queue.ts';
import { pollIntervalMs } from './queue.ts';

let deps: TestDeps;
let queue: JobQueue<{ n: number }>;
beforeAll(async () => {
  deps = makeTestDeps(await openTestDatabase());
  await deps.queue.start();
  queue = await openJobQueue(deps.queue, { name: 'numbers', job: z.object({ n: z.number() }), options: {} });
});
afterAll(() => deps.close());

it('calls its listener when jobs are added or removed, but not when they are returned', async () => {
  let changes = 0;
  const ignore = queue.onChange(() => {
    changes += 1;
  });
  await queue.add([{ job: { n: 1 } }]);
  expect(changes).toBe(1);
  const taken = await queue.take(1);
  // A job that fails again and again must not wake its worker at once.
  await queue.requeue(taken);
  expect(changes).toBe(1);
  const [again] = await queue.take(1);
  if (!again) throw new Error('no job');
  await queue.remove(again);
  expect(changes).toBe(2);
  ignore();
  await queue.add([{ job: { n: 2 } }]);
  expect(changes).toBe(2);
});

it('is not opened inside a transaction, where creating it would deadlock', async () => {
  for (const name of ['never-used', 'numbers']) {
    const shape = { name, job: z.object({ n: z.number() }), options: {} };
    const opened = transaction(deps.database.db, () => openJobQueue(deps.queue, shape));
    await expect(opened).rejects.toThrow(`The queue ${name} can't be opened inside a transaction`);
  }
});

it.each([
  ['the only process of a data folder rarely', true, 2000],
  ['workers next to other processes often', false, 250],
])('is looked at by %s', (_, embedded, ms) => {
  expect(pollIntervalMs({ config: { embedded } }, 250)).toBe(ms);
});
