import { afterAll, beforeAll, expect, it } from 'vitest';
import { CallError } from '#contract/errors.ts';
import { parseOptOuts } from '../../leads/test-leads.ts';
import { addOptOuts } from '../../opt-outs/opt-outs.ts';
import { deleteRows } from '../delete-rows.ts';
import { mergeDuplicates } from '../merge-duplicates.ts';
import { sweepList } from '../opt-out-sweep.ts';
import { type ListBench, type ListOwner, openListBench } from '../test-lists.ts';
import { forgetRemovals } from './forget-removals.ts';

let bench: ListBench;
let ada: ListOwner;
beforeAll(async () => {
  bench = await openListBench();
  ada = await bench.person();
});
afterAll(() => bench.close());

interface Row {
  id: number;
  values: Record<string, string>;
}

async function newList(name: string, rows: readonly object[], keyColumn: string | null = null) {
  const columns = ['Company', 'Email', 'Note'].map((column) => ({ name: column }));
  const { body } = await ada.call('list-create', { name, columns, keyColumn });
  await ada.call('list-add-rows', { id: body.id, rows });
  const id = body.id as string;
  return { id, rows: await readRows(id) };
}
/** in the order they were added */
async function readRows(id: string, more = ''): Promise<Row[]> {
  const { body } = await ada.call(`list-rows?id=${id}&limit=200&order=added${more}`);
  return body.rows.map(({ id: row, values }: Row) => ({ id: row, values }));
}
const stored = (table: 'list_cells' | 'list_history' | 'list_row_keys', id: string) =>
  bench.database.db.selectFrom(table).selectAll().where('list_id', '=', id).execute();
const everything = async (id: string) => {
  const cells = (await stored('list_cells', id)).map((cell) => ({ ...cell, queued_by: null }));
  const sorted = (rows: object[]) => rows.map((row) => JSON.stringify(row)).sort();
  return {
    rows: await readRows(id),
    cells: sorted(cells),
    history: sorted(await stored('list_history', id)),
    keys: sorted(await stored('list_row_keys', id)),
    counters: (await ada.call(`list-rows?id=${id}&limit=1`)).body.list.bytes,
  };
};
const kept = (id: string) =>
  bench.database.db.selectFrom('removed_list_rows').selectAll().where('list_id', '=', id).execute();
const optOut = (address: string) => addOptOuts(bench.deps, parseOptOuts(address), async () => {});
/** Gives a row a cell of a step that cost something. */
async function plantCell(id: string, row: number, charge: number, text = '') {
  const tool = {
    kind: 'tool',
    name: 'Domain',
    conditions: [],
    outputs: [{ field: 'domain', column: 'Note' }],
  };
  const tries = [{ tool: 'company-to-domain', options: {}, inputs: { company: 'Company' }, accepts: [] }];
  await bench.database.db
    .updateTable('lists')
    .set({ steps: JSON.stringify([{ id: 's1', ...tool, tries }]) })
    .where('id', '=', id)
    .execute();
  await bench.database.db
    .insertInto('list_cells')
    .values({
      list_id: id,
      row_id: row,
      step: 's1',
      status: 'done',
      charge,
      tries: JSON.stringify([
        {
          tool: 'company-to-domain',
          verdict: null,
          found: true,
          failed: false,
          accepted: true,
          text,
          charge,
          row: {},
        },
      ]),
      worked_at: new Date(bench.deps.clock.now()),
    })
    .execute();
}
const charges = async (id: string) =>
  (await stored('list_cells', id)).reduce((sum, cell) => sum + ('charge' in cell ? cell.charge : 0), 0);

it('brings deleted rows back to their places, with typed values, cells, costs, keys and changes', async () => {
  const companies = Array.from({ length: 190 }, (_, at) => ({
    Company: `Company ${at}`,
    Email: `a${at}@a.com`,
  }));
  const { id, rows } = await newList('Deleted', companies, 'Email');
  const second = rows[1]?.id ?? 0;
  await plantCell(id, second, 3);
  const typed = [{ row: second, column: 'Note', value: 'call back' }];
  const { body: edited } = await ada.call('list-edit', { id, changes: typed });
  // The column index has read the list.
  expect(await readRows(id, '&search=company+12')).not.toHaveLength(0);
  const before = await everything(id);
  const chosen = rows.slice(0, 180).map((row) => row.id);
  const { body: deleted } = await ada.call('list-delete-rows', { id, rows: chosen });
  expect(deleted).toMatchObject({ list: { rows: 10 }, edit: expect.any(String) });
  expect(await readRows(id, '&search=company+12')).toEqual([]);
  const { status, body } = await ada.call('list-undo', { id, edit: deleted.edit });
  expect([status, body.refused, body.notes, body.list.rows]).toEqual([200, [], [], 190]);
  expect(await everything(id)).toEqual(before);
  expect((await readRows(id, '&search=company+12')).map((row) => row.id)).toContain(rows[12]?.id);
  expect(await kept(id)).toEqual([]);
  // The edit before is still undone.
  expect((await ada.call('list-undo', { id, edit: edited.edit })).body.refused).toEqual([]);
  expect((await readRows(id))[1]?.values).toEqual({ Company: 'Company 1', Email: 'a1@a.com' });
  expect((await ada.call('list-undo', { id, edit: deleted.edit })).code).toBe('not_found');
});

