import { unguardFormulas } from '#engines/csv/write-csv.ts';
import {
  rowXml,
  SHEET_END,
  SHEET_ROWS_MAX,
  sheetName,
  sheetPart,
  sheetStart,
  workbookParts,
} from '#engines/csv/xlsx/write-sheet.ts';
import { csvRows } from './csv-rows.ts';
import { ZipStream } from './zip-stream.ts';

/** Characters of XML that are compressed at once. */
const PIECE_CHARS = 64 * 1024;
const SHEET_MAX_BYTES = 3_500_000_000;

interface XlsxOptions {
  /** of the sheet, as people called what it has */
  name: string;
  /** of a sheet, with its header; more rows start another sheet. Default: Excel's limit */
  maxRows?: number;
}

/**
 * One of our CSV files as an Excel workbook, while it is made: the same rows and columns, the first row as the header of each
 * sheet. In cells, what protects CSV files against formulas is taken away, because a workbook says that its texts are texts.
 */
export async function* xlsxOfCsv(
  csv: AsyncIterable<string | Uint8Array>,
  { name, maxRows = SHEET_ROWS_MAX }: XlsxOptions,
): AsyncGenerator<Uint8Array> {
  const zip = new ZipStream();
  const rows = csvRows(csv, unguardFormulas);
  const sheets: string[] = [];
  let next = await rows.next();
  const header = next.done ? [] : next.value;

  async function* sheetXml(): AsyncGenerator<string> {
    let xml = sheetStart(header.length) + (header.length > 0 ? rowXml(header, 1) : '');
    let bytes = 0;
    for (let count = 1; count < maxRows && bytes < SHEET_MAX_BYTES; count += 1) {
      next = await rows.next();
      if (next.done) break;
      xml += rowXml(next.value, count + 1);
      if (xml.length < PIECE_CHARS) continue;
      bytes += Buffer.byteLength(xml);
      yield xml;
      xml = '';
    }
    yield xml + SHEET_END;
  }

  try {
    do {
      sheets.push(sheetName(name, sheets.length + 1));
      yield* zip.part(sheetPart(sheets.length), sheetXml());
    } while (!next.done);
    for (const [part, xml] of workbookParts(sheets)) yield* zip.part(part, [xml]);
    yield zip.end();
  } finally {
    zip.close();
    await rows.return(undefined);
  }
}

/** "contacts.csv" -> "contacts.xlsx" */
export function xlsxFileName(name: string): string {
  return `${name.replace(/\.csv$/i, '')}.xlsx`;
}
