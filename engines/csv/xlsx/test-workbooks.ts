import { type Zippable, zipSync } from 'fflate';
import { workbookRows } from './workbook-csv.ts';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships';

/** A workbook for tests, in the shape of a program. */
export interface TestWorkbook {
  /** the XML inside of <sheetData>, or of <worksheet> if it starts with a tag of its own */
  sheets?: readonly { name: string; xml: string; state?: string; after?: string; before?: string }[];
  /** the XML of each shared text, inside of <si> */
  strings?: readonly string[];
  /** format codes; a cell with s="1" has the first one */
  formats?: readonly (string | number)[];
  is1904?: boolean;
  /** names of parts and their content, in place of the usual ones; null leaves a part out */
  parts?: Readonly<Record<string, string | Uint8Array | null>>;
  /** the main folder. Default: "xl" */
  targets?: 'absolute' | 'relative';
  level?: 0 | 6;
}

/** The parts of a workbook, as they are zipped. */
export function workbookParts({
  sheets = [],
  strings,
  formats,
  is1904 = false,
  parts = {},
  targets = 'relative',
}: TestWorkbook): Record<string, string | Uint8Array> {
  const target = (part: string) => (targets === 'absolute' ? `/xl/${part}` : part);
  const relation = (id: string, type: string, part: string) =>
    `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${part}"/>`;
  const all: Record<string, string | Uint8Array | null> = {
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}">${relation('rId1', 'officeDocument', targets === 'absolute' ? '/xl/workbook.xml' : 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `<?xml version="1.0" encoding="UTF-8"?><workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><workbookPr${is1904 ? ' date1904="1"' : ''}/><sheets>${sheets
      .map(
        ({ name, state }, at) =>
          `<sheet name="${name}" sheetId="${at + 1}"${state ? ` state="${state}"` : ''} r:id="rId${at + 1}"/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}">${sheets
      .map((_, at) => relation(`rId${at + 1}`, 'worksheet', target(`worksheets/sheet${at + 1}.xml`)))
      .join(
        '',
      )}${strings ? relation('rIdS', 'sharedStrings', target('sharedStrings.xml')) : ''}${formats ? relation('rIdF', 'styles', target('styles.xml')) : ''}</Relationships>`,
    ...Object.fromEntries(
      sheets.map(({ xml, before = '', after = '' }, at) => [
        `xl/worksheets/sheet${at + 1}.xml`,
        `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="${MAIN}">${before}<sheetData>${xml}</sheetData>${after}</worksheet>`,
      ]),
    ),
    ...(strings
      ? {
          'xl/sharedStrings.xml': `<sst xmlns="${MAIN}">${strings.map((si) => `<si>${si}</si>`).join('')}</sst>`,
        }
      : {}),
    ...(formats
      ? {
          'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><numFmts>${formats
            .map((code, at) =>
              typeof code === 'string'
                ? `<numFmt numFmtId="${170 + at}" formatCode="${code.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"/>`
                : '',
            )
            .join(
              '',
            )}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${formats
            .map(
              (code, at) =>
                `<xf numFmtId="${typeof code === 'string' ? 170 + at : code}" applyNumberFormat="1"/>`,
            )
            .join('')}</cellXfs></styleSheet>`,
        }
      : {}),
    ...parts,
  };
  return Object.fromEntries(
    Object.entries(all).filter((part): part is [string, string | Uint8Array] => part[1] !== null),
  );
}

/** The bytes of a workbook for tests. */
export function testWorkbook(workbook: TestWorkbook): Uint8Array<ArrayBuffer> {
  return zipped(workbookParts(workbook), workbook.level);
}

/** A ZIP file with these parts. */
export function zipped(
  parts: Readonly<Record<string, string | Uint8Array>>,
  level: 0 | 6 = 6,
): Uint8Array<ArrayBuffer> {
  const files: Zippable = {};
  for (const [name, content] of Object.entries(parts))
    files[name] = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return zipSync(files, { level }) as Uint8Array<ArrayBuffer>;
}

/** The cells of a workbook's first sheet with rows. */
export function cellsOf(bytes: Uint8Array): string[][] {
  const limits = { rows: 1e6, columns: 500, cells: 1e7, chars: 1e8, unpackedBytes: 1e9 };
  return [...workbookRows(bytes, { limits })].flat().map(({ cells }) => cells);
}

/** Rows of inline texts, without places, as small programs write them. */
export function inlineRows(rows: readonly (readonly string[])[]): string {
  return rows
    .map(
      (cells) => `<row>${cells.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`,
    )
    .join('');
}
