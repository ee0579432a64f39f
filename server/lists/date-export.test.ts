import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CALLS } from '#contract/calls.ts';
import { changeListColumns } from './change-columns.ts';
import { dateExport } from './date-export.ts';
import { type ListBench, type ListOwner, openListBench } from './test-lists.ts';

let bench: ListBench;
let ada: ListOwner;
beforeAll(async () => {
  bench = await openListBench();
  ada = await bench.person();
});
afterAll(() => bench.close());

async function newList(name: string, count: number): Promise<string> {
  const columns = [{ name: 'Company' }, { name: 'Email', role: 'email' }];
  const { id } = (await ada.call('list-create', { name, columns })).body;
  await ada.call('list-add-rows', { id, rows: Array.from({ length: count }, (_, at) => row(at)) });
  return id;
}
const row = (at: number) => ({ Company: `Company ${at}`, ...(at !== 1 && { Email: `a${at}@date.example` }) });
const file = async (id: string, query: object): Promise<string> =>
  (await ada.call(`list-csv?${new URLSearchParams({ id, ...query })}`)).body;
const lines = (text: string) => text.trim().split('\r\n').slice(1);
const rowsOf = async (id: string, more = '') =>
  (await ada.call(`list-rows?id=${id}&limit=200&order=added${more}`)).body.rows as {
    id: number;
    values: Record<string, string>;
  }[];
const dates = async (id: string, column: string) => (await rowsOf(id)).map(({ values }) => values[column]);

it('dates the rows that a file had, and the next one has only what is new', async () => {
  const id = await newList('Dated', 90);
  await rowsOf(id, '&search=company');
  const exported = { preset: 'instantly', mark: 'instantly', confirm: randomUUID() };
  expect(lines(await file(id, exported))).toHaveLength(89);
  // One changes and one comes while the file is on its way.
  const [first] = await rowsOf(id);
  await ada.call('list-edit', { id, changes: [{ row: first?.id, column: 'Company', value: 'Changed' }] });
  await ada.call('list-add-rows', { id, rows: [row(90)] });
  const { body } = await ada.call('list-export-date', {
    id,
    ...exported,
    column: 'Exported on',
    date: '2026-11-27',
  });
  expect(body.rows).toBe(88);
  const column = body.list.fields.at(-1);
  expect(column).toMatchObject({ name: 'Exported on', type: 'date' });
  const found = await dates(id, column.id);
  expect([found[0], found[1], found[2], found[89], found[90]]).toEqual([
    undefined,
    undefined,
    '2026-11-27',
    '2026-11-27',
    undefined,
  ]);
  await ada.call('list-export-confirm', { id, confirm: exported.confirm });
  // The index of the open list has the dates.
  expect(await rowsOf(id, '&search=2026-11-27')).toHaveLength(88);
  const next = lines(await file(id, { preset: 'instantly', since: 'instantly' }));
  expect(next.map((line) => line.split(',')[0])).toEqual(['a0@date.example', 'a90@date.example']);
  // A file for another tool doesn't have them again because of the date.
  await file(id, { mark: 'crm' });
  const { list } = (
    await ada.call('list-export-date', { id, column: 'exported ON', selected: `${first?.id}` })
  ).body;
  expect(list.fields).toHaveLength(3);
  expect(lines(await file(id, { since: 'crm' }))).toEqual([]);
  expect((await dates(id, column.id))[0]).toBe(new Date(bench.deps.clock.now()).toISOString().slice(0, 10));

  const undone = (await ada.call('list-undo', { id, edit: body.edit })).body;
  expect(undone.refused).toEqual([]);
  expect(undone.list).toEqual((await ada.call(`list-rows?id=${id}&limit=1`)).body.list);
  expect((await dates(id, column.id)).filter(Boolean)).toHaveLength(1);
  // Nor do exports have them again because the dates were taken back, or written again.
  const newAndDated = async () => {
    const found = await rowsOf(id, '&search=2026-11-27');
    const dated = found.filter((each) => each.id !== first?.id);
    return [lines(await file(id, { since: 'crm' })).length, dated.length];
  };
  expect(await newAndDated()).toEqual([0, 0]);
  await ada.call('list-undo', { id, edit: undone.edit });
  expect(await newAndDated()).toEqual([0, 88]);
});

