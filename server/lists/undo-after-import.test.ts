import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ListBench, type ListOwner, openListBench } from './test-lists.ts';

let bench: ListBench;
let ada: ListOwner;
beforeAll(async () => {
  bench = await openListBench();
  ada = await bench.person();
});
afterAll(() => bench.close());

const DAY_MS = 86_400_000;

async function keyedList(name: string, more: readonly string[] = []) {
  const columns = ['Company', 'City', 'Size', ...more].map((column) => ({ name: column }));
  const { id } = (await ada.call('list-create', { name, columns, keyColumn: 'Company' })).body;
  const read = async () => (await ada.call(`list-rows?id=${id}&order=added`)).body.rows;
  return {
    id: id as string,
    add: (rows: readonly object[]) => ada.call('list-add-rows', { id, rows }),
    edit: async (body: object) => (await ada.call('list-edit', { id, ...body })).body.edit as string,
    undo: async (edit: string) => (await ada.call('list-undo', { id, edit })).body,
    read,
    values: async () => (await read()).map(({ values }: { values: object }) => values),
    history: () =>
      bench.database.db
        .selectFrom('list_history')
        .selectAll()
        .where('list_id', '=', id)
        .orderBy('id')
        .execute(),
  };
}

it('an undo keeps what an import wrote after the edit, and says so', async () => {
  const { add, edit, undo, read, values } = await keyedList('Edited');
  await add([{ Company: 'Acme', City: 'Bern', Size: '1' }]);
  const [{ id: row }] = await read();
  const change = (column: string, value: string) => ({ row, column, value });
  const made = await edit({ changes: [change('City', 'Basel'), change('Size', '2')] });
  await add([{ Company: 'Acme', City: 'Zurich' }]);
  const { refused } = await undo(made);
  expect(refused).toEqual([{ row, added: null, reason: expect.stringContaining('changed since') }]);
  expect(await values()).toEqual([{ Company: 'Acme', City: 'Zurich', Size: '1' }]);
});

it('an undo leaves a row that it added and an import filled', async () => {
  const { add, edit, undo, values } = await keyedList('Added');
  const made = await edit({ changes: [], add: [{ Company: 'Acme' }, { Company: 'Beta' }] });
  await add([{ Company: 'acme', City: 'Bern' }, { Company: 'Beta' }]);
  const { refused } = await undo(made);
  expect(refused).toMatchObject([{ reason: expect.stringContaining('changed since') }]);
  expect(await values()).toEqual([{ Company: 'acme', City: 'Bern' }]);
});

it('shows the values before an import in the history of a cell, one entry for all imports of a day', async () => {
  const { id, add, edit, read, history } = await keyedList('History');
  await add([{ Company: 'Acme', City: 'Bern' }]);
  const [{ id: row }] = await read();
  for (const City of ['Basel', 'Basel', 'Chur', 'Davos']) await add([{ Company: 'Acme', City, Size: '1' }]);
  expect((await history()).map(({ before }) => before)).toEqual([{ City: 'Bern', Size: null }]);
  const panel = async () =>
    (await ada.call(`list-cell?id=${id}&row=${row}&column=City`)).body.history.map(
      ({ before }: { before: object }) => before,
    );
  expect(await panel()).toEqual([{ City: 'Bern' }]);
  expect((await ada.call(`list-cell?id=${id}&row=${row}&column=City`)).body.history).toMatchObject([
    { imported: true, taskId: null },
  ]);
  await edit({ changes: [{ row, column: 'City', value: 'Typed' }] });
  await add([{ Company: 'Acme', City: 'Egg' }]);
  const earlier = new Date(bench.deps.clock.now() - 2 * DAY_MS);
  await bench.database.db
    .updateTable('list_history')
    .set({ at: earlier })
    .where('list_id', '=', id)
    .execute();
  await add([{ Company: 'Acme', City: 'Flims' }]);
  expect(await panel()).toEqual([{ City: 'Egg' }, { City: 'Typed' }, { City: 'Davos' }, { City: 'Bern' }]);
});

it('finds the history of a column whose name has a line break, quotes or a backslash', async () => {
  const odd = 'A\n"b"\\c\tñ';
  const { id, add, read } = await keyedList('Odd');
  await add([{ Company: 'Acme', [odd]: 'before' }]);
  const [{ id: row }] = await read();
  await add([{ Company: 'Acme', [odd]: 'after' }]);
  const { columns } = (await ada.call(`list-rows?id=${id}&limit=1`)).body.list;
  const column = columns.at(-1);
  const { body } = await ada.call(`list-cell?id=${id}&row=${row}&column=${encodeURIComponent(column)}`);
  expect(body.history).toMatchObject([{ before: { [column]: 'before' } }]);
});
