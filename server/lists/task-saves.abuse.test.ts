import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { send, TEST_PASSWORD } from '../auth/test-requests.ts';
import { addOptOuts } from '../opt-outs/opt-outs.ts';
import { saveEndedTasks } from './task-saves.ts';
import { type ListBench, type ListOwner, openListBench } from './test-lists.ts';
import { listsOf, SITES, saveOf, settleSites, startSaving } from './test-task-saves.ts';

/** Large enough that a save is stored in several steps. */
const URLS = 400;
const MANY = Array.from({ length: URLS }, (_, site) => `many${site}.example.com`);

let bench: ListBench;
beforeAll(async () => {
  bench = await openListBench({ LISTS_PER_ACCOUNT: '5' });
});
afterAll(() => bench.close());

const saveAll = () => saveEndedTasks(bench.deps);

/** A task of `sites` that has ended and whose results are to be saved. */
async function endedTask(owner: ListOwner, name: string, sites: readonly string[] = SITES): Promise<string> {
  const id = await startSaving(owner, { name }, { urls: sites });
  await settleSites(bench, id, [...sites.keys()], sites);
  return id;
}

/** The rows of an account's lists in the order in which all accounts' rows were stored. */
async function rowIds({ id }: ListOwner): Promise<number[]> {
  const rows = await bench.database.db
    .selectFrom('list_rows')
    .innerJoin('lists', 'lists.id', 'list_rows.list_id')
    .select('list_rows.id')
    .where('lists.account_id', '=', id)
    .orderBy('list_rows.id')
    .execute();
  return rows.map((row) => Number(row.id));
}

describe('attacks by saves at the end of tasks', () => {
  it('many large ones of an account are before at most one of those of another', async () => {
    const [eve, ada] = [await bench.person(), await bench.person()];
    for (const name of ['One', 'Two', 'Three']) await endedTask(eve, name, MANY);
    const own = await endedTask(ada, 'Own');
    await saveAll();
    expect(await saveOf(ada, own)).toMatchObject({ state: 'done', added: SITES.length });
    expect(await listsOf(eve)).toEqual({ One: URLS, Two: URLS, Three: URLS });
    const last = (await rowIds(ada)).at(-1) ?? 0;
    expect((await rowIds(eve)).filter((id) => id < last).length).toBeLessThanOrEqual(URLS);
  });

  it('tasks that start together save no more lists than an account can have', async () => {
    const eve = await bench.person();
    const ids: string[] = [];
    // Each has room when it starts. They run in the order of their times.
    for (let task = 0; task < 7; task++) {
      ids.push(await startSaving(eve, { name: `List ${task}` }, { urls: SITES }));
      bench.deps.clock.advance(1);
    }
    for (const id of ids) await settleSites(bench, id, [0, 1, 2]);
    await saveAll();
    expect(Object.values(await listsOf(eve))).toEqual(Array(5).fill(SITES.length));
    const saves = await Promise.all(ids.map((id) => saveOf(eve, id)));
    const refused = saves.filter(({ state }) => state === 'failed');
    expect(refused.map(({ problem }) => problem)).toEqual(
      Array(2).fill(expect.stringContaining('Your account can have 5 lists.')),
    );
    // The results are still there.
    expect((await eve.call(`task-rows?id=${ids[6]}`)).body.rows).toHaveLength(SITES.length);
  });

  it('people who opt out between the end and the save are in no list', async () => {
    const eve = await bench.person();
    const sites = ['asked-1.example.com', 'asked-2.example.com'];
    const id = await startSaving(eve, { name: 'Team', per: 'person' }, { urls: sites });
    await settleSites(bench, id, [0, 1], sites);
    const asked = ['ann', 'dan'].flatMap((name) => sites.map((site) => `${name}@${site}`));
    await addOptOuts(
      bench.deps,
      asked.map((value) => ({ kind: 'email' as const, value })),
      async () => {},
    );
    await saveAll();
    expect(await saveOf(eve, id)).toMatchObject({ state: 'failed', added: 0 });
    expect(await listsOf(eve)).toEqual({});
  });

  it('an export of the account has the wish and its outcome, and nothing is saved for a deleted one', async () => {
    const [eve, ada] = [await bench.person(), await bench.person()];
    await endedTask(eve, 'Mine');
    const exported = async () => {
      const reply = await send(bench.app, '/functions/v1/account-export', { token: eve.token });
      return JSON.parse(await reply.text());
    };
    expect((await exported()).tasks[0].save).toMatchObject({ name: 'Mine', state: 'waiting', added: 0 });
    await saveAll();
    const file = await exported();
    expect(file.tasks[0].save).toMatchObject({ name: 'Mine', state: 'done', added: SITES.length });
    expect(file.lists).toMatchObject([{ name: 'Mine' }]);

    const waiting = await endedTask(eve, 'Later');
    const { email } = (await eve.call('account')).body;
    const closed = await eve.call('account-delete', { email, currentPassword: TEST_PASSWORD });
    expect(closed.status).toBe(200);
    const own = await endedTask(ada, 'Own');
    await saveAll();
    const { db } = bench.database;
    const count = async (table: 'tasks' | 'lists', column: 'id' | 'account_id', value: string) =>
      (await db.selectFrom(table).select('id').where(column, '=', value).execute()).length;
    expect(await count('tasks', 'id', waiting)).toBe(0);
    expect(await count('lists', 'account_id', eve.id)).toBe(0);
    expect(await saveOf(ada, own)).toMatchObject({ state: 'done' });
  });
});
