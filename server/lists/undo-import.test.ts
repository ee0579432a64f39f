import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IMPORTED_EDIT_ROWS_MAX } from '#contract/calls/list-table-calls.ts';
import { type ListBench, type ListOwner, openListBench } from './test-lists.ts';

let bench: ListBench;
let ada: ListOwner;
beforeAll(async () => {
  bench = await openListBench();
  ada = await bench.person();
});
afterAll(() => bench.close());

let made = 0;
/** A list whose key is Email, with one row. */
async function newList() {
  made += 1;
  const columns = ['Email', 'Owner', 'City'].map((name) => ({ name }));
  const { id } = (await ada.call('list-create', { name: `Imports ${made}`, columns, keyColumn: 'Email' }))
    .body;
  const add = (rows: readonly object[], more: object = {}, key?: string) =>
    ada.call(
      'list-add-rows',
      { id, rows, ...more },
      key === undefined ? {} : { headers: { 'idempotency-key': key } },
    );
  await add([{ Email: 'a@x.example', Owner: 'Ann' }]);
  const read = async () => (await ada.call(`list-rows?id=${id}&order=added&direction=asc`)).body.rows;
  return {
    id: id as string,
    add,
    read,
    undo: (edit: string) => ada.call('list-undo', { id, edit }),
    values: async () => (await read()).map(({ values }: { values: object }) => values),
  };
}

const BEFORE = [{ Email: 'a@x.example', Owner: 'Ann' }];

describe('an import that is an edit', () => {
  it('is undone with all its requests, also where a later one has a row again', async () => {
    const { add, undo, values } = await newList();
    const edit = crypto.randomUUID();
    const first = [
      { Email: 'A@x.example', Owner: 'Bob', City: 'Bern' },
      { Email: 'b@x.example', Owner: 'Bob' },
    ];
    expect((await add(first, { edit }, 'one')).body).toMatchObject({ added: 1, updated: 1, edit });
    expect((await add(first, { edit }, 'one')).body).toMatchObject({ added: 1, updated: 1, edit });
    const second = [
      { Email: 'b@x.example', City: 'Basel' },
      { Email: 'a@x.example', City: 'Chur' },
    ];
    await add(second, { edit });
    expect(await values()).toEqual([
      { Email: 'a@x.example', Owner: 'Bob', City: 'Chur' },
      { Email: 'b@x.example', Owner: 'Bob', City: 'Basel' },
    ]);
    const undone = await undo(edit);
    expect(undone.body).toMatchObject({ refused: [], list: { rows: 1 } });
    expect((await undo(edit)).code).toBe('not_found');
    expect(await values()).toEqual(BEFORE);
    // The row has its key again.
    expect((await add([{ Email: 'a@x.example', City: 'Davos' }])).body).toMatchObject({
      added: 0,
      updated: 1,
    });
  });

  it('keeps what was changed since, and says so', async () => {
    const { id, add, read, undo, values } = await newList();
    const edit = crypto.randomUUID();
    await add([{ Email: 'a@x.example', Owner: 'Bob', City: 'Bern' }, { Email: 'b@x.example' }], { edit });
    const [, { id: row }] = await read();
    await ada.call('list-edit', { id, changes: [{ row, column: 'City', value: 'Typed' }] });
    expect((await undo(edit)).body.refused).toEqual([
      { row, added: null, reason: expect.stringContaining('changed since') },
    ]);
    expect(await values()).toEqual([...BEFORE, { Email: 'b@x.example', City: 'Typed' }]);
  });

  it('is shown as an import in the history of a cell, also of a row that was deleted and came back', async () => {
    const { id, add, read, undo } = await newList();
    await add([{ Email: 'a@x.example', Owner: 'Bob' }], { edit: crypto.randomUUID() });
    const [{ id: row }] = await read();
    const history = async () =>
      (await ada.call(`list-cell?id=${id}&row=${row}&column=Owner`)).body.history.map(
        ({ before, imported }: { before: object; imported: boolean }) => [before, imported],
      );
    expect(await history()).toEqual([[{ Owner: 'Ann' }, true]]);
    await undo((await ada.call('list-delete-rows', { id, rows: [row] })).body.edit);
    expect(await history()).toEqual([[{ Owner: 'Ann' }, true]]);
  });

  it('has nothing to undo if it changes nothing, or wasn’t wanted', async () => {
    const { add } = await newList();
    const edit = crypto.randomUUID();
    expect((await add(BEFORE, { edit })).body).toMatchObject({ updated: 1, edit: null });
    expect((await add([{ Email: 'b@x.example' }])).body).toMatchObject({ added: 1, edit: null });
    expect(await add([{ Email: 'c@x.example' }], { edit: 'mine' })).toMatchObject({ status: 400 });
  });

  it('has a limit of rows', async () => {
    const { id, add, read } = await newList();
    const edit = crypto.randomUUID();
    const [{ id: row }] = await read();
    await sql`
      insert into list_history (list_id, row_id, before, edit_id, at)
      select ${id}::uuid, ${row}::bigint, '{}', ${edit}::uuid, now() from generate_series(2, ${IMPORTED_EDIT_ROWS_MAX}::integer)
    `.execute(bench.database.db);
    const rows = [{ Email: 'b@x.example' }, { Email: 'c@x.example' }];
    const refused = await add(rows, { edit });
    expect(refused).toMatchObject({ status: 400, code: 'validation_failed' });
    expect(refused.body.error.message).toContain('5,000 rows');
    expect((await add(rows.slice(1), { edit })).body).toMatchObject({ added: 1 });
  });
});

describe('rows that are there', () => {
  const rows = [
    { Email: 'a@x.example', Owner: 'Bob', City: 'Bern' },
    { Email: '', Owner: '' },
    { Email: 'b@x.example', Owner: 'Bob' },
  ];

  it('get only what they lack', async () => {
    const { add, undo, values } = await newList();
    const { body } = await add(rows, { existing: 'fill', edit: crypto.randomUUID() });
    expect(body).toMatchObject({ added: 1, updated: 1, refused: [{ row: 1 }] });
    const after = [{ Email: 'a@x.example', Owner: 'Ann', City: 'Bern' }, rows[2]];
    expect(await values()).toEqual(after);
    await undo(body.edit);
    expect(await values()).toEqual(BEFORE);
  });

  it('stay as they are, and are named', async () => {
    const { add, undo, values } = await newList();
    const { body } = await add(rows, { existing: 'keep', edit: crypto.randomUUID() }, 'kept');
    expect(body).toMatchObject({
      added: 1,
      updated: 0,
      refused: [
        { row: 0, reason: 'This row is already in the list.' },
        { row: 1, reason: 'The row has no values.' },
      ],
    });
    expect(await values()).toEqual([...BEFORE, rows[2]]);
    await undo(body.edit);
    expect(await values()).toEqual(BEFORE);
    const same = await add([rows[0] ?? {}], { existing: 'keep', edit: crypto.randomUUID() });
    expect(same.body).toMatchObject({ added: 0, updated: 0, refused: [{ row: 0 }], edit: null });
  });
});
