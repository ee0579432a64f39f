import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptyWebsiteRow } from '#tools/website-extraction/definition.ts';
import { addOptOuts } from '../opt-outs/opt-outs.ts';
import { settleBatch } from '../tasks/settle-batch.ts';
import { prepareSave } from './prepare-save.ts';
import { saveEndedTasks, startTaskSaves } from './task-saves.ts';
import { type ListBench, type ListOwner, openListBench } from './test-lists.ts';
import { listsOf, SITES, saveOf, settleSites, startSaving } from './test-task-saves.ts';

let bench: ListBench;
beforeAll(async () => {
  bench = await openListBench();
});
afterAll(() => bench.close());

const MINUTE_MS = 60_000;

const settle = (taskId: string, positions: readonly number[], sites?: readonly string[]) =>
  settleSites(bench, taskId, positions, sites);
async function emptyList(owner: ListOwner, id: string): Promise<void> {
  const { rows } = (await owner.call(`list-rows?id=${id}`)).body;
  await owner.call('list-delete-rows', { id, rows: rows.map((row: { id: number }) => row.id) });
}
const saveAll = () => saveEndedTasks(bench.deps);

describe('a task that saves its results when it ends', () => {
  it('does so once, also if several servers look at the same time', async () => {
    const ada = await bench.person();
    const id = await startSaving(ada, { name: 'Team', per: 'person', perCompany: 1 });
    const nothing = { added: 0, updated: 0, refused: 0, tooLarge: 0, problem: null };
    const wanted = { name: 'Team', rows: 'found', per: 'person', perCompany: 1 };
    expect(await saveOf(ada, id)).toEqual({ ...wanted, ...nothing, listId: null, state: 'waiting' });
    await settle(id, [0, 1]);
    await saveAll();
    expect(await listsOf(ada)).toEqual({});
    await settle(id, [2]);
    await Promise.all([saveAll(), saveAll(), saveAll()]);
    const save = await saveOf(ada, id);
    expect(save).toEqual({ ...wanted, ...nothing, added: 3, listId: expect.any(String), state: 'done' });
    expect((await ada.call(`list-rows?id=${save.listId}`)).body.list).toMatchObject({
      rows: 3,
      source: { kind: 'own' },
    });
    await emptyList(ada, save.listId);
    await saveAll();
    expect(await listsOf(ada)).toEqual({ Team: 0 });
    const rest = await ada.call(`task?id=${await startSaving(ada, undefined)}`);
    expect(rest.body.save).toBeNull();
  });

  it('adds to a list that is there, under its present name, without people who opted out', async () => {
    const ada = await bench.person();
    // Other tests know nothing of these opt-outs.
    const sites = ['left.example.com', 'right.example.com'];
    const first = await startSaving(ada, undefined, { urls: sites });
    await settle(first, [0, 1], sites);
    const { list } = (await ada.call('list-save-task', { taskId: first, name: 'Team', per: 'person' })).body;
    expect(list.rows).toBe(4);
    await emptyList(ada, list.id);
    const id = await startSaving(ada, { name: 'Team', per: 'person' }, { urls: sites });
    await ada.call('list-rename', { id: list.id, name: 'Berlin' });
    await settle(id, [0, 1], sites);
    await addOptOuts(bench.deps, [{ kind: 'email', value: 'dan@left.example.com' }], async () => {});
    await saveAll();
    expect(await saveOf(ada, id)).toMatchObject({ name: 'Berlin', listId: list.id, added: 3, state: 'done' });
    expect(await listsOf(ada)).toEqual({ Berlin: 3 });
    expect(JSON.stringify((await ada.call(`list-rows?id=${list.id}`)).body)).not.toContain('dan@left');
  });

  it('saves what a stopped one has, and the rest after it was resumed', async () => {
    const ada = await bench.person();
    const id = await startSaving(ada, { name: 'Sites' });
    await settle(id, [0]);
    await ada.call('task-cancel', { id });
    await saveAll();
    expect(await saveOf(ada, id)).toMatchObject({ added: 1, updated: 0, state: 'done' });
    const resumed = await ada.call('task-resume', { id });
    expect(resumed.body.save).toMatchObject({ added: 1, state: 'waiting' });
    await saveAll();
    expect(await listsOf(ada)).toEqual({ Sites: 1 });
    await settle(id, [1, 2]);
    await saveAll();
    expect(await saveOf(ada, id)).toMatchObject({ added: 3, updated: 0, state: 'done' });
    expect(await listsOf(ada)).toEqual({ Sites: 3 });
  });

  it('says why if its list is deleted, and keeps the results', async () => {
    const ada = await bench.person();
    const list = (await ada.call('list-create', { name: 'Team', columns: [{ name: 'Name' }] })).body;
    const id = await startSaving(ada, { name: 'Team', per: 'person' });
    expect((await saveOf(ada, id)).listId).toBe(list.id);
    await ada.call('list-delete', { id: list.id });
    await settle(id, [0, 1, 2]);
    await saveAll();
    expect(await saveOf(ada, id)).toMatchObject({
      state: 'failed',
      added: 0,
      problem: 'The list was deleted before all results were saved to it.',
    });
    expect(await listsOf(ada)).toEqual({});
    const again = await ada.call('list-save-task', { taskId: id, name: 'Team', per: 'person' });
    expect(again.body).toMatchObject({ added: 6 });
  });

  it('says why if there is nothing to save, or no room', async () => {
    const ada = await bench.person();
    const id = await startSaving(ada, { name: 'Nothing' });
    await ada.call('task-cancel', { id });
    await saveAll();
    expect(await saveOf(ada, id)).toMatchObject({
      state: 'failed',
      problem: 'This task has no results with data to save.',
    });
    const small = { ...bench.deps, config: { ...bench.deps.config, LIST_ROWS_PER_ACCOUNT: 2 } };
    const full = await startSaving(ada, { name: 'Full' });
    await settle(full, [0, 1, 2]);
    await saveEndedTasks(small);
    expect(await saveOf(ada, full)).toMatchObject({
      state: 'failed',
      problem: expect.stringContaining('Your lists can have 2 rows in total'),
    });
    expect(await listsOf(ada)).toEqual({});
  });

  it('is tried again after a failure of ours, and gives up after hours', async () => {
    const ada = await bench.person();
    const id = await startSaving(ada, { name: 'Later' });
    await settle(id, [0, 1, 2]);
    const secrets = new Proxy(bench.deps.secrets, {
      get: () => {
        throw new Error('no secrets');
      },
    });
    const failing = { ...bench.deps, secrets };
    await saveEndedTasks(failing);
    expect(await saveOf(ada, id)).toMatchObject({ state: 'waiting', added: 0 });
    await saveAll();
    expect(await saveOf(ada, id)).toMatchObject({ state: 'waiting' });
    bench.deps.clock.advance(2 * MINUTE_MS);
    await saveAll();
    expect(await saveOf(ada, id)).toMatchObject({ state: 'done', added: 3 });
    const last = await startSaving(ada, { name: 'Later' });
    await settle(last, [0, 1, 2]);
    const { db } = bench.database;
    const hoursAgo = new Date(bench.deps.clock.now() - 7 * 60 * MINUTE_MS);
    await db.updateTable('tasks').set({ finished_at: hoursAgo }).where('id', '=', last).execute();
    await saveEndedTasks(failing);
    expect(await saveOf(ada, last)).toMatchObject({
      state: 'failed',
      problem: 'The server could not save these results.',
    });
  });

  it('goes on at once after a process of the data folder was killed', async () => {
    const ada = await bench.person();
    const id = await startSaving(ada, { name: 'Killed' });
    await settle(id, [0, 1, 2]);
    const { db } = bench.database;
    const later = new Date(bench.deps.clock.now() + MINUTE_MS);
    await db.updateTable('tasks').set({ save_at: later }).where('id', '=', id).execute();
    await saveAll();
    expect(await saveOf(ada, id)).toMatchObject({ state: 'waiting' });
    const stop = await startTaskSaves({ ...bench.deps, config: { ...bench.deps.config, embedded: true } });
    await expect.poll(async () => (await saveOf(ada, id)).state, { timeout: 20_000 }).toBe('done');
    await stop();
    expect(await listsOf(ada)).toEqual({ Killed: 3 });
  });
});

