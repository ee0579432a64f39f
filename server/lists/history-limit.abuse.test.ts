import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { transaction } from '../platform/database/db.ts';
import { storeHistory } from './history-store.ts';
import { forgetRemovals } from './removals/forget-removals.ts';
import { type ListBench, type ListOwner, openListBench } from './test-lists.ts';

const MEGABYTE = 2 ** 20;
const ROWS = 100;

let bench: ListBench;
let eve: ListOwner;
let ada: ListOwner;
beforeAll(async () => {
  bench = await openListBench({ LIST_MB_PER_ACCOUNT: '1', LIST_MB_PER_FREE_ACCOUNT: '1' });
  [eve, ada] = [await bench.person(), await bench.person('free')];
});
afterAll(() => bench.close());

async function keyedList(owner: ListOwner, name: string) {
  const columns = ['Company', 'City', 'Note'].map((column) => ({ name: column }));
  const { id } = (await owner.call('list-create', { name, columns, keyColumn: 'Company' })).body;
  const read = async () => (await owner.call(`list-rows?id=${id}&order=added&limit=200`)).body.rows;
  return {
    id: id as string,
    read,
    /** Imports all rows, with a note of 2,000 characters. */
    load: async (letter: string) => {
      const rows = Array.from({ length: ROWS }, (_, at) => ({
        Company: `Firm ${at}`,
        Note: letter.repeat(2000),
      }));
      expect((await owner.call('list-add-rows', { id, rows })).status).toBe(200);
    },
    edit: async (value: string) => {
      const changes = (await read()).map(({ id: row }: { id: number }) => ({ row, column: 'City', value }));
      return (await owner.call('list-edit', { id, changes })).body.edit as string;
    },
    undo: async (edit: string) => (await owner.call('list-undo', { id, edit })).body,
    cities: async () =>
      new Set((await read()).map(({ values }: { values: Record<string, string> }) => values.City)),
  };
}

/** The bytes of the rows that were deleted from a list. */
async function removedBytes(listId: string): Promise<number> {
  const { bytes } = await bench.database.db
    .selectFrom('list_removals')
    .select('bytes')
    .where('list_id', '=', listId)
    .executeTakeFirstOrThrow();
  return Number(bytes);
}

/** The bytes of earlier values and cells that an account keeps. */
async function keptBytes(owner: ListOwner): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`
    select coalesce(sum(octet_length(before::text) + coalesce(octet_length(cell::text), 0)), 0) as bytes from list_history
    where list_id in (select id from lists where account_id = ${owner.id}::uuid)
  `.execute(bench.database.db);
  return Number(rows[0]?.bytes);
}

/** Lets time pass since all changes; each time another one, so that no two hours become one. */
async function age(hours: number): Promise<void> {
  const { db } = bench.database;
  await sql`update list_history set at = at - make_interval(hours => ${hours}::int)`.execute(db);
  await sql`update list_history_sizes set hour = hour - make_interval(hours => ${hours}::int)`.execute(db);
}

it('an account that imports all its rows each day keeps as many earlier values as its lists may have', async () => {
  const list = await keyedList(eve, 'Daily');
  const other = await keyedList(ada, 'Own');
  await other.load('a');
  const adasEdit = await other.edit('Bern');
  await list.load('a');
  const firstEdit = await list.edit('Chur');
  for (const [day, letter] of [...'bcdefghij'].entries()) {
    await age(25 + day);
    await list.load(letter);
    await forgetRemovals(bench.deps);
    expect(await keptBytes(eve)).toBeLessThanOrEqual(MEGABYTE);
  }
  // What is left is the newest.
  expect(await keptBytes(eve)).toBeGreaterThan(MEGABYTE / 2);
  const lastEdit = await list.edit('Davos');
  expect((await list.undo(firstEdit)).error).toMatchObject({ code: 'not_found' });
  expect(await list.cities()).toEqual(new Set(['Davos']));
  expect((await list.undo(lastEdit)).refused).toEqual([]);
  expect(await list.cities()).toEqual(new Set(['Chur']));
  // It costs no one else anything.
  expect((await other.undo(adasEdit)).refused).toEqual([]);
  expect(await other.cities()).toEqual(new Set([undefined]));
});

