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

  const { rows } = (await ada.call(`list-rows?id=${id}&limit=200`)).body;
  const values = rows.toReversed().map((row: { values: object }) => row.values);
  expect(values).toEqual([
    { Company: 'Many', Note: 'first', City: 'Bern' },
    ...Array.from({ length: 12 }, (_, at) => ({ Company: `Pair ${at}`, Note: `${at}` })),
  ]);
});
