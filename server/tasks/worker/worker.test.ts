// On PostgreSQL: two workers take shards at once.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WAIT } from '../../../e2e/fixtures/wait.ts';
import { cancelTask, resumeTask } from '../task-run.ts';
import { openTaskBench, sites, type TaskBench } from '../test-tasks.ts';
import { scriptedTools } from './scripted-tool.ts';
import { openTestGates, type TestGates } from './test-gates.ts';
import { startWorker, type TaskWorker } from './worker.ts';

const CRASHED = 'crawl thread ended';

let bench: TaskBench;
let workers: TaskWorker[] = [];
let gates: TestGates;

async function open(environment: Record<string, string> = {}): Promise<void> {
  bench = await openTaskBench(environment);
}
async function work(retryDelaysSeconds = [1, 1]): Promise<TaskWorker> {
  const worker = await startWorker(
    { ...bench.deps, taskTools: scriptedTools(bench.deps.taskTools) },
    { retryDelaysSeconds },
  );
  workers.push(worker);
  return worker;
}
const until = (id: string, expected: object) =>
  vi.waitFor(async () => expect(await bench.task(id)).toMatchObject(expected), WAIT);
const waitForItems = (id: string, atLeast: number) =>
  vi.waitFor(async () => expect((await bench.task(id)).processed).toBeGreaterThanOrEqual(atLeast), WAIT);

beforeEach(() => {
  workers = [];
  gates = openTestGates();
});
afterEach(async () => {
  for (const worker of workers) await worker.stop();
  await bench.close();
  gates.close();
});

