// On PostgreSQL: servers look for new rows, and workers store batches of the runs, at once.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WAIT } from '../../../e2e/fixtures/wait.ts';
import { openTaskBench, type TaskBench } from '../../tasks/test-tasks.ts';
import { scriptedTools } from '../../tasks/worker/scripted-tool.ts';
import { startWorker, type TaskWorker } from '../../tasks/worker/worker.ts';
import { runNewRows, startAutoRuns } from './auto-runs.ts';
import { openAutoList } from './test-auto-runs.ts';
import { brokenCells, cellCharges } from './test-list-money.ts';

let bench: TaskBench;
const workers: TaskWorker[] = [];
beforeAll(async () => {
  bench = await openTaskBench({ CRAWL_CONCURRENCY: '100' });
  const { taskTools } = bench.deps;
  const runs = [...taskTools].filter(([type]) => type === 'lead-enrichment');
  const tools = new Map([...scriptedTools(taskTools), ...runs]);
  for (let n = 0; n < 3; n += 1) workers.push(await startWorker({ ...bench.deps, taskTools: tools }));
});
afterAll(async () => {
  for (const worker of workers) await worker.stop();
  await bench.close();
});

it('several servers and workers spend exactly the limit of the month of a list, and the rest in the next one', async () => {
  const account = await bench.account(1000);
  const { db } = bench.deps.database;
  await db.updateTable('accounts').set({ is_trial: false }).where('id', '=', account).execute();
  const list = await openAutoList(bench, account, { cap: 10, rows: 6, name: 'Several' });
  const spent = () => cellCharges(bench.deps.database, list.id);
  const stops = [1, 2, 3].map(() => startAutoRuns(bench.deps));
  // Rows come in and servers look while runs start, go on and end.
  for (let n = 0; n < 3; n += 1) {
    await list.add(4);
    await Promise.all([runNewRows(bench.deps), runNewRows(bench.deps), runNewRows(bench.deps)]);
  }
  await expect.poll(async () => (await list.list()).auto_wait, WAIT).toBe('cap');
  expect(await spent()).toBe(10);
  expect(await bench.balance(account)).toBe(990);
  const tasks = await list.started();
  expect(tasks.reduce((sum, { credits_used }) => sum + credits_used, 0)).toBe(10);

  bench.deps.clock.advance(32 * 86_400_000);
  await expect.poll(spent, WAIT).toBe(18);
  for (const stop of stops) await stop();
  expect(await list.charges()).toEqual(Array.from({ length: 18 }, () => 1));
  expect(await bench.balance(account)).toBe(982);
  expect(await bench.broken(account)).toEqual([]);
  expect(await brokenCells(bench.deps.database, account, list.id)).toEqual([]);
});
