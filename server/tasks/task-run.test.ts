// On PostgreSQL: runs end and resume under locks.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TaskRecord } from './store.ts';
import { cancelTask, endOverdue, failRun, resumeTask } from './task-run.ts';
import { openTaskBench, sites, type TaskBench, worked } from './test-tasks.ts';
import { addWork } from './work-store.ts';

const BUDGET_MS = 60_000;

let bench: TaskBench;
beforeAll(async () => {
  bench = await openTaskBench({ TASK_TIME_BUDGET_MS: `${BUDGET_MS}` });
});
afterAll(() => bench.close());

/** A worker spends this time on the tasks. */
async function workFor(ms: number, ids: string[]): Promise<void> {
  for (let passed = 0; passed < ms; passed += 1000) {
    await addWork(bench.deps.database.db, new Map(ids.map((id) => [id, 1000])));
    await endOverdue(bench.deps);
  }
}

describe('running tasks', () => {
  it('are at most three per account; the others start in order as these end', async () => {
    const account = await bench.account(100);
    const tasks: TaskRecord[] = [];
    for (let n = 0; n < 6; n += 1) {
      tasks.push(await bench.start(account, sites(2)));
      bench.deps.clock.advance(1);
    }
    const status = async () => Promise.all(tasks.map(async ({ id }) => (await bench.task(id)).status));
    expect(await status()).toEqual([...Array(3).fill('processing'), ...Array(3).fill('queued')]);
    await cancelTask(bench.deps, account, tasks[1]!.id);
    expect((await status())[3]).toBe('processing');
    await bench.settle(tasks[0]!, [0, 1]);
    expect((await status())[4]).toBe('processing');
    await failRun(bench.deps, tasks[2]!.id, 1);
    expect(await status()).toEqual([
      'completed',
      'cancelled',
      'failed',
      'processing',
      'processing',
      'processing',
    ]);
    // A resumed task queues like any other.
    const resumed = await resumeTask(bench.deps, account, tasks[1]!.id, null);
    expect(resumed).toMatchObject({ status: 'queued', run_no: 2, stop_reason: null, finished_at: null });
    expect(await bench.broken(account)).toEqual([]);
  });

  it('do not delay those of another account', async () => {
    const [account, otherAccount] = [await bench.account(100), await bench.account(100)];
    for (let n = 0; n < 4; n += 1) await bench.start(account, sites(2));
    expect((await bench.start(otherAccount, sites(2))).status).toBe('processing');
  });
});

describe('cancelling and resuming', () => {
  it('keeps settled items and continues with the rest', async () => {
    const account = await bench.account(100);
    const task = await bench.start(account, sites(120));
    await bench.settle(task, [0, 1, 2]);
    const cancelled = await cancelTask(bench.deps, account, task.id);
    expect(cancelled).toMatchObject({ status: 'cancelled', stop_reason: 'user', processed: 3 });
    expect(await cancelTask(bench.deps, account, task.id)).toMatchObject({ status: 'cancelled' });
    const resumed = await resumeTask(bench.deps, account, task.id, null);
    expect(resumed).toMatchObject({ status: 'processing', processed: 3 });
    await bench.settle(
      resumed,
      Array.from({ length: 117 }, (_, n) => n + 3),
    );
    // 100 credits pay for 100 rows.
    expect(await bench.task(task.id)).toMatchObject({ processed: 100, stop_reason: 'credits' });
    expect(await bench.broken(account)).toEqual([]);
  });

  it('resumes once per key, and never a finished task', async () => {
    const account = await bench.account(100);
    const task = await bench.start(account, sites(2));
    await cancelTask(bench.deps, account, task.id);
    const claim = {
      accountId: account,
      call: 'task-resume',
      key: 'a key',
      requestHash: task.id,
      at: new Date(),
    };
    await Promise.all(Array.from({ length: 5 }, () => resumeTask(bench.deps, account, task.id, claim)));
    expect(await bench.task(task.id)).toMatchObject({ status: 'processing', run_no: 2 });
    await cancelTask(bench.deps, account, task.id);
    expect(await resumeTask(bench.deps, account, task.id, claim)).toMatchObject({
      status: 'cancelled',
      run_no: 2,
    });
    const again = await resumeTask(bench.deps, account, task.id, { ...claim, key: 'another' });
    await bench.settle(again, [0, 1]);
    await expect(resumeTask(bench.deps, account, task.id, null)).rejects.toMatchObject({ status: 409 });
  });

  it('reports the start of the last run', async () => {
    const account = await bench.account(9);
    const { id, started_at: first } = await bench.start(account, sites(2));
    await cancelTask(bench.deps, account, id);
    bench.deps.clock.advance(86_400_000);
    const { started_at: second } = await resumeTask(bench.deps, account, id, null);
    expect(second?.getTime()).toBe((first?.getTime() ?? 0) + 86_400_000);
  });

  it('refuses a limit below what the task has cost so far', async () => {
    const account = await bench.account(9);
    const { id } = await bench.start(account, sites(4));
    await bench.settle(await bench.task(id), [0, 1]);
    await cancelTask(bench.deps, account, id);
    await expect(resumeTask(bench.deps, account, id, null, { cap: 1 })).rejects.toMatchObject({
      code: 'validation_failed',
      message: 'This task has cost 2 credits so far. Set a higher limit.',
    });
    expect(await bench.task(id)).toMatchObject({ status: 'cancelled', cap: null });
    await resumeTask(bench.deps, account, id, null, { cap: 3 });
    await bench.settle(await bench.task(id), [2, 3]);
    expect(await bench.task(id)).toMatchObject({ stop_reason: 'cap', credits_used: 3, processed: 3 });
  });

  it('stores what is free at a task that cost more than its limit', async () => {
    const account = await bench.account(9);
    const { id } = await bench.start(account, sites(3));
    await bench.settle(await bench.task(id), [0, 1]);
    // As an earlier version left it.
    await bench.deps.database.db.updateTable('tasks').set({ cap: 1 }).where('id', '=', id).execute();
    await bench.settle(await bench.task(id), [worked(2, { found: false, billable: false })]);
    expect(await bench.task(id)).toMatchObject({ status: 'completed', processed: 3, credits_used: 2 });
  });

  it("treats another account's task as missing", async () => {
    const [owner, other] = [await bench.account(9), await bench.account(9)];
    const { id } = await bench.start(owner, sites(2));
    const nowhere = crypto.randomUUID();
    for (const act of [
      (task: string) => cancelTask(bench.deps, other, task),
      (task: string) => resumeTask(bench.deps, other, task, null),
    ]) {
      const [theirs, none] = await Promise.all([id, nowhere].map((task) => act(task).catch((e) => `${e}`)));
      expect(theirs).toBe(none);
      expect(theirs).toMatch(/We couldn't find what you're looking for/);
    }
    expect((await bench.task(id)).status).toBe('processing');
  });
});

