// On PostgreSQL: two requests with one key run at the same time on two connections.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseOptOuts } from '../leads/test-leads.ts';
import { addOptOuts } from '../opt-outs/opt-outs.ts';
import { type ListBench, type ListOwner, openListBench } from './test-lists.ts';

let bench: ListBench;
let ada: ListOwner;
beforeAll(async () => {
  bench = await openListBench({ LIST_ROWS_PER_FREE_ACCOUNT: '50' });
  ada = await bench.person();
});
afterAll(() => bench.close());

let made = 0;
async function newList(rows: readonly object[] = []): Promise<string> {
  made += 1;
  const columns = [{ name: 'Company' }, { name: 'Email' }];
  const { body } = await ada.call('list-create', { name: `Edited ${made}`, columns });
  if (rows.length > 0) await ada.call('list-add-rows', { id: body.id, rows });
  return body.id;
}
async function rowsOf(id: string): Promise<{ id: number; values: Record<string, string> }[]> {
  return (await ada.call(`list-rows?id=${id}&limit=200`)).body.rows.toReversed();
}
const companies = async (id: string) => (await rowsOf(id)).map(({ values }) => values.Company);
const edit = (id: string, body: object, key?: string) =>
  ada.call('list-edit', { id, ...body }, key === undefined ? {} : { headers: { 'idempotency-key': key } });