it('has rows that come back in the next export if one was made without them, and only then', async () => {
  const { id, rows } = await newList('Exported', [
    { Company: 'One' },
    { Company: 'Two' },
    { Company: 'Three' },
  ]);
  const ids = rows.map((row) => row.id);
  const file = async (query: object): Promise<string[]> =>
    (await ada.call(`list-csv?${new URLSearchParams({ id, ...query })}`)).body.trim().split('\r\n').slice(1);
  const next = async () => (await file({ since: 'crm' })).map((line) => line.split(',')[0]);
  const remove = async (some: number[]) => (await ada.call('list-delete-rows', { id, rows: some })).body.edit;
  expect(await file({ mark: 'crm' })).toHaveLength(3);
  bench.deps.clock.advance(1000);
  const none = await remove(ids.slice(0, 1));
  await ada.call('list-undo', { id, edit: none });
  expect(await next()).toEqual([]);
  await ada.call('list-edit', { id, changes: [{ row: ids[1], column: 'Company', value: 'Changed' }] });
  const edit = await remove(ids.slice(1, 2));
  bench.deps.clock.advance(1000);
  expect(await file({ mark: 'crm', since: 'crm' })).toEqual([]);
  await ada.call('list-undo', { id, edit });
  expect(await next()).toEqual(['Changed']);
});

it('says what a row lacks that comes back after its column was deleted or its key was taken', async () => {
  const { id, rows } = await newList(
    'Changed since',
    [
      { Company: 'One', Email: 'one@a.com', Note: 'first' },
      { Company: 'Two', Email: 'two@a.com' },
    ],
    'Email',
  );
  const { edit } = (await ada.call('list-delete-rows', { id, rows: rows.map((row) => row.id) })).body;
  await ada.call('list-add-rows', { id, rows: [{ Company: 'Two again', Email: 'TWO@a.com' }] });
  await ada.call('list-change-columns', { id, delete: ['Note'] });
  await ada.call('list-change-columns', { id, add: [{ name: 'Note' }] });
  const { body } = await ada.call('list-undo', { id, edit });
  expect(body.notes).toEqual([
    { row: rows[0]?.id, text: expect.stringContaining('columns that were deleted') },
    { row: rows[1]?.id, text: expect.stringContaining('same key') },
  ]);
  expect((await readRows(id)).map(({ values }) => values)).toEqual([
    { Company: 'One', Email: 'one@a.com' },
    { Company: 'Two', Email: 'two@a.com' },
    { Company: 'Two again', Email: 'TWO@a.com' },
  ]);
});

it('gives rows that come back the keys of the key column as it is now, so that an import finds them', async () => {
  const { id, rows } = await newList(
    'Type changed',
    [{ Company: 'https://www.one.example/' }, { Company: 'https://two.example/' }],
    'Company',
  );
  const { edit } = (await ada.call('list-delete-rows', { id, rows: rows.map((row) => row.id) })).body;
  await ada.call('list-change-columns', { id, change: [{ id: 'Company', type: 'url' }] });
  await ada.call('list-add-rows', { id, rows: [{ Company: 'two.example' }] });
  const { body } = await ada.call('list-undo', { id, edit });
  expect(body.notes).toEqual([{ row: rows[1]?.id, text: expect.stringContaining('same key') }]);
  const { body: added } = await ada.call('list-add-rows', { id, rows: [{ Company: 'one.example' }] });
  expect([added.added, added.list.rows]).toEqual([0, 3]);
});

it('says what a deletion or a merge did before it failed, so that it can be undone', async () => {
  const { id, rows } = await newList(
    'Failed',
    Array.from({ length: 250 }, (_, at) => ({ Company: `Company ${at % 10}` })),
  );
  /** fails after some parts */
  const failingDeps = (parts: number) => {
    let left = parts;
    const now = () => {
      left -= 1;
      if (left < 0) throw new CallError('conflict', 'Busy.');
      return bench.deps.clock.now();
    };
    return { ...bench.deps, clock: { ...bench.deps.clock, now } };
  };
  const editOf = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: unknown) =>
        error instanceof CallError ? ((error.details as { edit?: string } | undefined)?.edit ?? null) : error,
    );
  const ids = rows.map((row) => row.id);
  expect(await editOf(deleteRows(failingDeps(0), ada.id, id, ids))).toBeNull();
  const deletion = await editOf(deleteRows(failingDeps(1), ada.id, id, ids));
  expect(await readRows(id)).toHaveLength(150);
  expect((await ada.call('list-undo', { id, edit: deletion })).body.refused).toEqual([]);
  const input = { id, columns: ['Company'], merge: true };
  expect(await editOf(mergeDuplicates(failingDeps(0), ada.id, input))).toBeNull();
  const merge = await editOf(mergeDuplicates(failingDeps(1), ada.id, input));
  expect((await ada.call(`list-rows?id=${id}&limit=1`)).body.list.rows).toBeLessThan(250);
  const { body } = await ada.call('list-undo', { id, edit: merge });
  expect([body.refused, body.list.rows]).toEqual([[], 250]);
});

