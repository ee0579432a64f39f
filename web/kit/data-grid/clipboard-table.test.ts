import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatHtmlTable, formatTsv, parseTsv, repeatedOver } from './clipboard-table.ts';

describe('tab-separated texts', () => {
  it.each([
    [
      'Excel, with its line break at the end',
      'a\tb\r\nc\td\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['a single text', 'acme.com', [['acme.com']]],
    ['lines of Unix and of an old Mac', 'a\nb\rc', [['a'], ['b'], ['c']]],
    [
      'empty cells',
      '\ta\t\n\t\t',
      [
        ['', 'a', ''],
        ['', '', ''],
      ],
    ],
    [
      'rows of different lengths',
      'a\tb\tc\nd',
      [
        ['a', 'b', 'c'],
        ['d', '', ''],
      ],
    ],
    ['quotes around line breaks', '"a\nb"\tc', [['a\nb', 'c']]],
    ['doubled quotes', '"say ""hi""\tnow"', [['say "hi"\tnow']]],
    ['quotes inside of a text', '5" pipe\t6" pipe', [['5" pipe', '6" pipe']]],
    ['a quote that isn’t closed', '"half\tb', [['"half', 'b']]],
    ['a text after a closing quote', '"a"b\tc', [['"a"b', 'c']]],
    ['nothing', '', [['']]],
  ])('reads %s', (_, text, expected) => {
    expect(parseTsv(text)).toEqual(expected);
  });

  it('reads what it writes, whatever is in the cells', () => {
    const text = fc.oneof(
      fc.string({ unit: fc.constantFrom('a', '"', '\t', '\n', '\r', ' ', '') }),
      fc.string({ unit: 'grapheme' }),
    );
    const matrix = fc
      .integer({ min: 1, max: 4 })
      .chain((width) =>
        fc.array(fc.array(text, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 5 }),
      );
    fc.assert(
      fc.property(matrix, (rows) => {
        expect(parseTsv(formatTsv(rows))).toEqual(rows);
      }),
    );
  });

  it('reads a megabyte of quotes in one go', () => {
    expect(parseTsv(`"${'""'.repeat(500_000)}`)[0]).toHaveLength(1);
  });
});

describe('an HTML table', () => {
  it('escapes texts, keeps line breaks, and keeps phones as text', () => {
    const html = formatHtmlTable({
      rows: [
        ['Name', 'Staff'],
        ['<b>&"Co"\nKG', '12'],
      ],
      headers: true,
      numbers: [false, true],
    });
    expect(html).toBe(
      '<table><tr><th>Name</th><th>Staff</th></tr>' +
        `<tr><td style='mso-number-format:"\\@"'>&lt;b&gt;&amp;&quot;Co&quot;<br>KG</td><td>12</td></tr></table>`,
    );
  });
});

describe('pasting into a range', () => {
  it.each([
    [
      'fills it with one text',
      [['x']],
      2,
      3,
      [
        ['x', 'x', 'x'],
        ['x', 'x', 'x'],
      ],
    ],
    ['repeats rows that fit', [['a'], ['b']], 4, 1, [['a'], ['b'], ['a'], ['b']]],
    ['keeps rows that don’t fit', [['a'], ['b']], 3, 1, [['a'], ['b']]],
    ['keeps more texts than the range has cells', [['a', 'b', 'c']], 1, 2, [['a', 'b', 'c']]],
    ['keeps no texts', [], 2, 2, []],
  ])('%s', (_, texts, height, width, expected) => {
    expect(repeatedOver(texts, height, width)).toEqual(expected);
  });
});