describe('an edit with an Idempotency-Key', () => {
  it('is carried out once, and undone as one', async () => {
    const id = await newList([{ Company: 'A' }, { Company: 'B' }]);
    const [first] = await rowsOf(id);
    const body = { changes: [{ row: first?.id, column: 'Company', value: 'A2' }], add: [{ Company: 'C' }] };
    const one = await edit(id, body, 'key-1');
    const later = await edit(id, { changes: [{ row: first?.id, column: 'Company', value: 'A3' }] });
    expect(later.status).toBe(200);
    const two = await edit(id, body, 'key-1');
    expect(two.body.edit).toBe(one.body.edit);
    expect(two.body.rows).toHaveLength(2);
    // Neither added again, nor written over what came later.
    expect(await companies(id)).toEqual(['A3', 'B', 'C']);
    const undone = await ada.call('list-undo', { id, edit: one.body.edit });
    expect(undone.body.refused).toMatchObject([{ row: first?.id, added: null }]);
    expect(await companies(id)).toEqual(['A3', 'B']);
    expect(await edit(id, { add: [{ Company: 'D' }] }, 'key-1')).toMatchObject({
      status: 409,
      code: 'idempotency_conflict',
    });
  });

  it('is carried out once by two requests at the same time', async () => {
    const id = await newList();
    const add = Array.from({ length: 90 }, (_, at) => ({ Company: `Company ${at}` }));
    const replies = await Promise.all([edit(id, { add }, 'twice'), edit(id, { add }, 'twice')]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect(replies[0]?.body.edit).toBe(replies[1]?.body.edit);
    expect((await companies(id)).toSorted()).toEqual(add.map(({ Company }) => Company).toSorted());
  });

  it('says what undoes the part that was saved, and goes on there', async () => {
    const eve = await bench.person('free');
    const newListOf = async (name: string, rows: readonly object[]) => {
      const { body } = await eve.call('list-create', { name, columns: [{ name: 'A' }] });
      if (rows.length > 0) await eve.call('list-add-rows', { id: body.id, rows });
      return body.id as string;
    };
    const id = await newListOf('Small', []);
    const other = await newListOf('Other', [{ A: '1' }, { A: '2' }]);
    const add = Array.from({ length: 50 }, (_, at) => ({ A: `new ${at}` }));
    const send = () => eve.call('list-edit', { id, add }, { headers: { 'idempotency-key': 'part' } });
    const failed = await send();
    expect(failed).toMatchObject({ status: 429, code: 'quota_exceeded' });
    const { details } = failed.body.error;
    expect(details).toMatchObject({ limit: 'list_rows', edit: expect.any(String) });
    const rows = async () => (await eve.call(`list-rows?id=${id}&limit=200`)).body.rows.length;
    expect(await rows()).toBe(40);

    await eve.call('list-delete', { id: other });
    const done = await send();
    expect(done.body.edit).toBe(details.edit);
    expect([done.body.rows.length, await rows()]).toEqual([50, 50]);
    await eve.call('list-undo', { id, edit: details.edit });
    expect(await rows()).toBe(0);
  });
});

describe('an edit about people who opted out', () => {
  it('stores nothing about them, and says so as the import does', async () => {
    await addOptOuts(bench.deps, parseOptOuts('gone@example.org'), async () => {});
    const id = await newList([{ Company: 'A', Email: 'a@a.com' }, { Company: 'B' }]);
    const [first, second] = await rowsOf(id);
    const reason = 'This person or company asked not to be listed.';
    const { body } = await edit(id, {
      changes: [
        { row: first?.id, column: 'Company', value: 'Theirs' },
        { row: first?.id, column: 'Email', value: 'Gone@example.org' },
        { row: second?.id, column: 'Company', value: 'B2' },
      ],
      add: [{ Company: 'C' }, { Company: 'Theirs', email: 'gone@example.org' }],
    });
    expect(body.refused).toEqual([
      { row: first?.id, added: null, reason },
      { row: null, added: 1, reason },
    ]);
    expect(await companies(id)).toEqual(['A', 'B2', 'C']);
    const stored = await bench.database.db
      .selectFrom('list_rows')
      .select('cells')
      .where('list_id', '=', id)
      .orderBy('id')
      .execute();
    expect(stored.map(({ cells }) => cells)).toEqual([
      { Company: 'A', Email: 'a@a.com' },
      { Company: 'B2' },
      { Company: 'C' },
    ]);
  });

  it('doesn’t put them back by an undo', async () => {
    const id = await newList([{ Company: 'A', Email: 'later@example.org' }]);
    const [first] = await rowsOf(id);
    const { body } = await edit(id, { changes: [{ row: first?.id, column: 'Email', value: 'new@a.com' }] });
    await addOptOuts(bench.deps, parseOptOuts('later@example.org'), async () => {});
    const undone = await ada.call('list-undo', { id, edit: body.edit });
    expect(undone.body.refused).toMatchObject([{ row: first?.id, added: null }]);
    expect((await rowsOf(id)).map(({ values }) => values.Email)).toEqual(['new@a.com']);
  });
});

describe('undo of what was changed since', () => {
  const change = (row: number | undefined, values: Record<string, string>) => ({
    changes: Object.entries(values).map(([column, value]) => ({ row, column, value })),
  });

  it('leaves the later values, and puts back the others', async () => {
    const id = await newList([{ Company: 'A', Email: 'a@a.com' }]);
    const [row] = await rowsOf(id);
    const first = await edit(id, change(row?.id, { Company: 'B', Email: 'b@a.com' }));
    await edit(id, change(row?.id, { Email: 'c@a.com' }));
    const { body } = await ada.call('list-undo', { id, edit: first.body.edit });
    expect(body.refused).toEqual([
      { row: row?.id, added: null, reason: 'It has changed since then, and keeps its newer values.' },
    ]);
    expect((await rowsOf(id))[0]?.values).toEqual({ Company: 'A', Email: 'c@a.com' });
  });

  it('works one after the other, and so does redo', async () => {
    const id = await newList([{ Company: 'A' }]);
    const [row] = await rowsOf(id);
    const edits: string[] = [];
    for (const Company of ['B', 'C', '', 'D'])
      edits.push((await edit(id, change(row?.id, { Company }))).body.edit);
    const redos: string[] = [];
    for (const each of edits.toReversed()) {
      const { body } = await ada.call('list-undo', { id, edit: each });
      expect(body.refused).toEqual([]);
      redos.push(body.edit);
    }
    expect(await companies(id)).toEqual(['A']);
    for (const each of redos.toReversed()) {
      const { body } = await ada.call('list-undo', { id, edit: each });
      expect(body.refused).toEqual([]);
    }
    expect(await companies(id)).toEqual(['D']);
  });

  it('keeps an added row that was changed, until that is undone', async () => {
    const id = await newList();
    const added = await edit(id, { add: [{ Company: 'A' }, { Company: 'B' }] });
    const [row] = await rowsOf(id);
    const later = await edit(id, change(row?.id, { Email: 'a@a.com' }));
    const undone = await ada.call('list-undo', { id, edit: added.body.edit });
    expect(undone.body.refused).toMatchObject([{ row: row?.id }]);
    expect(await companies(id)).toEqual(['A']);
    await ada.call('list-undo', { id, edit: later.body.edit });
    await ada.call('list-undo', { id, edit: added.body.edit });
    expect(await companies(id)).toEqual([]);
  });
});

describe('an edit that knows the values before', () => {
  it('leaves out what someone else changed meanwhile, and says so', async () => {
    const id = await newList([{ Company: 'A', Email: 'a@a.com' }, { Company: 'B' }]);
    const [first, second] = await rowsOf(id);
    await edit(id, { changes: [{ row: first?.id, column: 'Company', value: 'Theirs' }] });
    const changes = [
      { row: first?.id, column: 'Company', value: 'Mine', before: 'A' },
      { row: first?.id, column: 'Email', value: 'b@a.com', before: 'a@a.com' },
      { row: second?.id, column: 'Email', value: 'b@b.com', before: '' },
    ];
    const mine = await edit(id, { changes }, 'conflict');
    expect(mine.body.conflicts).toEqual([{ row: first?.id, column: 'Company' }]);
    expect(mine.body.rows.map(({ values }: { values: object }) => values)).toEqual([
      { Company: 'Theirs', Email: 'b@a.com' },
      { Company: 'B', Email: 'b@b.com' },
    ]);
    // The same request again finds its own values, and says the same.
    const again = await edit(id, { changes }, 'conflict');
    expect(again.body).toMatchObject({ edit: mine.body.edit, conflicts: mine.body.conflicts });
    await ada.call('list-undo', { id, edit: mine.body.edit });
    expect((await rowsOf(id)).map(({ values }) => values)).toEqual([
      { Company: 'Theirs', Email: 'a@a.com' },
      { Company: 'B' },
    ]);
  });

  it('changes nothing if all is taken, and leaves the row at an undo', async () => {
    const id = await newList([{ Company: 'A' }]);
    const [row] = await rowsOf(id);
    const taken = { row: row?.id, column: 'Company', value: 'Mine', before: 'Z' };
    const mine = await edit(id, { changes: [taken] });
    expect(mine.body.conflicts).toEqual([{ row: row?.id, column: 'Company' }]);
    expect((await ada.call('list-undo', { id, edit: mine.body.edit })).status).toBe(404);
    expect(await companies(id)).toEqual(['A']);
    const same = await edit(id, { changes: [{ ...taken, value: 'A' }] });
    expect(same.body.conflicts).toEqual([]);
  });
});

describe('undo of a value that was typed over a step’s', () => {
  const formula = {
    kind: 'formula',
    name: 'Loud',
    formula: '=upper({Company})',
    outputs: [{ field: 'value', name: 'Loud' }],
  };

  it('gives the value back to the step, and redo to the person', async () => {
    const id = await newList([{ Company: 'acme' }]);
    await ada.call('list-step-save', { id, step: formula });
    const [row] = await rowsOf(id);
    const editedOf = async () => {
      const stored = bench.database.db.selectFrom('list_rows').select('edited').where('list_id', '=', id);
      return (await stored.executeTakeFirstOrThrow()).edited ?? [];
    };
    const typed = await edit(id, { changes: [{ row: row?.id, column: 'Loud', value: 'mine' }] });
    expect(await editedOf()).toEqual(['Loud']);
    const undone = await ada.call('list-undo', { id, edit: typed.body.edit });
    expect(await editedOf()).toEqual([]);
    await edit(id, { changes: [{ row: row?.id, column: 'Company', value: 'beta' }] });
    expect((await rowsOf(id))[0]?.values).toEqual({ Company: 'beta', Loud: 'BETA' });

    const redone = await ada.call('list-undo', { id, edit: undone.body.edit });
    expect([await editedOf(), (await rowsOf(id))[0]?.values.Loud]).toEqual([['Loud'], 'mine']);
    await ada.call('list-undo', { id, edit: redone.body.edit });
    expect([await editedOf(), (await rowsOf(id))[0]?.values.Loud]).toEqual([[], 'BETA']);
  });

  it('keeps what was typed before as typed', async () => {
    const id = await newList([{ Company: 'acme' }]);
    await ada.call('list-step-save', { id, step: formula });
    const [row] = await rowsOf(id);
    await edit(id, { changes: [{ row: row?.id, column: 'Loud', value: 'mine' }] });
    const cleared = await edit(id, { changes: [{ row: row?.id, column: 'Loud', value: '' }] });
    expect((await rowsOf(id))[0]?.values.Loud).toBe('ACME');
    await ada.call('list-undo', { id, edit: cleared.body.edit });
    await edit(id, { changes: [{ row: row?.id, column: 'Company', value: 'beta' }] });
    expect((await rowsOf(id))[0]?.values.Loud).toBe('mine');
  });

  it('keeps what was typed into new rows', async () => {
    const id = await newList([{ Company: 'acme' }]);
    await ada.call('list-step-save', { id, step: formula });
    await edit(id, { add: [{ Company: 'beta', Loud: 'mine' }, { Company: 'gamma' }] });
    expect((await rowsOf(id)).map(({ values }) => values.Loud)).toEqual(['ACME', 'mine', 'GAMMA']);
  });
});
