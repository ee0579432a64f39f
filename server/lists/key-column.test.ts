import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refreshLists } from './steps/refresh-list.ts';
import { batch, type ListBench, type ListOwner, openListBench, place } from './test-lists.ts';

let bench: ListBench;
let ada: ListOwner;
beforeAll(async () => {
  bench = await openListBench();
  ada = await bench.person();
});
afterAll(() => bench.close());

let made = 0;
async function newList(rows: readonly object[], keyColumn: string | null = null): Promise<string> {
  made += 1;
  const columns = [{ name: 'Website' }, { name: 'Note' }, { name: 'Email' }];
  const { body } = await ada.call('list-create', { name: `Keyed ${made}`, columns, keyColumn });
  if (rows.length > 0) await add(body.id, rows);
  return body.id;
}
const add = async (id: string, rows: readonly object[]) =>
  (await ada.call('list-add-rows', { id, rows })).body as { added: number; updated: number };
const setKey = (id: string, keyColumn: string | null, more: object = {}) =>
  ada.call('list-change-columns', { id, keyColumn, ...more });
async function rowsOf(id: string): Promise<{ id: number; values: Record<string, string> }[]> {
  return (await ada.call(`list-rows?id=${id}&limit=200`)).body.rows.toReversed();
}
const notesOf = async (id: string) => (await rowsOf(id)).map(({ values }) => values.Note);
async function edit(id: string, body: object) {
  const { status, body: reply } = await ada.call('list-edit', { id, ...body });
  expect([status, reply]).toEqual([200, expect.anything()]);
  return reply;
}

