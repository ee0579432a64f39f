import { describe, expect, it } from 'vitest';
import { readWorkbook, sheetNotes } from './read-workbook.ts';
import { zipped } from './test-workbooks.ts';

/** Parts as Excel and Google Sheets write them, with made-up content. What their own files have was seen in real ones. */
const LIMITS = { rows: 5000, columns: 50, cells: 10_000, chars: 1_000_000, unpackedBytes: 10_000_000 };
const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TRANSITIONAL = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const STRICT = 'http://purl.oclc.org/ooxml';

const read = (parts: Record<string, string>, sheet?: string) =>
  readWorkbook(zipped(parts), { sheet, limits: LIMITS, pause: () => undefined });

interface ExcelFile {
  /** what is in <sheetData> of each sheet */
  sheets: Record<string, string>;
  /** <si> elements */
  strings?: string;
  /** numFmt elements, and the number of the format of each style */
  formats?: string;
  styles?: readonly number[];
  workbookPr?: string;
  hidden?: readonly string[];
  /** around <sheetData> */
  before?: string;
  after?: string;
}

/** The parts that Excel 2016 writes, in its order and with its namespaces. */
function excelParts({
  sheets,
  strings,
  formats = '',
  styles = [],
  ...more
}: ExcelFile): Record<string, string> {
  const names = Object.keys(sheets);
  const relation = (id: number, type: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
  const listed = names.map(
    (name, at) =>
      `<sheet name="${name}" sheetId="${at + 1}"${more.hidden?.includes(name) ? ' state="hidden"' : ''} r:id="rId${at + 1}"/>`,
  );
  return {
    '[Content_Types].xml': `${DECLARATION}<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    '_rels/.rels': `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId3" Type="${OFFICE}/extended-properties" Target="docProps/app.xml"/><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${DECLARATION}<workbook xmlns="${TRANSITIONAL}" xmlns:r="${OFFICE}" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" mc:Ignorable="x15"><fileVersion appName="xl" lastEdited="6" lowestEdited="6" rupBuild="14420"/><workbookPr ${more.workbookPr ?? 'defaultThemeVersion="153222"'}/><bookViews><workbookView xWindow="0" activeTab="0"/></bookViews><sheets>${listed.join('')}</sheets><calcPr calcId="152511"/></workbook>`,
    'xl/_rels/workbook.xml.rels': `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${relation(90, 'theme', 'theme/theme1.xml')}${names.map((_, at) => relation(at + 1, 'worksheet', `worksheets/sheet${at + 1}.xml`)).join('')}${relation(91, 'styles', 'styles.xml')}${strings === undefined ? '' : relation(92, 'sharedStrings', 'sharedStrings.xml')}</Relationships>`,
    ...Object.fromEntries(
      names.map((name, at) => [
        `xl/worksheets/sheet${at + 1}.xml`,
        `${DECLARATION}<worksheet xmlns="${TRANSITIONAL}" xmlns:r="${OFFICE}" xmlns:x14ac="http://schemas.microsoft.com/office/spreadsheetml/2009/9/ac"><dimension ref="A1"/><sheetViews><sheetView tabSelected="1" workbookViewId="0"/></sheetViews><sheetFormatPr defaultRowHeight="15" x14ac:dyDescent="0.25"/>${more.before ?? ''}<sheetData>${sheets[name]}</sheetData>${more.after ?? ''}<pageMargins left="0.7" right="0.7" top="0.75" bottom="0.75" header="0.3" footer="0.3"/></worksheet>`,
      ]),
    ),
    'xl/styles.xml': `${DECLARATION}<styleSheet xmlns="${TRANSITIONAL}"><numFmts>${formats}</numFmts><cellStyleXfs count="1"><xf numFmtId="0" fontId="0"/></cellStyleXfs><cellXfs><xf numFmtId="0" fontId="0" xfId="0"/>${styles.map((id) => `<xf numFmtId="${id}" fontId="0" xfId="0" applyNumberFormat="1"/>`).join('')}</cellXfs><dxfs count="1"><dxf><numFmt numFmtId="164" formatCode="yyyy"/></dxf></dxfs></styleSheet>`,
    ...(strings === undefined
      ? {}
      : { 'xl/sharedStrings.xml': `${DECLARATION}<sst xmlns="${TRANSITIONAL}">${strings}</sst>` }),
  };
}

describe('a workbook of Excel', () => {
  it('has texts in one table, with formats, pronunciations, spaces and line ends', async () => {
    const strings = [
      '<si><t>Company</t></si>',
      '<si><r><rPr><b/><sz val="11"/></rPr><t>Acme</t></r><r><rPr><sz val="11"/></rPr><t xml:space="preserve"> GmbH</t></r></si>',
      '<si><t>大阪商事</t><rPh sb="0" eb="2"><t>オオサカ</t></rPh><phoneticPr fontId="1" type="fullwidthKatakana"/></si>',
      '<si><t xml:space="preserve">  two spaces  </t></si>',
      '<si><t>Street 1\r\n10115 Berlin</t></si>',
      '<si><t>Tab_x0009_and_x000D_\nreturn</t></si>',
      '<si><t/></si>',
    ].join('');
    const cells = (row: number, ...ids: number[]) =>
      `<row r="${row}" spans="1:3" x14ac:dyDescent="0.25">${ids.map((id, at) => `<c r="${'ABC'[at]}${row}" t="s"><v>${id}</v></c>`).join('')}</row>`;
    const { text } = await read(
      excelParts({ sheets: { Sheet1: cells(1, 0, 1, 2) + cells(2, 3, 4, 5) + cells(3, 6, 0) }, strings }),
    );
    expect(text).toBe(
      'Company,Acme GmbH,大阪商事\n  two spaces  ,"Street 1\n10115 Berlin","Tab\tand\r\nreturn"\n,Company\n',
    );
  });

  it('has line ends of two characters where a piece of the file ends', async () => {
    const texts = Array.from({ length: 4000 }, (_, at) => `${'x'.repeat(at % 7)}\r\ny`);
    const strings = texts.map((text) => `<si><t>${text}</t></si>`).join('\r\n');
    const rows = texts.map((_, at) => `<row r="${at + 1}"><c r="A${at + 1}" t="s"><v>${at}</v></c></row>`);
    const { text } = await read(excelParts({ sheets: { Sheet1: rows.join('\r\n') }, strings }));
    expect(text).toBe(texts.map((each) => `"${each.replace('\r\n', '\n')}"\n`).join(''));
  });

  it('has gaps, merged cells, formulas with values, errors, truth values and wrong dimensions', async () => {
    const { text, notes } = await read(
      excelParts({
        sheets: {
          Sheet1: [
            '<row r="3" spans="2:6"><c r="B3" s="1"/><c r="C3"><v>1</v></c><c r="F3" t="b"><v>1</v></c></row>',
            '<row r="5" hidden="1"><c r="C5"><f>SUM(C3:C3)</f><v>1</v></c><c r="D5" t="str"><f>C3&amp;" pcs"</f><v>1 pcs</v></c><c r="E5" t="e"><f>C3/0</f><v>#DIV/0!</v></c></row>',
            '<row r="6"><c r="C6"><f t="shared" ref="C6:C7" si="0">C5+1</f><v>2</v></c><c r="D6" t="e"><v>#N/A</v></c><c r="E6" t="b"><f>C6&gt;9</f><v>0</v></c></row>',
            '<row r="7"><c r="C7"><f t="shared" si="0"/><v>3</v></c><c r="D7"><f t="array" ref="D7">MAX(C3:C7)</f><v>3</v></c></row>',
          ].join(''),
        },
        before: '<cols><col min="1" max="1" width="2.7" hidden="1" customWidth="1"/></cols>',
        after: '<mergeCells count="2"><mergeCell ref="A1:F1"/><mergeCell ref="C3:D3"/></mergeCells>',
      }),
    );
    expect(text).toBe('\n\n,,1,,,TRUE\n\n,,1,1 pcs\n,,2,,FALSE\n,,3,3\n');
    expect(sheetNotes(notes)).toEqual([
      '1 hidden row is included.',
      '1 hidden column is included.',
      '2 merged areas: only the first cell of each has its text.',
      '2 cells with an error such as #N/A are empty.',
    ]);
  });

  it.each([
    ['1900', 'defaultThemeVersion="153222"', '45356', '45356.5625', '2024-03-05', '2024-03-05 13:30'],
    [
      '1904',
      'date1904="1" defaultThemeVersion="153222"',
      '43894',
      '43894.5625',
      '2024-03-05',
      '2024-03-05 13:30',
    ],
    // Programs show day 0 of 1900 as January 0.
    ['1900, as a number below the first day', '', '0', '0.5625', '0', '13:30'],
  ])('has dates from %s', async (_, workbookPr, day, time, expectedDay, expectedTime) => {
    const cells = [
      `<c r="A1" s="1"><v>${day}</v></c>`,
      `<c r="B1" s="2"><v>${day}</v></c>`,
      `<c r="C1" s="3"><v>${time}</v></c>`,
      `<c r="D1" s="4"><v>${time}</v></c>`,
      '<c r="E1" s="5"><v>1067</v></c>',
      '<c r="F1" s="6"><v>0.125</v></c>',
      '<c r="G1" s="7"><v>1234.5</v></c>',
    ];
    const { text } = await read(
      excelParts({
        sheets: { Sheet1: `<row r="1">${cells.join('')}</row>` },
        formats: [
          '<numFmt numFmtId="164" formatCode="[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy"/>',
          '<numFmt numFmtId="165" formatCode="[$-409]m/d/yy\\ h:mm\\ AM/PM;@"/>',
          '<numFmt numFmtId="166" formatCode="[$-407]dd/\\ mmmm\\ yyyy\\ hh:mm"/>',
          '<numFmt numFmtId="167" formatCode="00000"/>',
          '<numFmt numFmtId="168" formatCode="_-* #,##0.00\\ &quot;€&quot;_-;\\-* #,##0.00\\ &quot;€&quot;_-;_-* &quot;-&quot;??\\ &quot;€&quot;_-;_-@_-"/>',
        ].join(''),
        styles: [14, 164, 165, 166, 167, 10, 168],
        workbookPr,
      }),
    );
    expect(text).toBe(
      `${[expectedDay, expectedDay, expectedTime, expectedTime, '01067', '12.5%', '1234.5'].join(',')}\n`,
    );
  });

  it('has several sheets, hidden ones and names with signs', async () => {
    const parts = excelParts({
      sheets: {
        Lookup: '<row r="1"><c r="A1"><v>9</v></c></row>',
        'R&amp;D &lt;2026&gt;': '<row r="1"><c r="A1"><v>1</v></c></row>',
        'Straße №2': '<row r="1"><c r="A1"><v>2</v></c></row>',
      },
      hidden: ['Lookup'],
    });
    expect(await read(parts)).toMatchObject({ text: '1\n', sheet: 'R&D <2026>' });
    expect((await read(parts, 'straße №2')).text).toBe('2\n');
    expect((await read(parts, 'Lookup')).text).toBe('9\n');
  });

  it('has cells of the most characters that Excel takes, and numbers of all sizes', async () => {
    const longest = 'ä'.repeat(32_767);
    const numbers = [
      '1E-3',
      '6.0221407599999999E+23',
      '-1.5E-104',
      '9007199254740993',
      '1.1000000000000001',
      '0.1',
    ];
    const { text } = await read(
      excelParts({
        sheets: {
          Sheet1: `<row r="1"><c r="A1" t="s"><v>0</v></c>${numbers.map((value) => `<c><v>${value}</v></c>`).join('')}</row>`,
        },
        strings: `<si><t>${longest}</t></si>`,
      }),
    );
    expect(text).toBe(`${longest},0.001,602214076000000000000000,-1.5e-104,9007199254740993,1.1,0.1\n`);
  });

  it('is in the strict format, with dates as texts', async () => {
    const sheet =
      '<row r="1"><c r="A1" s="1" t="d"><v>2024-03-05</v></c><c r="B1" s="1" t="d"><v>2024-03-05T13:30:00</v></c><c r="C1" t="s"><v>0</v></c></row>';
    const parts = excelParts({ sheets: { Sheet1: sheet }, strings: '<si><t>a</t></si>', styles: [14] });
    const strict = Object.fromEntries(
      Object.entries(parts).map(([name, xml]) => [
        name,
        xml
          .replaceAll(OFFICE, `${STRICT}/officeDocument/relationships`)
          .replaceAll(TRANSITIONAL, `${STRICT}/spreadsheetml/main`)
          .replace('<workbook ', '<workbook conformance="strict" '),
      ]),
    );
    expect((await read(strict)).text).toBe('2024-03-05,2024-03-05 13:30,a\n');
  });

  it('keeps what only newer versions know in alternatives, which aren’t rows', async () => {
    const parts = excelParts({
      sheets: { Sheet1: '<row r="1"><c r="A1"><v>1</v></c></row>' },
      after:
        '<extLst><ext uri="{78C0D931-6437-407d-A8EE-F0AAD7539E65}" xmlns:x14="http://schemas.microsoft.com/office/spreadsheetml/2009/9/main"><x14:conditionalFormattings><x14:conditionalFormatting xmlns:xm="http://schemas.microsoft.com/office/excel/2006/main"><xm:f>A1</xm:f><xm:sqref>A1</xm:sqref></x14:conditionalFormatting></x14:conditionalFormattings></ext></extLst>',
    });
    expect(await read(parts)).toMatchObject({ text: '1\n', notes: { emptyFormulas: 0 } });
  });
});

describe('a workbook of Google Sheets', () => {
  const NAMESPACES = `xmlns="${TRANSITIONAL}" xmlns:r="${OFFICE}" xmlns:mx="http://schemas.microsoft.com/office/mac/excel/2008/main" xmlns:mv="urn:schemas-microsoft-com:mac:vml"`;
  const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
  /** No properties of a program, sheets before the workbook, relations that start with styles, and drawings without shapes. */
  const sheetsParts = (rows: string, strings: string): Record<string, string> => ({
    'xl/worksheets/sheet1.xml': `${XML}<worksheet ${NAMESPACES}><sheetPr><outlinePr summaryBelow="0" summaryRight="0"/></sheetPr><sheetViews><sheetView workbookViewId="0"/></sheetViews><sheetFormatPr customHeight="1" defaultColWidth="14.43" defaultRowHeight="15.75"/><sheetData>${rows}</sheetData><drawing r:id="rId1"/></worksheet>`,
    'xl/drawings/drawing1.xml': `${XML}<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing"/>`,
    'xl/sharedStrings.xml': `${XML}<sst xmlns="${TRANSITIONAL}" count="3" uniqueCount="3">${strings}</sst>`,
    'xl/styles.xml': `${XML}<styleSheet xmlns="${TRANSITIONAL}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="m/d/yyyy h:mm:ss"/></numFmts><fonts count="1"><font><sz val="10.0"/></font></fonts><cellStyleXfs count="1"><xf borderId="0" numFmtId="0"/></cellStyleXfs><cellXfs count="4"><xf borderId="0" numFmtId="0" xfId="0"/><xf numFmtId="164" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    'xl/workbook.xml': `${XML}<workbook ${NAMESPACES}><workbookPr/><sheets><sheet state="visible" name="Form Responses 1" sheetId="1" r:id="rId3"/></sheets><definedNames/><calcPr/></workbook>`,
    'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/styles" Target="styles.xml"/><Relationship Id="rId2" Type="${OFFICE}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="rId3" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    '_rels/.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"/>`,
  });

  it('has numbers with decimals, empty texts, formulas whose value is a text, and links', async () => {
    const strings =
      '<si><t>Timestamp</t></si><si><t></t></si><si><t xml:space="preserve">Ann &amp; Bob </t></si>';
    const rows = [
      '<row r="1"><c r="A1" s="1" t="s"><v>0</v></c><c r="B1" s="1" t="s"><v>1</v></c><c r="C1" s="1" t="s"><v>2</v></c></row>',
      '<row r="2"><c r="A2" s="2"><v>45356.5625578704</v></c><c r="B2" s="1"><v>45356.0</v></c><c r="C2" s="0"><v>4.930123456E10</v></c></row>',
      '<row r="3" ht="15.75" customHeight="1"><c r="A3" s="3"/><c r="B3" t="str"><f t="shared" ref="B3:B4" si="1">sum(C3:C3)</f><v>4</v></c><c r="C3"><v>4.0</v></c></row>',
      '<row r="4"><c r="A4" t="str"><f>HYPERLINK("https://acme.com/","Acme")</f><v>Acme</v></c><c r="B4" t="str"><f t="shared" si="1"/><v>0.5</v></c><c r="C4" t="b"><v>0</v></c></row>',
      '<row r="5" ht="15.75" customHeight="1"/>',
      '<row r="1000"><c r="A1000" s="1"/></row>',
    ];
    expect(await read(sheetsParts(rows.join(''), strings))).toMatchObject({
      sheet: 'Form Responses 1',
      text: 'Timestamp,,Ann & Bob \n2024-03-05 13:30:05,2024-03-05,49301234560\n,4,4\nAcme,0.5,FALSE,https://acme.com/\n',
      notes: { hiddenRows: 0, emptyFormulas: 0 },
    });
  });
});

