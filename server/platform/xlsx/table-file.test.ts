import { expect, it } from 'vitest';
import type { TableFormat } from '#contract/file-types.ts';
import { openTable, readTable } from '#engines/csv/read-table.ts';
import { csvHeader, csvLine } from '#engines/csv/write-csv.ts';
import { tableFile } from './table-file.ts';

const ROWS = [
  ['Müller; Söhne', '1,5', '+49 89 1'],
  ['@acme', 'say "hi"', 'two\nlines'],
  ['a;=1+1', '- call back', ''],
];

async function* csv() {
  yield `\ufeff${csvHeader(['Company', 'Factor', 'Phone'])}`;
  const text = ROWS.map((row) => csvLine(row)).join('');
  // In the middle of a character.
  const bytes = Buffer.from(text);
  yield bytes.subarray(0, 2);
  yield bytes.subarray(2);
}

async function written(format: TableFormat): Promise<string> {
  const parts: Uint8Array[] = [];
  const { bytes } = tableFile(csv, format, 'Test');
  for await (const part of bytes(new AbortController().signal)) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}

it('has the same cells with semicolons between them, guarded as before', async () => {
  const text = await written('csv-semicolons');
  expect(text).toBe(
    '\ufeffCompany;Factor;Phone\r\n"Müller; Söhne";"1,5";+49 89 1\r\n\'@acme;"say ""hi""";"two\nlines"\r\n"a;\'=1+1";\'- call back;\r\n',
  );
  expect(readTable(openTable(text)).map(({ cells }) => cells)).toEqual([
    ['Company', 'Factor', 'Phone'],
    ...ROWS,
  ]);
});

it('says what it is, and ends as programs expect', () => {
  const facts = (format: TableFormat) => {
    const { type, ending } = tableFile(csv, format, 'Test');
    return [type, ending];
  };
  expect(facts('csv')).toEqual(['text/csv; charset=utf-8', 'csv']);
  expect(facts('csv-semicolons')).toEqual(['text/csv; charset=utf-8', 'csv']);
  expect(facts('xlsx')[1]).toBe('xlsx');
});
