import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvHeader, csvLine, isFormula, plainCell, textLine } from './write-csv.ts';

/** Parses one RFC 4180 record, independently of the product's own parser. */
function readRecord(line: string): string[] {
  const cells: string[] = [];
  let index = 0;
  for (;;) {
    let text = '';
    if (line[index] === '"') {
      index += 1;
      while (line[index] !== '"' || line[index + 1] === '"') {
        if (line[index] === '"') index += 1;
        text += line[index];
        index += 1;
      }
      index += 1;
    } else {
      while (line[index] !== ',' && line.slice(index, index + 2) !== '\r\n') {
        text += line[index];
        index += 1;
      }
    }
    cells.push(text);
    if (line[index] === ',') index += 1;
    else if (line.slice(index) === '\r\n') return cells;
    else throw new Error(`unexpected ${JSON.stringify(line.slice(index, index + 10))}`);
  }
}

it('writes texts so that a spreadsheet shows them as they are, and runs none', () => {
  expect(textLine(['007', '42', '+49 30 123456', 'a, b', '=1+1'])).toBe(
    '"=""007""",42,"=""+49 30 123456""","a, b",\'=1+1\r\n',
  );
  fc.assert(
    fc.property(fc.string(), (text) => {
      const line = textLine([text]);
      if (line.startsWith('"=""')) expect(line).toMatch(/^"=""[\w+() ./-]+"""\r\n$/);
      else expect(line).toBe(csvLine([text]));
    }),
  );
});

describe('csvLine', () => {
  it('joins lists, writes null and undefined as empty, and quotes as in RFC 4180', () => {
    expect(csvHeader(['url', 'emails'])).toBe('url,emails\r\n');
    expect(csvLine(['a, b', ['x@y.com', 'z@y.com'], null, undefined, 3, false, 'say "hi"'])).toBe(
      '"a, b","x@y.com; z@y.com",,,3,false,"say ""hi"""\r\n',
    );
    expect(csvLine(['two\nlines', ' padded '])).toBe('"two\nlines"," padded "\r\n');
  });

  it.each(['=1+1', '@SUM(A1)', '＝1+1', '+cmd|calc', "-2+3+cmd|' /C calc'!A0", '+A1', '-(A1)'])(
    'escapes the formula %j',
    (formula) => {
      expect(readRecord(csvLine([formula]))[0]).toBe(`'${formula}`);
    },
  );

  it('escapes a list with a formula', () => {
    expect(readRecord(csvLine([['+14155550100', '=1']]))[0]).toBe("'+14155550100;' =1");
  });

  it.each([
    ['Acme;=1+1', "Acme;'=1+1"],
    ['Acme;=1+1;Inc', "Acme;'=1+1;Inc"],
    [';=1+1', ";'=1+1"],
    ['a\t=1+1', "a\t'=1+1"],
    ['a\n=1+1', "a\n'=1+1"],
    ['\t=1', "'\t'=1"],
    ['\r=1', "'\r'=1"],
    ['+1;=2', "'+1;'=2"],
    ['a; @SUM(A1)', "a;' @SUM(A1)"],
    ['a;"=1+1&";b', 'a;\'"=1+1&";b'],
    ["a;-2+3+cmd|' /C calc'!A0", "a;'-2+3+cmd|' /C calc'!A0"],
    ['a;＝1', "a;'＝1"],
  ])('escapes %j for spreadsheets that split lines at semicolons or tabs', (text, escaped) => {
    expect(csvLine(['first', text])).toBe(`first,"${escaped.replaceAll('"', '""')}"\r\n`);
    expect(isFormula(text)).toBe(true);
  });

  it.each(['a; b', 'tel +49 30 1;+49 40 2', 'from -5; to -3', "it's; fine", '1;-5'])(
    'quotes %j, but does not change it',
    (text) => {
      expect(csvLine([text])).toBe(`"${text}"\r\n`);
      expect(isFormula(text)).toBe(false);
    },
  );

  it.each(['+14155550100', '+46 (0)8-123 45', '-12.5', '+1e5', '-3', '+49 30/1234'])(
    'does not change the phone or number %j',
    (plain) => {
      expect(readRecord(csvLine([plain]))[0]).toBe(plain);
    },
  );

  it('does not change a list of phones', () => {
    expect(csvLine([['+14155550100', '+442071838750']])).toBe('"+14155550100; +442071838750"\r\n');
  });

  it('round-trips any text and never starts a formula', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: fc.constantFrom(...'=+-@\t\r\n",; \0aé1') }), { minLength: 1 }),
        (row) => {
          const read = readRecord(csvLine(row));
          expect(read).toHaveLength(row.length);
          for (const [index, text] of read.entries()) {
            const unescaped = text.replace(/^'/, '').replace(/([;\t\r\n])'/g, '$1');
            expect(unescaped).toBe(row[index]?.replaceAll('\0', '').replace(/^'/, ''));
            expect(text).not.toMatch(/^[=@\t\r\n]/);
            // However a spreadsheet splits the line, no part starts a formula.
            for (const part of text.split(/[;\t\r\n]/).slice(1)) expect(part).not.toMatch(/^[" ]*[=@]/);
          }
        },
      ),
    );
  });
});

describe('plainCell', () => {
  it('is the text that csvLine or textLine wrote', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'=+-@\t\n",; 0aé1.') }), (text) => {
        expect(plainCell(readRecord(csvLine([text]))[0] ?? '')).toBe(text);
        expect(plainCell(readRecord(textLine([text]))[0] ?? '')).toBe(text);
      }),
    );
    for (const text of ['00123', '+49 (89) 123 45 67', '2024-01-05', '@acme', '- call back', '="00123"'])
      for (const line of [csvLine([text]), textLine([text])])
        expect(plainCell(readRecord(line)[0] ?? '')).toBe(text);
  });

  it('is a text with an apostrophe as a person wrote it', () => {
    for (const text of ["'t Hooft", "'90s", "'+49 89 1", "'-5", "O'Brien", "a; 'b'", "'quoted'", "''@acme"])
      expect(plainCell(text)).toBe(text);
  });

  it('is the text of a formula that is only one', () => {
    expect(plainCell('="a""b"')).toBe('a"b');
    expect(plainCell('=""')).toBe('');
    for (const text of ['="a"&"b"', '=A1', '="', '=1']) expect(plainCell(text)).toBe(text);
  });
});
