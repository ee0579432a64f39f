import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ListBench, type ListOwner, openListBench } from './test-lists.ts';

let bench: ListBench;
let ada: ListOwner;
beforeAll(async () => {
  bench = await openListBench();
  ada = await bench.person();
});
afterAll(() => bench.close());

/** A list with so many rows, and their IDs. */
async function newList(name: string, count: number): Promise<{ id: string; rows: number[] }> {
  const { body } = await ada.call('list-create', { name, columns: [{ name: 'Company' }, { name: 'Email' }] });
  const rows = Array.from({ length: count }, (_, at) => ({
    Company: `Company ${at}`,
    Email: `ada@company${at}.com`,
  }));
  await ada.call('list-add-rows', { id: body.id, rows });
  const stored = bench.database.db.selectFrom('list_rows').select('id').where('list_id', '=', body.id);
  return { id: body.id, rows: (await stored.execute()).map(({ id }) => Number(id)) };
}
/** how many rows each statement deleted */
const deletions = () =>
  bench.statements.flatMap(({ text, rows }) => (text === 'DeleteQueryNode' && rows > 1 ? [rows] : []));

it('deletes chosen rows in parts', async () => {
  const { id, rows } = await newList('Rows', 450);
  bench.statements.splice(0);
  const { body } = await ada.call('list-delete-rows', { id, rows });
  expect(body.list).toMatchObject({ id, rows: 0 });
  expect(deletions()).toEqual([100, 100, 100, 100, 50]);
});

it('deletes all rows of a search and filters in parts, and brings them back', async () => {
  const { id } = await newList('Matching', 450);
  const customers = await ada.call('list-create', {
    name: 'Customers',
    columns: [{ name: 'Email' }],
    excludes: 'people',
  });
  await ada.call('list-add-rows', { id: customers.body.id, rows: [{ Email: 'ada@company17.com' }] });
  const where = JSON.stringify([{ fields: ['Company'], is: 'not-equal', value: 'Company 7' }]);
  const wanted = { id, all: true, search: 'company', where, leaveOut: customers.body.id };
  bench.statements.splice(0);
  const { body } = await ada.call('list-delete-rows', wanted);
  expect(body).toMatchObject({ rows: 448, list: { id, rows: 2 } });
  expect(Math.max(...deletions())).toBe(100);
  const left: { values: { Company: string } }[] = (await ada.call(`list-rows?id=${id}`)).body.rows;
  expect(left.map(({ values }) => values.Company)).toEqual(['Company 17', 'Company 7']);
  expect((await ada.call('list-undo', { id, edit: body.edit })).body.list).toMatchObject({ rows: 450 });
  expect((await ada.call('list-delete-rows', { ...wanted, search: 'nobody' })).body).toMatchObject({
    rows: 0,
    edit: null,
  });
});

it('deletes all rows of a list only if the request says so', async () => {
  const { id, rows } = await newList('All', 3);
  for (const wrong of [{}, { all: false }, { search: '1' }, { all: true, rows }, { rows, search: '1' }])
    expect(await ada.call('list-delete-rows', { id, ...wrong })).toMatchObject({ code: 'validation_failed' });
  expect(
    await ada.call('list-delete-rows', {
      id,
      all: true,
      where: JSON.stringify([{ fields: ['City'], is: 'empty' }]),
    }),
  ).toMatchObject({ code: 'validation_failed' });
  expect((await ada.call('list-delete-rows', { id, all: true })).body.list).toMatchObject({ rows: 0 });
});

it('deletes a list in parts, and reads no changes of other lists for it', async () => {
  const { id } = await newList('List', 450);
  bench.statements.splice(0);
  expect((await ada.call('list-delete', { id })).status).toBe(200);
  expect(deletions()).toEqual([200, 200, 50]);
  const { rows } = await sql<{ indexdef: string }>`
    select indexdef from pg_indexes where tablename = 'list_history'
  `.execute(bench.database.db);
  // What the deletion of a list looks for in its history.
  expect(rows.some(({ indexdef }) => indexdef.includes('(list_id, id)'))).toBe(true);
});
