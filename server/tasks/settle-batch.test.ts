// On PostgreSQL: batches lock the task and the account.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { optingOutLate } from '../opt-outs/test-late-opt-out.ts';
import { settleBatch } from './settle-batch.ts';
import { cancelTask, resumeTask } from './task-run.ts';
import { openTaskBench, sites, type TaskBench, websiteRow, worked } from './test-tasks.ts';
import type { WorkedItem } from './worked-item.ts';

let bench: TaskBench;
beforeAll(async () => {
  bench = await openTaskBench();
});
afterAll(() => bench.close());

async function settledPositions(taskId: string): Promise<number[]> {
  const items = await bench.deps.database.db
    .selectFrom('task_items')
    .select('position')
    .where('task_id', '=', taskId)
    .where('status', '=', 'settled')
    .orderBy('position')
    .execute();
  return items.map(({ position }) => position);
}

describe('a batch', () => {
  it('stores rows, charges and counters, and completes the task with its last item', async () => {
    const account = await bench.account(10);
    const task = await bench.start(account, sites(3));
    expect(await bench.settle(task, [0, worked(1, { billable: false, failed: true, found: false })])).toEqual(
      { running: true },
    );
    expect(await bench.task(task.id)).toMatchObject({
      status: 'processing',
      processed: 2,
      found: 1,
      failed: 1,
      credits_used: 1,
    });
    expect(await bench.settle(task, [2])).toEqual({ running: false });
    expect(await bench.task(task.id)).toMatchObject({ status: 'completed', stop_reason: null });
    expect(await bench.balance(account)).toBe(8);
    expect(await bench.broken(account)).toEqual([]);
  });

  it('ignores items that are settled, also twice in one batch', async () => {
    const account = await bench.account(10);
    const task = await bench.start(account, sites(5));
    await bench.settle(task, [0, 1, 1]);
    await bench.settle(task, [1, 0, 2]);
    expect(await settledPositions(task.id)).toEqual([0, 1, 2]);
    expect(await bench.balance(account)).toBe(7);
    expect(await bench.broken(account)).toEqual([]);
  });

  it('stores no one who opted out after it was checked', async () => {
    const account = await bench.account(10);
    const task = await bench.start(account, sites(2));
    const database = optingOutLate(bench.deps, [{ kind: 'email', value: 'late@settled.example' }]);
    const item = (position: number, email: string) =>
      worked(position, { row: websiteRow(`https://site${position}.com/`, { emails: [email] }) });
    const items = [item(0, 'late@settled.example'), item(1, 'here@settled.example')];
    await settleBatch({ ...bench.deps, database }, { taskId: task.id, runNo: task.run_no, items });
    const rows = await bench.deps.database.db
      .selectFrom('task_items')
      .select('row')
      .where('task_id', '=', task.id)
      .orderBy('position')
      .execute();
    expect(JSON.stringify(rows)).not.toContain('late@settled.example');
    expect(JSON.stringify(rows)).toContain('here@settled.example');
    await bench.deps.database.db.deleteFrom('opt_outs').execute();
  });

  it('of an ended run is dropped, uncharged', async () => {
    const account = await bench.account(10);
    const task = await bench.start(account, sites(5));
    await cancelTask(bench.deps, account, task.id);
    expect(await bench.settle(task, [0])).toEqual({ running: false });
    const resumed = await resumeTask(bench.deps, account, task.id, null);
    expect(resumed.run_no).toBe(task.run_no + 1);
    expect(await bench.settle(task, [1])).toEqual({ running: false });
    expect(await settledPositions(task.id)).toEqual([]);
    expect(await bench.balance(account)).toBe(10);
    await bench.settle(resumed, [2]);
    expect(await settledPositions(task.id)).toEqual([2]);
  });

  it('uses the last credit; the rest stays pending without data, and our own failures are stored', async () => {
    const account = await bench.account(2);
    const task = await bench.start(account, sites(6));
    const outcome = await bench.settle(task, [
      0,
      worked(1, { billable: false, failed: true, found: false }),
      2,
      3,
      worked(4, { billable: false, failed: true, found: false }),
    ]);
    expect(outcome).toEqual({ running: false });
    expect(await settledPositions(task.id)).toEqual([0, 1, 2, 4]);
    expect(await bench.task(task.id)).toMatchObject({ status: 'cancelled', stop_reason: 'credits' });
    expect(await bench.balance(account)).toBe(0);
    expect(await bench.broken(account)).toEqual([]);

    await expect(resumeTask(bench.deps, account, task.id, null)).rejects.toMatchObject({
      code: 'access_denied',
    });
    await bench.grant(account, 5);
    const resumed = await resumeTask(bench.deps, account, task.id, null);
    await bench.settle(resumed, [3, 5]);
    expect(await bench.task(task.id)).toMatchObject({ status: 'completed', credits_used: 4 });
    expect(await bench.broken(account)).toEqual([]);
  });

  it('of an unlimited account is recorded and leaves the balance unchanged', async () => {
    const account = await bench.account('unlimited');
    const before = await bench.balance(account);
    const task = await bench.start(account, sites(2));
    await bench.settle(task, [0, 1]);
    expect(await bench.task(task.id)).toMatchObject({
      status: 'completed',
      credits_used: 0,
      credits_included: 2,
    });
    expect(await bench.balance(account)).toBe(before);
    expect(await bench.broken(account)).toEqual([]);
  });

  it('takes the last credit, and the queued task ends without credits', async () => {
    const account = await bench.account(1);
    const running = await Promise.all([0, 1, 2].map(() => bench.start(account, sites(2))));
    const waiting = await bench.start(account, sites(2));
    expect(waiting.status).toBe('queued');
    await bench.settle(running[0]!, [0, 1]);
    expect(await bench.task(waiting.id)).toMatchObject({ status: 'cancelled', stop_reason: 'credits' });
    expect(await bench.broken(account)).toEqual([]);
  });

  it('stores rows with characters that PostgreSQL escapes', async () => {
    const account = await bench.account(1);
    const task = await bench.start(account, sites(1));
    await bench.settle(task, [worked(0, { row: JSON.stringify({ title: '"}],\\u0041 \' -- 🦊' }) })]);
    const { row } = await bench.deps.database.db
      .selectFrom('task_items')
      .select('row')
      .where('task_id', '=', task.id)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ title: '"}],\\u0041 \' -- 🦊' });
  });
});

