// On PostgreSQL: charges lock the account.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTaskBench, sites, type TaskBench, worked } from '../tasks/test-tasks.ts';

/** Concurrent charges to one account from several workers and tasks. */

let bench: TaskBench;
beforeAll(async () => {
  bench = await openTaskBench();
});
afterAll(() => bench.close());

describe('concurrent charges', () => {
  it('of 200 items use up exactly 100 credits and charge each item once', async () => {
    const account = await bench.account(100);
    const task = await bench.start(account, sites(200));
    // Each item twice, as when a worker considered dead comes back with the same results.
    const twice = Array.from({ length: 200 }, (_, position) => position).flatMap((one) => [one, one]);
    await Promise.all(twice.map((position) => bench.settle(task, [position])));
    expect(await bench.balance(account)).toBe(0);
    const { credits_used, processed, status, stop_reason } = await bench.task(task.id);
    expect([credits_used, processed, status, stop_reason]).toEqual([100, 100, 'cancelled', 'credits']);
    expect(await bench.broken(account)).toEqual([]);
  });

  it('of 30 tasks with 47 URLs each, some of them dead, use up exactly 1,000 credits', async () => {
    const account = await bench.account(1000);
    const tasks = await Promise.all(
      Array.from({ length: 30 }, (_, n) => bench.start(account, sites(47, `?task=${n}`))),
    );
    const work = async (id: string): Promise<void> => {
      for (;;) {
        const task = await bench.task(id);
        if (task.status === 'processing') {
          // Every eighth site is dead: its row is stored but free.
          const items = Array.from({ length: 47 }, (_, position) =>
            position % 8 === 0
              ? worked(position, { found: false, failed: true, billable: false })
              : worked(position),
          );
          for (let from = 0; from < 47; from += 10) await bench.settle(task, items.slice(from, from + 10));
        } else if (task.status !== 'queued') return;
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    };
    await Promise.all(tasks.map(({ id }) => work(id)));
    const ended = await Promise.all(tasks.map(({ id }) => bench.task(id)));
    expect(ended.reduce((sum, { credits_used }) => sum + credits_used, 0)).toBe(1000);
    expect(await bench.balance(account)).toBe(0);
    expect(new Set(ended.map(({ status }) => status))).toEqual(new Set(['completed', 'cancelled']));
    expect(await bench.broken(account)).toEqual([]);
  });
});