it('says of rows that were deleted and came back that their dates didn’t count as changes', async () => {
  const id = await newList('Deleted and dated', 3);
  await file(id, { mark: 'crm' });
  const dated = (await ada.call('list-export-date', { id, column: 'On' })).body;
  const rows = (await rowsOf(id)).map((each) => each.id);
  bench.deps.clock.advance(1000);
  const deleted = (await ada.call('list-delete-rows', { id, rows })).body;
  await ada.call('list-undo', { id, edit: deleted.edit });
  await ada.call('list-undo', { id, edit: dated.edit });
  expect((await dates(id, dated.list.fields.at(-1).id)).filter(Boolean)).toEqual([]);
  expect(lines(await file(id, { since: 'crm' }))).toEqual([]);
});

it('refuses a column of a step, one that identifies rows, an unknown export, and the list of someone else', async () => {
  const id = await newList('Refused', 2);
  const step = {
    kind: 'formula',
    name: 'Loud',
    formula: '=upper({Company})',
    outputs: [{ field: 'value', name: 'Loud' }],
  };
  await ada.call('list-step-save', { id, step });
  await ada.call('list-change-columns', { id, keyColumn: 'Company' });
  const refused = async (input: object, who = ada) =>
    (await who.call('list-export-date', { id, ...input })).code;
  expect(await refused({ column: 'loud' })).toBe('validation_failed');
  expect(await refused({ column: 'Company' })).toBe('validation_failed');
  expect(await refused({ column: 'On', mark: 'never' })).toBe('not_found');
  expect(await refused({ column: 'On', date: '27.11.2026' })).toBe('validation_failed');
  expect(await refused({ column: 'On' }, await bench.person())).toBe('not_found');
  expect((await rowsOf(id)).every(({ values }) => Object.keys(values).length <= 3)).toBe(true);
});

it('asks for `confirm` to date an export that has what is new since its own last one', async () => {
  const id = await newList('Since itself', 3);
  const exported = { mark: 'crm', since: 'crm' };
  await file(id, { mark: 'crm' });
  await ada.call('list-add-rows', { id, rows: [row(3)] });
  await file(id, exported);
  const dated = await ada.call('list-export-date', { id, ...exported, column: 'On' });
  expect(dated.code).toBe('validation_failed');
  expect(dated.body.error.message).toContain('`confirm`');
  await ada.call('list-add-rows', { id, rows: [row(4)] });
  const confirmed = { ...exported, confirm: randomUUID() };
  await file(id, confirmed);
  expect((await ada.call('list-export-date', { id, ...confirmed, column: 'On' })).body.rows).toBe(1);
});

it('stops when its column is deleted, and says what undoes the rows before', async () => {
  const id = await newList('Deleted meanwhile', 400);
  const { body } = await ada.call('list-change-columns', { id, add: [{ name: 'On' }] });
  const column = body.fields.at(-1).id as string;
  const input = CALLS.listExportDate.input.parse({ id, column: 'On', date: '2026-11-27' });
  const begun = Promise.withResolvers<void>();
  const deleted = begun.promise.then(() =>
    changeListColumns(bench.deps, ada.id, { id, add: [], change: [], delete: [column] }),
  );
  const now = () => {
    begun.resolve();
    return bench.deps.clock.now();
  };
  const deps = { ...bench.deps, clock: { ...bench.deps.clock, now } };
  const error = await dateExport(deps, ada.id, input, null).catch((cause: unknown) => cause);
  await deleted;
  expect(error).toMatchObject({ code: 'conflict', details: { edit: expect.any(String) } });
  expect((await rowsOf(id)).every(({ values }) => !(column in values))).toBe(true);
});
