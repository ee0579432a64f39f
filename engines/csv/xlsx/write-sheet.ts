import { isFormula, isShownAsWritten } from '../write-csv.ts';

/** What Excel's format allows. */
export const SHEET_ROWS_MAX = 1_048_576;
export const CELL_MAX_CHARS = 32_767;

const CUT = '… (cut: an Excel cell has 32,767 characters at most)';
const SHEET_NAME_MAX_CHARS = 31;
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
/** Cell styles, by their place in the styles below. */
const HEADER_STYLE = 1;
const TEXT_STYLE = 2;

/** The XML before the first row: the header stays in view, and columns are wide enough to read. */
export function sheetStart(columns: number): string {
  const cols = columns > 0 ? `<cols><col min="1" max="${columns}" width="20" customWidth="1"/></cols>` : '';
  return `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>${cols}<sheetData>`;
}

export const SHEET_END = '</sheetData></worksheet>';

/**
 * The XML of a row of texts; `row` from 1, the header is 1. Only numbers that Excel shows as they are written become numbers. Texts are never run as a
 * formula; those that Excel would change or run when someone edits the cell have the format Text. Longer texts than Excel
 * takes are cut and say so.
 */
export function rowXml(cells: readonly string[], row: number): string {
  const isHeader = row === 1;
  // Excel doesn't need these places, but other programs do.
  let xml = `<row r="${row}">`;
  for (const [index, text] of cells.entries()) {
    if (text === '') continue;
    const place = `r="${columnLetters(index)}${row}"`;
    if (!isHeader && isNumber(text)) xml += `<c ${place}><v>${text}</v></c>`;
    else {
      const style = isHeader ? HEADER_STYLE : isText(text) ? TEXT_STYLE : 0;
      const attribute = style > 0 ? ` s="${style}"` : '';
      xml += `<c ${place}${attribute} t="inlineStr"><is><t xml:space="preserve">${cellXml(text)}</t></is></c>`;
    }
  }
  return `${xml}</row>`;
}

/** Whether Excel would show or use a text in another way if someone edits its cell. */
function isText(text: string): boolean {
  return isFormula(text) || !isShownAsWritten(text) || !Number.isNaN(Number(text));
}

const letters: string[] = [];

/** 0 -> "A", 27 -> "AB" */
function columnLetters(index: number): string {
  for (let at = letters.length; at <= index; at += 1)
    letters.push(
      (at >= 26 ? columnLetters(Math.floor(at / 26) - 1) : '') + String.fromCharCode(65 + (at % 26)),
    );
  return letters[index] as string;
}

const NUMBER = /^-?\d{1,11}(?:\.\d{1,4})?$/;

function isNumber(text: string): boolean {
  return NUMBER.test(text) && String(Number(text)) === text;
}

const SPECIAL = /[&<>\r\p{Cc}\p{Cs}\uFFFE\uFFFF]|_x(?=[0-9a-fA-F]{4}_)/u;
// biome-ignore lint/suspicious/noControlCharactersInRegex: XML can't have them.
const NOT_IN_XML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

function cellXml(text: string): string {
  const short =
    text.length > CELL_MAX_CHARS ? text.slice(0, CELL_MAX_CHARS - CUT.length).toWellFormed() + CUT : text;
  if (!SPECIAL.test(short)) return short;
  return (
    escaped(short.replace(/\r\n?/g, '\n'))
      // Excel reads this as an escaped character.
      .replace(/_x(?=[0-9a-fA-F]{4}_)/g, '_x005F_x')
  );
}

function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(NOT_IN_XML, '')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;');
}

/** The name of a sheet, as Excel allows it; `number`: of several. "A/B: 2026" -> "A B 2026". */
export function sheetName(name: string, number: number): string {
  const suffix = number > 1 ? ` ${number}` : '';
  const plain = name
    .replace(/[[\]:*?/\\'\p{Cc}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const cut = (plain || 'Rows')
    .slice(0, SHEET_NAME_MAX_CHARS - suffix.length)
    .toWellFormed()
    .trim();
  // Excel keeps this name for itself.
  return `${/^history$/i.test(cut) ? 'Rows' : cut}${suffix}`;
}

/** The name of the part with a sheet; `number` from 1. */
export function sheetPart(number: number): string {
  return `xl/worksheets/sheet${number}.xml`;
}

/** The parts of a workbook besides its sheets, by their names. */
export function workbookParts(sheets: readonly string[]): [name: string, xml: string][] {
  const each = (write: (name: string, number: number) => string) =>
    sheets.map((name, index) => write(name, index + 1)).join('');
  return [
    [
      '[Content_Types].xml',
      `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/>${each((_, number) => `<Override PartName="/${sheetPart(number)}" ContentType="${TYPES}.worksheet+xml"/>`)}</Types>`,
    ],
    [
      '_rels/.rels',
      `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${each((name, number) => `<sheet name="${escaped(name).replace(/"/g, '&quot;')}" sheetId="${number}" r:id="rId${number}"/>`)}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${XML}<Relationships xmlns="${PACKAGE}/relationships">${each((_, number) => `<Relationship Id="rId${number}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${number}.xml"/>`)}<Relationship Id="rIdStyles" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
    ],
    [
      'xl/styles.xml',
      `${XML}<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
    ],
  ];
}
