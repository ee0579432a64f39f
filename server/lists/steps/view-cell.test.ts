import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseOptOuts } from '../../leads/test-leads.ts';
import { addOptOuts } from '../../opt-outs/opt-outs.ts';
import { type ListBench, openListBench } from '../test-lists.ts';

let bench: ListBench;
beforeAll(async () => {
  bench = await openListBench();
});
afterAll(() => bench.close());

it('shows what a column had before, also one that no tool fills, without people who opted out', async () => {
  const ada = await bench.person();
  const columns = ['Company', 'Email'].map((name) => ({ name }));
  const { id } = (await ada.call('list-create', { name: 'Typed', columns })).body;
  await ada.call('list-add-rows', { id, rows: [{ Company: 'One', Email: 'old@history.example' }] });
  const [row] = (await ada.call(`list-rows?id=${id}&limit=1`)).body.rows;
  const type = (column: string, value: string) =>
    ada.call('list-edit', { id, changes: [{ row: row.id, column, value }] });
  await type('Company', 'Two');
  await type('Company', '');
  await type('Email', 'new@other.example');
  const cell = async (more: string) => (await ada.call(`list-cell?id=${id}&row=${row.id}${more}`)).body;
  const before = async (column: string) =>
    (await cell(`&column=${column}`)).history.map((each: { before: object }) => each.before);
  expect(await before('Company')).toEqual([{ Company: 'Two' }, { Company: 'One' }]);
  expect(await cell('&column=Company')).toMatchObject({ values: { Company: '' }, tries: [], cost: 0 });
  expect(await before('Email')).toEqual([{ Email: 'old@history.example' }]);
  await addOptOuts(bench.deps, parseOptOuts('old@history.example'), async () => {});
  expect(await before('Email')).toEqual([]);

  expect((await ada.call(`list-cell?id=${id}&row=${row.id}&column=None`)).code).toBe('not_found');
  expect((await ada.call(`list-cell?id=${id}&row=${row.id}`)).code).toBe('validation_failed');
  const eve = await bench.person();
  expect((await eve.call(`list-cell?id=${id}&row=${row.id}&column=Company`)).code).toBe('not_found');
});

it('says whether a person had typed the value of a computed column, so that it can be computed again', async () => {
  const ada = await bench.person();
  const { id } = (await ada.call('list-create', { name: 'Computed', columns: [{ name: 'Company' }] })).body;
  await ada.call('list-add-rows', { id, rows: [{ Company: 'One' }] });
  const formula = { kind: 'formula', name: 'Loud', formula: '=upper({Company})' };
  const outputs = [{ field: 'value', name: 'Loud' }];
  await ada.call('list-step-save', { id, step: { ...formula, outputs } });
  const { list, rows } = (await ada.call(`list-rows?id=${id}&limit=1`)).body;
  const column = list.fields.at(-1).id as string;
  const type = async (changed: string, value: string) =>
    (await ada.call('list-edit', { id, changes: [{ row: rows[0].id, column: changed, value }] })).body.rows[0]
      .values[column];
  await type(column, 'Mine');
  expect(await type(column, 'Other')).toBe('Other');
  const { history } = (await ada.call(`list-cell?id=${id}&row=${rows[0].id}&column=${column}`)).body;
  expect(history).toMatchObject([
    { before: { [column]: 'Mine' }, typed: [column] },
    { before: { [column]: 'ONE' }, typed: [] },
  ]);
  expect(await type(column, '')).toBe('ONE');
  await type('Company', 'Two');
  expect((await ada.call(`list-rows?id=${id}&limit=1`)).body.rows[0].values[column]).toBe('TWO');
});
