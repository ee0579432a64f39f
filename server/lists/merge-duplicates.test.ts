import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ListBench, type ListOwner, openListBench } from './test-lists.ts';

let bench: ListBench;
let ada: ListOwner;
beforeAll(async () => {
  bench = await openListBench();
  ada = await bench.person();
});
afterAll(() => bench.close());

const MANY = 250;

it('merges large and small groups in parts, and the first value of each column wins in all of them', async () => {
  const columns = ['Company', 'Note', 'City'].map((name) => ({ name }));
  const { id } = (await ada.call('list-create', { name: 'Repeated', columns })).body;
  const many = Array.from({ length: MANY }, (_, at) => ({
    Company: 'Many',
    ...(at === 2 ? { Note: 'first' } : at === 180 ? { Note: 'later', City: 'Bern' } : {}),
  }));
  const pairs = Array.from({ length: 12 }, (_, at) => [
    { Company: `Pair ${at}` },
    { Company: `pair ${at}`, Note: `${at}` },
  ]).flat();
  for (const rows of [many, pairs]) await ada.call('list-add-rows', { id, rows });
  bench.statements.splice(0);
  const { body } = await ada.call('list-merge-duplicates', { id, columns: ['Company'], merge: true });
  expect(body).toMatchObject({ duplicates: MANY - 1 + 12, list: { rows: 13 } });
  const deleted = bench.statements.flatMap(({ text, rows }) =>
    text === 'DeleteQueryNode' && rows > 0 ? [rows] : [],
  );
  expect(Math.max(...deleted)).toBeLessThan(100);
  expect(deleted.reduce((all, rows) => all + rows, 0)).toBe(MANY - 1 + 12);
  // Not once for each group.
  const moves = bench.statements.filter(({ text }) => /^insert into list_row_keys/.test(text));
  expect(moves.length).toBe(deleted.length);

  const { rows } = (await ada.call(`list-rows?id=${id}&limit=200`)).body;
  const values = rows.toReversed().map((row: { values: object }) => row.values);
  expect(values).toEqual([
    { Company: 'Many', Note: 'first', City: 'Bern' },
    ...Array.from({ length: 12 }, (_, at) => ({ Company: `Pair ${at}`, Note: `${at}` })),
  ]);
});

it('keeps what was typed over what a step found, and calls nothing else typed', async () => {
  const columns = ['Email', 'Company'].map((name) => ({ name }));
  const { id } = (await ada.call('list-create', { name: 'Typed', columns })).body;
  const rows = ['a@a.com', 'b@b.com'].flatMap((Email) => [
    { Email, Company: 'one' },
    { Email, Company: 'two' },
  ]);
  await ada.call('list-add-rows', { id, rows });
  const step = {
    kind: 'formula',
    name: 'Loud',
    formula: '=upper({Company})',
    outputs: [{ field: 'value', name: 'Loud' }],
  };
  await ada.call('list-step-save', { id, step });
  const read = async () => (await ada.call(`list-rows?id=${id}&limit=10`)).body.rows.toReversed();
  const [first, second, third, fourth] = await read();
  const type = (row: { id: number }, column: string, value: string) => ({ row: row.id, column, value });
  await ada.call('list-edit', { id, changes: [type(second, 'Loud', 'Typed'), type(third, 'Loud', 'First')] });
  await ada.call('list-edit', { id, changes: [type(fourth, 'Loud', 'Second')] });
  await ada.call('list-merge-duplicates', { id, columns: ['Email'], merge: true });
  const loud = async () => (await read()).map(({ values }: { values: { Loud: string } }) => values.Loud);
  expect(await loud()).toEqual(['Typed', 'First']);
  await ada.call('list-edit', { id, changes: [type(first, 'Company', 'other')] });
  expect(await loud()).toEqual(['Typed', 'First']);
  const { edited } = await bench.database.db
    .selectFrom('list_rows')
    .select('edited')
    .where('id', '=', first.id)
    .executeTakeFirstOrThrow();
  expect(edited).toEqual(['Loud']);
});
