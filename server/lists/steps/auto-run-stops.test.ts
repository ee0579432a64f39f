import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import '../../account-closing.ts';
import { endAccess } from '../../auth/account-access.ts';
import { transaction } from '../../platform/database/db.ts';
import { cancelTask, resumeTask, stopTasks } from '../../tasks/task-run.ts';
import { openTaskBench, type TaskBench } from '../../tasks/test-tasks.ts';
import { viewList } from '../lists.ts';
import { runNewRows, setAutoRun } from './auto-runs.ts';
import { startRun } from './start-run.ts';
import { type AutoList, hangingServer, openAutoList } from './test-auto-runs.ts';
import { workCells } from './test-cell-work.ts';
import { undoRun } from './undo-run.ts';

/** Rows that the tasks of an account can have. */
const STORED_ROWS = 40;

let bench: TaskBench;
beforeAll(async () => {
  bench = await openTaskBench({ STORED_ROWS_PER_FREE_ACCOUNT: `${STORED_ROWS}` });
});
afterAll(() => bench.close());

const MINUTE = 60_000;
const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);

/** A new account with 100 credits, whose trial doesn't end as the months go by. */
async function newAccount(): Promise<string> {
  const id = await bench.account(100);
  const { db } = bench.deps.database;
  await db.updateTable('accounts').set({ is_trial: false }).where('id', '=', id).execute();
  return id;
}

/** Looks for new rows several times. `every`: milliseconds between two looks. */
async function look(every = 1000): Promise<void> {
  for (let round = 0; round < 4; round += 1) {
    bench.deps.clock.advance(every);
    await runNewRows(bench.deps);
  }
}

/** Starts the run of a list and works some of its cells. Returns its task. */
async function workSome(list: AutoList, count: number): Promise<string> {
  await look();
  const task = (await list.started()).at(-1)!;
  await bench.settle(task, (await workCells(bench.deps, task.id)).slice(0, count));
  return task.id;
}

const waitOf = async (list: AutoList) => viewList(bench.deps, await list.list()).autoWait;

describe('a run of new rows that a person stops', () => {
  it('does not start again until the person lets it, also when rows are added', async () => {
    const ada = await newAccount();
    const list = await openAutoList(bench, ada, { cap: 50, rows: 4 });
    await cancelTask(bench.deps, ada, await workSome(list, 1));
    expect(await waitOf(list)).toBe('stopped');
    await list.add(2);
    await look(40 * 86_400_000);
    await list.work();
    expect(await list.started()).toHaveLength(1);
    expect(await list.charges()).toEqual([1, 0, 0, 0, 0, 0]);
    await setAutoRun(bench.deps, { accountId: ada }, { id: list.id, cap: 50 });
    expect(await waitOf(list)).toBeNull();
    await look();
    await list.work();
    expect(await list.charges()).toEqual([1, 1, 1, 1, 1, 1]);
    expect(await bench.broken(ada)).toEqual([]);
    await list.stop();
  });

  it('stays undone until the person lets new rows run again', async () => {
    const eva = await newAccount();
    const list = await openAutoList(bench, eva, { cap: 50, rows: 3 });
    const task = await workSome(list, 3);
    const values = async () => (await list.values()).filter((value) => value !== '').length;
    expect(await values()).toBe(3);
    expect((await undoRun(bench.deps, eva, task)).cells).toBe(3);
    expect(await waitOf(list)).toBe('stopped');
    await list.add(1);
    await look(40 * 86_400_000);
    await list.work();
    expect(await values()).toBe(0);
    expect(await list.started()).toHaveLength(1);
    await setAutoRun(bench.deps, { accountId: eva }, { id: list.id, cap: 50 });
    await look();
    await list.work();
    expect(await values()).toBe(4);
    await list.stop();
  });

  it('goes on with its rows if it is continued, and then runs those that came later', async () => {
    const ben = await newAccount();
    const list = await openAutoList(bench, ben, { cap: 50, rows: 3 });
    const task = await workSome(list, 1);
    await cancelTask(bench.deps, ben, task);
    await list.add(2);
    await resumeTask(bench.deps, ben, task, null);
    expect(await waitOf(list)).toBeNull();
    await look();
    // Its new rows wait for the run.
    expect(await list.started()).toHaveLength(1);
    await list.work();
    expect(await list.charges()).toEqual([1, 1, 1, 0, 0]);
    await look();
    await list.work();
    expect(await list.charges()).toEqual([1, 1, 1, 1, 1]);
    expect(await list.started()).toHaveLength(2);
    await list.stop();
  });

  it('keeps a server from starting another one that looked at the list before', async () => {
    const cal = await newAccount();
    const list = await openAutoList(bench, cal, { cap: 50, rows: 3 });
    const server = hangingServer(bench);
    const looks = runNewRows(server.deps);
    await server.isHanging;
    const type = 'lead-enrichment';
    const run = { cells: 'empty', search: '' } as const;
    const session = { accountId: cal };
    const { id } = await startRun(bench.deps, session, await list.list(), run, { type, claim: null });
    await cancelTask(bench.deps, cal, id);
    server.goOn();
    await looks;
    await look();
    expect(await waitOf(list)).toBe('stopped');
    expect(await list.started()).toEqual([]);
    await list.stop();
  });

  it('starts again by itself if the operator stopped its task, which no one of the account chose', async () => {
    const dan = await newAccount();
    const list = await openAutoList(bench, dan, { cap: 50, rows: 3 });
    await workSome(list, 1);
    await transaction(bench.deps.database.db, (tx) => stopTasks(tx, dan, new Date(bench.deps.clock.now())));
    await look();
    await list.work();
    expect(await list.charges()).toEqual([1, 1, 1]);
    await list.stop();
  });
});

