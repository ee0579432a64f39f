import { expect, it, vi } from 'vitest';
import { WAIT } from '../../e2e/fixtures/wait.ts';
import { metrics } from '../platform/metrics/metrics.ts';
import { openTaskBench } from './test-tasks.ts';
import { startWorker } from './worker/worker.ts';
import { recentWorkOfAll, startHeartbeat } from './workers.ts';

async function refused(): Promise<number> {
  const pages = await metrics.getSingleMetric('leadwell_site_pages_total')?.get();
  return pages?.values.find(({ labels }) => labels.result === 'private-address')?.value ?? 0;
}

it('counts why pages of sites were not read, for /metrics and for the other processes', async () => {
  const bench = await openTaskBench();
  const before = await refused();
  const worker = await startWorker(bench.deps);
  const task = await bench.start(await bench.account(10), ['http://10.0.0.1/', 'http://10.0.0.2/']);
  await vi.waitFor(
    async () => expect(await bench.task(task.id)).toMatchObject({ status: 'completed', failed: 2 }),
    WAIT,
  );
  await vi.waitFor(async () => expect(await refused()).toBe(before + 2), WAIT);
  await worker.stop();
  // It writes at its start, and then every few seconds.
  const stop = startHeartbeat(bench.deps);
  const { db } = bench.deps.database;
  await vi.waitFor(
    async () =>
      expect((await recentWorkOfAll(db)).pages).toContainEqual({
        result: 'private-address',
        count: expect.any(Number),
      }),
    WAIT,
  );
  await stop();
  await bench.close();
});
