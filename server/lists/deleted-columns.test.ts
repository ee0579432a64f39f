import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { refreshLists } from './steps/refresh-list.ts';
import { batch, type ListBench, type ListOwner, openListBench, place } from './test-lists.ts';

let bench: ListBench;
let ada: ListOwner;
beforeAll(async () => {
  bench = await openListBench();
  ada = await bench.person();
});
afterAll(() => bench.close());

let made = 0;
async function newList(rows: readonly object[]): Promise<string> {
  made += 1;
  const columns = [{ name: 'Company' }, { name: 'Secret' }];
  const { body } = await ada.call('list-create', { name: `List ${made}`, columns });
  for (let from = 0; from < rows.length; from += 500)
    await ada.call('list-add-rows', { id: body.id, rows: rows.slice(from, from + 500) });
  return body.id;
}
const secrets = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ Company: `Company ${at}`, Secret: `hush ${at} `.repeat(20) }));
const change = async (id: string, body: object) =>
  (await ada.call('list-change-columns', { id, ...body })).body;
const bytesOf = async (id: string) =>
  (await ada.call(`list-rows?id=${id}&limit=1`)).body.list.bytes as number;
/** how many rows and remembered changes still have the text */
async function left(id: string, text = 'hush'): Promise<[rows: number, changes: number]> {
  const { rows } = await sql<{ rows: number; changes: number }>`
    select (select count(*)::int from list_rows where list_id = ${id}::uuid and cells::text like ${`%${text}%`}) as rows,
      (select count(*)::int from list_history where list_id = ${id}::uuid and before::text like ${`%${text}%`}) as changes
  `.execute(bench.database.db);
  return [rows[0]?.rows ?? -1, rows[0]?.changes ?? -1];
}

it('frees what the values of a deleted column filled', async () => {
  const id = await newList(secrets(20));
  const before = await bytesOf(id);
  await change(id, { delete: ['Secret'] });
  expect(await left(id)).toEqual([0, 0]);
  const { rows } = await sql<{ bytes: number }>`
    select sum(octet_length(cells::text) - 1 + (select sum(octet_length(key)) from list_row_keys k where k.row_id = r.id))::int as bytes
    from list_rows r where list_id = ${id}::uuid
  `.execute(bench.database.db);
  expect(await bytesOf(id)).toBe(rows[0]?.bytes);
  expect(await bytesOf(id)).toBeLessThan(before / 2);
});

it('removes them in the background, also after a kill, and shows none of them meanwhile', async () => {
  const id = await newList(secrets(450));
  const changed = await change(id, { delete: ['Secret'] });
  expect(changed.computing).toMatchObject({ rows: 400 });
  // As after a kill: only what is stored says that there is more to do.
  expect(await left(id)).toEqual([50, 0]);
  const { rows } = (await ada.call(`list-rows?id=${id}&limit=200`)).body;
  expect(rows.filter(({ values }: { values: object }) => 'Secret' in values)).toEqual([]);

  const { fields } = await change(id, { add: [{ name: 'Secret' }] });
  const again = fields.find(({ name }: { name: string }) => name === 'Secret');
  expect(again.id).not.toBe('Secret');
  await ada.call('list-add-rows', { id, rows: [{ Company: 'New', Secret: 'mine' }] });
  const file = await ada.call(`list-csv?id=${id}`);
  expect(file.body).toContain('Company,Secret');
  expect(file.body).not.toContain('hush');
  expect(file.body).toContain('New,mine');

  await refreshLists(bench.deps);
  expect(await left(id)).toEqual([0, 0]);
  expect(await left(id, 'mine')).toEqual([1, 0]);
  expect((await ada.call(`list-rows?id=${id}&limit=1`)).body.list.computing).toBeNull();
});

it('leaves no earlier value for an undo to put into a new column of the same name', async () => {
  const id = await newList([{ Company: 'A', Secret: 'hush' }]);
  const [{ id: row }] = (await ada.call(`list-rows?id=${id}`)).body.rows;
  const edit = async (changes: object[]) => (await ada.call('list-edit', { id, changes })).body.edit;
  const both = await edit([
    { row, column: 'Secret', value: 'other' },
    { row, column: 'Company', value: 'B' },
  ]);
  const only = await edit([{ row, column: 'Secret', value: '' }]);
  await change(id, { delete: ['Secret'] });
  expect(await left(id)).toEqual([0, 0]);
  const { fields } = await change(id, { add: [{ name: 'Secret' }] });
  expect(fields.at(-1)).toMatchObject({ id: 'Secret' });
  // It changed nothing that is left. It must not be taken for an edit that added the row.
  expect((await ada.call('list-undo', { id, edit: only })).status).toBe(404);
  await ada.call('list-undo', { id, edit: both });
  expect((await ada.call(`list-rows?id=${id}`)).body.rows[0].values).toEqual({ Company: 'A' });
});

it('doesn’t come back with rows that were deleted while its values were being removed', async () => {
  const id = await newList(secrets(450));
  const { rows: last } = (await ada.call(`list-rows?id=${id}&limit=1`)).body;
  const row = last[0].id as number;
  await ada.call('list-edit', { id, changes: [{ row, column: 'Secret', value: 'hush again' }] });
  await change(id, { delete: ['Secret'] });
  expect(await left(id)).toEqual([50, 1]);
  const { edit } = (await ada.call('list-delete-rows', { id, rows: [row] })).body;
  await refreshLists(bench.deps);
  const { fields } = await change(id, { add: [{ name: 'Secret' }] });
  expect(fields.at(-1)).toMatchObject({ id: 'Secret' });
  const { body } = await ada.call('list-undo', { id, edit });
  expect(body).toMatchObject({ refused: [], notes: [], list: { rows: 450 } });
  expect(await left(id)).toEqual([0, 0]);
});

it('goes with a step and its columns', async () => {
  const id = await newList([{ Company: 'Acme' }]);
  const step = {
    kind: 'formula',
    name: 'Loud',
    formula: '=upper({Company})',
    outputs: [{ field: 'value', name: 'Loud' }],
  };
  const saved = await ada.call('list-step-save', { id, step });
  expect(await left(id, 'ACME')).toEqual([1, 0]);
  await ada.call('list-step-delete', { id, step: saved.body.step, columns: true });
  expect(await left(id, 'ACME')).toEqual([0, 0]);
});

it('comes back with the next rows of an extension, without the values from before', async () => {
  const token = await ada.device();
  const send = (rows: object[]) => bench.call('extension-import', { token, body: batch(rows) });
  const places = (from: number, city: string) =>
    Array.from({ length: 90 }, (_, at) => place(`p${from + at}`, { city }));
  for (let from = 0; from < 450; from += 90) await send(places(from, 'hush'));
  const { body } = await ada.call('lists');
  const { id } = body.lists.find(({ name }: { name: string }) => name === 'Bakeries');
  await change(id, { delete: ['city'] });
  await send([place('p1', { city: 'early' })]);
  expect((await ada.call(`list-rows?id=${id}`)).body.list.columns).not.toContain('city');
  await refreshLists(bench.deps);
  await send([place('p2', { city: 'new' })]);
  expect((await ada.call(`list-rows?id=${id}`)).body.list.columns).toContain('city');
  expect([await left(id), await left(id, 'early'), await left(id, '"new"')]).toEqual([
    [0, 0],
    [0, 0],
    [1, 0],
  ]);
});
