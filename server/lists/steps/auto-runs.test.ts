import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { WAIT } from '../../../e2e/fixtures/wait.ts';
import { openTaskBench, type TaskBench } from '../../tasks/test-tasks.ts';
import { viewList } from '../lists.ts';
import { runNewRows, setAutoRun, startAutoRuns } from './auto-runs.ts';
import { hangingServer, openAutoList, stopInList } from './test-auto-runs.ts';

let bench: TaskBench;
beforeAll(async () => {
  bench = await openTaskBench();
});
afterAll(() => bench.close());

const SECOND = 1000;
const MONTH_MS = 32 * 86_400 * SECOND;
const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);

/** A new account, whose trial doesn't end as the months go by. */
async function newAccount(credits: number): Promise<string> {
  const id = await bench.account(credits);
  const { db } = bench.deps.database;
  await db.updateTable('accounts').set({ is_trial: false }).where('id', '=', id).execute();
  return id;
}

/** Looks for new rows and works them, until nothing changes anymore. */
async function settleDown(list: Awaited<ReturnType<typeof openAutoList>>): Promise<void> {
  for (let round = 0; round < 6; round += 1) {
    bench.deps.clock.advance(SECOND);
    await runNewRows(bench.deps);
    await list.work();
  }
}

describe('rows of a list that runs by itself', () => {
  it('wait for the next month when its credits are used up, and run once', async () => {
    const ada = await newAccount(100);
    const list = await openAutoList(bench, ada, { cap: 2, rows: 3, name: 'Cap' });
    const views = async () => viewList(bench.deps, await list.list()).autoWait;
    await settleDown(list);
    expect(await list.charges()).toEqual([1, 1, 0]);
    expect(await views()).toBe('cap');
    await list.add(2);
    await settleDown(list);
    expect(await list.charges()).toEqual([1, 1, 0, 0, 0]);
    expect(await list.started()).toHaveLength(1);

    bench.deps.clock.advance(MONTH_MS);
    await settleDown(list);
    expect(sum(await list.charges())).toBe(4);
    expect(await views()).toBe('cap');
    // A higher limit is enough.
    await setAutoRun(bench.deps, { accountId: ada }, { id: list.id, cap: 20 });
    expect(await views()).toBeNull();
    await settleDown(list);
    expect(await list.charges()).toEqual([1, 1, 1, 1, 1]);
    expect(await views()).toBeNull();
    expect(await bench.balance(ada)).toBe(95);
    expect(await bench.broken(ada)).toEqual([]);
    await list.stop();
  });

  it('wait for credits, and run once there are more than were too few', async () => {
    const ben = await newAccount(2);
    const list = await openAutoList(bench, ben, { cap: 100, rows: 3, name: 'Credits' });
    await settleDown(list);
    expect(await list.charges()).toEqual([1, 1, 0]);
    expect((await list.list()).auto_wait).toBe('credits');
    await list.add(1);
    await settleDown(list);
    expect(await list.started()).toHaveLength(1);

    await bench.grant(ben, 1);
    await settleDown(list);
    expect(sum(await list.charges())).toBe(3);
    expect((await list.list()).auto_wait).toBe('credits');
    await bench.grant(ben, 10);
    await settleDown(list);
    expect(await list.charges()).toEqual([1, 1, 1, 1]);
    expect((await list.list()).auto_wait).toBeNull();
    expect(await bench.broken(ben)).toEqual([]);
    await list.stop();
  });

  it('wait for credits that are bought before anyone looks again, and for those of an account without any', async () => {
    const cal = await newAccount(0);
    const list = await openAutoList(bench, cal, { cap: 100, rows: 2, name: 'Zero' });
    await settleDown(list);
    expect(await list.started()).toEqual([]);
    expect((await list.list()).auto_wait).toBe('credits');
    await bench.grant(cal, 1);
    bench.deps.clock.advance(SECOND);
    await runNewRows(bench.deps);
    await list.work();
    await bench.grant(cal, 1);
    await settleDown(list);
    expect(await list.charges()).toEqual([1, 1]);
    await list.stop();
  });

  it('are run in several runs, one after the other, if they are more than one run can work', async () => {
    const dee = await newAccount(100);
    const list = await openAutoList(bench, dee, { cap: 100, rows: 5, name: 'Many' });
    const deps = { ...bench.deps, cellsOfRun: 2 };
    for (let round = 0; round < 6; round += 1) {
      bench.deps.clock.advance(SECOND);
      await runNewRows(deps);
      // No other one starts while it goes on.
      await runNewRows(deps);
      await list.work();
    }
    expect(await list.charges()).toEqual([1, 1, 1, 1, 1]);
    expect((await list.started()).map(({ total }) => total)).toEqual([2, 2, 1]);
    expect(await bench.broken(dee)).toEqual([]);
    await list.stop();
  });

  it('are run although the server that looked first was killed, and once if it goes on', async () => {
    const dan = await newAccount(100);
    const list = await openAutoList(bench, dan, { cap: 3, rows: 2, name: 'Killed' });
    const killed = hangingServer(bench);
    const look = runNewRows(killed.deps);
    await killed.isHanging;
    await list.add(3);
    await settleDown(list);
    expect(sum(await list.charges())).toBe(3);
    killed.goOn();
    await look;
    await settleDown(list);
    expect(sum(await list.charges())).toBe(3);
    expect(await bench.balance(dan)).toBe(97);
    expect((await list.started()).map(({ cap }) => cap)).toEqual([3]);
    await list.stop();
  });

  it('are run at once after the start of a server that was stopped while it read the list', async () => {
    const flo = await newAccount(100);
    const list = await openAutoList(bench, flo, { cap: 4, rows: 3, name: 'Stopped' });
    const warn = vi.spyOn(bench.deps.log, 'warn');
    await runNewRows({ ...bench.deps, stopping: stopInList() });
    expect(await list.started()).toEqual([]);
    expect(warn).not.toHaveBeenCalled();
    warn.mockRestore();
    await runNewRows(bench.deps);
    expect(await list.started()).toHaveLength(1);
    await list.stop();
  });

  it('are run by one of two servers that look at the same time, within one limit', async () => {
    const eve = await newAccount(100);
    const list = await openAutoList(bench, eve, { cap: 4, rows: 3, name: 'Both' });
    const first = hangingServer(bench);
    const second = hangingServer(bench);
    const looks = [runNewRows(first.deps)];
    await first.isHanging;
    // A change lets the other one look, too.
    await list.add(2);
    bench.deps.clock.advance(SECOND);
    looks.push(runNewRows(second.deps));
    await second.isHanging;
    first.goOn();
    second.goOn();
    await Promise.all(looks);
    expect(await list.started()).toHaveLength(1);
    await settleDown(list);
    expect(sum(await list.charges())).toBe(4);
    expect(await bench.balance(eve)).toBe(96);
    await list.stop();
  });
});