describe('failed items that run again', () => {
  /** A task with a failed item that is saved, with the rest. */
  async function withFailed(
    owner: ListOwner,
    saveTo: object | undefined,
    more: object = {},
  ): Promise<string> {
    const id = await startSaving(owner, saveTo, more);
    await settleSites(bench, id, [0, 1]);
    const { run_no: runNo } = await bench.database.db
      .selectFrom('tasks')
      .select('run_no')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const row = JSON.stringify(emptyWebsiteRow(`https://${SITES[2]}/`));
    const failed = { position: 2, row, found: false, failed: true, billable: false };
    await settleBatch(bench.deps, { taskId: id, runNo, items: [failed] });
    await saveAll();
    return id;
  }
  const retry = async (owner: ListOwner, id: string, more: object = {}) =>
    (await owner.call('task-retry', { id, ...more })).body;

  it('are saved to the same list under its present name, as the same rows', async () => {
    const ada = await bench.person();
    const id = await withFailed(ada, { name: 'Sites', rows: 'all' });
    expect(await listsOf(ada)).toEqual({ Sites: 3 });
    const { listId } = await saveOf(ada, id);
    await ada.call('list-rename', { id: listId, name: 'Berlin' });
    const again = await retry(ada, id);
    expect(again.save).toMatchObject({ name: 'Berlin', listId, rows: 'all', state: 'waiting', added: 0 });
    await settleSites(bench, again.id, [0], SITES.slice(2));
    await saveAll();
    expect(await saveOf(ada, again.id)).toMatchObject({ state: 'done', added: 0, updated: 1 });
    expect(await listsOf(ada)).toEqual({ Berlin: 3 });
    expect(JSON.stringify((await ada.call(`list-rows?id=${listId}`)).body)).toContain(
      'info@three.example.com',
    );
  });

  it('are saved to another list or nowhere, as their start says', async () => {
    const ada = await bench.person();
    const id = await withFailed(ada, { name: 'Sites' });
    expect((await retry(ada, id, { saveTo: { name: 'Rest' } })).save).toMatchObject({ name: 'Rest' });
    expect((await retry(ada, id, { saveTo: null })).save).toBeNull();
    await ada.call('list-create', { name: 'Mine', columns: [{ name: 'Company' }] });
    expect((await retry(ada, id, { saveTo: { name: 'Mine' } })).error).toMatchObject({ code: 'conflict' });
    expect((await retry(ada, await withFailed(ada, undefined))).save).toBeNull();
    await ada.call('list-delete', { id: (await saveOf(ada, id)).listId });
    expect((await retry(ada, id)).save).toBeNull();
  });

  it('are not saved twice to a list that has them with their own columns', async () => {
    const ada = await bench.person();
    const list = { columns: ['Website'], rows: SITES };
    expect((await retry(ada, await withFailed(ada, { name: 'All', rows: 'all' }, { list }))).save).toBeNull();
    const id = await withFailed(ada, { name: 'Found' }, { list });
    const again = await retry(ada, id);
    expect(again.save).toMatchObject({ name: 'Found', state: 'waiting' });
    await settleSites(bench, again.id, [0], SITES.slice(2));
    await saveAll();
    expect(await listsOf(ada)).toMatchObject({ Found: 3 });
  });
});

