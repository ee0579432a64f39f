import { expect, it } from 'vitest';
import { inlineRows, testWorkbook } from '#engines/csv/xlsx/test-workbooks.ts';
import { readListFile } from './read-list-file.ts';

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
  ['too many lines', file('a\n'.repeat(100_001)), { problem: /^list.csv has more than 100,000 lines/ }],
  ['a lost file', lost, { problem: "Couldn't read list.csv. Choose a TXT or CSV file." }],
])('reads a file with %s', async (_, given, expected) => {
  const read = await readListFile(given, 'TXT or CSV');
  if ('problem' in expected) expect('problem' in read && read.problem).toMatch(expected.problem);
  else expect(read).toEqual(expected);
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
