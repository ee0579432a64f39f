// On PostgreSQL: tasks of one account start at once.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CallError } from '#contract/errors.ts';
import { MESSAGES } from '#contract/messages.ts';
import { startTask } from './start-task.ts';
import { openTaskBench, sites, type TaskBench } from './test-tasks.ts';

let bench: TaskBench;
beforeAll(async () => {
  bench = await openTaskBench();
});
afterAll(() => bench.close());

async function countTasks(accountId: string): Promise<number> {
  const tasks = await bench.deps.database.db
    .selectFrom('tasks')
    .select('id')
    .where('account_id', '=', accountId)
    .execute();
  return tasks.length;
}

describe('starting a task', () => {
  it('creates items in order and a job for each shard', async () => {
    const account = await bench.account(5);
    const urls = sites(1200);
    const task = await bench.start(account, urls);
    expect(task).toMatchObject({ status: 'processing', total: 1200, processed: 0, run_no: 1 });
    const items = await bench.deps.database.db
      .selectFrom('task_items')
      .select(['position', 'input', 'shard'])
      .where('task_id', '=', task.id)
      .orderBy('position')
      .execute();
    expect(items.map(({ input }) => input)).toEqual(urls);
    expect(new Set(items.map(({ shard }) => shard)).size).toBe(24);
    const jobs = await bench.deps.queue.findJobs<{ shard: number }>('task-shards', {
      data: { taskId: task.id },
    });
    expect(jobs.map(({ data }) => data.shard).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 24 }, (_, n) => n),
    );
  });

  it('leaves the database usable while it stores a long list, and shows the task when it is complete', async () => {
    const account = await bench.account(5);
    const counts: number[] = [];
    let started = false;
    const starting = bench.start(account, sites(5000)).finally(() => {
      started = true;
    });
    while (!started) {
      counts.push(await countTasks(account));
      await nextTurn();
    }
    expect(await starting).toMatchObject({ total: 5000, status: 'processing' });
    // Twenty inserts, with counts in between. PostgreSQL may be faster than the counts.
    expect(counts.filter((count) => count === 0).length).toBeGreaterThan(
      process.env.TEST_POSTGRES_URL ? 0 : 10,
    );
  });

  it('leaves nothing behind if it fails', async () => {
    const { db } = bench.deps.database;
    const before = await db.selectFrom('task_items').select('task_id').distinct().execute();
    const account = await bench.account(5);
    const failing = startTask(bench.deps, {
      accountId: account,
      type: 'website-extraction',
      inputs: sites(600),
      claim: null,
      attach: async () => {
        throw new Error('The disk is full.');
      },
    });
    await expect(failing).rejects.toThrow('The disk is full.');
    expect(await db.selectFrom('task_items').select('task_id').distinct().execute()).toEqual(before);
    const lists = db.selectFrom('task_lists').select('id').where('account_id', '=', account);
    expect(await lists.execute()).toEqual([]);
  });

  it('many times in parallel with one Idempotency-Key creates one task', async () => {
    const account = await bench.account(5);
    const started = await Promise.all(
      Array.from({ length: 20 }, () => bench.start(account, sites(3), 'a key')),
    );
    expect(new Set(started.map(({ id }) => id)).size).toBe(1);
    expect(await countTasks(account)).toBe(1);
    const { id } = await bench.start(account, sites(3), 'another key');
    expect(id).not.toBe(started[0]!.id);
  });

  it('rejects a key of another request', async () => {
    const account = await bench.account(5);
    await bench.start(account, sites(3), 'a key');
    await expect(bench.start(account, sites(4), 'a key')).rejects.toMatchObject({
      code: 'idempotency_conflict',
      status: 409,
    });
    const other = await bench.account(5);
    expect((await bench.start(other, sites(4), 'a key')).account_id).toBe(other);
  });

  it('returns the task for a repeated request even if the account has no access anymore', async () => {
    const account = await bench.account(1);
    const task = await bench.start(account, sites(1), 'a key');
    await bench.settle(task, [0]);
    await expect(bench.start(account, sites(2), 'a new key')).rejects.toMatchObject({ status: 402 });
    expect(await bench.start(account, sites(1), 'a key')).toMatchObject({
      id: task.id,
      status: 'completed',
    });
  });

  it('rejects an account without access, names the checkout, and leaves nothing behind', async () => {
    const account = await bench.account(0);
    const refused = await bench.start(account, sites(2), 'a key').catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(CallError);
    expect(refused).toMatchObject({
      code: 'access_denied',
      message: MESSAGES.gate.noCredits,
      details: { reason: 'no_credits', checkout: 'trial' },
    });
    expect(await countTasks(account)).toBe(0);
    await bench.grant(account, 1);
    await bench.start(account, sites(2), 'a key');
    expect(await countTasks(account)).toBe(1);
  });
});
