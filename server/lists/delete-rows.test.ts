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
  const { body } = await ada.call('list-create', { name, columns: [{ name: 'Company' }] });
  const rows = Array.from({ length: count }, (_, at) => ({ Company: `Company ${at}` }));
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
