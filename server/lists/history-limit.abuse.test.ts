import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
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

/** The bytes of earlier values that an account keeps. */
async function keptBytes(owner: ListOwner): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`
    select coalesce(sum(octet_length(before::text)), 0) as bytes from list_history
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
  const { bytes } = await bench.database.db
    .selectFrom('list_removals')
    .select('bytes')
    .where('list_id', '=', list.id)
    .executeTakeFirstOrThrow();
  // The rows, and what was replaced in them.
  expect(Number(bytes)).toBeGreaterThan(2 * ROWS * 2000);
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
