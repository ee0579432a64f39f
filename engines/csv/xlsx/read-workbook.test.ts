import { expect, it } from 'vitest';
import { readWorkbook, sheetNotes } from './read-workbook.ts';
import { inlineRows, type TestWorkbook, testWorkbook } from './test-workbooks.ts';

const LIMITS = { rows: 1000, columns: 50, cells: 10_000, chars: 1_000_000, unpackedBytes: 10_000_000 };
const read = (bytes: Uint8Array, sheet?: string) =>
  readWorkbook(bytes, { sheet, limits: LIMITS, pause: () => undefined });
const oneSheet = (xml: string, more: TestWorkbook = {}): TestWorkbook => ({
  sheets: [{ name: 'Sheet1', xml }],
  ...more,
});
const row = (cells: string, attributes = '') => `<row ${attributes}>${cells}</row>`;
const number = (value: string, style = 0) => `<c s="${style}"><v>${value}</v></c>`;
const dated = (value: string, format: string | number, more: TestWorkbook = {}): TestWorkbook =>
  oneSheet(row(number(value, 1)), { formats: [format], ...more });

it.each<[string, TestWorkbook, string]>([
  [
    'Excel, with shared texts',
    oneSheet(
      '<row r="1" spans="1:2" x14ac:dyDescent="0.25"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row><row r="2"><c r="A2" t="s"><v>2</v></c><c r="B2"><v>12.5</v></c></row>',
      { strings: ['<t>Name</t>', '<t>Price</t>', '<t xml:space="preserve"> Ann &amp; Bob </t>'] },
    ),
    'Name,Price\n Ann & Bob ,12.5\n',
  ],
  [
    'Google Sheets, with rich texts',
    oneSheet('<row r="1"><c r="A1" s="1" t="s"><v>0</v></c></row>', {
      strings: ['<r><t>Acme </t></r><r><rPr><b/></rPr><t>GmbH</t></r>'],
      formats: ['General'],
    }),
    'Acme GmbH\n',
  ],
  [
    'empty cells that could have a shared text',
    oneSheet(
      row(
        '<c r="A1" t="s"><v>0</v></c><c r="B1" t="s"/><c r="C1" t="s"><v></v></c><c r="D1" t="s"><v>1</v></c>',
      ),
      { strings: ['<t>Name</t>', '<t>Price</t>'] },
    ),
    'Name,,,Price\n',
  ],
  [
    'LibreOffice, with a computed text and a truth value',
    oneSheet(
      row(
        '<c r="A1" t="str"><f aca="false">A2&amp;"x"</f><v>ax</v></c><c r="B1" t="b"><v>1</v></c><c r="C1" t="b"><v>0</v></c>',
      ),
    ),
    'ax,TRUE,FALSE\n',
  ],
  ['inline texts without places', oneSheet(inlineRows([['a', 'b'], ['c']])), 'a,b\nc\n'],
  [
    'pronunciation, which is no text',
    oneSheet(row('<c t="s"><v>0</v></c>'), {
      strings: ['<t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh><phoneticPr fontId="1"/>'],
    }),
    '東京\n',
  ],
  [
    'escaped characters',
    oneSheet(row('<c t="inlineStr"><is><t>a_x000A_b_x005F_x0041_</t></is></c>')),
    '"a\nb_x0041_"\n',
  ],
  ['several lines and quotes', oneSheet(inlineRows([['a\nb', 'say &quot;x&quot;']])), '"a\nb","say ""x"""\n'],
  ['character data', oneSheet(row('<c t="inlineStr"><is><t><![CDATA[<a> & b]]></t></is></c>')), '<a> & b\n'],
  [
    'character references',
    oneSheet(row('<c t="inlineStr"><is><t>&#228;&#x1F600;&lt;</t></is></c>')),
    'ä😀<\n',
  ],
  [
    'gaps, and rows out of order',
    oneSheet(
      '<row r="2"><c r="C2"><v>1</v></c></row><row r="5"><c r="A5"><v>2</v></c></row><row r="1"><c r="A1"><v>3</v></c></row>',
    ),
    '\n,,1\n\n\n2\n3\n',
  ],
  ['a cell far out that is empty', oneSheet(row('<c r="A1"><v>1</v></c><c r="XFD1" s="0"/>')), '1\n'],
  [
    'empty rows with formats only',
    oneSheet(
      `${row('', 'r="1" s="3"')}${row(number('1'), 'r="2"')}${row('<c r="A900000" s="1"/>', 'r="900000"')}`,
    ),
    '\n1\n',
  ],
  ['a number of 12 digits', oneSheet(row(number('4.9151234567E+11'))), '491512345670\n'],
  ['a number of 20 digits', oneSheet(row(number('1.2345678901234501E+19'))), '12345678901234500000\n'],
  ['digits in full', oneSheet(row(number('4915112345678901234'))), '4915112345678901234\n'],
  ['noise after 15 digits', oneSheet(row(number('0.30000000000000004'))), '0.3\n'],
  ['a tiny number', oneSheet(row(number('1.5E-7'))), '0.00000015\n'],
  ['a negative number', oneSheet(row(number('-12'))), '-12\n'],
  ['postal codes', dated('1067', '00000'), '01067\n'],
  ['phones with a plus', dated('4930123456', '"+"0'), '+4930123456\n'],
  ['phones with signs', dated('2125550123', '(000) 000-0000'), '(212) 555-0123\n'],
  ['numbers with signs and zeros', dated('123', '000-00-0000'), '000-00-0123\n'],
  ['percent', dated('0.255', '0.0%'), '25.5%\n'],
  ['money', dated('12.5', '"$"#,##0.00'), '12.5\n'],
  ['a date', dated('45356', 14), '2024-03-05\n'],
  ['a date of an own format', dated('45356', 'dd/mm/yyyy;@'), '2024-03-05\n'],
  [
    'a German date',
    dated('45356', '[$-407]TT.MM.JJJJ'.replace('TT', 'dd').replace('JJJJ', 'yyyy')),
    '2024-03-05\n',
  ],
  ['a month', dated('45356', 'mmm\\-yy'), '2024-03-05\n'],
  ['a date with a time', dated('45356.5625', 22), '2024-03-05 13:30\n'],
  ['seconds', dated('45356.000011574', 'yyyy-mm-dd hh:mm:ss'), '2024-03-05 00:00:01\n'],
  ['a time', dated('0.5625', 'h:mm AM/PM'), '13:30\n'],
  ['hours', dated('1.5', '[h]:mm'), '36:00\n'],
  ['the first days of 1900', dated('1', 14), '1900-01-01\n'],
  ['a day that only Excel has', dated('60', 14), '1900-02-29\n'],
  ['a date from 1904', dated('43894', 14, { is1904: true }), '2024-03-05\n'],
  ['a date before 1900, as it is stored', dated('-5', 14), '-5\n'],
  ['an ISO date', oneSheet(row('<c t="d"><v>2024-03-05T00:00:00</v></c>')), '2024-03-05\n'],
  ['a format with a color', dated('5', '[Red]0'), '5\n'],
  ['a style that isn’t there', oneSheet(row(number('5', 99))), '5\n'],
  [
    'a shared text that isn’t there',
    oneSheet(row('<c t="s"><v>7</v></c><c><v>1</v></c>'), { strings: [] }),
    ',1\n',
  ],
])('reads %s', async (_, workbook, expected) => {
  expect((await read(testWorkbook(workbook))).text).toBe(expected);
});

