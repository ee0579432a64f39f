import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ListBench, type ListOwner, openListBench } from './test-lists.ts';

let bench: ListBench;
let ada: ListOwner;
beforeAll(async () => {
  bench = await openListBench();
  ada = await bench.person();
});
afterAll(() => bench.close());

let made = 0;
/** A list with these columns; the first one is the key if `key`. */
async function newList(columns: readonly object[], keyColumn: string | null = null) {
  made += 1;
  const { body, status } = await ada.call('list-create', { name: `List ${made}`, columns, keyColumn });
  expect([status, body]).toEqual([200, expect.anything()]);
  return body as { id: string; fields: { id: string; name: string; role: string | null; type: string }[] };
}

async function rowsOf(id: string): Promise<{ id: number; values: Record<string, string> }[]> {
  const { body } = await ada.call(`list-rows?id=${id}&limit=200`);
  return body.rows.toReversed();
}
const valuesOf = async (id: string) => (await rowsOf(id)).map(({ values }) => values);

describe('a list of one’s own', () => {
  it('has columns whose types and roles are guessed', async () => {
    const list = await newList([
      { name: 'Company Name' },
      { name: 'Website' },
      { name: 'E-mail', type: 'email', role: 'email' },
      { name: 'Work phone', role: 'phone' },
      { name: 'Note' },
    ]);
    expect(list.fields.map(({ name, type, role }) => [name, type, role])).toEqual([
      ['Company Name', 'text', 'company'],
      ['Website', 'url', 'website'],
      ['E-mail', 'email', 'email'],
      ['Work phone', 'phone', 'phone'],
      ['Note', 'text', null],
    ]);
  });

  it('updates rows by their key, adds unknown columns, and never wipes values', async () => {
    const { id } = await newList([{ name: 'Website' }, { name: 'Company' }], 'Website');
    const first = await ada.call('list-add-rows', {
      id,
      rows: [
        { Website: 'https://www.acme.com/', Company: 'Acme', Note: 'call' },
        { website: 'b.org' },
        { Company: 'No site' },
        { Company: '  ' },
      ],
    });
    expect(first.body).toMatchObject({
      added: 3,
      updated: 0,
      refused: [{ row: 3, reason: 'The row has no values.' }],
    });
    const again = await ada.call('list-add-rows', {
      id,
      rows: [{ Website: 'ACME.com', Company: 'Acme Inc.', Note: '' }, { Website: 'c.net' }],
    });
    expect(again.body).toMatchObject({ added: 1, updated: 1, refused: [] });
    expect(await valuesOf(id)).toEqual([
      { Website: 'ACME.com', Company: 'Acme Inc.', Note: 'call' },
      { Website: 'b.org' },
      { Company: 'No site' },
      { Website: 'c.net' },
    ]);
  });

  it('takes rows and edits of several hundred kilobytes', async () => {
    const { id } = await newList([{ name: 'A' }]);
    const A = 'x'.repeat(900);
    const added = await ada.call('list-add-rows', { id, rows: Array.from({ length: 500 }, () => ({ A })) });
    expect(added.body).toMatchObject({ added: 500, refused: [] });
    const edited = await ada.call('list-edit', { id, add: Array.from({ length: 400 }, () => ({ A })) });
    expect(edited.status).toBe(200);
  });

  it('is edited and undone, with rows that were added', async () => {
    const { id } = await newList([{ name: 'A' }, { name: 'B' }]);
    await ada.call('list-add-rows', { id, rows: [{ A: '1', B: 'x' }, { A: '2' }] });
    const [first, second] = await rowsOf(id);
    const edited = await ada.call('list-edit', {
      id,
      changes: [
        { row: first?.id, column: 'B', value: '' },
        { row: second?.id, column: 'B', value: ' y ' },
        { row: 999_999, column: 'B', value: 'gone' },
      ],
      add: [{ A: '3' }],
    });
    expect(edited).toMatchObject({ status: 200 });
    expect(edited.body.rows.map((row: { values: object }) => row.values)).toEqual([
      { A: '1' },
      { A: '2', B: 'y' },
      { A: '3' },
    ]);
    const undone = await ada.call('list-undo', { id, edit: edited.body.edit });
    expect(undone.status).toBe(200);
    expect(await valuesOf(id)).toEqual([{ A: '1', B: 'x' }, { A: '2' }]);
    // An undo is an edit, which can be undone, too.
    const redone = await ada.call('list-undo', { id, edit: undone.body.edit });
    expect(redone.status).toBe(200);
    expect(await valuesOf(id)).toEqual([{ A: '1' }, { A: '2', B: 'y' }]);
  });

  it('renames, orders and deletes columns', async () => {
    const { id } = await newList([{ name: 'A' }, { name: 'B' }, { name: 'C' }]);
    await ada.call('list-add-rows', { id, rows: [{ A: '1', B: '2', C: '3' }] });
    const changed = await ada.call('list-change-columns', {
      id,
      change: [{ id: 'B', name: 'Company', role: 'company' }],
      order: ['C', 'B'],
      delete: ['A'],
      add: [{ name: 'A' }],
    });
    expect(changed.body.fields).toMatchObject([
      { id: 'C', name: 'C' },
      { id: 'B', name: 'Company', role: 'company' },
      { name: 'A' },
    ]);
    expect(await valuesOf(id)).toEqual([{ B: '2', C: '3' }]);
    const csv = await ada.call(`list-csv?id=${id}`);
    expect(csv.body).toContain('C,Company,A');
  });

  it('says what is wrong, and changes nothing', async () => {
    const { id, fields } = await newList([{ name: 'A' }]);
    const refused = async (call: string, body: object, message: string) => {
      const answer = await ada.call(call, body);
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
      expect(answer.body.error.message).toContain(message);
    };
    await refused('list-create', { name: 'List 1', columns: [{ name: 'A' }] }, 'already have a list');
    await refused('list-create', { name: 'Two', columns: [{ name: 'A' }, { name: 'a' }] }, 'Two columns');
    await refused('list-create', { name: 'Key', columns: [{ name: 'A' }], keyColumn: 'B' }, 'key column');
    await refused('list-change-columns', { id, delete: ['A'] }, 'A list needs a column');
    await refused('list-change-columns', { id, change: [{ id: 'nothing', name: 'X' }] }, 'no column');
    await refused('list-edit', { id, changes: [{ row: 1, column: 'gone', value: '' }] }, 'Reload');
    await refused('list-edit', { id, add: [{ gone: 'x' }] }, 'Reload');
    await refused('list-edit', { id }, 'nothing to change');
    await refused('list-undo', { id, edit: '6f0d4a11-5d0a-4c1e-9a57-2b8e3f1c2b9e' }, 'too old');
    await refused('list-add-rows', { id, rows: [{ A: 'x'.repeat(10_001) }] }, '10,000 characters');
    expect(fields).toHaveLength(1);
  });

  it('is no one else’s', async () => {
    const { id } = await newList([{ name: 'A' }]);
    const bob = await bench.person();
    for (const [call, body] of [
      ['list-add-rows', { id, rows: [{ A: '1' }] }],
      ['list-edit', { id, add: [{ A: '1' }] }],
      ['list-undo', { id, edit: id }],
      ['list-change-columns', { id, add: [{ name: 'B' }] }],
    ] as const)
      expect([call, (await bob.call(call, body)).status]).toEqual([call, 404]);
  });
});
