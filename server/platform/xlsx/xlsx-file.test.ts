import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { csvHeader, csvLine } from '#engines/csv/write-csv.ts';
import { readWorkbook } from '#engines/csv/xlsx/read-workbook.ts';
import type { SheetRow } from '#engines/csv/xlsx/sheet-rows.ts';
import { workbookRows } from '#engines/csv/xlsx/workbook-csv.ts';
import { CELL_MAX_CHARS, sheetName } from '#engines/csv/xlsx/write-sheet.ts';
import { xlsxFileName, xlsxOfCsv } from './xlsx-file.ts';

const LIMITS = { rows: 1e6, columns: 500, cells: 1e6, chars: 1e8, unpackedBytes: 1e9 };

/** A workbook with these rows, from the CSV file that we would write. */
async function workbook(rows: readonly (readonly unknown[])[], options = {}): Promise<Uint8Array> {
  async function* csv() {
    yield '\ufeff';
    for (const [at, row] of rows.entries()) {
      const line = at === 0 ? csvHeader(row as string[]) : csvLine(row);
      // In pieces that end anywhere.
      const bytes = Buffer.from(line);
      yield bytes.subarray(0, bytes.length / 2);
      yield bytes.subarray(bytes.length / 2);
    }
  }
  return buffer(xlsxOfCsv(csv(), { name: 'My list', ...options }));
}
function readRows(bytes: Uint8Array, sheet?: string): SheetRow[] {
  return [...workbookRows(bytes, { sheet, limits: LIMITS })].flat();
}
const xmlOf = (bytes: Uint8Array, part = 'xl/worksheets/sheet1.xml') =>
  new TextDecoder().decode(unzipSync(bytes)[part]);