const PREFIXED =
  '<?xml version="1.0"?><x:worksheet xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><x:sheetData><x:row r="1"><x:c r="A1" t="inlineStr"><x:is><x:t>a</x:t></x:is></x:c></x:row></x:sheetData></x:worksheet>';
const PLAIN = PREFIXED.replaceAll('x:', '');
const wide = (text: string, isBig: boolean) => {
  const bytes = new Uint8Array(text.length * 2 + 2);
  const view = new DataView(bytes.buffer);
  for (const [at, char] of [...`\ufeff${text}`].entries()) view.setUint16(at * 2, char.charCodeAt(0), !isBig);
  return bytes;
};
const sheetPart = (content: string | Uint8Array): TestWorkbook =>
  oneSheet('', { parts: { 'xl/worksheets/sheet1.xml': content } });

it.each<[string, TestWorkbook]>([
  ['prefixes of names', sheetPart(PREFIXED)],
  [
    'the strict format',
    sheetPart(
      PLAIN.replace('schemas.openxmlformats.org/spreadsheetml/2006', 'purl.oclc.org/ooxml/spreadsheetml'),
    ),
  ],
  ['a byte order mark', sheetPart(`\ufeff${PLAIN}`)],
  ['UTF-16, low byte first', sheetPart(wide(PLAIN, false))],
  ['UTF-16, high byte first', sheetPart(wide(PLAIN, true))],
  ['Latin-1', sheetPart(PLAIN.replace('?>', ' encoding="ISO-8859-1"?>'))],
  [
    'a comment and other parts',
    sheetPart(PLAIN.replace('<sheetData>', '<!-- <row> --><dimension ref="A1:XFD9"/><sheetData>')),
  ],
  ['addresses from the root', oneSheet(inlineRows([['a']]), { targets: 'absolute' })],
  ['parts that aren’t compressed', oneSheet(inlineRows([['a']]), { level: 0 })],
  [
    'no list of relations',
    oneSheet(inlineRows([['a']]), { parts: { '_rels/.rels': null, 'xl/_rels/workbook.xml.rels': null } }),
  ],
  [
    'macros, which are never run',
    oneSheet(inlineRows([['a']]), { parts: { 'xl/vbaProject.bin': new Uint8Array([0xd0, 0xcf]) } }),
  ],
  ['names that lead out of it', oneSheet(inlineRows([['a']]), { parts: { '../../../etc/passwd': 'x' } })],
])('reads a file with %s', async (_, workbook) => {
  expect((await read(testWorkbook(workbook))).text).toBe('a\n');
});