describe('a start that could not save its results', () => {
  const refusal = async (owner: ListOwner, call: string, input: object) => {
    const { code, body } = await owner.call(call, input, { headers: { prefer: 'respond-async' } });
    return [code, body.error?.message];
  };

  it('is refused before anything is stored', async () => {
    const ada = await bench.person();
    await ada.call('list-create', { name: 'Mine', columns: [{ name: 'Company' }] });
    const start = (saveTo: object, more: object = {}) =>
      refusal(ada, 'website-extraction', { urls: SITES, saveTo, ...more });
    expect(await start({ name: 'Mine' })).toEqual([
      'conflict',
      'You already have a list named “Mine” with rows from elsewhere. Choose another name.',
    ]);
    expect(await start({ name: 'Team', per: 'person' })).toEqual([
      'validation_failed',
      'This task would find no people to save. Start it with “Also find people”, or leave out “per”.',
    ]);
    for (const saveTo of [{}, { name: ' ' }, { name: 'x', rows: 'some' }, { name: 'x', perCompany: 0 }])
      expect((await start(saveTo))[0]).toBe('validation_failed');
    const csv_content = 'first_name,last_name,domain\nA,B,c.com';
    const people = { csv_content, saveTo: { name: 'Team', per: 'person' } };
    expect((await refusal(ada, 'csv-extraction', people))[0]).toBe('validation_failed');
    expect((await ada.call('tasks')).body.tasks).toEqual([]);
  });

  it('is refused without room for another list', async () => {
    const ada = await bench.person();
    await ada.call('list-create', { name: 'Mine', columns: [{ name: 'Company' }] });
    const full = { ...bench.deps, config: { ...bench.deps.config, LISTS_PER_ACCOUNT: 1 } };
    const task = { type: 'website-extraction', options: {} };
    const prepared = prepareSave(full, ada.id, task, { name: 'Other', rows: 'found' });
    await expect(prepared).rejects.toMatchObject({ code: 'quota_exceeded' });
  });

  it('starts once per Idempotency-Key, also when the list can no longer be saved to', async () => {
    const ada = await bench.person();
    const start = () =>
      ada.call(
        'website-extraction',
        { urls: SITES, saveTo: { name: 'Once' } },
        { headers: { prefer: 'respond-async', 'idempotency-key': 'once' } },
      );
    const first = await start();
    await ada.call('list-create', { name: 'Once', columns: [{ name: 'Company' }] });
    const second = await start();
    expect([second.status, second.body.id]).toEqual([202, first.body.id]);
  });

  it('can be one with the rows of a list', async () => {
    const ada = await bench.person();
    const { id } = (await ada.call('list-create', { name: 'Sites', columns: [{ name: 'Website' }] })).body;
    await ada.call('list-add-rows', { id, rows: [{ Website: 'acme.example.com' }] });
    const type = 'website-extraction';
    const input = { id, type, columns: { website: 'Website' }, saveTo: { name: 'Found' } };
    expect((await ada.call('list-start', input)).body.save).toMatchObject({
      name: 'Found',
      state: 'waiting',
    });
    expect(await refusal(ada, 'list-start', { ...input, saveTo: { name: 'Sites' } })).toEqual([
      'conflict',
      expect.stringContaining('with rows from elsewhere'),
    ]);
  });
});
