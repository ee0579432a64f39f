import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { readWorkbook } from './read-workbook.ts';
import { inlineRows, testWorkbook, workbookParts, zipped } from './test-workbooks.ts';
import { workbookRows } from './workbook-csv.ts';
import type { WorkbookFaultKind } from './workbook-fault.ts';

const LIMITS = { rows: 1000, columns: 50, cells: 5000, chars: 1_000_000, unpackedBytes: 20_000_000 };
const read = (bytes: Uint8Array) => readWorkbook(bytes, { limits: LIMITS, pause: nextTurn });

const good = testWorkbook({ sheets: [{ name: 'Sheet1', xml: inlineRows([['a']]) }] });
const sheet = (content: string | Uint8Array) =>
  testWorkbook({ sheets: [{ name: 'Sheet1', xml: '' }], parts: { 'xl/worksheets/sheet1.xml': content } });
const inSheet = (xml: string) => testWorkbook({ sheets: [{ name: 'Sheet1', xml }] });

/** A copy with other bytes at the first place where `find` is. */
function patched(find: readonly number[], change: (view: DataView, at: number) => void): Uint8Array {
  const copy = good.slice();
  const at = copy.findIndex((_, index) => find.every((byte, offset) => copy[index + offset] === byte));
  change(new DataView(copy.buffer), at);
  return copy;
}
const LOCAL = [0x50, 0x4b, 3, 4];
const DIRECTORY = [0x50, 0x4b, 1, 2];
const END = [0x50, 0x4b, 5, 6];

/** A compound file, as older versions and files with a password are. */
function compound(stream: string): Uint8Array {
  const bytes = new Uint8Array(2048);
  bytes.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
  for (const [at, char] of [...stream].entries()) bytes[1024 + at * 2] = char.charCodeAt(0);
  return bytes;
}

const big = new Uint8Array(30_000_000).fill(0x20);
const renamed = (name: string) => zipped({ [name]: 'x', mimetype: 'application/x' });

it.each<[string, Uint8Array, WorkbookFaultKind]>([
  ['cut in the middle', good.slice(0, good.length / 2), 'broken'],
  ['cut at its end', good.slice(0, -10), 'broken'],
  ['with only a start', new Uint8Array([...LOCAL, 0, 0, 0]), 'broken'],
  [
    'with a place outside of it',
    sheetPatched((view, at) => view.setUint32(at + 42, 0xfffffff0, true)),
    'broken',
  ],
  [
    'with a directory outside of it',
    patched(END, (view, at) => view.setUint32(at + 16, 0x7fffffff, true)),
    'broken',
  ],
  ['with more parts than it says', patched(END, (view, at) => view.setUint16(at + 10, 9999, true)), 'broken'],
  ['with a wrong sum', sheetPatched((view, at) => view.setUint32(at + 16, 1, true)), 'broken'],
  ['with a wrong size', sheetWithWrongSize(), 'broken'],
  ['with damaged parts', sheetWithDamage(), 'broken'],
  ['with another compression', sheetPatched((view, at) => view.setUint16(at + 10, 12, true)), 'broken'],
  ['with encrypted parts', sheetPatched((view, at) => view.setUint16(at + 8, 1, true)), 'encrypted'],
  ['with a password', compound('EncryptedPackage'), 'encrypted'],
  ['of an older version', compound('Workbook'), 'old-excel'],
  ['in binary', zipped({ 'xl/workbook.bin': 'x' }), 'binary-excel'],
  ['of LibreOffice', renamed('content.xml'), 'open-document'],
  ['of Numbers', renamed('Index/Document.iwa'), 'apple-numbers'],
  ['that is an archive', renamed('photo.jpg'), 'other-archive'],
  ['that is a document', zipped({ 'word/document.xml': 'x' }), 'other-archive'],
  ['that is an empty archive', zipped({}), 'other-archive'],
  ['without a sheet', testWorkbook({}), 'no-rows'],
  ['without rows', inSheet(''), 'no-rows'],
  [
    'whose sheet is missing',
    testWorkbook({ sheets: [{ name: 'A', xml: '' }], parts: { 'xl/worksheets/sheet1.xml': null } }),
    'no-rows',
  ],
  ['whose sheet is empty', sheet(''), 'broken'],
  ['whose sheet is no XML', sheet('hello'), 'broken'],
  ['whose sheet is cut off', sheet('<worksheet><sheetData><row><c><v>1</v></c></row>'), 'broken'],
  ['with a place that is none', inSheet('<row><c r="1A"><v>1</v></c></row>'), 'broken'],
  [
    'with a place beyond the last column',
    inSheet('<row><c r="ZZZZZZZZ1"><v>1</v></c></row>'),
    'too-many-columns',
  ],
  ['with too many columns', inSheet('<row><c r="AZ1"><v>1</v></c></row>'), 'too-many-columns'],
  ['with too many rows', inSheet('<row><c><v>1</v></c></row>'.repeat(1001)), 'too-many-rows'],
  [
    'with too many cells',
    inSheet(`<row>${'<c><v>1</v></c>'.repeat(50)}</row>`.repeat(101)),
    'too-many-cells',
  ],
  ['with spaces that unpack to 30 MB', sheet(big), 'too-large'],
  ['with relations of empty sheets that unpack to 50 MB', emptySheets(), 'too-large'],
  [
    'with shared texts that unpack to 30 MB',
    testWorkbook({
      sheets: [{ name: 'A', xml: '<row><c t="s"><v>0</v></c></row>' }],
      strings: ['<t/>'],
      parts: { 'xl/sharedStrings.xml': big },
    }),
    'too-large',
  ],
  [
    'with a list of sheets that unpacks to 30 MB',
    testWorkbook({ parts: { 'xl/workbook.xml': big } }),
    'too-large',
  ],
  ['with a text of 2 million characters', inSheet(inlineRows([['x'.repeat(2_000_000)]])), 'too-large'],
  ['that repeats a long text in all cells', repeatedText(), 'too-large'],
  ['with elements in each other', sheet('<a>'.repeat(100_000)), 'broken'],
  [
    'with too many attributes',
    sheet(`<a ${Array.from({ length: 5000 }, (_, at) => `b${at}="1"`).join(' ')}/>`),
    'broken',
  ],
  [
    'with entities that grow',
    sheet(
      '<!DOCTYPE a [<!ENTITY b "xxxxxxxxxx"><!ENTITY c "&b;&b;&b;&b;">]><worksheet><sheetData><row><c t="str"><v>&c;</v></c></row></sheetData></worksheet>',
    ),
    'broken',
  ],
  [
    'that asks for another file',
    sheet('<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><worksheet/>'),
    'broken',
  ],
  [
    'with too many parts',
    zipped(Object.fromEntries(Array.from({ length: 10_001 }, (_, at) => [`a${at}`, '']))),
    'too-large',
  ],
])('refuses a file %s', async (_, bytes, kind) => {
  await expect(read(bytes)).rejects.toMatchObject({ name: 'WorkbookFault', kind });
});

