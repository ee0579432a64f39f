import { expect, it } from 'vitest';
import { csvHeader, textLine } from '#engines/csv/write-csv.ts';
import { inlineRows, testWorkbook } from '#engines/csv/xlsx/test-workbooks.ts';
import { namedRows, readRows } from './lists/read-rows.ts';
import { readFieldFile, readListFile } from './read-list-file.ts';

const file = (content: string | Uint8Array<ArrayBuffer>) => new File([content], 'list.csv');
const lost = Object.assign(file('x'), { arrayBuffer: () => Promise.reject(new Error('gone')) });

it.each([
  ['text', file('acme.com\n'), { text: 'acme.com\n' }],
  ['Latin-1', file(new Uint8Array([0x4d, 0xfc, 0x6c, 0x6c, 0x65, 0x72])), { text: 'Müller' }],
  ['nothing', file(' \n'), { problem: 'list.csv is empty.' }],
  ['a broken workbook', file(new Uint8Array([0x50, 0x4b, 3, 4, 0, 0])), { problem: /^list.csv is damaged/ }],
  [
    'a picture',
    file(new Uint8Array(64)),
    { problem: "list.csv isn't a text file. Choose a TXT or CSV file." },
  ],
  ['too much', file(new Uint8Array(26 * 1024 * 1024)), { problem: /larger than 25 MB/ }],
  ['a lost file', lost, { problem: "Couldn't read list.csv. Choose a TXT or CSV file." }],
])('reads a file with %s', async (_, given, expected) => {
  const read = await readListFile(given, 'TXT or CSV');
  if ('problem' in expected) expect('problem' in read && read.problem).toMatch(expected.problem);
  else expect(read).toEqual(expected);
});

it('takes as many rows as the form says, whatever their line breaks, and a text field as many lines', async () => {
  const rows = (count: number) => `Name,Address\n${'Acme,"1 Main St\nSuite 2\nAustin"\n'.repeat(count)}`;
  const table = file(rows(100_000));
  const read = await readListFile(table, 'CSV');
  const texts = 'text' in read ? await readRows(read.text) : null;
  expect(texts).toMatchObject({ ok: true, table: { hasHeader: true } });
  expect(texts?.ok && namedRows(texts.table).rows).toHaveLength(100_000);
  expect(await readRows(rows(100_001))).toEqual({
    ok: false,
    problem: 'A list can take 100,000 rows at once. Split the file.',
  });
  const sheet = file(
    testWorkbook({ sheets: [{ name: 'A', xml: inlineRows([['Name'], ...Array(100_000).fill(['a'])]) }] }),
  );
  expect(await readListFile(sheet, 'XLSX')).toHaveProperty('text');

  expect(await readFieldFile(file('a\n'.repeat(100_000)), 'TXT')).toHaveProperty('text');
  expect(await readFieldFile(table, 'TXT')).toEqual({
    problem: 'list.csv has more than 100,000 lines. Split it into smaller files.',
  });
});

it('keeps the cells of a wide row, wherever it is, and adds no column for empty ones', async () => {
  const read = await readRows(`Name,Email\n${'Ann,a@x.de,,\n'.repeat(1500)}Bo,b@x.de,late,\n`);
  const { columns, rows } = read.ok ? namedRows(read.table) : { columns: [], rows: [] };
  expect(columns).toEqual(['Name', 'Email', 'column_3']);
  expect(rows.at(-1)?.[2]).toBe('late');
  expect(await readRows(`Name\nAnn\n${'a,'.repeat(200)}a\n`)).toEqual({
    ok: false,
    problem: 'A list can have 200 columns. Line 3 has more.',
  });
});

it.each([
  ['Company,2022,2023,2024\nAcme,1500,1700,2024\n', true],
  ['Region,2022,2023\nNorth,1500,1700\n', true],
  ['Company,Salesforce.com ID\nAcme,0018000\n', true],
  ['Firma;Tel.Nr;4711\nAcme;089 123;x\n', true],
  ['Acme,1999,Berlin\nNord,2005,Bonn\n', false],
  ['Acme,12345\nNord,23456\n', false],
  ['Acme,+49 89 123456\nNord,+49 40 123456\n', false],
  ['Acme,acme.com\nNord,nord.de\n', false],
  ['Acme,@acme\nNord,@nord\n', false],
  ['Company,acme.com\nNord,nord.de\n', false],
  ['Company,City\n', true],
  ['Acme,Berlin\n', false],
])('sees in %j whether the first row has names', async (text, hasHeader) => {
  expect(await readRows(text)).toMatchObject({ ok: true, table: { hasHeader } });
});

it('keeps the commas of names in a single column', async () => {
  const columnsOf = async (text: string) => {
    const read = await readRows(text);
    return read.ok ? namedRows(read.table) : null;
  };
  expect(await columnsOf('Company\nAcme, Inc.\n"Globex, Ltd."\nNord GmbH\n')).toMatchObject({
    columns: ['Company'],
    rows: [['Acme, Inc.'], ['Globex, Ltd.'], ['Nord GmbH']],
  });
  expect(await columnsOf('Company\nAcme,Berlin\nNord,Bonn\n')).toMatchObject({
    columns: ['Company', 'column_2'],
  });
  expect(await columnsOf('Company, City\nAcme, Berlin\nNord, Bonn\n')).toMatchObject({
    columns: ['Company', 'City'],
  });
});

it('reads the texts that we wrote for spreadsheets', async () => {
  const row = ['00123', '+49 (89) 123 45 67', '@acme', '- call back'];
  const read = await readRows(`\ufeff${csvHeader(['Key', 'Phone', 'Name', 'Note'])}${textLine(row)}`);
  expect(read.ok && namedRows(read.table)).toMatchObject({
    columns: ['Key', 'Phone', 'Name', 'Note'],
    rows: [row],
  });
});

it('reads the sheet of a workbook that is named', async () => {
  const given = file(
    testWorkbook({
      sheets: [
        { name: 'First', xml: inlineRows([['acme.com']]) },
        { name: 'Second', xml: inlineRows([['nord.com']]) },
      ],
    }),
  );
  const sheets = [
    { name: 'First', isHidden: false },
    { name: 'Second', isHidden: false },
  ];
  const first = { file: given, sheets, sheet: 'First', notes: [] };
  expect(await readListFile(given, 'XLSX')).toEqual({ text: 'acme.com\n', workbook: first });
  expect(await readListFile(given, 'XLSX', 'Second')).toEqual({
    text: 'nord.com\n',
    workbook: { ...first, sheet: 'Second' },
  });
  const long = file(testWorkbook({ sheets: [{ name: 'A', xml: inlineRows(Array(100_002).fill(['a'])) }] }));
  expect(await readListFile(long, 'XLSX')).toEqual({
    problem: 'list.csv has too many rows. Split it into smaller files.',
  });
});
