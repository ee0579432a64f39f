import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { XLSX_TYPE } from '#contract/file-types.ts';
import { cellsOf } from '#engines/csv/xlsx/test-workbooks.ts';
import { send } from '../auth/test-requests.ts';
import { addOptOuts } from '../opt-outs/opt-outs.ts';
import { type ListBench, type ListOwner, openListBench } from './test-lists.ts';

let bench: ListBench;
let ada: ListOwner;
beforeAll(async () => {
  bench = await openListBench();
  ada = await bench.person();
});
afterAll(() => bench.close());

let made = 0;
/** A list of people with two columns that were renamed. */
async function people(...rows: object[]): Promise<string> {
  made += 1;
  const columns = [{ name: 'Name', role: 'full_name' }, { name: 'Mail', role: 'email' }, { name: 'Zip' }];
  const { id } = (await ada.call('list-create', { name: `People ${made}`, columns, keyColumn: 'Mail' })).body;
  await ada.call('list-change-columns', {
    id,
    change: [
      { id: 'Name', name: 'Person' },
      { id: 'Zip', name: 'Postcode' },
    ],
  });
  await add(id, ...rows);
  return id;
}

async function add(id: string, ...rows: object[]): Promise<void> {
  const { status } = await ada.call('list-add-rows', { id, rows });
  expect(status).toBe(200);
}

const ROWS = [
  { Person: 'Jane Miller', Mail: 'jane@a.example', Postcode: '01099' },
  { Person: 'Bob Fox', Mail: 'bob@a.example; b@fox.example' },
  { Person: 'Cleo' },
];

async function download(id: string, options: Record<string, string> = {}): Promise<Response> {
  const query = new URLSearchParams({ id, ...options });
  const reply = await send(bench.app, `/functions/v1/list-csv?${query}`, { token: ada.token });
  expect(reply.status).toBe(200);
  return reply;
}

/** The text with its byte order mark, which `text()` removes. */
async function file(id: string, options: Record<string, string> = {}): Promise<string> {
  return Buffer.from(await (await download(id, options)).arrayBuffer()).toString('utf8');
}

/** The lines of the CSV file for a tool. */
async function preset(id: string): Promise<string[]> {
  return (await file(id, { preset: 'hubspot' })).trim().split('\r\n');
}

async function refusal(id: string, options: Record<string, string>): Promise<string> {
  const { code, body } = await ada.call(`list-csv?${new URLSearchParams({ id, ...options })}`);
  expect(code).toBe('validation_failed');
  return body.error.message;
}

