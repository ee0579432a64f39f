import { afterEach, describe, expect, it, vi } from 'vitest';
import { MESSAGES } from '#contract/messages.ts';
import { readPersonTable } from '#engines/csv/person-table.ts';
import { inlineRows, testWorkbook } from '#engines/csv/xlsx/test-workbooks.ts';
import { EMAIL_MESSAGES } from '../messages.ts';
import {
  itemsOfOneRow,
  oneRowCsv,
  openUpload,
  parseChoice,
  reread,
  savedSheet,
  startKey,
  startLabel,
  summarize,
  templateCsv,
} from './upload.ts';

const file = (content: BlobPart, name = 'list.csv') => new File([content], name);
const openProblem = async (chosen: File) => {
  const opened = await openUpload(chosen);
  return 'problem' in opened ? opened.problem : null;
};

afterEach(() => vi.doUnmock('#engines/csv/xlsx/read-workbook.ts'));

describe('an upload', () => {
  it('detects the columns of a file', async () => {
    const opened = await openUpload(file('Vorname;Nachname;Website\r\nJane;Miller;acme.com'));
    expect(opened).toMatchObject({
      name: 'list.csv',
      list: {
        header: ['Vorname', 'Nachname', 'Website'],
        columns: { first_name: 0, last_name: 1, domain: 2 },
      },
    });
  });

  it('reads the sheet of a workbook that is chosen, and finds it again', async () => {
    const header = ['first_name', 'last_name', 'domain'];
    const bytes = testWorkbook({
      sheets: [
        { name: 'Notes', xml: inlineRows([['Nothing here']]) },
        { name: 'People', xml: inlineRows([header, ['Jane', 'Miller', 'acme.com']]) },
      ],
    });
    const opened = await openUpload(new File([bytes], 'people.xlsx'), 'id', 'People');
    if ('problem' in opened) throw new Error(opened.problem);
    expect(opened).toMatchObject({
      name: 'people.xlsx',
      text: 'first_name,last_name,domain\nJane,Miller,acme.com\n',
      encoding: 'utf-8',
      workbook: { sheet: 'People' },
    });
    expect(opened.list.rows).toHaveLength(1);
    expect(savedSheet({ sheet: 'People' })).toBe('People');
    expect(savedSheet({ columns: {} })).toBe(undefined);
  });

  it.each([
    ['another type', file('a,b', 'list.txt'), "list.txt isn't a CSV file. Only .csv files are accepted."],
    ['an empty file', file(''), EMAIL_MESSAGES.empty],
    ['a header only', file('first_name,last_name,domain\n'), EMAIL_MESSAGES.empty],
    ['a broken spreadsheet', file(new Uint8Array([0x50, 0x4b, 3, 4, 1, 2, 0])), 'is damaged'],
    ['binary data', file(new Uint8Array(64)), "This isn't a text file"],
    ['too many rows', file('Jane,Miller,acme.com\n'.repeat(100_001)), MESSAGES.csv.tooManyRows],
    ['60 MB', file('x'.repeat(60 * 1024 * 1024)), EMAIL_MESSAGES.tooLarge],
  ])('rejects %s with a message', async (_, chosen, message) => {
    expect(await openProblem(chosen)).toContain(message);
  });

  it('says so if the code for workbooks cannot be loaded', async () => {
    vi.doMock('#engines/csv/xlsx/read-workbook.ts', () => {
      throw new Error('Failed to fetch dynamically imported module');
    });
    const bytes = testWorkbook({ sheets: [{ name: 'People', xml: inlineRows([['email'], ['a@b.com']]) }] });
    expect(await openUpload(new File([bytes], 'people.xlsx'))).toEqual({
      problem: "Couldn't open people.xlsx. Check your connection and try again.",
    });
  });

  it('counts the maximum charge and reports row problems by line', () => {
    const list = readPersonTable(
      'first_name,last_name,domain\nJane,Miller,acme.com\nJane,Miller,acme.com\nJoe,Doe,\n',
    );
    expect(summarize(list)).toMatchObject({
      items: 2,
      addresses: 0,
      duplicates: 1,
      rowProblems: [{ line: 4, text: 'has no domain' }],
      problem: null,
    });
    const unknown = summarize(readPersonTable('a,b\nc,d\ne,f'));
    expect(unknown).toMatchObject({ duplicates: 0, rowProblems: [] });
    expect(unknown.problem).toContain('Choose the columns');
  });

  it('of people with companies finds the domains first, and counts each company once', () => {
    const rows = Array.from({ length: 150 }, (_, n) => `P${n % 7}x,Lee${'e'.repeat(n)},Firm ${n % 47}`);
    const summary = summarize(readPersonTable(`First name,Last name,Company\n${rows.join('\n')}`));
    expect(summary).toMatchObject({ items: 150, companies: 47, duplicates: 0, problem: null });
    expect(startLabel(summary)).toBe('Find domains and emails');
  });

  it('counts each address of a cell', () => {
    const list = readPersonTable('url,emails\na.com,info@a.com; sales@a.com\nb.com,INFO@a.com\n');
    expect(summarize(list)).toMatchObject({ items: 2, addresses: 2, duplicates: 1, problem: null });
  });

  it('of emails and people says what the button does', () => {
    const label = (text: string) => startLabel(summarize(readPersonTable(text)));
    const people = 'first_name,last_name,domain,email\n';
    expect(label(`${people}Joe,Doe,b.com,joe@b.com\nJane,Miller,acme.com,\nJane,Miller,ACME.com,\n`)).toBe(
      'Verify 1 and find 1 email',
    );
    expect(label(`${people}Joe,Doe,b.com,joe@b.com\n`)).toBe('Verify emails');
    expect(label(`${people}Joe,Doe,b.com,\n`)).toBe('Find emails');
  });

  it('can be read with other columns', async () => {
    const opened = await openUpload(file('a,b,c\nacme,Miller,Jane'));
    if ('problem' in opened) throw new Error(opened.problem);
    const columns = { first_name: 2, last_name: 1, full_name: null, domain: 0, company: null, email: null };
    expect(reread(opened, { columns, hasHeader: true }).list.rows[0]?.inputs[0]).toEqual({
      first_name: 'Jane',
      last_name: 'Miller',
      domain: 'acme',
    });
  });

  it('reads its own template, and a single row with any characters', () => {
    expect(summarize(readPersonTable(templateCsv()))).toMatchObject({
      items: 3,
      rowProblems: [],
      problem: null,
    });
    const odd = { first_name: 'A "B", C', last_name: "O'Neil\n", domain: 'acme.com' };
    expect(readPersonTable(oneRowCsv(odd)).rows[0]?.inputs[0]).toEqual({ ...odd, last_name: "O'Neil" });
    expect(readPersonTable(oneRowCsv({ email: 'no address' })).rows[0]?.inputs[0]).toEqual({
      address: 'no address',
    });
  });

  it.each([
    [{ email: '' }, 1],
    [{ email: 'jane@acme.com' }, 1],
    [{ email: 'a@acme.com; b@acme.com, A@ACME.com' }, 2],
    [{ first_name: 'Jane', last_name: '', domain: '' }, 1],
    [{ first_name: 'Jane', last_name: 'Doe', domain: 'acme.com acme.de; https://acme.com/about' }, 2],
  ])('of one row with %o starts %i items', (fields, items) => {
    expect(itemsOfOneRow(fields)).toBe(items);
  });
});