it('brings no one back who opted out in between, and forgets them with the sweep', async () => {
  const { id, rows } = await newList('Opted out', [
    { Company: 'One', Email: 'gone@undo.example' },
    { Company: 'Two', Email: 'stays@undo.example' },
    { Company: 'Three', Email: 'swept@undo.example' },
    { Company: 'Four' },
  ]);
  await plantCell(id, rows[3]?.id ?? 0, 1, 'Found swept@undo.example');
  const { edit } = (await ada.call('list-delete-rows', { id, rows: rows.map((row) => row.id) })).body;
  await optOut('swept@undo.example');
  await sweepList(bench.deps, id, []);
  expect(JSON.stringify(await kept(id))).not.toContain('swept@undo.example');
  await optOut('gone@undo.example');
  const { body } = await ada.call('list-undo', { id, edit });
  expect(body.refused).toEqual([
    { row: rows[0]?.id, added: null, reason: expect.stringContaining('asked not') },
  ]);
  expect((await readRows(id)).map(({ values }) => values.Company)).toEqual(['Two', 'Four']);
  expect(await charges(id)).toBe(1);
  expect(await kept(id)).toEqual([]);
});

it('takes a merge back: rows, values, keys, and the cells that moved with their costs', async () => {
  const { id, rows } = await newList('Merged', [
    { Company: 'One', Email: 'same@a.com' },
    { Company: 'one', Email: 'same@a.com', Note: 'typed' },
    { Company: 'Alone' },
  ]);
  const [first, second] = rows.map((row) => row.id);
  await plantCell(id, second ?? 0, 2);
  const before = await everything(id);
  const { body: merged } = await ada.call('list-merge-duplicates', { id, columns: ['Company'], merge: true });
  expect(merged).toMatchObject({ duplicates: 1, list: { rows: 2 } });
  expect((await readRows(id))[0]?.values).toEqual({ Company: 'One', Email: 'same@a.com', Note: 'typed' });
  expect(await charges(id)).toBe(2);
  const { body } = await ada.call('list-undo', { id, edit: merged.edit });
  expect([body.refused, body.notes]).toEqual([[], []]);
  const after = await everything(id);
  expect({ ...after, history: [] }).toEqual({ ...before, history: [] });

  // An answer that came after the merge stays, and no credit counts twice.
  const again = (await ada.call('list-merge-duplicates', { id, columns: ['Company'], merge: true })).body;
  await bench.database.db
    .updateTable('list_cells')
    .set({ charge: 7, worked_at: new Date(bench.deps.clock.now() + 1000) })
    .where('list_id', '=', id)
    .execute();
  const typed = [{ row: first ?? 0, column: 'Note', value: 'newer' }];
  await ada.call('list-edit', { id, changes: typed });
  const undone = (await ada.call('list-undo', { id, edit: again.edit })).body;
  expect(undone.refused).toEqual([
    { row: first, added: null, reason: expect.stringContaining('changed since') },
  ]);
  expect((await readRows(id)).map(({ values }) => values.Note)).toEqual(['newer', 'typed', undefined]);
  const costs = (await stored('list_cells', id)).map((cell) => ('charge' in cell ? cell.charge : 0));
  expect(costs.sort()).toEqual([2, 5]);
});

it('moves an answer over a cell that has none, and takes it back with the cell that it replaced', async () => {
  const { id, rows } = await newList('Better', [
    { Company: 'One', Note: 'old' },
    { Company: 'one', Note: 'answer' },
    { Company: 'One' },
  ]);
  const [first, second, third] = rows.map((row) => row.id);
  await plantCell(id, second ?? 0, 2);
  for (const [row, charge] of [
    [first, 3],
    [third, 5],
  ] as const) {
    await plantCell(id, row ?? 0, charge);
    await bench.database.db
      .updateTable('list_cells')
      .set({ status: 'failed', note: 'The tool failed', worked_at: new Date(bench.deps.clock.now() - 1000) })
      .where('list_id', '=', id)
      .where('row_id', '=', row ?? 0)
      .execute();
  }
  const before = await everything(id);
  const { edit } = (await ada.call('list-merge-duplicates', { id, columns: ['Company'], merge: true })).body;
  expect(await readRows(id)).toEqual([{ id: first, values: { Company: 'One', Note: 'answer' } }]);
  expect(await stored('list_cells', id)).toMatchObject([{ row_id: first, status: 'done', charge: 5 }]);
  const { body } = await ada.call('list-undo', { id, edit });
  expect([body.refused, body.notes]).toEqual([[], []]);
  expect({ ...(await everything(id)), history: [] }).toEqual({ ...before, history: [] });
});