describe('an import by the key column', () => {
  it('finds the rows that the list had before the key column was chosen', async () => {
    const id = await newList([{ Website: 'https://www.acme.com/' }, { Website: 'b.org' }, { Note: 'none' }]);
    expect((await setKey(id, 'Website')).body).toMatchObject({ keyColumn: 'Website', computing: null });
    expect(await add(id, [{ Website: 'ACME.com', Note: 'found' }, { Website: 'c.net' }])).toMatchObject({
      added: 1,
      updated: 1,
    });
    expect(await notesOf(id)).toEqual(['found', undefined, 'none', undefined]);
  });

  it('finds values that were typed, pasted and undone, and no longer those before', async () => {
    const id = await newList([{ Website: 'a.com' }], 'Website');
    const [first] = await rowsOf(id);
    const typed = await edit(id, {
      changes: [{ row: first?.id, column: 'Website', value: 'b.com' }],
      add: [{ Website: 'pasted.com' }],
    });
    expect(
      await add(id, [
        { Website: 'b.com', Note: '1' },
        { Website: 'pasted.com', Note: '2' },
      ]),
    ).toMatchObject({
      added: 0,
      updated: 2,
    });
    expect(await add(id, [{ Website: 'a.com', Note: 'new' }])).toMatchObject({ added: 1 });
    expect(await notesOf(id)).toEqual(['1', '2', 'new']);
    await ada.call('list-undo', { id, edit: typed.edit });
    // Both rows have the value now. The first of them is updated.
    expect(await add(id, [{ Website: 'a.com', Note: 'again' }])).toMatchObject({ added: 0, updated: 1 });
    // The pasted row stays: an import filled it since then.
    expect(await notesOf(id)).toEqual(['again', '2', 'new']);
  });

  it('finds the second row with a value when the first is gone', async () => {
    const id = await newList([{ Website: 'a.com' }], 'Website');
    await edit(id, { add: [{ Website: 'a.com', Note: 'typed' }] });
    expect(await add(id, [{ Website: 'a.com', Note: 'first' }])).toMatchObject({ updated: 1 });
    const [first] = await rowsOf(id);
    await ada.call('list-delete-rows', { id, rows: [first?.id] });
    expect(await add(id, [{ Website: 'a.com', Note: 'second' }])).toMatchObject({ added: 0, updated: 1 });
    expect(await notesOf(id)).toEqual(['second']);
  });

  it('finds rows that an extension sent, which stay rows of their own', async () => {
    const token = await ada.device();
    const send = (rows: object[]) => bench.call('extension-import', { token, body: batch(rows) });
    await send([place('p1', { website: 'acme.com' }), place('p2', { website: 'b.org' })]);
    const { body } = await ada.call('lists');
    const { id } = body.lists.find(({ name }: { name: string }) => name === 'Bakeries');
    expect((await setKey(id, 'website')).status).toBe(200);
    // A branch has the same website.
    expect((await send([place('p3', { website: 'acme.com' })])).body).toMatchObject({ added: 1, updated: 0 });
    expect((await send([place('p3', { website: 'c.net' })])).body).toMatchObject({ added: 0, updated: 1 });
    expect(await add(id, [{ website: 'c.net', city: 'Rome' }])).toMatchObject({ added: 0, updated: 1 });
    expect(await add(id, [{ website: 'acme.com', city: 'Oslo' }])).toMatchObject({ added: 0, updated: 1 });
    expect((await rowsOf(id)).map(({ values }) => values.city)).toEqual(['Oslo', undefined, 'Rome']);
  });

  it('forgets the keys of the column before, also when it is deleted', async () => {
    const id = await newList([{ Website: 'a.com', Email: 'x@a.com' }], 'Website');
    await setKey(id, 'Email');
    expect(await add(id, [{ Email: 'X@a.com', Note: 'same' }, { Email: 'a.com' }])).toMatchObject({
      added: 1,
      updated: 1,
    });
    await ada.call('list-change-columns', { id, delete: ['Email'] });
    const { rows } = await sql<{
      key: string;
    }>`select key from list_row_keys where list_id = ${id}::uuid`.execute(bench.database.db);
    expect(rows.filter(({ key }) => key.startsWith('key:'))).toEqual([]);
    expect(rows).toHaveLength(2);
  });

  it('finds a person by every spelling of a profile, a phone and an address', async () => {
    const columns = [{ name: 'LinkedIn' }, { name: 'Phone' }, { name: 'Email' }, { name: 'Note' }];
    const spellings = {
      LinkedIn: [
        'https://www.linkedin.com/in/jane-doe/',
        'linkedin.com/in/jane-doe?trk=x',
        'de.linkedin.com/in/jane-doe',
      ],
      Phone: ['+49 89 123456', '0049 89 123456', '+49 (0)89 / 12 34-56'],
      Email: ['jane@acme.com', 'mailto:Jane@Acme.com', 'Jane Doe <jane@acme.com>'],
    };
    for (const [keyColumn, [first, ...others]] of Object.entries(spellings)) {
      const { id } = (await ada.call('list-create', { name: `By ${keyColumn}`, columns, keyColumn })).body;
      await add(id, [{ [keyColumn]: first }]);
      const again = others.map((other, at) => ({ [keyColumn]: other, Note: `${at}` }));
      expect([keyColumn, await add(id, again)]).toMatchObject([keyColumn, { added: 0, updated: 2 }]);
      const plain = (await ada.call('list-create', { name: `Not by ${keyColumn}`, columns })).body;
      await add(plain.id, [{ [keyColumn]: first }, ...again]);
      const { body } = await ada.call('list-merge-duplicates', {
        id: plain.id,
        columns: [keyColumn],
        merge: false,
      });
      expect([keyColumn, body.duplicates]).toEqual([keyColumn, 2]);
    }
  });

  it('finds rows whose keys an earlier version stored, and calls none of them changed', async () => {
    const { id } = (
      await ada.call('list-create', {
        name: 'Keyed before',
        columns: [{ name: 'LinkedIn' }],
        keyColumn: 'LinkedIn',
      })
    ).body;
    await add(id, [{ LinkedIn: 'linkedin.com/in/jane-doe?trk=x' }]);
    const { db } = bench.database;
    const stored = () =>
      db
        .selectFrom('list_rows')
        .innerJoin('list_row_keys', 'row_id', 'list_rows.id')
        .select(['key', 'version'])
        .where('list_rows.list_id', '=', id)
        .execute();
    const [row] = await stored();
    await sql`update list_row_keys set key = 'key:linkedin.com/in/jane-doe?trk=x' where list_id = ${id}::uuid`.execute(
      db,
    );
    const migration = new URL('../../db/migrations/0127_keys_of_websites.sql', import.meta.url);
    await sql.raw(readFileSync(migration, 'utf8')).execute(db);
    await refreshLists(bench.deps);
    expect(await stored()).toEqual([{ key: 'key:linkedin.com/in/jane-doe', version: row?.version }]);
    expect(await add(id, [{ LinkedIn: 'de.linkedin.com/in/jane-doe' }])).toMatchObject({
      added: 0,
      updated: 1,
    });
  });

  it('counts by the type that the column has now', async () => {
    const id = await newList([], 'Note');
    await add(id, [{ Note: 'https://a.com/' }]);
    await setKey(id, 'Note', { change: [{ id: 'Note', type: 'url' }] });
    expect(await add(id, [{ Note: 'a.com', Email: 'x@a.com' }])).toMatchObject({ added: 0, updated: 1 });
  });
});

describe('choosing a key column', () => {
  it('says how many rows repeat a value, and changes nothing', async () => {
    const id = await newList([{ Website: 'a.com' }, { Website: 'http://A.com' }, { Website: 'b.org' }, {}]);
    const refused = await setKey(id, 'Website');
    expect(refused).toMatchObject({ status: 409, code: 'conflict' });
    expect(refused.body.error.message).toBe(
      '“Website” can’t be the key column: 1 row repeats a value of another row. Merge duplicates by “Website” first, or choose another column.',
    );
    expect((await ada.call(`list-rows?id=${id}`)).body.list.keyColumn).toBeNull();
    await ada.call('list-merge-duplicates', { id, columns: ['Website'], merge: true });
    expect((await setKey(id, 'Website')).status).toBe(200);
  });

  it('goes on in the background, in small steps, and imports wait for it', async () => {
    const rows = Array.from({ length: 500 }, (_, at) => ({ Website: `site${at}.com` }));
    const background = await newList(rows);
    expect((await setKey(background, 'Website')).body.computing).toMatchObject({ rows: 400 });
    const before = bench.statements.length;
    await refreshLists(bench.deps);
    const writes = bench.statements.slice(before).filter(({ text }) => text.includes('update list_rows'));
    expect(writes.length).toBeGreaterThanOrEqual(3);
    for (const { rows: changed } of writes) expect(changed).toBeLessThanOrEqual(40);
    expect(await add(background, [{ Website: 'site499.com', Note: 'found' }])).toMatchObject({ updated: 1 });

    const waiting = await newList(rows);
    await setKey(waiting, 'Website');
    expect(await add(waiting, [{ Website: 'site450.com', Note: 'found' }])).toMatchObject({
      added: 0,
      updated: 1,
    });
    const { list } = (await ada.call(`list-rows?id=${waiting}`)).body;
    expect(list).toMatchObject({ rows: 500, computing: null });
  });
});