const ITEMS = 6;
const TASKS = 2;

type Step =
  | { kind: 'settle'; task: number; run: number; items: WorkedItem[] }
  | { kind: 'cancel'; task: number }
  | { kind: 'resume'; task: number }
  | { kind: 'grant'; credits: number };

const task = fc.nat(TASKS - 1);
const item: fc.Arbitrary<WorkedItem> = fc
  .record({ position: fc.nat(ITEMS - 1), kind: fc.constantFrom('found', 'nothing', 'failed') })
  .map(({ position, kind }) =>
    worked(position, { found: kind === 'found', failed: kind === 'failed', billable: kind !== 'failed' }),
  );
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('settle' as const),
      task,
      run: fc.integer({ min: -1, max: 0 }),
      items: fc.array(item, { minLength: 1, maxLength: 5 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), task }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('resume' as const), task }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('grant' as const), credits: fc.nat(3) }) },
);

describe('the ledger and the counters', () => {
  it('stay consistent in any order of batches, duplicates, cancels, resumes and grants', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: ITEMS * TASKS + 2 }),
        fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { maxLength: 8 }),
        async (credits, rounds) => {
          const account = await bench.account(credits);
          const ids: string[] = [];
          for (let n = 0; n < TASKS; n += 1) ids.push((await bench.start(account, sites(ITEMS))).id);

          async function take(step: Step): Promise<void> {
            if (step.kind === 'grant') return bench.grant(account, step.credits);
            const id = ids[step.task]!;
            if (step.kind === 'cancel') await cancelTask(bench.deps, account, id);
            else if (step.kind === 'resume') {
              // No pending items or no credits: both are errors that change nothing.
              await resumeTask(bench.deps, account, id, null).catch((error: { code?: string }) => {
                if (error.code !== 'conflict' && error.code !== 'access_denied') throw error;
              });
            } else {
              const { run_no } = await bench.task(id);
              await bench.settle({ id, run_no: run_no + step.run }, step.items);
            }
          }

          // Steps of a round run in parallel, rounds one after another.
          for (const round of rounds) {
            await Promise.all(round.map(take));
            expect(await bench.broken(account)).toEqual([]);
          }

          await bench.grant(account, ITEMS * TASKS);
          for (const id of ids) {
            const now = await bench.task(id);
            if (now.status === 'completed') continue;
            const resumed = await resumeTask(bench.deps, account, id, null);
            await bench.settle(
              resumed,
              Array.from({ length: ITEMS }, (_, position) => position),
            );
            expect((await bench.task(id)).status).toBe('completed');
          }
          expect(await bench.broken(account)).toEqual([]);
        },
      ),
      { numRuns: 40 },
    );
  }, 180_000);
});
