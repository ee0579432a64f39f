import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SCHEDULES_PER_ACCOUNT } from '#contract/schedules.ts';
import { addListRows } from '../lists/add-list-rows.ts';
import { deleteList, deleteRows } from '../lists/delete-rows.ts';
import { editList } from '../lists/edit-list.ts';
import { renameList, viewLists } from '../lists/lists.ts';
import { saveEndedTasks } from '../lists/task-saves.ts';
import { cancelTask } from '../tasks/task-run.ts';
import { createWebhook } from '../webhooks/endpoints.ts';
import { changesFile } from './changes.ts';
import { addRun, changeSchedule, createSchedule, deleteSchedule } from './schedules.ts';
import { openScheduleBench, type ScheduleBench, scheduleMails } from './test-schedules.ts';

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

async function text(run: string): Promise<string> {
  let all = '';
  for await (const part of (await changesFile(bench.deps, ada, run))()) all += part;
  return all;
}

describe('a schedule', () => {
  it('repeats a run of a list, and says what is new, changed and gone', async () => {
    const list = await bench.list(ada, ['acme.com', 'beta.com']);
    const { id, nextAt } = await bench.create(ada, { kind: 'list', list }, { name: 'Weekly' });
    await bench.plan();
    expect(await bench.runs(ada, id)).toEqual([]);
    await bench.nextDay();
    expect((await bench.view(ada, id)).lastRun).toMatchObject({ state: 'running' });
    await bench.workList(await lastTask(id));
    await bench.plan();
    const first = await bench.view(ada, id);
    expect(first.lastRun).toMatchObject({ state: 'done', first: true, added: 2, spent: 2, problem: null });
    expect(Date.parse(first.nextAt ?? '')).toBeGreaterThan(Date.parse(nextAt ?? ''));

    const rows = await bench.deps.database.db
      .selectFrom('list_rows')
      .select('id')
      .where('list_id', '=', list)
      .orderBy('id')
      .execute();
    const [acme = 0, beta = 0] = rows.map((row) => Number(row.id));
    await addListRows(bench.deps, ada, { id: list, rows: [{ Website: 'gamma.com' }], dedupe: [] } as never);
    await editList(bench.deps, ada, {
      id: list,
      changes: [{ row: acme, column: 'Website', value: 'acme.org' }],
      add: [],
    });
    await deleteRows(bench.deps, ada, list, [beta]);
    await bench.nextDay();
    await bench.workList(await lastTask(id));
    await bench.plan();
    const { lastRun } = await bench.view(ada, id);
    expect(lastRun).toMatchObject({ state: 'done', first: false, added: 1, changed: 1, gone: 1 });
    const found = await bench.changes(ada, lastRun?.id ?? '');
    expect(found.changes.map(({ kind, changed, values }) => [kind, changed, values.Website])).toEqual([
      ['changed', ['Website'], 'acme.org'],
      ['added', [], 'gamma.com'],
      ['gone', [], undefined],
    ]);
    expect((await text(lastRun?.id ?? '')).split('\r\n').slice(0, 3)).toEqual([
      expect.stringContaining('Change,Changed columns,Website'),
      expect.stringMatching(/^changed,Website,acme\.org/),
      expect.stringMatching(/^added,,gamma\.com/),
    ]);
  });

  it('ends with nothing new if there is nothing to run', async () => {
    const list = await bench.list(ada, ['acme.com'], 'Quiet');
    const { id } = await bench.create(ada, { kind: 'list', list });
    await bench.nextDay();
    await bench.workList(await lastTask(id));
    await bench.plan();
    await bench.nextDay();
    expect((await bench.view(ada, id)).lastRun).toMatchObject({
      state: 'done',
      taskId: null,
      added: 0,
      changed: 0,
      gone: 0,
      problem: expect.stringContaining('nothing to run'),
    });
  });

  it('extracts websites again, with the values before', async () => {
    const { id, subject } = await bench.create(ada, tool);
    expect(subject).toBe('Website Extraction of 3 URLs');
    await bench.nextDay();
    await bench.workSites(await lastTask(id), [['a@site0.com'], ['b@site1.com'], ['c@site2.com']]);
    await bench.plan();
    await bench.nextDay();
    await bench.workSites(await lastTask(id), [['new@site0.com'], null, []]);
    await bench.plan();
    const { lastRun } = await bench.view(ada, id);
    // A site that is down may be back the next time.
    expect(lastRun).toMatchObject({
      state: 'done',
      added: 0,
      changed: 1,
      gone: 1,
      problem: '1 of 3 URLs failed, so this run may have missed changes there.',
    });
    const { changes } = await bench.changes(ada, lastRun?.id ?? '');
    expect(changes).toMatchObject([
      {
        kind: 'changed',
        changed: ['emails'],
        values: { emails: 'new@site0.com' },
        before: { emails: 'a@site0.com' },
      },
      { kind: 'gone', values: { emails: 'c@site2.com' } },
    ]);
    await bench.nextDay();
    await bench.workSites(await lastTask(id), [['new@site0.com'], ['b@site1.com'], ['c@site2.com']]);
    await bench.plan();
    expect((await bench.view(ada, id)).lastRun).toMatchObject({
      added: 1,
      changed: 0,
      gone: 0,
      problem: null,
    });
  });

  it('saves what each run finds to a list, also after it was renamed or deleted', async () => {
    const saveTo = { name: 'Found', rows: 'found' } as const;
    const { id, subject } = await bench.create(ada, { ...tool, saveTo });
    expect(subject).toBe('Website Extraction of 3 URLs, saved to “Found”');
    const lists = async () =>
      (await viewLists(bench.deps, ada)).lists.map(({ id: list, name, rows }) => ({ id: list, name, rows }));
    const run = async (emails: readonly (readonly string[] | null)[]) => {
      await bench.nextDay();
      await bench.workSites(await lastTask(id), emails);
      await bench.plan();
      await saveEndedTasks(bench.deps);
      return (await bench.task(await lastTask(id))).save;
    };
    expect(await run([['a@site0.com'], null, []])).toMatchObject({ added: 1, updated: 0, state: 'done' });
    const [list] = await lists();
    expect(list).toMatchObject({ name: 'Found', rows: 1 });
    await renameList(bench.deps, ada, list?.id ?? '', 'Weekly');
    // Only what is new is added.
    expect(await run([['a@site0.com'], ['b@site1.com'], []])).toMatchObject({
      name: 'Weekly',
      added: 1,
      updated: 1,
    });
    expect(await lists()).toMatchObject([{ id: list?.id, name: 'Weekly', rows: 2 }]);
    await deleteList(bench.deps, ada, list?.id ?? '');
    expect(await run([['a@site0.com'], null, []])).toMatchObject({ name: 'Found', added: 1 });
    expect(await lists()).toMatchObject([{ name: 'Found', rows: 1 }]);
  });

  it('saves to a renamed list also after a run that found nothing to work with', async () => {
    const list = await bench.list(ada, ['acme.com'], 'Column');
    const work = { kind: 'tool', type: 'website-extraction', list, column: 'Website' } as const;
    const { id } = await bench.create(ada, { ...work, saveTo: { name: 'Found', rows: 'found' } });
    await bench.nextDay();
    await bench.workSites(await lastTask(id), [['a@site0.com']]);
    await bench.plan();
    await saveEndedTasks(bench.deps);
    const { save } = await bench.task(await lastTask(id));
    await renameList(bench.deps, ada, save?.listId ?? '', 'Weekly');
    const row = await bench.deps.database.db
      .selectFrom('list_rows')
      .select('id')
      .where('list_id', '=', list)
      .executeTakeFirstOrThrow();
    await deleteRows(bench.deps, ada, list, [Number(row.id)]);
    await bench.nextDay();
    expect((await bench.view(ada, id)).lastRun).toMatchObject({ state: 'done', taskId: null });
    await addListRows(bench.deps, ada, { id: list, rows: [{ Website: 'beta.com' }], dedupe: [] } as never);
    await bench.nextDay();
    const next = await bench.task(await lastTask(id));
    expect(next.save).toMatchObject({ name: 'Weekly', listId: save?.listId });
  });

  it('of a task saves its results, and is refused if they could not be saved', async () => {
    const { id } = await bench.create(ada, tool);
    await bench.nextDay();
    const task = await lastTask(id);
    await bench.list(ada, ['acme.com'], 'Mine');
    const work = (name: string) => ({ kind: 'task', task, saveTo: { name } }) as const;
    expect((await bench.create(ada, work('Found'))).subject).toContain('saved to “Found”');
    await expect(bench.create(ada, work('Mine'))).rejects.toMatchObject({ code: 'conflict' });
    const people = { ...work('People'), saveTo: { name: 'People', per: 'person' } } as const;
    await expect(bench.create(ada, people)).rejects.toThrow('find no people');
  });

  it('calls nothing gone that a stopped task did not look at', async () => {
    const { id } = await bench.create(ada, tool);
    await bench.nextDay();
    await bench.workSites(await lastTask(id), [['a@site0.com'], ['b@site1.com'], ['c@site2.com']]);
    await bench.plan();
    await bench.nextDay();
    await bench.workSites(await lastTask(id), [['a@site0.com']]);
    await cancelTask(bench.deps, ada, await lastTask(id));
    await bench.plan();
    expect((await bench.view(ada, id)).lastRun).toMatchObject({
      gone: 0,
      problem: 'Its task was stopped before its end.',
    });
    await bench.nextDay();
    await bench.workSites(await lastTask(id), [['a@site0.com'], ['b@site1.com'], ['c@site2.com']]);
    await bench.plan();
    expect((await bench.view(ada, id)).lastRun).toMatchObject({ added: 0, changed: 0, gone: 0 });
  });

  it('repeats a task with its items and options, and the values of a column', async () => {
    const task = await bench.start(ada, SITES.slice(0, 2));
    const { id } = await bench.create(ada, { kind: 'task', task: task.id });
    await cancelTask(bench.deps, ada, task.id);
    await bench.nextDay();
    expect(await bench.task(await lastTask(id))).toMatchObject({ total: 2, cap: 100, type: task.type });
    const list = await bench.list(ada, ['acme.com', 'acme.com', 'beta.com'], 'Column');
    const column = { kind: 'tool', type: 'website-extraction', list, column: 'Website' } as const;
    const { id: other } = await bench.create(ada, column);
    await bench.nextDay();
    expect(await bench.task(await lastTask(other))).toMatchObject({ total: 2 });
  });

  it('repeats an option that is chosen or not', async () => {
    const people = { ...tool, options: { depth: 'quick', people: 'true' } } as const;
    const { id } = await bench.create(ada, people);
    await bench.nextDay();
    expect(await bench.task(await lastTask(id))).toMatchObject({
      options: { depth: 'quick', people: 'true' },
    });
  });

  it('that was due while the server was down runs once', async () => {
    const { id } = await bench.create(ada, tool);
    await bench.nextDay(10);
    await bench.plan();
    expect(await bench.runs(ada, id)).toHaveLength(1);
    await bench.workSites(await lastTask(id), [['a@site0.com'], null, null]);
    await bench.plan();
    expect(await bench.runs(ada, id)).toHaveLength(1);
    const next = Date.parse((await bench.view(ada, id)).nextAt ?? '');
    expect(next).toBeGreaterThan(bench.deps.clock.now());
    await bench.nextDay();
    expect(await bench.runs(ada, id)).toHaveLength(2);
  });

  it('pauses when the trial ends', async () => {
    await bench.deps.database.db
      .updateTable('accounts')
      .set({ is_trial: true })
      .where('id', '=', ada)
      .execute();
    const { id } = await bench.create(ada, tool);
    await bench.nextDay(30);
    expect(await bench.view(ada, id)).toMatchObject({
      nextAt: null,
      pausedReason: expect.stringContaining('trial has expired'),
      lastRun: { state: 'skipped', taskId: null },
    });
    expect(await scheduleMails(bench.deps, ada)).toEqual([
      expect.objectContaining({ kind: 'schedule-paused' }),
    ]);
  });

  it('skips a time while its run goes on', async () => {
    const { id } = await bench.create(ada, tool);
    await bench.nextDay();
    await bench.nextDay();
    const runs = await bench.runs(ada, id);
    expect(runs.map(({ state }) => state)).toEqual(['skipped', 'running']);
    expect(runs[0]?.problem).toContain('still going on');
    // The page goes on to show the run that it can wait for.
    expect((await bench.view(ada, id)).lastRun).toMatchObject({ id: runs[1]?.id, state: 'running' });
    await expect(addRun(bench.deps, { accountId: ada }, id, null)).rejects.toMatchObject({
      code: 'conflict',
    });
  });

  it('pauses without credits, starts nothing, and goes on when it is told to', async () => {
    const { id } = await bench.create(ada, tool);
    await bench.grant(ada, -1000);
    await bench.nextDay();
    expect(await bench.view(ada, id)).toMatchObject({
      nextAt: null,
      pausedReason: expect.stringMatching(/credits/i),
      lastRun: { state: 'skipped', taskId: null },
    });
    await bench.nextDay();
    expect(await bench.runs(ada, id)).toHaveLength(1);
    await bench.grant(ada, 100);
    const resumed = await changeSchedule(bench.deps, { accountId: ada }, { id, paused: false });
    expect(resumed).toMatchObject({ pausedAt: null, pausedReason: null });
    await bench.plan();
    expect(await bench.runs(ada, id)).toHaveLength(1);
    await bench.nextDay();
    expect((await bench.view(ada, id)).lastRun).toMatchObject({ state: 'running' });
  });

  it('pauses when its list is deleted', async () => {
    const list = await bench.list(ada, ['acme.com'], 'Gone');
    const { id } = await bench.create(ada, { kind: 'list', list });
    await deleteList(bench.deps, ada, list);
    await bench.nextDay();
    expect(await bench.view(ada, id)).toMatchObject({ listId: null, pausedReason: 'Its list was deleted.' });
  });

  it('stops at its cap', async () => {
    const { id } = await bench.create(ada, tool, { cap: 2 });
    await bench.nextDay();
    await bench.workSites(await lastTask(id), [['a@site0.com'], ['b@site1.com'], ['c@site2.com']]);
    await bench.plan();
    expect((await bench.view(ada, id)).lastRun).toMatchObject({
      spent: 2,
      problem: expect.stringContaining('limit of credits'),
    });
    expect(await bench.balance(ada)).toBe(998);
  });

  it('tells webhooks and its owner, unless they do not want the email', async () => {
    await createWebhook(bench.deps, ada, {
      name: '',
      url: 'https://example.com/',
      events: ['schedule.completed'],
    });
    const loud = await bench.create(ada, tool, { name: 'Loud' });
    const quiet = await bench.create(
      ada,
      { ...tool, items: ['https://site0.com'] },
      { mails: false, name: 'Quiet' },
    );
    await bench.nextDay();
    for (const { id } of [loud, quiet]) await bench.workSites(await lastTask(id), [['a@site0.com']]);
    await cancelTask(bench.deps, ada, await lastTask(loud.id));
    await bench.plan();
    const events = await bench.deps.database.db
      .selectFrom('webhook_events')
      .select(['type', 'data', 'path'])
      .where('account_id', '=', ada)
      .execute();
    expect(events).toHaveLength(2);
    const { lastRun } = await bench.view(ada, loud.id);
    const [event] = events.filter(({ data }) => data.includes(loud.id));
    expect(event).toMatchObject({
      type: 'schedule.completed',
      path: `/dashboard/schedules?schedule=${loud.id}&run=${lastRun?.id}`,
    });
    expect(JSON.parse(event?.data ?? '')).toEqual({
      scheduleId: loud.id,
      runId: lastRun?.id,
      state: 'done',
      added: 1,
      gone: 0,
      changed: 0,
      creditsUsed: 1,
    });
    expect(await scheduleMails(bench.deps, ada)).toEqual([
      expect.objectContaining({ kind: 'schedule-ended', name: 'Loud' }),
    ]);
  });

  it('is not shown to others, and one can have only so many', async () => {
    const { id } = await bench.create(ada, tool);
    const bob = await bench.account(10);
    await expect(changeSchedule(bench.deps, { accountId: bob }, { id, paused: true })).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(bench.runs(bob, id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(addRun(bench.deps, { accountId: bob }, id, null)).rejects.toMatchObject({
      code: 'not_found',
    });
    await deleteSchedule(bench.deps, bob, id);
    const list = await bench.list(ada, ['acme.com'], 'Private');
    await expect(bench.create(bob, { kind: 'list', list })).rejects.toMatchObject({ code: 'not_found' });
    for (let more = 1; more < SCHEDULES_PER_ACCOUNT; more += 1) await bench.create(ada, tool);
    await expect(bench.create(ada, tool)).rejects.toMatchObject({ code: 'quota_exceeded' });
  });

  it('of a lead search needs a key that can export, and a key that was revoked pauses it', async () => {
    const session = { accountId: ada, sessionId: 'k', email: 'a@example.com' };
    const time = { every: 'day', hour: 9, timeZone: 'UTC' } as const;
    const key = { id: '0d9b7c2e-6a41-4f0e-9a53-3c1f5e7d8b20', scopes: ['read', 'run'] as const };
    const leads = { kind: 'leads', search: { database: 'apollo', filters: {}, name: 'New' } };
    await expect(
      createSchedule(
        bench.deps,
        { ...session, apiKey: key },
        { name: '', work: leads as never, cap: 1, time, mails: true },
        null,
      ),
    ).rejects.toMatchObject({ code: 'forbidden' });
    const { id } = await createSchedule(
      bench.deps,
      { ...session, apiKey: key },
      { name: '', work: { ...tool, items: [...SITES], options: {} }, cap: 1, time, mails: false },
      null,
    );
    await bench.nextDay();
    expect((await bench.view(ada, id)).pausedReason).toContain('API key');
  });

  it('of a person or another key spends nothing for a key with a budget, which may still pause it', async () => {
    const { id } = await bench.create(ada, tool);
    const makeKey = async (budget: number | null) => {
      const at = new Date(bench.deps.clock.now());
      const made = await bench.deps.database.db
        .insertInto('api_keys')
        .values({
          account_id: ada,
          name: 'Agent',
          key_hash: `hash ${budget}`,
          prefix: 'lwk_agent',
          scopes: ['run'],
          monthly_budget: budget,
          spent_month: at.toISOString().slice(0, 7),
          created_at: at,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return { accountId: ada, apiKey: { id: made.id, scopes: ['run'] as const } };
    };
    const [limited, unlimited] = [await makeKey(50), await makeKey(null)];
    const time = { every: 'day', hour: 10, timeZone: 'UTC' } as const;
    const refused = { code: 'forbidden', message: expect.stringContaining('has a budget') };
    await expect(addRun(bench.deps, limited, id, null)).rejects.toMatchObject(refused);
    for (const change of [{ cap: 200 }, { time }, { paused: false }])
      await expect(changeSchedule(bench.deps, limited, { id, ...change })).rejects.toMatchObject(refused);
    expect(await changeSchedule(bench.deps, limited, { id, paused: true })).toMatchObject({ cap: 100 });
    expect(await changeSchedule(bench.deps, unlimited, { id, cap: 200 })).toMatchObject({ cap: 200 });
  });
});