it('stops for all lists of an account whose access is ended, until the person lets them run again', async () => {
  const { db } = bench.deps.database;
  const [ivy, max] = [await newAccount(), await newAccount()];
  const list = await openAutoList(bench, ivy, { cap: 50, rows: 2 });
  const other = await openAutoList(bench, max, { cap: 50, rows: 2 });
  const task = await workSome(list, 1);
  await endAccess(db, ivy, { cause: 'takeover', now: new Date(bench.deps.clock.now()) });
  expect(await waitOf(list)).toBe('access');
  expect(await waitOf(other)).toBeNull();
  // Its run can still be stopped and continued, which lets no new rows run.
  await cancelTask(bench.deps, ivy, task);
  await resumeTask(bench.deps, ivy, task, null);
  expect(await waitOf(list)).toBe('access');
  await list.work();
  await list.add(2);
  await look(40 * 86_400_000);
  expect(await list.started()).toHaveLength(1);
  await setAutoRun(bench.deps, { accountId: ivy }, { id: list.id, cap: 50 });
  await look();
  expect(await list.started()).toHaveLength(2);
  await list.stop();
  await other.stop();
});

describe('a stopped run of new rows that is continued', () => {
  it('spends no more than its list may in the month', async () => {
    const eve = await newAccount();
    const list = await openAutoList(bench, eve, { cap: 4, rows: 4 });
    const { deps } = bench;
    const first = await workSome(list, 1);
    await cancelTask(deps, eve, first);
    await list.add(4);
    await setAutoRun(deps, { accountId: eve }, { id: list.id, cap: 4 });
    await look();
    // It could spend what the other one spends now.
    await expect(resumeTask(deps, eve, first, null)).rejects.toMatchObject({ code: 'conflict' });
    const second = (await list.started()).at(-1)!;
    expect(second.cap).toBe(3);
    await bench.settle(second, (await workCells(deps, second.id)).slice(0, 1));
    await cancelTask(deps, eve, second.id);
    for (const cap of [5, null])
      await expect(resumeTask(deps, eve, first, null, { cap })).rejects.toMatchObject({
        code: 'validation_failed',
        message: expect.stringContaining('at most 3, or raise that limit under Run'),
      });
    expect((await resumeTask(deps, eve, first, null)).cap).toBe(3);
    await list.work();
    await look();
    await list.work();
    expect(sum(await list.charges())).toBe(4);
    expect(await bench.balance(eve)).toBe(96);
    await expect(resumeTask(deps, eve, second.id, null)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('used up'),
    });
    // With a higher limit, it goes on.
    await setAutoRun(deps, { accountId: eve }, { id: list.id, cap: 6 });
    expect((await resumeTask(deps, eve, second.id, null)).cap).toBe(3);
    await list.work();
    await look();
    await list.work();
    expect(sum(await list.charges())).toBe(6);
    await list.stop();
  });

  it('counts in the month in which it started', async () => {
    const fay = await newAccount();
    const { deps } = bench;
    const list = await openAutoList(bench, fay, { cap: 3, rows: 5 });
    const first = await workSome(list, 1);
    await cancelTask(deps, fay, first);
    deps.clock.advance(32 * 86_400_000);
    await setAutoRun(deps, { accountId: fay }, { id: list.id, cap: 3 });
    const second = await workSome(list, 2);
    await cancelTask(deps, fay, second);
    await resumeTask(deps, fay, first, null);
    await list.work();
    // Of the first month, 2 were left, and of the second one 1.
    expect(sum(await list.charges())).toBe(5);
    expect((await bench.task(first)).credits_used).toBe(3);
    await list.stop();
  });
});

describe('new rows of an account without room for another run', () => {
  it('wait for an hour without being read again, and run when there is room', async () => {
    const gil = await newAccount();
    const full = await bench.start(
      gil,
      Array.from({ length: STORED_ROWS - 2 }, (_, n) => `https://full${n}.com`),
    );
    await cancelTask(bench.deps, gil, full.id);
    const list = await openAutoList(bench, gil, { cap: 50, rows: 3 });
    await look();
    expect(await waitOf(list)).toBe('storage');
    const { auto_looked_at: lookedAt } = await list.list();
    await look(10 * MINUTE);
    expect((await list.list()).auto_looked_at).toEqual(lookedAt);
    await look(10 * MINUTE);
    expect((await list.list()).auto_looked_at).not.toEqual(lookedAt);
    expect(await waitOf(list)).toBe('storage');
    expect(await list.started()).toEqual([]);
    const { db } = bench.deps.database;
    await db.updateTable('account_storage').set({ items: 0 }).where('account_id', '=', gil).execute();
    // A person doesn't have to wait.
    await setAutoRun(bench.deps, { accountId: gil }, { id: list.id, cap: 50 });
    await look();
    await list.work();
    expect(await list.charges()).toEqual([1, 1, 1]);
    expect(await waitOf(list)).toBeNull();
    await list.stop();
  });
});