it('chooses the first sheet that people see and that has rows, or the one that is named', async () => {
  const bytes = testWorkbook({
    sheets: [
      { name: 'Secret', xml: inlineRows([['hidden']]), state: 'veryHidden' },
      { name: 'Empty', xml: '' },
      { name: 'Contacts', xml: inlineRows([['contacts']]) },
      { name: 'More &amp; more', xml: inlineRows([['more']]) },
    ],
  });
  expect(await read(bytes)).toMatchObject({
    text: 'contacts\n',
    sheet: 'Contacts',
    sheets: [
      { name: 'Secret', isHidden: true },
      { name: 'Empty', isHidden: false },
      { name: 'Contacts', isHidden: false },
      { name: 'More & more', isHidden: false },
    ],
  });
  expect((await read(bytes, ' more & MORE ')).text).toBe('more\n');
  expect((await read(bytes, 'Secret')).text).toBe('hidden\n');
  await expect(read(bytes, 'Empty')).rejects.toMatchObject({ kind: 'no-rows' });
  await expect(read(bytes, 'None')).rejects.toThrow('It has “Secret”, “Empty”, “Contacts”, “More & more”.');
});

it('says what a person should know about a sheet', async () => {
  const { notes, text } = await read(
    testWorkbook({
      sheets: [
        {
          name: 'Sheet1',
          before: '<cols><col min="2" max="3" hidden="1"/><col min="4" max="16384" hidden="1"/></cols>',
          xml:
            row('<c r="A1" t="inlineStr"><is><t>Title</t></is></c><c r="B1"/>') +
            row(number('1'), 'hidden="1"') +
            row('', 'hidden="1"') +
            row('<c t="e"><f>1/0</f><v>#DIV/0!</v></c><c><f>A1</f></c><c t="str"><f>A9</f><v></v></c>') +
            row(number('2'), 'hidden="true"'),
          after: '<mergeCells count="1"><mergeCell ref="A1:B1"/></mergeCells>',
        },
      ],
    }),
  );
  expect(text).toBe('Title\n1\n\n\n2\n');
  expect(sheetNotes(notes)).toEqual([
    '2 hidden rows are included.',
    '2 hidden columns are included.',
    '1 merged area: only the first cell of each has its text.',
    '1 cell with an error such as #N/A is empty.',
    '1 formula without a stored value is empty. Open the file in your spreadsheet program and save it to compute them.',
  ]);
});