describe('a worker', () => {
  it('completes a task: every row once, every charge once, our failures free', async () => {
    await open();
    await work();
    const account = await bench.account(500);
    const task = await bench.start(account, [
      ...sites(300, '?ms=5'),
      ...sites(40, 'x?failed=1'),
      'https://nul.com/?title=%00%ED%A0%80',
    ]);
    await until(task.id, {
      status: 'completed',
      processed: 341,
      found: 301,
      failed: 40,
      credits_used: 301,
      current_item: null,
    });
    expect(await bench.balance(account)).toBe(199);
    expect(await bench.broken(account)).toEqual([]);
    // Nothing is left in the queue.
    await vi.waitFor(async () => expect(await bench.deps.queue.findJobs('task-shards')).toEqual([]), WAIT);
  });

  it('stops without credits and continues after a grant', async () => {
    await open();
    await work();
    const account = await bench.account(70);
    const task = await bench.start(account, sites(200, '?ms=3'));
    await until(task.id, { status: 'cancelled', stop_reason: 'credits', credits_used: 70 });
    expect(await bench.balance(account)).toBe(0);
    await bench.grant(account, 130);
    await resumeTask(bench.deps, account, task.id, null);
    await until(task.id, { status: 'completed', credits_used: 200 });
    expect(await bench.broken(account)).toEqual([]);
  });

  it('drops a canceled task quickly and runs a resumed one', async () => {
    await open();
    await work();
    const account = await bench.account(500);
    const slow = await bench.start(account, [...sites(20, '?ms=1'), ...sites(20, 'slow?ms=600000')]);
    await waitForItems(slow.id, 20);
    await cancelTask(bench.deps, account, slow.id);
    await vi.waitFor(async () => expect(await bench.deps.queue.findJobs('task-shards')).toEqual([]), WAIT);
    expect(await bench.task(slow.id)).toMatchObject({ status: 'cancelled', processed: 20 });
    const resumed = await resumeTask(bench.deps, account, slow.id, null);
    await vi.waitFor(
      async () => expect(await bench.deps.queue.findJobs('task-shards')).toHaveLength(1),
      WAIT,
    );
    await bench.settle(
      resumed,
      Array.from({ length: 40 }, (_, n) => n),
    );
    expect(await bench.task(slow.id)).toMatchObject({ status: 'completed', credits_used: 40 });
    expect(await bench.broken(account)).toEqual([]);
  });

  it('stores finished items at a stop and returns the rest to the queue', async () => {
    await open();
    const first = await work();
    const account = await bench.account(500);
    const task = await bench.start(account, [...sites(30, '?ms=1'), ...sites(30, 'slow?ms=1500')]);
    await waitForItems(task.id, 30);
    await first.stop();
    workers = [];
    expect((await bench.task(task.id)).status).toBe('processing');
    await work();
    await until(task.id, { status: 'completed', credits_used: 60 });
    expect(await bench.broken(account)).toEqual([]);
  });

  it('shares a task with another worker', async () => {
    await open({ CRAWL_CONCURRENCY: '30' });
    await work();
    await work();
    const account = await bench.account(2000);
    const task = await bench.start(account, sites(400, '?ms=20'));
    await until(task.id, { status: 'completed', credits_used: 400 });
    expect(await bench.broken(account)).toEqual([]);
  });

  it('alternates between two tasks', async () => {
    await open({ CRAWL_CONCURRENCY: '20' });
    await work();
    const [early, late] = [await bench.account(2000), await bench.account(2000)];
    const big = await bench.start(early, sites(1000, '?ms=10'));
    await waitForItems(big.id, 100);
    const small = await bench.start(late, sites(150, '?ms=10'));
    const before = (await bench.task(big.id)).processed;
    await until(small.id, { status: 'completed' });
    const meanwhile = (await bench.task(big.id)).processed - before;
    // The small task has three shards. About as many of the big one run meanwhile, plus those already taken.
    expect(meanwhile).toBeGreaterThan(0);
    expect(meanwhile).toBeLessThan(600);
    await until(big.id, { status: 'completed' });
  });

  it('runs other tasks while one site has a thousand slow URLs', async () => {
    await open({ CRAWL_CONCURRENCY: '20' });
    await work();
    const [greedy, other] = [await bench.account(2000), await bench.account(2000)];
    const hog = await bench.start(
      greedy,
      Array.from({ length: 1000 }, (_, n) => `https://one.com/${n}?ms=${n < 50 ? 1 : 600000}`),
    );
    await waitForItems(hog.id, 50);
    const small = await bench.start(other, sites(60, '?ms=5'));
    await until(small.id, { status: 'completed' });
    expect((await bench.task(hog.id)).processed).toBe(50);
  });

  it('restarts a crashed crawl thread and loses or repeats nothing', async () => {
    await open();
    await work([0.1, 0.1, 0.1, 0.1]);
    const account = await bench.account(2000);
    const healthy = await bench.start(account, [...sites(30), ...sites(30, 'slow?gate=healthy')]);
    const poison = await bench.start(account, [
      ...sites(20, 'other'),
      'https://poison.com/?gate=poison&crash=1',
    ]);
    // Both tasks run in the thread when it crashes, and both have stored results.
    await waitForItems(healthy.id, 30);
    await waitForItems(poison.id, 20);
    const logged = vi.spyOn(bench.deps.log, 'error');
    gates.open('poison');
    await vi.waitFor(
      () =>
        expect(logged).toHaveBeenCalledWith(expect.objectContaining({ shards: expect.any(Number) }), CRASHED),
      WAIT,
    );
    gates.shut('poison');
    gates.open('healthy');
    await until(healthy.id, { status: 'completed', credits_used: 60 });
    gates.open('poison');
    // Only the item that crashes the thread fails, free of charge.
    await until(poison.id, { status: 'completed', processed: 21, failed: 1, credits_used: 20 });
    expect(await bench.broken(account)).toEqual([]);
  });

  it.each(['throw', 'leave'])('gives up an item that fails repeatedly (%s)', async (how) => {
    await open();
    await work();
    const account = await bench.account(2000);
    const task = await bench.start(account, [...sites(10), `https://broken.com/?ms=50&${how}=1`]);
    await until(task.id, { status: 'completed', processed: 11, failed: 1, credits_used: 10 });
    expect(await bench.broken(account)).toEqual([]);
  });

  it.each(['throw', 'leave'])(
    'fails a task whose tool fails at every item (%s), and keeps its rows',
    async (how) => {
      await open();
      await work();
      const account = await bench.account(2000);
      const broken = [1, 2, 3].map((n) => `https://broken.com/${n}?ms=50&${how}=1`);
      const task = await bench.start(account, [...sites(10), ...broken]);
      await until(task.id, { status: 'failed', stop_reason: null, processed: 11, failed: 1 });
      expect(await bench.broken(account)).toEqual([]);
    },
  );
});