it('the same for edits and imports that take turns within an hour, and for rows that are deleted then', async () => {
  const list = await keyedList(eve, 'Hourly');
  for (const letter of 'abcdefghijkl') {
    await list.load(letter);
    await list.edit(letter);
  }
  expect(await keptBytes(eve)).toBeGreaterThan(MEGABYTE);
  await forgetRemovals(bench.deps);
  expect(await keptBytes(eve)).toBeLessThanOrEqual(MEGABYTE);

  for (const letter of 'mno') {
    await list.load(letter);
    await list.edit(letter);
  }
  const rows = (await list.read()).map(({ id }: { id: number }) => id);
  await eve.call('list-delete-rows', { id: list.id, rows });
  // The rows, and what was replaced in them.
  expect(await removedBytes(list.id)).toBeGreaterThan(2 * ROWS * 2000);
});

it('the same for cells that runs replace, with their evidence, and for rows with such cells that are deleted', async () => {
  const list = await keyedList(eve, 'Evidence');
  await list.load('a');
  const rows = (await list.read()).map(({ id }: { id: number }) => id);
  const cell = { status: 'done', tries: [{ tool: 'website-extraction', row: { page: 'x'.repeat(4000) } }] };
  const replaceAll = () =>
    transaction(bench.database.db, (tx) =>
      storeHistory(
        tx,
        list.id,
        rows.map((row: number) => ({ row, before: {}, step: 's1', cell })),
        { taskId: null, at: new Date(bench.deps.clock.now()) },
      ),
    );
  for (let run = 0; run < 5; run++) await replaceAll();
  expect(await keptBytes(eve)).toBeGreaterThan(MEGABYTE);
  await forgetRemovals(bench.deps);
  expect(await keptBytes(eve)).toBeLessThanOrEqual(MEGABYTE);

  await replaceAll();
  await eve.call('list-delete-rows', { id: list.id, rows });
  expect(await removedBytes(list.id)).toBeGreaterThan(ROWS * (2000 + 4000));
});

it('keeps one size for each hour, for 30 days', async () => {
  const sizes = () =>
    bench.database.db
      .selectFrom('list_history_sizes')
      .select('bytes')
      .where('account_id', '=', ada.id)
      .execute();
  const list = await keyedList(ada, 'Sizes');
  for (const letter of 'abc') await list.load(letter);
  await age(31 * 24);
  await list.load('d');
  await list.load('e');
  await forgetRemovals(bench.deps);
  expect((await sizes()).map(({ bytes }) => Number(bytes))).toEqual([await keptBytes(ada)]);
});

it('no longer counts what deleted rows and lists kept, until the rows come back', async () => {
  const bo = await bench.person();
  const counted = async () => {
    const { bytes } = await bench.database.db
      .selectFrom('list_history_sizes')
      .select(({ fn }) => fn.sum('bytes').as('bytes'))
      .where('account_id', '=', bo.id)
      .executeTakeFirstOrThrow();
    return Number(bytes);
  };
  const [list, other] = [await keyedList(bo, 'Kept'), await keyedList(bo, 'Deleted')];
  for (const each of [list, other]) {
    for (const letter of 'ab') await each.load(letter);
    await each.edit('Bern');
    await age(2);
    await each.edit('Chur');
  }
  const all = await keptBytes(bo);
  expect(await counted()).toBe(all);
  const rows = (await list.read()).slice(0, ROWS / 2).map(({ id }: { id: number }) => id);
  const { edit } = (await bo.call('list-delete-rows', { id: list.id, rows })).body;
  expect(await keptBytes(bo)).toBeLessThan(all);
  expect(await counted()).toBe(await keptBytes(bo));
  expect((await list.undo(edit)).refused).toEqual([]);
  expect(await counted()).toBe(all);
  await bo.call('list-delete', { id: other.id });
  expect(await counted()).toBe(await keptBytes(bo));
  await bo.call('list-delete', { id: list.id });
  expect(await counted()).toBe(0);
});