describe('an account with many lists', () => {
  it('holds up no other one, also while its own list takes long', async () => {
    const hog = await newAccount(1000);
    const hogs: Awaited<ReturnType<typeof openAutoList>>[] = [];
    for (let n = 0; n < 6; n += 1)
      hogs.push(await openAutoList(bench, hog, { cap: 10, rows: 1, name: `Hog ${n}` }));
    bench.deps.clock.advance(SECOND);
    const fay = await newAccount(100);
    const list = await openAutoList(bench, fay, { cap: 10, rows: 1, name: 'Small' });
    const started = async () => (await Promise.all(hogs.map((each) => each.started()))).flat().length;

    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const turn = bench.deps.turns.run(hog, () => held);
    const stop = startAutoRuns(bench.deps);
    await expect.poll(async () => (await list.started()).length, WAIT).toBe(1);
    expect(await started()).toBe(0);
    release();
    await turn;
    await stop();
    await list.work();
    expect(await list.charges()).toEqual([1]);

    // The lists of the account take turns.
    for (let look = (await started()) + 1; look <= 3; look += 1) {
      bench.deps.clock.advance(SECOND);
      await runNewRows(bench.deps);
      expect(await started()).toBe(look);
    }
    for (const each of [list, ...hogs]) await each.stop();
  });
});
