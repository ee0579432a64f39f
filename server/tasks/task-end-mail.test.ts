import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { queueDueMails } from '../auth/one-time/due-mails.ts';
import { openMailQueue } from '../auth/one-time/mail-queue.ts';
import { transaction } from '../platform/database/db.ts';
import { mailTaskEnd } from './task-end-mail.ts';
import { cancelTask, resumeTask } from './task-run.ts';
import { openTaskBench, sites, type TaskBench } from './test-tasks.ts';

let bench: TaskBench;
beforeAll(async () => {
  bench = await openTaskBench();
});
afterAll(() => bench.close());

const MINUTE = 60_000;

async function account(wanted: boolean, credits = 100): Promise<string> {
  const id = await bench.account(credits);
  const update = bench.deps.database.db.updateTable('accounts').set({ mail_long_tasks: wanted });
  await update.where('id', '=', id).execute();
  return id;
}

/** The mails about a task in the queue. */
async function findMails(taskId: string): Promise<unknown[]> {
  await queueDueMails(bench.deps.database, await openMailQueue(bench.deps));
  const jobs = await bench.deps.queue.findJobs<{ taskId?: string }>('mail');
  return jobs.map(({ data }) => data).filter((job) => job.taskId === taskId);
}

async function started(accountId: string, count = 2) {
  const task = await bench.start(accountId, sites(count, `?${accountId}-${count}`));
  bench.deps.clock.advance(10 * MINUTE);
  return task;
}

describe('the mail about the end of a task', () => {
  it('is sent once for a task of ten minutes or more, to those who want it', async () => {
    const accountId = await account(true);
    const task = await started(accountId);
    await bench.settle(task, [0]);
    expect(await findMails(task.id)).toEqual([]);
    await bench.settle(task, [1]);
    await bench.settle(task, [1]);
    expect(await findMails(task.id)).toMatchObject([
      { kind: 'task-ended', title: 'Website Extraction', end: 'completed', total: 2, processed: 2, found: 2 },
    ]);
    const short = await bench.start(accountId, sites(1, '?short'));
    bench.deps.clock.advance(9 * MINUTE);
    await bench.settle(short, [0]);
    expect(await findMails(short.id)).toEqual([]);
    const unwanted = await started(await account(false));
    await bench.settle(unwanted, [0, 1]);
    expect(await findMails(unwanted.id)).toEqual([]);
  });

  it('is sent once, even if the task is resumed, and never for a task that its owner stopped', async () => {
    const accountId = await account(true);
    const task = await started(accountId);
    await cancelTask(bench.deps, accountId, task.id);
    expect(await findMails(task.id)).toEqual([]);
    const again = await resumeTask(bench.deps, accountId, task.id, null);
    await bench.settle(again, [0, 1]);
    expect(await findMails(task.id)).toHaveLength(1);
    const end = { status: 'completed' as const, stopReason: null };
    const at = new Date(bench.deps.clock.now());
    await transaction(bench.deps.database.db, (tx) =>
      mailTaskEnd(tx, { accountId, taskId: task.id, end, at }),
    );
    expect(await findMails(task.id)).toHaveLength(1);
  });

  it('is sent for a task that waited so long, and ends before it starts', async () => {
    const accountId = await account(true, 1);
    const running = await Promise.all(
      [1, 2, 3].map((n) => bench.start(accountId, sites(2, `?${accountId}-${n}`))),
    );
    const waiting = await bench.start(accountId, sites(2, `?${accountId}-waits`));
    expect(waiting.status).toBe('queued');
    bench.deps.clock.advance(10 * MINUTE);
    await bench.settle(running[0]!, [0, 1]);
    expect(await findMails(waiting.id)).toMatchObject([{ kind: 'task-ended', end: 'credits', processed: 0 }]);
  });

  it('is not sent if the transaction that ends the task fails, and then sent by the next attempt', async () => {
    const accountId = await account(true);
    const task = await started(accountId);
    const end = { status: 'completed' as const, stopReason: null };
    const at = new Date(bench.deps.clock.now());
    const crash = transaction(bench.deps.database.db, async (tx) => {
      await mailTaskEnd(tx, { accountId, taskId: task.id, end, at });
      throw new Error('crash');
    });
    await expect(crash).rejects.toThrow('crash');
    expect(await findMails(task.id)).toEqual([]);
    await bench.settle(task, [0, 1]);
    expect(await findMails(task.id)).toHaveLength(1);
  });
});
