// On PostgreSQL: several servers look for schedules at the same time.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RUNNING_TASKS_PER_ACCOUNT } from '#contract/limits.ts';
import { WAIT } from '../../e2e/fixtures/wait.ts';
import { transaction } from '../platform/database/db.ts';
import { insertRun, updateOpenRun } from './run-store.ts';
import { openScheduleBench, type ScheduleBench } from './test-schedules.ts';

let bench: ScheduleBench;
beforeAll(async () => {
  bench = await openScheduleBench();
});
afterAll(() => bench.close());

const tool = {
  kind: 'tool' as const,
  type: 'website-extraction',
  items: ['https://site0.com'],
} satisfies object;

async function tasksOf(accountId: string): Promise<number> {
  const tasks = await bench.deps.database.db
    .selectFrom('tasks')
    .select('id')
    .where('account_id', '=', accountId)
    .execute();
  return tasks.length;
}

/** As many tasks of an account as can run at once. */
const AT_ONCE = RUNNING_TASKS_PER_ACCOUNT;

describe('several servers', () => {
  it('start and end each run once', async () => {
    const accountId = await bench.account(1000);
    const made = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, index) =>
        bench.create(accountId, tool, { name: `Schedule ${index}` }),
      ),
    );
    bench.deps.clock.advance(86_400_000);
    await Promise.all([bench.plan(), bench.plan(), bench.plan(), bench.plan()]);
    await bench.plan();
    expect(await tasksOf(accountId)).toBe(AT_ONCE);
    for (const { id } of made) {
      const { lastRun } = await bench.view(accountId, id);
      await bench.workSites(lastRun?.taskId ?? '', [['a@site0.com']]);
    }
    await Promise.all([bench.plan(), bench.plan(), bench.plan(), bench.plan()]);
    for (const { id } of made) {
      expect(await bench.runs(accountId, id)).toMatchObject([{ state: 'done', added: 1, first: true }]);
    }
    const { rows } = await bench.deps.database.db
      .selectFrom('schedule_prints')
      .select('run_id')
      .execute()
      .then((found) => ({ rows: found }));
    expect(rows).toHaveLength(AT_ONCE);
  });

  it('start no second task for a run whose server stopped after the start', async () => {
    const accountId = await bench.account(1000);
    const { id } = await bench.create(accountId, tool);
    await bench.nextDay();
    const [run] = await bench.runs(accountId, id);
    expect(await tasksOf(accountId)).toBe(1);
    // As if the server had stopped before it wrote down the task.
    const at = new Date(bench.deps.clock.now());
    await updateOpenRun(bench.deps.database.db, run?.id ?? '', {
      state: 'starting',
      task_id: null,
      retry_at: at,
    });
    await bench.plan();
    expect(await tasksOf(accountId)).toBe(1);
    expect(await bench.runs(accountId, id)).toMatchObject([{ state: 'running', taskId: run?.taskId }]);
  });

  it('go on for others while a run of one account takes long', async () => {
    const runOf = (account = '') =>
      bench.deps.database.db
        .selectFrom('schedule_runs')
        .select(['id', 'state'])
        .where('account_id', '=', account)
        .executeTakeFirstOrThrow();
    const made = [];
    for (let n = 0; n < 2; n += 1) {
      const account = await bench.account(1000);
      made.push({ account, id: (await bench.create(account, tool)).id });
    }
    await bench.nextDay();
    for (const { account, id } of made)
      await bench.workSites((await bench.view(account, id)).lastRun?.taskId ?? '', [['a@site0.com']]);
    const runs = await Promise.all(made.map(({ account }) => runOf(account)));
    // The first one comes first.
    const [slow, other] = (runs[0]?.id ?? '') < (runs[1]?.id ?? '') ? made : made.toReversed();
    const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const held = transaction(bench.deps.database.db, async (tx) => {
      const runsOfSlow = tx
        .selectFrom('schedule_runs')
        .select('id')
        .where('account_id', '=', slow?.account ?? '');
      await runsOfSlow.forUpdate().execute();
      locked.resolve();
      await released.promise;
    });
    await locked.promise;
    const planned = bench.plan();
    try {
      await expect.poll(async () => (await runOf(other?.account)).state, WAIT).toBe('done');
      expect((await runOf(slow?.account)).state).toBe('running');
    } finally {
      released.resolve();
    }
    await Promise.all([held, planned]);
    expect((await runOf(slow?.account)).state).toBe('done');
  });

  it('give up a start that could happen twice', async () => {
    const accountId = await bench.account(1000);
    const { id } = await bench.create(accountId, tool, {
      time: { every: 'month', day: 31, hour: 0, timeZone: 'UTC' },
    });
    const at = new Date(bench.deps.clock.now());
    const run = { account_id: accountId, schedule_id: id, list_id: null, started_at: at, retry_at: at };
    await insertRun(bench.deps.database.db as never, run);
    bench.deps.clock.advance(13 * 3_600_000);
    await bench.plan();
    const runs = await bench.runs(accountId, id);
    expect(runs.at(-1)).toMatchObject({ state: 'failed', taskId: null });
  });
});
