import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTaskBench, sites, type TaskBench } from '../test-tasks.ts';
import { JOBS_AT_ONCE, openShardQueue, type ShardJob } from './shard-queue.ts';
import { loadTakenShard } from './take-shard.ts';

let bench: TaskBench;
beforeAll(async () => {
  bench = await openTaskBench();
});
afterAll(() => bench.close());

const SHARD_ITEMS = 50;
const SHARDS = JOBS_AT_ONCE + 30;

/** The queued shards of a task with their rounds, in order. */
async function queued(taskId: string): Promise<{ shard: number; round: number }[]> {
  const jobs = await bench.deps.queue.findJobs<ShardJob>('task-shards', { data: { taskId } });
  return jobs.map(({ data: { shard, round } }) => ({ shard, round })).sort((a, b) => a.shard - b.shard);
}

it('queues the first batches of a large task in one transaction, and the next ones as these are taken', async () => {
  const task = await bench.start(await bench.account(5), sites(SHARDS * SHARD_ITEMS));
  const first = await queued(task.id);
  expect(first.map(({ shard }) => shard)).toEqual(Array.from({ length: JOBS_AT_ONCE }, (_, n) => n));

  const shards = await openShardQueue(bench.deps);
  const held = await shards.take(JOBS_AT_ONCE);
  const take = async (shard: number) => {
    const one = held.find(({ job }) => job.shard === shard);
    expect(one && (await loadTakenShard(bench.deps, shards, one))?.items).toHaveLength(SHARD_ITEMS);
  };
  await take(0);
  expect(await queued(task.id)).toHaveLength(JOBS_AT_ONCE);
  await take(150);
  const all = await queued(task.id);
  expect(all.map(({ shard }) => shard)).toEqual(Array.from({ length: SHARDS }, (_, n) => n));
  // Each batch is one round later than the one before, so that the batches of other tasks come in between.
  expect(all.map(({ shard, round }) => round - shard)).toEqual(Array(SHARDS).fill(all[0]?.round));
  await take(199);
  expect(await queued(task.id)).toHaveLength(SHARDS);
  expect((await bench.task(task.id)).last_queued_shard).toBeNull();
});
