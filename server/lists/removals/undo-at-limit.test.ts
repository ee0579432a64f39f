import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ListBench, type ListOwner, openListBench } from '../test-lists.ts';

let bench: ListBench;
let eve: ListOwner;
beforeAll(async () => {
  bench = await openListBench({ LIST_ROWS_PER_ACCOUNT: '50' });
  eve = await bench.person();
});
afterAll(() => bench.close());

it('says how many rows are back if the rest doesn’t fit, and brings that back once it does', async () => {
  const newListOf = async (name: string, count: number): Promise<string> => {
    const { body } = await eve.call('list-create', { name, columns: [{ name: 'Company' }] });
    const added = Array.from({ length: count }, (_, at) => ({ Company: `Company ${at}` }));
    await eve.call('list-add-rows', { id: body.id, rows: added });
    return body.id;
  };
  const read = async (id: string): Promise<{ id: number }[]> =>
    (await eve.call(`list-rows?id=${id}&limit=200&order=added`)).body.rows;
  const id = await newListOf('Full', 45);
  const before = await read(id);
  const rows = before.map((row) => row.id);
  const { edit } = (await eve.call('list-delete-rows', { id, rows })).body;
  const other = await newListOf('Other', 10);
  const undo = () => eve.call('list-undo', { id, edit });
  expect((await undo()).body.error).toMatchObject({
    code: 'quota_exceeded',
    details: { limit: 'list_rows', back: 40 },
  });
  expect(await read(id)).toEqual(before.slice(0, 40));
  expect((await undo()).body.error.details).not.toHaveProperty('back');
  await eve.call('list-delete', { id: other });
  expect((await undo()).body).toMatchObject({ refused: [], list: { rows: 45 } });
  expect(await read(id)).toEqual(before);
});
