import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readWorkbook } from './read-workbook.ts';

/** Files of the same made-up rows, written by other programs: LibreOffice 7.4, Gnumeric 1.12 and libraries. */
const FOLDER = join(import.meta.dirname, 'fixtures');
const LIMITS = { rows: 1000, columns: 50, cells: 10_000, chars: 1_000_000, unpackedBytes: 10_000_000 };

const FIRST =
  'Müller & Söhne GmbH,+4930123456,01067,2024-03-05,12.5%,1234567,2024-03-05 14:30,TRUE,"Zeile 1\nZeile 2",2469134,https://acme.com/';
const SECOND = '東京株式会社,4915112345678,00501,1999-12-31,100%,0,2000-01-01 00:00,FALSE, spaces ,1,';

it.each([
  ['libreoffice', FIRST, SECOND],
  ['gnumeric', FIRST, SECOND],
  // It stores formulas without their values.
  ['openpyxl', FIRST.replace('2469134', ''), SECOND.replace(',1,', ',,')],
  ['xlsxwriter', FIRST, SECOND],
  ['xlsxwriter-1904', FIRST, SECOND],
  ['exceljs', FIRST, SECOND],
  // It has no formats for percents, and one for dates and times.
  [
    'sheetjs',
    FIRST.replace('12.5%', '0.125').replace('2024-03-05,', '2024-03-05 00:00,'),
    SECOND.replace('100%', '1').replace('1999-12-31', '1999-12-31 00:00'),
  ],
])('reads a workbook of %s', async (program, first, second) => {
  const bytes = new Uint8Array(readFileSync(join(FOLDER, `${program}.xlsx`)));
  const { text: csv, sheet } = await readWorkbook(bytes, {
    sheet: undefined,
    limits: LIMITS,
    pause: () => undefined,
  });
  expect(sheet).toBe('Customers');
  expect(
    csv.startsWith(`Company,Phone,Postcode,Since,Share,Employees,Meeting,Active,Note,Total,Link\n${first}\n`),
  ).toBe(true);
  expect(csv).toContain(`\n${second}`);
});