describe('a file of a list', () => {
  it('has the names of all columns, or of the chosen ones in their order', async () => {
    const id = await people(...ROWS);
    expect(await file(id)).toBe(
      '\ufeffPerson,Mail,Postcode\r\nJane Miller,jane@a.example,01099\r\nBob Fox,"bob@a.example; b@fox.example",\r\nCleo,,\r\n',
    );
    expect(await file(id, { columns: '["Zip","Name"]' })).toBe(
      '\ufeffPostcode,Person\r\n01099,Jane Miller\r\n,Bob Fox\r\n,Cleo\r\n',
    );
    expect(await refusal(id, { columns: '["Person"]' })).toBe('The list has no column “Person”.');
    expect(await refusal(id, { columns: 'Name' })).toContain('JSON list');
    expect(await refusal(id, { columns: '[]' })).toBe('Choose a column.');
    expect(await refusal(id, { format: 'xls' })).toContain('format');
  });

  it('is an Excel workbook with the same rows, whose texts stay as they are', async () => {
    const id = await people(...ROWS, { Person: '=1+1', Mail: 'x@a.example', Postcode: '12' });
    const reply = await download(id, { format: 'xlsx', preset: 'hubspot' });
    expect(reply.headers.get('content-type')).toBe(XLSX_TYPE);
    expect(reply.headers.get('content-disposition')).toContain(
      `filename="list.xlsx"; filename*=UTF-8''People`,
    );
    expect(cellsOf(new Uint8Array(await reply.arrayBuffer()))).toEqual(
      (await preset(id)).map((line) => line.replace(/,+$/, '').replace("'=", '=').split(',')),
    );
    const plain = await download(id, { format: 'xlsx' });
    expect(cellsOf(new Uint8Array(await plain.arrayBuffer()))).toEqual([
      ['Person', 'Mail', 'Postcode'],
      ['Jane Miller', 'jane@a.example', '01099'],
      ['Bob Fox', 'bob@a.example; b@fox.example'],
      ['Cleo'],
      ['=1+1', 'x@a.example', '12'],
    ]);
  });

  it('is CSV, TSV or JSON Lines, with its type and name', async () => {
    const id = await people(...ROWS);
    for (const [format, type, start] of [
      ['csv', 'text/csv', '\ufeffPerson,Mail'],
      ['csv-semicolons', 'text/csv', '\ufeffPerson;Mail'],
      ['tsv', 'text/tab-separated-values', '\ufeffPerson\tMail'],
      ['jsonl', 'application/jsonl', '{"Person":"Jane Miller"'],
    ] as const) {
      const reply = await download(id, { format });
      expect(reply.headers.get('content-type')).toBe(`${type}; charset=utf-8`);
      expect(reply.headers.get('content-disposition')).toContain(
        `People%20${made}.${format === 'csv-semicolons' ? 'csv' : format}`,
      );
      const text = Buffer.from(await reply.arrayBuffer()).toString('utf8');
      expect(text.slice(0, start.length)).toBe(start);
    }
    expect(await file(id, { text: 'true', columns: '["Zip"]' })).toBe(
      '\ufeffPostcode\r\n"=""01099"""\r\n\r\n\r\n',
    );
  });

  it('has the headers of a tool, and a row for each email', async () => {
    const id = await people(...ROWS);
    expect(await file(id, { preset: 'smartlead', rows: 'one-per-email' })).toBe(
      [
        'first_name,last_name,email,Postcode',
        'Jane,Miller,jane@a.example,01099',
        'Bob,Fox,bob@a.example,',
        'Bob,Fox,b@fox.example,',
        '',
      ].join('\r\n'),
    );
    expect(await file(id, { preset: 'smartlead', columns: '["Mail"]' })).toBe(
      'email\r\njane@a.example\r\nbob@a.example\r\n',
    );
  });
});

describe('the count of a file', () => {
  const count = async (id: string, options: Record<string, string> = {}) => {
    const { status, body } = await ada.call(`list-export-count?${new URLSearchParams({ id, ...options })}`);
    expect(status).toBe(200);
    return body;
  };
  const NONE = { unchanged: 0, optedOut: 0, leftOut: [], refused: [] };

  it('says which rows a file lacks, and why', async () => {
    const id = await people(...ROWS, { Mail: 'firm@b.example' });
    expect(await count(id)).toEqual({ ...NONE, rows: 4, lines: 4 });
    expect(await count(id, { preset: 'instantly', rows: 'one-per-email' })).toEqual({
      ...NONE,
      rows: 3,
      lines: 4,
      refused: [{ without: 'an email', rows: 1 }],
    });
    expect((await file(id, { preset: 'instantly', rows: 'one-per-email' })).split('\r\n')).toHaveLength(6);
    // Of two reasons, the first one counts.
    expect((await count(id, { preset: 'salesforce-lead' })).refused).toEqual([
      { without: 'a last name', rows: 2 },
      { without: 'a company', rows: 2 },
    ]);
    await file(id, { mark: 'mail' });
    await add(id, { Person: 'Dan' }, { Person: 'Eve', Mail: 'eve@b.example' });
    expect(await count(id, { preset: 'instantly', since: 'mail' })).toEqual({
      ...NONE,
      rows: 1,
      lines: 1,
      unchanged: 4,
      refused: [{ without: 'an email', rows: 1 }],
    });
    expect(await count(id, { since: 'mail', search: 'cleo' })).toEqual({
      ...NONE,
      rows: 0,
      lines: 0,
      unchanged: 1,
    });
    const all = (await ada.call(`list-rows?id=${id}&order=added`)).body.rows;
    const selected = [all[0].id, all[4].id, all[5].id].join(',');
    expect(await count(id, { selected, since: 'mail' })).toMatchObject({ rows: 2, unchanged: 1 });
    expect((await ada.call(`list-export-count?id=${id}&columns=["No"]`)).code).toBe('validation_failed');
    const bob = await bench.person();
    expect((await bob.call(`list-export-count?id=${id}`)).code).toBe('not_found');
  });

  it('names the exclusion lists, and has those who opted out', async () => {
    const id = await people(...ROWS, { Person: 'Zed', Mail: 'zed@gone.example' });
    const customers = await people({ Person: 'x', Mail: 'jane@a.example' });
    await ada.call('list-set-exclusion', { id: customers, excludes: 'people' });
    // Before the sweep, which removes the row.
    await addOptOuts(bench.deps, [{ kind: 'email', value: 'zed@gone.example' }], async () => {});
    expect(await count(id, { leaveOut: customers, preset: 'instantly' })).toEqual({
      ...NONE,
      rows: 1,
      lines: 1,
      optedOut: 1,
      leftOut: [{ id: customers, name: expect.stringContaining('People'), rows: 1 }],
      refused: [{ without: 'an email', rows: 1 }],
    });
    await ada.call('list-set-exclusion', { id: customers, excludes: null });
  });
});