it('verifies every column with emails, and keeps that choice with the file', async () => {
  const opened = await openUpload(file('Name,Email,Direct Email 1\nJane,jane@acme.com,doe@home.example'));
  if ('problem' in opened) throw new Error(opened.problem);
  const { columns, hasHeader } = opened.list;
  expect([columns.more_emails, summarize(opened.list).items]).toEqual([[2], 2]);
  expect(parseChoice({ columns, hasHeader }, opened.list)?.columns).toEqual(columns);
  expect(parseChoice({ columns: { ...columns, more_emails: [3] }, hasHeader }, opened.list)).toBeNull();
  const fewer = reread(opened, { columns: { ...columns, more_emails: [] }, hasHeader });
  expect(summarize(fewer.list).items).toBe(1);
  expect(startKey(fewer)).not.toBe(startKey(opened));
});

describe('a saved upload', () => {
  const open = async (id?: string) => {
    const opened = await openUpload(file('a,b,c\nacme.com,Miller,Jane'), id);
    if ('problem' in opened) throw new Error(opened.problem);
    return opened;
  };
  const columns = { first_name: 2, last_name: 1, full_name: null, domain: 0, company: null, email: null };

  it('keeps the chosen columns if they fit the file', async () => {
    const { list } = await open();
    expect(parseChoice({ columns, hasHeader: true }, list)).toEqual({ columns, hasHeader: true });
    const { full_name: _, ...older } = columns;
    expect(parseChoice({ columns: older, hasHeader: true }, list)).toEqual({ columns, hasHeader: true });
    for (const odd of [null, 'x', { columns }, { columns: { ...columns, domain: 3 }, hasHeader: true }])
      expect(parseChoice(odd, list)).toBeNull();
  });

  it('has the same key for the same file and columns, and a new key otherwise', async () => {
    const upload = reread(await open('an id'), { columns, hasHeader: true });
    const again = reread(await open('an id'), { columns, hasHeader: true });
    expect(startKey(again)).toBe(startKey(upload));
    const keys = [
      upload,
      reread(upload, { columns, hasHeader: false }),
      reread(upload, { columns: { ...columns, last_name: null }, hasHeader: true }),
      reread(await open(), { columns, hasHeader: true }),
    ].map(startKey);
    expect(new Set(keys).size).toBe(keys.length);
  });
});