it('never reads a file that a sheet refers to', async () => {
  const bytes = testWorkbook({
    sheets: [{ name: 'A', xml: '' }],
    parts: {
      'xl/_rels/workbook.xml.rels':
        '<Relationships><Relationship Id="rId1" Type="x/worksheet" TargetMode="External" Target="file:///etc/passwd"/><Relationship Id="rId1" Type="x/worksheet" Target="../../../../etc/passwd"/></Relationships>',
    },
  });
  await expect(read(bytes)).rejects.toMatchObject({ kind: 'no-rows' });
});

it('stops at a row too many when it looks for links', () => {
  const row = '<row><c><f>HYPERLINK("https://acme.com","Acme")</f></c></row>';
  const bytes = testWorkbook({ sheets: [{ name: 'A', xml: row.repeat(20_000) }], level: 0 });
  let steps = 0;
  expect(() => {
    for (const _ of workbookRows(bytes, { limits: LIMITS })) steps += 1;
  }).toThrow('rows');
  // One reads 4 kB, and 1,000 rows have 61 kB.
  expect(steps).toBeLessThan(30);
});

it('reads the file of another user while a large one is unpacked', async () => {
  const ended: string[] = [];
  const attack = read(sheet(big)).catch(() => ended.push('attack'));
  const user = read(good).then(({ text }) => ended.push(text));
  await Promise.all([attack, user]);
  expect(ended).toEqual(['a\n', 'attack']);
});

it('survives a change of any byte', async () => {
  for (let at = 0; at < good.length; at += 3) {
    const copy = good.slice();
    copy[at] = (copy[at] as number) ^ 0x55;
    await read(copy).catch((error: unknown) => expect(error).toMatchObject({ name: 'WorkbookFault' }));
  }
});

/** The entry of the sheet in the directory, changed. */
function sheetPatched(change: (view: DataView, at: number) => void): Uint8Array {
  const parts = workbookParts({ sheets: [{ name: 'Sheet1', xml: inlineRows([['a']]) }] });
  const { 'xl/worksheets/sheet1.xml': first = '', ...others } = parts;
  const copy = zipped({ 'xl/worksheets/sheet1.xml': first, ...others });
  const at = copy.findIndex((_, index) => DIRECTORY.every((byte, offset) => copy[index + offset] === byte));
  change(new DataView(copy.buffer), at);
  return copy;
}
function sheetWithWrongSize(): Uint8Array {
  return sheetPatched((view, at) => view.setUint32(at + 24, 7, true));
}
function sheetWithDamage(): Uint8Array {
  return sheetPatched((view) => {
    for (let at = 60; at < 90; at += 1) view.setUint8(at, 0xff);
  });
}
function repeatedText(): Uint8Array {
  return testWorkbook({
    sheets: [{ name: 'A', xml: `<row>${'<c t="s"><v>0</v></c>'.repeat(50)}</row>`.repeat(90) }],
    strings: [`<t>${'x'.repeat(100_000)}</t>`],
  });
}
function emptySheets(): Uint8Array {
  const sheets = Array.from({ length: 5 }, (_, at) => ({ name: `A${at}`, xml: '' }));
  const relations = `<Relationships>${' '.repeat(10_000_000)}</Relationships>`;
  const parts = sheets.map((_, at) => [`xl/worksheets/_rels/sheet${at + 1}.xml.rels`, relations]);
  return testWorkbook({ sheets, parts: Object.fromEntries(parts) });
}