describe('an Excel file', () => {
  it('has the rows of the CSV file, and texts where Excel would change a value', async () => {
    const values = [
      'Ann',
      '01099',
      '+49 30 1234',
      '2024-03-05',
      '12345678901234567',
      '1e5',
      '12.5',
      '42',
      '12.50',
      '-7',
      ['a', 'b'],
      '',
      null,
    ];
    const bytes = await workbook([values.map((_, at) => `column ${at}`), values]);
    const xml = xmlOf(bytes);
    expect(readRows(bytes)[1]?.cells).toEqual([
      'Ann',
      '01099',
      '+49 30 1234',
      '2024-03-05',
      '12345678901234567',
      '1e5',
      '12.5',
      '42',
      '12.50',
      '-7',
      'a; b',
    ]);
    // Only these are numbers.
    expect([...xml.matchAll(/<v>(.*?)<\/v>/g)].map(([, value]) => value)).toEqual(['12.5', '42', '-7']);
    // These have the format Text.
    const texts = [
      ...xml
        .slice(xml.indexOf('</row>'))
        .matchAll(/<c r="[A-Z]+\d+" s="2" t="inlineStr"><is><t xml:space="preserve">(.*?)<\/t>/g),
    ];
    expect(texts.map(([, text]) => text)).toEqual([
      '01099',
      '+49 30 1234',
      '2024-03-05',
      '12345678901234567',
      '1e5',
      '12.50',
    ]);
  });

  it('never has a formula', async () => {
    const attacks = [
      '=1+1',
      '@SUM(A1)',
      '+cmd|"/C calc"!A0',
      '-2+3',
      '\t=1',
      '=HYPERLINK("http://x","y")',
      '＝1',
      'a; =b',
      "'=1",
    ];
    const bytes = await workbook([['a'], ...attacks.map((text) => [text])]);
    expect(xmlOf(bytes)).not.toContain('<f');
    expect(
      readRows(bytes)
        .slice(1)
        .map(({ cells }) => cells[0]),
    ).toEqual([...attacks.slice(0, -1), '=1']);
    expect(xmlOf(bytes).match(/<c r="[A-Z]+\d+" s="2" t="inlineStr">/g)).toHaveLength(attacks.length);
    expect(xmlOf(bytes, 'xl/styles.xml')).toContain('quotePrefix="1"');
  });

  it('cuts texts that are longer than a cell, and says so', async () => {
    const longest = 'x'.repeat(CELL_MAX_CHARS);
    const [, row] = readRows(
      await workbook([
        ['a', 'b', 'c'],
        [longest, `${longest}y`, '😀'.repeat(20_000)],
      ]),
    );
    expect(row?.cells[0]).toBe(longest);
    for (const cell of row?.cells.slice(1) ?? []) {
      expect(cell.length).toBeLessThanOrEqual(CELL_MAX_CHARS);
      expect(cell).toMatch(/… \(cut: an Excel cell has 32,767 characters at most\)$/);
      expect(cell.isWellFormed()).toBe(true);
    }
  });

  it('goes on with another sheet above the rows of one, each with the header', async () => {
    const bytes = await workbook([['n'], ['1'], ['2'], ['3'], ['4'], ['5']], { maxRows: 3 });
    const { sheets } = await readWorkbook(bytes, { limits: LIMITS, pause: () => undefined });
    expect(sheets.map(({ name }) => name)).toEqual(['My list', 'My list 2', 'My list 3']);
    expect(sheets.map(({ name }) => readRows(bytes, name).map(({ cells }) => cells[0]))).toEqual([
      ['n', '1', '2'],
      ['n', '3', '4'],
      ['n', '5'],
    ]);
    const full = await workbook([['n'], ['1'], ['2']], { maxRows: 3 });
    expect(xmlOf(full, 'xl/workbook.xml').match(/<sheet /g)).toHaveLength(2);
  });

  it('has the same texts when it is read again', async () => {
    const cell = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string(),
      fc.constantFrom(
        '_x0041_',
        '_x005F_',
        'a_x000D_',
        '<b>&amp;</b>',
        ']]>',
        ' a ',
        '0',
        '-0',
        '1e3',
        '00',
        '12345.6789',
        '=1',
        'a\nb',
        'TRUE',
        '\t',
        '1/2',
        '#N/A',
      ),
      fc.double().map(String),
      fc.integer().map(String),
    );
    // What XML can't have, and the one line break that it has.
    const kept = (text: string) =>
      text
        .toWellFormed()
        .replace(/\r\n?/g, '\n')
        // biome-ignore lint/suspicious/noControlCharactersInRegex: XML can't have them.
        .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')
        // A CSV file has it for a formula.
        .replace(/(^|[;\t\n])'/g, '$1');
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 8 }),
        async (rows) => {
          const given = [['head'], ...rows];
          const back = new Map(readRows(await workbook(given)).map(({ row, cells }) => [row, cells]));
          // Rows of one empty cell are empty lines of a CSV file.
          const expected = given.filter((cells) => csvLine(cells) !== '\r\n');
          for (const [at, cells] of expected.entries()) {
            const found = back.get(at + 1) ?? [];
            expect(cells.map((_, column) => kept(found[column] ?? ''))).toEqual(cells.map(kept));
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  it('is empty for an empty file, and ends its source when it isn’t read to the end', async () => {
    expect(
      xmlOf(await buffer(xlsxOfCsv((async function* () {})(), { name: '' })), 'xl/workbook.xml'),
    ).toContain('name="Rows"');
    let ended = false;
    async function* endless() {
      try {
        for (let at = 0; ; at += 1) yield csvLine([at, Math.sin(at), `text ${at}`.repeat(50)]);
      } finally {
        ended = true;
      }
    }
    let bytes = 0;
    for await (const piece of xlsxOfCsv(endless(), { name: 'x' })) {
      bytes += piece.length;
      if (bytes > 10_000) break;
    }
    expect(ended).toBe(true);
    async function* broken() {
      yield 'a,b\r\n';
      throw new Error('the database is gone');
    }
    await expect(buffer(xlsxOfCsv(broken(), { name: 'x' }))).rejects.toThrow('the database is gone');
  });
});

it.each([
  ['Bakeries', 1, 'Bakeries'],
  ["A/B: [2026] 'x'?*", 1, 'A B 2026 x'],
  ['', 1, 'Rows'],
  ['History', 1, 'Rows'],
  ['x'.repeat(40), 12, `${'x'.repeat(28)} 12`],
  [`${'x'.repeat(30)}😀`, 1, `${'x'.repeat(30)}\ufffd`],
])('names the sheet of %s', (name, number, expected) => {
  expect(sheetName(name, number)).toBe(expected);
});

it('names the file like the CSV file', () => {
  expect(xlsxFileName('results_2026.csv')).toBe('results_2026.xlsx');
  expect(xlsxFileName('list')).toBe('list.xlsx');
});