/** As other programs write: names with prefixes, a byte order mark, one sheet without a number, and lines between elements. */
it('reads a workbook with prefixes, byte order marks and folders as entries', async () => {
  const main = `xmlns:x="${TRANSITIONAL}"`;
  const mark = '\ufeff<?xml version="1.0" encoding="utf-8"?>';
  const parts = {
    '_rels/': '',
    '_rels/.rels': `${mark}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Type="${OFFICE}/officeDocument" Target="/xl/workbook.xml" Id="R1"/></Relationships>`,
    'xl/worksheets/': '',
    'xl/workbook.xml': `${mark}<x:workbook ${main}><x:sheets><x:sheet name="Übersicht" sheetId="1" r:id="R2" xmlns:r="${OFFICE}" /></x:sheets></x:workbook>`,
    'xl/_rels/workbook.xml.rels': `${mark}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Type="${OFFICE}/worksheet" Target="/xl/worksheets/sheet.xml" Id="R2"/></Relationships>`,
    'xl/worksheets/sheet.xml': `${mark}<x:worksheet ${main}>\r\n <x:sheetData>\r\n  <x:row>\r\n   <x:c t="inlineStr">\r\n    <x:is>\r\n     <x:t>a\r\nb</x:t>\r\n    </x:is>\r\n   </x:c>\r\n   <x:c>\r\n    <x:v>1</x:v>\r\n   </x:c>\r\n  </x:row>\r\n </x:sheetData>\r\n</x:worksheet>`,
  };
  expect(await read(parts)).toMatchObject({ sheet: 'Übersicht', text: '"a\nb",1\n' });
});
