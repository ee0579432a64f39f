import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { SavedView } from '#contract/list-views.ts';
import { addListRows } from '../lists/add-list-rows.ts';
import { deleteList } from '../lists/delete-rows.ts';
import { deleteView, saveView } from '../lists/list-views.ts';
import { stopInList } from '../lists/steps/test-auto-runs.ts';
import { runSchedules, startSchedules } from './planner.ts';
import { addRun, changeSchedule } from './schedules.ts';
import { pauseSchedules } from './store.ts';
import { DAY_MS, openScheduleBench, type ScheduleBench, scheduleMails } from './test-schedules.ts';

let bench: ScheduleBench;
let ada: string;
beforeAll(async () => {
  bench = await openScheduleBench();
});
beforeEach(async () => {
  ada = await bench.account(1000);
});
afterAll(() => bench.close());

const SITES = ['https://site0.com', 'https://site1.com', 'https://site2.com'];
const tool = { kind: 'tool', type: 'website-extraction', items: SITES } as const;
const lastTask = async (id: string) => (await bench.view(ada, id)).lastRun?.taskId ?? '';

describe('a schedule', () => {
  it('waits for the next start when the server stops', async () => {
    const { id } = await bench.create(ada, tool);
    bench.deps.clock.advance(DAY_MS);
    await startSchedules(bench.deps)();
    // It was about to look for those that are due, and begins none.
    expect((await bench.runs(ada, id)).map(({ taskId }) => taskId)).toEqual([null]);
    await bench.plan();
    expect((await bench.runs(ada, id)).map(({ taskId }) => taskId)).toEqual([expect.any(String)]);
  });

  it.each([
    ['a list', (list: string) => ({ kind: 'list', list }) as const],
    [
      'a column',
      (list: string) => ({ kind: 'tool', type: 'website-extraction', list, column: 'Website' }) as const,
    ],
  ])(
    'of %s starts nothing when the server stops while it reads the list, and then starts at once',
    async (_, workOf) => {
      const { id } = await bench.create(ada, workOf(await bench.list(ada, ['acme.com', 'beta.com'], 'Long')));
      bench.deps.clock.advance(DAY_MS);
      const warn = vi.spyOn(bench.deps.log, 'warn');
      await runSchedules({ ...bench.deps, stopping: stopInList() });
      expect((await bench.runs(ada, id)).map(({ taskId }) => taskId)).toEqual([null]);
      expect(warn).not.toHaveBeenCalled();
      warn.mockRestore();
      await bench.plan();
      expect((await bench.runs(ada, id)).map(({ taskId }) => taskId)).toEqual([expect.any(String)]);
    },
  );

  it('of a list fails and pauses when the list is deleted during a run, with what it spent', async () => {
    const list = await bench.list(ada, ['acme.com'], 'Short-lived');
    const { id } = await bench.create(ada, { kind: 'list', list });
    await bench.nextDay();
    await bench.workList(await lastTask(id));
    await deleteList(bench.deps, ada, list);
    await bench.plan();
    expect(await bench.view(ada, id)).toMatchObject({
      nextAt: null,
      pausedReason: 'Its list was deleted.',
      lastRun: { state: 'failed', problem: 'Its list was deleted.', spent: 1 },
    });
    expect(await scheduleMails(bench.deps, ada)).toMatchObject([
      { kind: 'schedule-paused', spent: 1, included: 0 },
    ]);
    await bench.nextDay();
    expect(await bench.runs(ada, id)).toHaveLength(1);
  });

  it('of a view calls no other rows new when the view is deleted during a run', async () => {
    const list = await bench.list(ada, ['acme.com', 'beta.com'], 'Viewed');
    const where = [{ fields: ['Website'], is: 'containing', value: 'acme' }];
    await saveView(bench.deps, ada, { id: list, view: SavedView.parse({ name: 'Acme', where }) });
    const { id } = await bench.create(ada, { kind: 'list', list, view: 'Acme' });
    await bench.nextDay();
    await bench.workList(await lastTask(id));
    await bench.plan();
    expect((await bench.view(ada, id)).lastRun).toMatchObject({ state: 'done', added: 1 });
    await addListRows(bench.deps, ada, { id: list, rows: [{ Website: 'acme.org' }], dedupe: [] } as never);
    await bench.nextDay();
    await bench.workList(await lastTask(id));
    await deleteView(bench.deps, ada, { id: list, name: 'Acme' });
    await bench.plan();
    expect(await bench.view(ada, id)).toMatchObject({
      pausedReason: 'Its view “Acme” was deleted.',
      lastRun: { state: 'failed', added: 0 },
    });
  });

  it('goes on after a run whose changes can’t be found for hours', async () => {
    const { id } = await bench.create(ada, tool);
    await bench.nextDay();
    await bench.workSites(await lastTask(id), [['a@site0.com'], null, null]);
    const broken = { ...bench.deps, taskTools: new Map() };
    await runSchedules(broken);
    expect((await bench.view(ada, id)).lastRun).toMatchObject({ state: 'running' });
    bench.deps.clock.advance(7 * 3_600_000);
    await runSchedules(broken);
    const ended = (await bench.runs(ada, id)).find(({ taskId }) => taskId !== null);
    expect(ended).toMatchObject({
      state: 'failed',
      problem: expect.stringContaining('could not find out'),
      spent: 1,
    });
    await bench.nextDay();
    expect(await bench.view(ada, id)).toMatchObject({ pausedAt: null, lastRun: { state: 'running' } });
  });

  it('holds up no other if its run can’t be read', async () => {
    const made = [await bench.create(ada, tool), await bench.create(ada, tool)];
    await bench.nextDay();
    for (const { id } of made) await bench.workSites(await lastTask(id), [['a@site0.com'], null, null]);
    const runs = await Promise.all(made.map(async ({ id }) => (await bench.runs(ada, id))[0]));
    // The first one comes first.
    const [first = '', second = ''] = runs.map((run) => run?.id ?? '').sort();
    const { db } = bench.deps.database;
    const gone = { save_id: randomUUID(), task_id: null };
    await db.updateTable('schedule_runs').set(gone).where('id', '=', first).execute();
    await bench.plan();
    const states = (await Promise.all(made.map(({ id }) => bench.runs(ada, id)))).flat();
    expect(states.find((run) => run.id === first)).toMatchObject({ state: 'failed' });
    expect(states.find((run) => run.id === second)).toMatchObject({ state: 'done' });
  });

  describe('with a run that waits to start', () => {
    const down = () => {
      const tools = bench.deps.taskTools;
      const get = () => {
        throw new Error('down');
      };
      return runSchedules({ ...bench.deps, taskTools: Object.assign(new Map(tools), { get }) });
    };
    const minuteLater = async () => {
      bench.deps.clock.advance(61_000);
      await bench.plan();
    };
    const skipped = { state: 'skipped', problem: 'It was paused before it started.', taskId: null, spent: 0 };

    it('doesn’t start it after it was paused, but one that was asked for then', async () => {
      const { id } = await bench.create(ada, tool);
      bench.deps.clock.advance(DAY_MS);
      await down();
      expect((await bench.view(ada, id)).lastRun).toMatchObject({ state: 'starting' });
      bench.deps.clock.advance(1000);
      await changeSchedule(bench.deps, { accountId: ada }, { id, paused: true });
      await minuteLater();
      expect((await bench.view(ada, id)).lastRun).toMatchObject(skipped);
      await addRun(bench.deps, { accountId: ada }, id, null);
      await minuteLater();
      expect((await bench.view(ada, id)).lastRun).toMatchObject({ state: 'running' });
    });

    it('doesn’t start it after all access was ended, even if it was asked for while the schedule was paused', async () => {
      const { id } = await bench.create(ada, tool);
      const other = await bench.create(ada, tool);
      const reason = 'Its list was deleted.';
      const { db } = bench.deps.database;
      const paused = { paused_at: new Date(bench.deps.clock.now()), paused_reason: reason };
      await db.updateTable('schedules').set(paused).where('id', 'in', [id, other.id]).execute();
      bench.deps.clock.advance(1000);
      await addRun(bench.deps, { accountId: ada }, id, null);
      await down();
      bench.deps.clock.advance(1000);
      await pauseSchedules(db, ada, new Date(bench.deps.clock.now()));
      await minuteLater();
      expect(await bench.view(ada, id)).toMatchObject({
        pausedReason: expect.stringContaining('access to your account was ended'),
        lastRun: skipped,
      });
      expect(await bench.view(ada, other.id)).toMatchObject({ pausedReason: reason, lastRun: null });
    });
  });

  it('can’t be made of items or options that its tool refuses, and pauses if it does so later', async () => {
    const options = { depth: 'bottomless' };
    await expect(bench.create(ada, { ...tool, options })).rejects.toMatchObject({
      code: 'validation_failed',
    });
    const { id } = await bench.create(ada, tool);
    await bench.deps.database.db
      .updateTable('schedules')
      .set({ work: JSON.stringify({ ...tool, options }) as never })
      .where('id', '=', id)
      .execute();
    await bench.nextDay();
    expect(await bench.view(ada, id)).toMatchObject({
      pausedReason: expect.any(String),
      lastRun: { state: 'skipped', taskId: null },
    });
  });

  it('of a key whose budget is used up skips runs, and goes on with the next month', async () => {
    const at = new Date(bench.deps.clock.now());
    const key = await bench.deps.database.db
      .insertInto('api_keys')
      .values({
        account_id: ada,
        name: 'Spent',
        key_hash: 'hash spent',
        prefix: 'lwk_spent',
        scopes: ['run'],
        monthly_budget: 5,
        spent: 5,
        // No month of the test is later.
        spent_month: '2999-01',
        created_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { id } = await bench.create(ada, tool);
    const { db } = bench.deps.database;
    await db.updateTable('schedules').set({ api_key_id: key.id }).where('id', '=', id).execute();
    await bench.nextDay();
    expect(await bench.view(ada, id)).toMatchObject({
      pausedAt: null,
      lastRun: {
        state: 'skipped',
        problem: expect.stringMatching(/budget starts again on \w+ 1, \d{4} \(UTC\)/),
      },
    });
    expect(await scheduleMails(bench.deps, ada)).toMatchObject([
      { kind: 'schedule-ended', state: 'skipped' },
    ]);
    await db.updateTable('api_keys').set({ spent: 0 }).where('id', '=', key.id).execute();
    await bench.nextDay();
    expect((await bench.view(ada, id)).lastRun).toMatchObject({ state: 'running' });
  });
});
