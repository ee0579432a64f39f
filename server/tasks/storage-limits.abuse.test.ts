// On PostgreSQL: requests are counted at once.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../app.ts';
import { newCaller } from '../auth/test-caller.ts';
import { MEGABYTE } from '../platform/disk/free-bytes.ts';
import { ASYNC, beginExtraction, openTaskBench, sites, type TaskBench } from './test-tasks.ts';

let bench: TaskBench;
beforeAll(async () => {
  bench = await openTaskBench({
    WAITING_TASKS_PER_ACCOUNT: '5',
    STORED_ROWS_PER_FREE_ACCOUNT: '100',
    STORED_ROWS_PER_ACCOUNT: '1000',
    STORED_MB_PER_FREE_ACCOUNT: '1',
    STORED_MB_PER_ACCOUNT: '2',
  });
});
afterAll(() => bench.close());

const stored = async (account: string) =>
  Number(
    (
      await bench.deps.database.db
        .selectFrom('task_items')
        .innerJoin('task_lists', 'task_lists.id', 'task_items.task_id')
        .select(({ fn }) => fn.countAll<number>().as('items'))
        .where('task_lists.account_id', '=', account)
        .executeTakeFirstOrThrow()
    ).items,
  );

describe('an account that fills the disk', () => {
  it('has at most a number of running and waiting tasks, however many requests it sends at once', async () => {
    const account = await bench.account(1000);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 12 }, (_, n) => bench.start(account, sites(2, `?n=${n}`))),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    const refused = outcomes.find(({ status }) => status === 'rejected');
    expect(refused).toMatchObject({
      reason: {
        code: 'quota_exceeded',
        status: 429,
        message: expect.stringContaining('Wait until one ends'),
      },
    });
    expect(await stored(account)).toBe(10);
  });

  it('stores at most a number of rows, less without a plan', async () => {
    const account = await bench.account(1000);
    await bench.start(account, sites(90));
    const refused = bench.start(account, sites(11));
    await expect(refused).rejects.toThrow(
      'Your account can store 100 rows. It has 90, and this list has 11. Delete the results of old tasks in Task History, then try again.',
    );
    await bench.start(account, sites(10));
    expect(await stored(account)).toBe(100);
    await bench.start(await bench.account('unlimited'), sites(900));
  });

  it('stores at most a number of bytes: of long inputs, and of result rows', async () => {
    const long = (count: number, tag: string) =>
      sites(count, `?${tag}=`).map((url) => url + 'x'.repeat(20_000));
    const inputs = await bench.account(1000);
    await bench.start(inputs, long(50, 'a'));
    await expect(bench.start(inputs, long(10, 'b'))).rejects.toMatchObject({
      code: 'quota_exceeded',
      details: { limit: 'stored_mb', max: 1 },
    });

    const rows = await bench.account(1000);
    const task = await bench.start(rows, sites(2));
    await bench.settle(task, [
      {
        position: 0,
        row: JSON.stringify({ text: 'x'.repeat(MEGABYTE) }),
        found: true,
        failed: false,
        billable: true,
      },
    ]);
    await expect(bench.start(rows, sites(1))).rejects.toMatchObject({ code: 'quota_exceeded' });
  });

  it('has room again after it deletes the results of old tasks', async () => {
    const app = createApp(bench.deps);
    const person = await newCaller(app);
    const { id } = await beginExtraction(person, sites(100));
    const start = () => person.post('website-extraction', { urls: sites(5) }, ASYNC);
    expect((await start()).status).toBe(429);
    expect((await person.post('task-delete-rows', { id })).status).toBe(409);
    await person.post('task-cancel', { id });
    const other = await newCaller(app);
    expect((await other.post('task-delete-rows', { id })).status).toBe(404);
    expect(await (await person.post('task-delete-rows', { id })).json()).toMatchObject({
      resumable: false,
      rows_deleted_at: expect.any(String),
    });
    expect(await stored(person.id)).toBe(0);
    expect((await person.post('task-resume', { id })).status).toBe(404);
    expect(await (await person.get('task-csv', { id })).json()).toMatchObject({
      error: { message: expect.stringContaining('were deleted on') },
    });
    expect((await start()).status).toBe(202);
  });

  it("can't resume more tasks than may wait", async () => {
    const app = createApp(bench.deps);
    const person = await newCaller(app);
    const first = await beginExtraction(person, ['a.com']);
    await person.post('task-cancel', { id: first.id });
    for (let n = 0; n < 5; n += 1) await beginExtraction(person, [`s${n}.com`]);
    expect((await person.post('task-resume', { id: first.id })).status).toBe(429);
  });
});
