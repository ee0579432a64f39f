import { afterAll, beforeAll, expect, it } from 'vitest';
import { batch, type ListBench, type ListOwner, openListBench } from './test-lists.ts';

let bench: ListBench;
let ada: ListOwner;
beforeAll(async () => {
  bench = await openListBench();
  ada = await bench.person();
});
afterAll(() => bench.close());

it('rows that an extension joins keep their answers and what was typed', async () => {
  const token = await ada.device();
  const capture = (keys: string[], values: object) =>
    bench.call('extension-import', { token, body: batch([{ key: keys[0], aliases: keys, values }]) });
  await capture(['place:1'], { name: 'Acme' });
  await capture(['feature:1'], { name: 'Acme Inc.', phone: '1' });
  const [list] = (await ada.call('lists')).body.lists;
  const { id } = list;
  const { body } = await ada.call('list-step-save', {
    id,
    step: {
      kind: 'tool',
      name: 'Domain',
      tries: [{ tool: 'company-to-domain', inputs: { company: 'name' } }],
      outputs: [{ field: 'domain', name: 'Found' }],
    },
  });
  const loud = {
    kind: 'formula',
    name: 'Loud',
    formula: '=upper({name})',
    outputs: [{ field: 'value', name: 'Loud' }],
  };
  await ada.call('list-step-save', { id, step: loud });
  const read = async () => (await ada.call(`list-rows?id=${id}&order=added`)).body.rows;
  const [first, second] = await read();
  const { db } = bench.database;
  const cell = { list_id: id, step: body.step as string, worked_at: new Date(bench.deps.clock.now()) };
  await db
    .insertInto('list_cells')
    .values([
      { ...cell, row_id: first.id, status: 'nothing-found', charge: 1 },
      { ...cell, row_id: second.id, status: 'done', charge: 2 },
    ])
    .execute();
  const changes = [
    { row: second.id, column: 'Found', value: 'acme.example' },
    { row: second.id, column: 'Loud', value: 'Typed' },
  ];
  await ada.call('list-edit', { id, changes });

  expect((await capture(['place:1', 'feature:1'], { name: 'ACME' })).body).toMatchObject({ updated: 1 });
  expect((await read()).map(({ id: row, values }: typeof first) => [row, values])).toEqual([
    [first.id, { name: 'ACME', phone: '1', Found: 'acme.example', Loud: 'Typed' }],
  ]);
  const cells = await db.selectFrom('list_cells').selectAll().where('list_id', '=', id).execute();
  expect(cells).toMatchObject([{ row_id: first.id, status: 'done', charge: 3 }]);
  const row = await db.selectFrom('list_rows').select('edited').where('list_id', '=', id).executeTakeFirst();
  expect(row?.edited?.toSorted()).toEqual(['Found', 'Loud']);
  await ada.call('list-edit', { id, changes: [{ row: first.id, column: 'name', value: 'Other' }] });
  expect((await read())[0].values).toMatchObject({ Loud: 'Typed' });
});