it('counts the bytes that rows fill with their keys', async () => {
  const id = await newList([{ Website: 'a.com' }]);
  await edit(id, { add: [{ Website: 'b.com' }] });
  await setKey(id, 'Website');
  const [first] = await rowsOf(id);
  await edit(id, { changes: [{ row: first?.id, column: 'Website', value: 'a-longer-name.com' }] });
  const { rows } = await sql<{ counted: number; filled: number; total: number }>`
    select r.bytes as counted, l.bytes as total,
      octet_length(r.cells::text) + (select sum(octet_length(key)) from list_row_keys k where k.row_id = r.id) as filled
    from list_rows r join lists l on l.id = r.list_id where l.id = ${id}::uuid order by r.id
  `.execute(bench.database.db);
  // PostgreSQL writes a space after the colon.
  expect(rows.map(({ counted }) => Number(counted))).toEqual(rows.map(({ filled }) => Number(filled) - 1));
  expect(Number(rows[0]?.total)).toBe(rows.reduce((sum, { counted }) => sum + Number(counted), 0));
});

describe('rows that are saved to another list', () => {
  const save = async (id: string, to: string) => {
    const { body } = await ada.call(`list-rows?id=${to}&limit=1`);
    return (await ada.call('list-save-rows', { id, name: body.list.name })).body;
  };

  it('are recognized by its key column, and not by that of their own list', async () => {
    const from = await newList(
      [
        { Website: 'acme.com', Email: 'ada@acme.com', Note: 'new' },
        { Website: 'b.org', Email: 'ben@b.org' },
      ],
      'Website',
    );
    // The email of one row here is the website of another there.
    const to = await newList([{ Email: 'ADA@acme.com', Note: 'old' }, { Email: 'b.org' }], 'Email');
    expect(await save(from, to)).toMatchObject({ added: 1, updated: 1 });
    expect((await rowsOf(to)).map(({ values }) => values)).toEqual([
      { Website: 'acme.com', Email: 'ada@acme.com', Note: 'new' },
      { Email: 'b.org' },
      { Website: 'b.org', Email: 'ben@b.org' },
    ]);
    // An import finds them by the email, and nothing by the website.
    expect(await add(to, [{ Email: 'ben@b.org', Note: 'found' }, { Email: 'acme.com' }])).toMatchObject({
      added: 1,
      updated: 1,
    });
  });

  it('are recognized the next time, also without a value in its key column', async () => {
    const from = await newList(
      [{ Website: 'acme.com' }, { Website: 'b.org', Email: 'ben@b.org' }],
      'Website',
    );
    const to = await newList([{ Email: 'x@y.z' }], 'Email');
    expect(await save(from, to)).toMatchObject({ added: 2, updated: 0 });
    expect(await save(from, to)).toMatchObject({ added: 0, updated: 2 });
    const plain = await newList([{ Email: 'x@y.z' }]);
    expect(await save(from, plain)).toMatchObject({ added: 2, updated: 0 });
    expect(await save(from, plain)).toMatchObject({ added: 0, updated: 2 });
  });
});

it('a list whose key column goes with its step has none, and its rows no keys of it', async () => {
  const id = await newList([{ Website: 'a.com' }, { Website: 'b.com' }]);
  const step = {
    kind: 'formula',
    name: 'Site',
    formula: '=upper({Website})',
    outputs: [{ field: 'value', name: 'Site' }],
  };
  const { body } = await ada.call('list-step-save', { id, step });
  expect((await setKey(id, 'Site')).body).toMatchObject({ keyColumn: 'Site' });
  const { body: list } = await ada.call('list-step-delete', { id, step: body.step, columns: true });
  expect(list).toMatchObject({ keyColumn: null, columns: ['Website', 'Note', 'Email'] });
  await refreshLists(bench.deps);
  const keys = await bench.database.db
    .selectFrom('list_row_keys')
    .select('key')
    .where('list_id', '=', id)
    .execute();
  expect(keys.filter(({ key }) => key.startsWith('key:'))).toEqual([]);
  expect((await setKey(id, 'Website')).code).toBeUndefined();
});
