import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCsvReader, detectDelimiter, readCsvRecord } from './read-csv.ts';
import { openTable, readTable } from './read-table.ts';
import { csvRecord } from './write-csv.ts';

function readAll(text: string, delimiter = ',', piece = text.length || 1) {
  const reader = createCsvReader(delimiter);
  const records = [];
  for (let index = 0; index < text.length; index += piece)
    records.push(...reader.push(text.slice(index, index + piece)));
  return [...records, ...reader.end()];
}
const cells = (text: string, delimiter?: string, piece?: number) =>
  readAll(text, delimiter, piece).map((record) => record.cells);

describe('a CSV file', () => {
  it.each([
    [
      'a,b\r\n1,2\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a,b\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['a\rb\r', [['a'], ['b']]],
    ['a,"b ""c"", d"\n', [['a', 'b "c", d']]],
    ['"two\nlines",x\n', [['two\nlines', 'x']]],
    ['a 5" pipe,b\n', [['a 5" pipe', 'b']]],
    ['"a"b,c\n', [['ab', 'c']]],
    [
      'a,\n,b\n\n\nc,d',
      [
        ['a', ''],
        ['', 'b'],
        ['c', 'd'],
      ],
    ],
    ['', []],
  ])('parses %j in pieces of any size', (text, expected) => {
    for (let piece = 1; piece <= Math.max(1, text.length); piece += 1) {
      expect(cells(text, ',', piece)).toEqual(expected);
    }
  });

  it('round-trips any cells', () => {
    const cell = fc.string({ unit: fc.constantFrom(...'a,"\n\r é;') });
    fc.assert(
      fc.property(
        fc.array(fc.array(cell, { minLength: 2, maxLength: 3 })),
        fc.integer({ min: 1, max: 7 }),
        (rows, piece) => {
          const text = rows
            .map((row) => `${row.map((one) => `"${one.replaceAll('"', '""')}"`).join(',')}\r\n`)
            .join('');
          expect(cells(text, ',', piece)).toEqual(rows);
        },
      ),
    );
  });

  it('numbers the lines of records and loses only one line to an unclosed quote', () => {
    expect(readAll('h\n"a\nb"\nc\n').map(({ line }) => line)).toEqual([1, 2, 4]);
    const rest = Array.from({ length: 3 }, (_, index) => `row ${index}`).join('\n');
    const records = readAll(`h\n"open,1\n${rest}\n`);
    expect(records.map(({ broken }) => Boolean(broken))).toEqual([false, true, false, false, false]);
    expect(records.at(-1)?.cells).toEqual(['row 2']);
  });

  it.each([
    ['a;b;c,d\n1', ';'],
    ['a\tb\n', '\t'],
    ['"x;y;z",b\n;;;;', ','],
    ['one', ','],
  ])('detects the delimiter of %j', (text, delimiter) => {
    expect(detectDelimiter(text)).toBe(delimiter);
  });
});

it.each([[['a', '', ' b ']], [['a;b;c', 'd\te|f', 'g, "h"']], [['sep=;', 'x']], [['two\r\nlines', '']]])(
  'reads the record %j as it was written, by its commas',
  (cells) => {
    const record = csvRecord(cells);
    expect(readCsvRecord(record)).toEqual(cells);
    expect(detectDelimiter(record)).toBe(',');
    expect(readTable(openTable(record))).toMatchObject([{ cells }]);
  },
);