it('refuses to take back a merge whose rows are forgotten, and forgets what it changed', async () => {
  const { id } = await newList('Forgotten', [{ Company: 'One' }, { Company: 'one', Note: 'taken' }]);
  const { edit } = (await ada.call('list-merge-duplicates', { id, columns: ['Company'], merge: true })).body;
  await bench.database.db
    .updateTable('list_removals')
    .set({ forgotten: true })
    .where('list_id', '=', id)
    .execute();
  const undo = async () => {
    const { code, body } = await ada.call('list-undo', { id, edit });
    return [code, body.error?.message];
  };
  const merged = [{ id: expect.any(Number), values: { Company: 'One', Note: 'taken' } }];
  expect(await undo()).toEqual(['not_found', 'This change is too old to be undone.']);
  expect(await readRows(id)).toEqual(merged);
  await forgetRemovals(bench.deps);
  expect([await kept(id), await stored('list_history', id)]).toEqual([[], []]);
  expect((await undo())[0]).toBe('not_found');
  expect(await readRows(id)).toEqual(merged);
});

it('takes a merge of many rows back that ran in parts, and one whose row was deleted later only after it', async () => {
  const many = Array.from({ length: 230 }, (_, at) => ({
    Company: 'Many',
    ...(at === 150 && { Note: 'late' }),
  }));
  const { id, rows } = await newList('Many', many);
  const before = await readRows(id);
  const merge = async () =>
    (await ada.call('list-merge-duplicates', { id, columns: ['Company'], merge: true })).body.edit;
  const first = await merge();
  expect(await readRows(id)).toEqual([{ id: rows[0]?.id, values: { Company: 'Many', Note: 'late' } }]);
  const { edit } = (await ada.call('list-delete-rows', { id, rows: [rows[0]?.id] })).body;
  const { body: early } = await ada.call('list-undo', { id, edit: first });
  expect(early.refused).toHaveLength(229);
  expect(early.refused[0]).toMatchObject({ reason: expect.stringContaining('Undo that first'), waits: true });
  await ada.call('list-undo', { id, edit });
  const { body } = await ada.call('list-undo', { id, edit: first });
  expect(body).toMatchObject({ refused: [], list: { rows: 230 } });
  expect(await readRows(id)).toEqual(before);
});

it('keeps deleted rows for 30 days and within the limits of the account, and no longer than their list', async () => {
  const small = await openListBench({ LIST_ROWS_PER_ACCOUNT: '20' });
  try {
    const eve = await small.person();
    const { body: list } = await eve.call('list-create', { name: 'Small', columns: [{ name: 'Company' }] });
    const remove = async (count: number) => {
      const added = Array.from({ length: count }, (_, at) => ({ Company: `Company ${at}` }));
      await eve.call('list-add-rows', { id: list.id, rows: added });
      const { rows } = (await eve.call(`list-rows?id=${list.id}&limit=200`)).body;
      const ids = rows.map((row: Row) => row.id);
      small.deps.clock.advance(1000);
      return (await eve.call('list-delete-rows', { id: list.id, rows: ids })).body.edit;
    };
    const left = () => small.database.db.selectFrom('removed_list_rows').selectAll().execute();
    const undo = async (edit: string) => (await eve.call('list-undo', { id: list.id, edit })).code;
    const [first, second] = [await remove(12), await remove(8)];
    expect(await undo(first)).toBeUndefined();
    const third = await remove(12);
    const last = await remove(5);
    // A server that stops leaves them to its next start.
    await forgetRemovals(small.deps, AbortSignal.abort());
    expect(await left()).toHaveLength(25);
    await forgetRemovals(small.deps);
    expect([await undo(second), (await left()).length]).toEqual(['not_found', 17]);
    expect(await undo(last)).toBeUndefined();
    const longAgo = new Date(small.deps.clock.now() - 30 * 86_400_000);
    await small.database.db.updateTable('list_removals').set({ at: longAgo }).execute();
    expect(await undo(third)).toBe('not_found');
    await forgetRemovals(small.deps);
    expect(await left()).toEqual([]);
    await remove(5);
    await eve.call('list-delete', { id: list.id });
    expect(await left()).toEqual([]);
  } finally {
    await small.close();
  }
});