describe('the time budget', () => {
  it('continues a task that made progress in a next run, until its credits end', async () => {
    const account = await bench.account(2);
    const task = await bench.start(account, sites(4));
    await bench.settle(task, [0]);
    await workFor(BUDGET_MS - 1000, [task.id]);
    expect(await bench.task(task.id)).toMatchObject({ status: 'processing', run_no: 1 });
    await workFor(1000, [task.id]);
    const second = await bench.task(task.id);
    expect(second).toMatchObject({ status: 'processing', stop_reason: null, run_no: 2, worked_ms: 0 });
    expect(await bench.settle(task, [1])).toEqual({ running: false });
    await bench.settle(second, [1]);
    await workFor(BUDGET_MS, [task.id]);
    expect(await bench.task(task.id)).toMatchObject({
      status: 'cancelled',
      stop_reason: 'credits',
      processed: 2,
      credits_used: 2,
    });
    expect(await bench.broken(account)).toEqual([]);
  });

  it('ends a task without progress, which can be resumed with a new budget', async () => {
    const account = await bench.account(9);
    const task = await bench.start(account, sites(3));
    await bench.settle(task, [0]);
    await workFor(BUDGET_MS, [task.id]);
    await workFor(BUDGET_MS, [task.id]);
    expect(await bench.task(task.id)).toMatchObject({
      status: 'timeout',
      stop_reason: 'time',
      run_no: 2,
      processed: 1,
    });
    const resumed = await resumeTask(bench.deps, account, task.id, null);
    await workFor(BUDGET_MS - 1000, [task.id]);
    await bench.settle(resumed, [1, 2]);
    expect(await bench.task(task.id)).toMatchObject({ status: 'completed', processed: 3 });
  });

  it('ends a task that a synchronous caller waits for', async () => {
    const account = await bench.account(9);
    const task = await bench.start(account, sites(3));
    await bench.deps.database.db
      .updateTable('tasks')
      .set({ may_wait: false })
      .where('id', '=', task.id)
      .execute();
    await bench.settle(task, [0]);
    await workFor(BUDGET_MS, [task.id]);
    expect(await bench.task(task.id)).toMatchObject({ status: 'timeout', processed: 1 });
    // No one waits for it once it is resumed.
    const resumed = await resumeTask(bench.deps, account, task.id, null);
    await bench.settle(resumed, [1]);
    await workFor(BUDGET_MS, [task.id]);
    expect(await bench.task(task.id)).toMatchObject({ status: 'processing', processed: 2, run_no: 3 });
  });

  it('counts only work, not the time of day', async () => {
    const account = await bench.account(9);
    const task = await bench.start(account, sites(60));
    await workFor(BUDGET_MS / 2, [task.id]);
    bench.deps.clock.advance(10 * BUDGET_MS);
    await endOverdue(bench.deps);
    expect((await bench.task(task.id)).status).toBe('processing');
  });
});
