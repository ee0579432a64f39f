// On PostgreSQL: the queue leaves out the jobs of accounts.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WAIT } from '../../../e2e/fixtures/wait.ts';
import type { TaskRecord } from '../store.ts';
import { openTaskBench, sites, type TaskBench } from '../test-tasks.ts';
import { scriptedTools } from './scripted-tool.ts';
import { openTestGates, type TestGates } from './test-gates.ts';
import { startWorker, type TaskWorker } from './worker.ts';

let bench: TaskBench;
let gates: TestGates;
let worker: TaskWorker | null = null;

beforeEach(async () => {
  bench = await openTaskBench({ CRAWL_CONCURRENCY: '100' });
  gates = openTestGates();
});
afterEach(async () => {
  await worker?.stop();
  worker = null;
  await bench.close();
  gates.close();
});

async function work(): Promise<void> {
  worker = await startWorker({ ...bench.deps, taskTools: scriptedTools(bench.deps.taskTools) });
}
const processed = async (id: string) => (await bench.task(id)).processed;

/** URLs of sites that no other list has. */
const ownSites = (name: string, count: number, query: string) =>
  Array.from({ length: count }, (_, n) => `https://${name}${n}.com/${query}`);

describe('an account whose sites never answer', () => {
  it('does not keep another account from its results', async () => {
    const [attacker, user] = [await bench.account('unlimited'), await bench.account(100)];
    const hanging = await Promise.all(
      ['x', 'y', 'z'].map((name) => bench.start(attacker, ownSites(name, 1000, '?gate=never'))),
    );
    await work();
    // The attacker's shards fill the worker.
    await vi.waitFor(async () => {
      const jobs = await bench.deps.queue.findJobs('task-shards');
      expect(jobs.filter(({ state }) => state === 'active').length).toBeGreaterThanOrEqual(4);
    }, WAIT);
    const task = await bench.start(user, sites(60));
    await vi.waitFor(async () => expect((await bench.task(task.id)).status).toBe('completed'), WAIT);
    // Not one of the attacker's items had to end first.
    for (const { id } of hanging) expect(await processed(id)).toBe(0);
  });
});

describe('three tasks of one account', () => {
  it('get as much as the single task of another account', async () => {
    const [greedy, user] = [await bench.account('unlimited'), await bench.account('unlimited')];
    const three = await Promise.all(
      ['x', 'y', 'z'].map((name) => bench.start(greedy, ownSites(name, 1500, '?ms=20'))),
    );
    const single = await bench.start(user, ownSites('u', 1500, '?ms=20'));
    await work();
    await vi.waitFor(async () => expect((await bench.task(single.id)).status).toBe('completed'), WAIT);
    let others = 0;
    for (const { id } of three) others += await processed(id);
    expect(others).toBeGreaterThan(500);
    expect(others).toBeLessThan(2600);
  });
});

describe('five tasks on one worker', () => {
  it('use up only their share of the time budget', async () => {
    const tasks: TaskRecord[] = [];
    for (const name of ['p', 'q', 'r', 's', 't'])
      tasks.push(await bench.start(await bench.account('unlimited'), ownSites(name, 600, '?gate=never')));
    await work();
    const spent = async () => Promise.all(tasks.map(async ({ id }) => (await bench.task(id)).worked_ms));
    const sum = (list: readonly number[]) => list.reduce((total, amount) => total + amount, 0);
    await vi.waitFor(async () => expect(sum(await spent())).toBeGreaterThan(3000), WAIT);
    const shares = await spent();
    // A fifth each, give or take the shards taken before the first check.
    expect(Math.max(...shares)).toBeLessThan(sum(shares) / 2);
  });
});
