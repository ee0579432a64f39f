// On PostgreSQL: workers store batches of one run at once.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WAIT } from '../../../e2e/fixtures/wait.ts';
import { resumeTask } from '../../tasks/task-run.ts';
import { openTaskBench, type TaskBench } from '../../tasks/test-tasks.ts';
import { scriptedTools } from '../../tasks/worker/scripted-tool.ts';
import { openTestGates, type TestGates } from '../../tasks/worker/test-gates.ts';
import { startWorker, type TaskWorker } from '../../tasks/worker/worker.ts';
import { requireList } from '../lists.ts';
import { saveListStep } from './change-steps.ts';
import { startRun } from './start-run.ts';
import { workCells } from './test-cell-work.ts';
import { brokenCells, cellCharges } from './test-list-money.ts';
import { makeList } from './test-step-lists.ts';

let bench: TaskBench;
let gates: TestGates;
const workers: TaskWorker[] = [];
beforeEach(async () => {
  bench = await openTaskBench({ CRAWL_CONCURRENCY: '100' });
  gates = openTestGates();
});
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.stop();
  await bench.close();
  gates.close();
});

const RUN = { type: 'lead-enrichment', claim: null } as const;

/** Starts workers whose website tool follows the script in the addresses. */
async function work(count: number): Promise<void> {
  const { taskTools } = bench.deps;
  const runs = [...taskTools].filter(([type]) => type === RUN.type);
  const tools = new Map([...scriptedTools(taskTools), ...runs]);
  for (let n = 0; n < count; n += 1) workers.push(await startWorker({ ...bench.deps, taskTools: tools }));
}

/** Starts a run of a list with these websites, in two steps: the second one reads the site in another way. */
async function startSites(accountId: string, sites: readonly string[], cap: number | null = null) {
  const id = await makeList(
    bench.deps,
    accountId,
    sites.map((Website) => ({ Website, Again: Website.replace('?', 'again?') })),
  );
  for (const website of ['Website', 'Again'])
    await saveListStep(bench.deps, accountId, {
      id,
      step: {
        kind: 'tool',
        name: `Read ${website}`,
        conditions: [],
        tries: [{ tool: 'website-extraction', options: {}, inputs: { website }, accepts: [] }],
        outputs: [{ field: 'title' }],
      },
    });
  const list = await requireList(bench.deps, accountId, id);
  const task = await startRun(bench.deps, { accountId }, list, { search: '', cells: 'empty', cap }, RUN);
  return { id, task };
}

const sites = (name: string, count: number, query: string) =>
  Array.from({ length: count }, (_, n) => `https://${name}${n}.com/?${query}`);
const ended = (id: string, status: string) =>
  vi.waitFor(async () => expect((await bench.task(id)).status).toBe(status), WAIT);

describe('three workers on one run', () => {
  it('stop exactly at its cap, and go on with a higher one', async () => {
    const account = await bench.account(1000);
    const { id, task } = await startSites(account, sites('s', 160, 'title=t'), 131);
    await work(3);
    for (const [cap, status] of [
      [131, 'cancelled'],
      [200, 'cancelled'],
      [null, 'completed'],
    ] as const) {
      if (cap !== 131) await resumeTask(bench.deps, account, task.id, null, { cap });
      await ended(task.id, status);
      const spent = cap ?? 320;
      expect(await bench.task(task.id)).toMatchObject({ credits_used: spent, processed: spent, cap });
      expect(await cellCharges(bench.deps.database, id)).toBe(spent);
      expect(await bench.balance(account)).toBe(1000 - spent);
      expect(await bench.broken(account)).toEqual([]);
      expect(await brokenCells(bench.deps.database, account, id)).toEqual([]);
    }
  });

  it('stop exactly at its cap when they store the same cells at the same time', async () => {
    const account = await bench.account(1000);
    const { id, task } = await startSites(account, sites('s', 30, 'title=t'), 37);
    const cells = await workCells(bench.deps, task.id);
    const batches = Array.from({ length: 12 }, (_, n) =>
      cells.filter(({ position }) => (position * 7 + n) % 3 === 0),
    );
    await Promise.all(batches.map((items) => bench.settle(task, items)));
    expect(await bench.task(task.id)).toMatchObject({
      status: 'cancelled',
      stop_reason: 'cap',
      credits_used: 37,
      processed: 37,
    });
    expect(await cellCharges(bench.deps.database, id)).toBe(37);
    expect(await bench.broken(account)).toEqual([]);
  });
});

describe('a run of 8 rows', () => {
  it('does not wait for a run of thousands of cells of another account', async () => {
    const [big, small] = [await bench.account('unlimited'), await bench.account(100)];
    const { task: hanging } = await startSites(big, sites('x', 1500, 'gate=never'));
    await work(1);
    // The shards of the large run fill the worker.
    await vi.waitFor(async () => {
      const jobs = await bench.deps.queue.findJobs('task-shards');
      expect(jobs.filter(({ state }) => state === 'active').length).toBeGreaterThanOrEqual(4);
    }, WAIT);
    const { task } = await startSites(small, sites('y', 8, 'title=t'));
    await ended(task.id, 'completed');
    expect(await bench.task(task.id)).toMatchObject({ processed: 16, found: 16 });
    // Not one cell of the large run had to end first.
    expect((await bench.task(hanging.id)).processed).toBe(0);
  });
});