describe('a remembered export', () => {
  const names = async (id: string, options: Record<string, string>) =>
    (await file(id, { format: 'jsonl', columns: '["Name"]', ...options }))
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line).Person);
  const exportsOf = async (id: string, filter: Record<string, string> = {}) =>
    (await ada.call(`list-exports?${new URLSearchParams({ id, ...filter })}`)).body.exports;

  it('is followed by one of what is new or changed', async () => {
    const id = await people(...ROWS);
    expect(await exportsOf(id)).toEqual([]);
    expect(await names(id, { since: 'instantly' })).toEqual(['Jane Miller', 'Bob Fox', 'Cleo']);
    expect(await names(id, { mark: 'instantly' })).toHaveLength(3);
    expect(await exportsOf(id)).toEqual([{ name: 'instantly', rows: 3, at: expect.any(String) }]);
    const next = { since: 'instantly', mark: 'instantly' };
    expect(await names(id, next)).toEqual([]);
    await add(id, { Person: 'Dan', Mail: 'dan@a.example' }, { Mail: 'jane@a.example', Postcode: '10115' });
    expect(await names(id, { ...next, search: 'nothing' })).toEqual([]);
    expect(await names(id, { since: 'hubspot' })).toHaveLength(4);
    expect(await names(id, next)).toEqual(['Jane Miller', 'Dan']);
    expect(await names(id, next)).toEqual([]);
    // The row isn't different.
    await add(id, { Mail: 'jane@a.example', Postcode: '10115' });
    expect(await names(id, next)).toEqual([]);
  });

  it('with a filter says nothing about the rows that it left out', async () => {
    const id = await people(...ROWS);
    const janes = { search: 'jane' };
    expect(await names(id, { ...janes, mark: 'file' })).toEqual(['Jane Miller']);
    expect(await exportsOf(id)).toEqual([]);
    expect(await exportsOf(id, janes)).toMatchObject([{ name: 'file', rows: 1 }]);
    expect(await names(id, { since: 'file' })).toHaveLength(3);
    expect(await names(id, { ...janes, since: 'file' })).toEqual([]);
    // All rows have those of the filter, too.
    await add(id, { Person: 'Jane Two', Mail: 'two@a.example' });
    await names(id, { mark: 'file' });
    expect(await names(id, { ...janes, since: 'file' })).toEqual([]);
    const [first] = (await ada.call(`list-rows?id=${id}`)).body.rows;
    expect(await refusal(id, { selected: `${first.id}`, mark: 'file' })).toContain('selected rows');
  });

  it('says nothing about rows that exclusion lists left out', async () => {
    const [id, customers] = [await people(...ROWS), await people({ Person: 'Jane', Mail: 'jane@a.example' })];
    expect((await ada.call('list-set-exclusion', { id: customers, excludes: 'people' })).status).toBe(200);
    const without = { leaveOut: customers };
    expect(await names(id, { ...without, mark: 'file' })).toEqual(['Bob Fox', 'Cleo']);
    expect(await exportsOf(id)).toEqual([]);
    expect(await exportsOf(id, without)).toMatchObject([{ name: 'file', rows: 2 }]);
    expect(await names(id, { ...without, since: 'file' })).toEqual([]);
    expect(await names(id, { since: 'file' })).toHaveLength(3);
  });

  it('isn’t remembered if the file was not taken to its end', async () => {
    const id = await people(...ROWS);
    const reply = await download(id, { mark: 'file' });
    const reader = reply.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    expect(await exportsOf(id)).toEqual([]);
  });

  it('with a confirmation counts only from then on, however often it is confirmed', async () => {
    const id = await people(...ROWS);
    const [lost, safe] = [randomUUID(), randomUUID()];
    const confirm = (by: string, of = id, who = ada) =>
      who.call('list-export-confirm', { id: of, confirm: by });
    expect(await names(id, { mark: 'crm', since: 'crm', confirm: lost })).toHaveLength(3);
    expect(await exportsOf(id)).toEqual([]);
    expect(await names(id, { mark: 'crm', since: 'crm', confirm: safe })).toHaveLength(3);
    await add(id, { Person: 'Dan', Mail: 'dan@a.example' });
    expect((await confirm(safe)).status).toBe(200);
    expect(await exportsOf(id)).toEqual([{ name: 'crm', rows: 3, at: expect.any(String) }]);
    expect(await names(id, { since: 'crm' })).toEqual(['Dan']);
    // A repeated one takes nothing back that was exported later.
    await names(id, { mark: 'crm' });
    expect((await confirm(safe)).status).toBe(200);
    expect(await names(id, { since: 'crm' })).toEqual([]);
    expect((await confirm(randomUUID())).code).toBe('not_found');
    expect(await refusal(id, { confirm: safe })).toContain('needs `mark`');
    const eve = await bench.person();
    expect((await confirm(safe, id, eve)).code).toBe('not_found');
    expect((await confirm(safe, await people(...ROWS))).code).toBe('not_found');
  });

  it('that was never confirmed pushes out no others', async () => {
    const id = await people(...ROWS);
    const { db } = bench.database;
    const common = { list_id: id, version: 1, rows: 1 };
    await db
      .insertInto('list_exports')
      .values([
        { ...common, name: 'crm', filter: '', at: new Date(0) },
        ...Array.from({ length: 150 }, (_, n) => ({
          ...common,
          name: `n${n}`,
          filter: `unconfirmed ${randomUUID()} `,
          at: new Date(n + 1),
        })),
      ])
      .execute();
    await names(id, { mark: 'new', confirm: randomUUID() });
    expect(await exportsOf(id)).toMatchObject([{ name: 'crm' }]);
    const stored = await db.selectFrom('list_exports').select('name').where('list_id', '=', id).execute();
    expect(stored).toHaveLength(21);
  });

  it('is forgotten after a hundred others, and with its list', async () => {
    const id = await people(...ROWS);
    const { db } = bench.database;
    const old = new Date(0);
    await db
      .insertInto('list_exports')
      .values(
        Array.from({ length: 100 }, (_, n) => ({
          list_id: id,
          name: `n${n}`,
          filter: '',
          version: 1,
          rows: 1,
          at: new Date(old.getTime() + n),
        })),
      )
      .execute();
    await names(id, { mark: 'new' });
    const kept = (await exportsOf(id)).map(({ name }: { name: string }) => name);
    expect([kept.length, kept[0], kept.includes('n0'), kept.includes('n1')]).toEqual([
      100,
      'new',
      false,
      true,
    ]);
    await ada.call('list-delete', { id });
    expect(await db.selectFrom('list_exports').selectAll().where('list_id', '=', id).execute()).toEqual([]);
  });

  it('is in the data of its account, and no one else’s', async () => {
    const id = await people(...ROWS);
    await names(id, { mark: 'hubspot' });
    const lists: { id: string; exports?: object[] }[] = (await ada.call('account-export')).body.lists;
    expect(lists.find((list) => list.id === id)?.exports).toEqual([
      { name: 'hubspot', rows: 3, at: expect.any(String) },
    ]);
    const eve = await bench.person();
    expect((await eve.call(`list-exports?id=${id}`)).code).toBe('not_found');
  });
});
