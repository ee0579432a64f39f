import { fileEnding, type TableFormat, XLSX_TYPE } from '#contract/file-types.ts';
import { BYTE_ORDER_MARK, csvDelimiter, csvLine } from '#engines/csv/write-csv.ts';
import { csvRows } from './csv-rows.ts';
import { xlsxOfCsv } from './xlsx-file.ts';

type Csv = AsyncIterable<string | Uint8Array>;

/** A table as it is downloaded. */
interface TableFile {
  /** its media type */
  type: string;
  /** what its name ends in */
  ending: string;
  bytes(signal: AbortSignal): AsyncIterable<Uint8Array>;
}

const PIECE_CHARS = 64 * 1024;

/** One of our CSV files in another format, while it is made. `name`: of the sheet of a workbook */
export function tableFile(csv: (signal: AbortSignal) => Csv, format: TableFormat, name: string): TableFile {
  return {
    type: format === 'xlsx' ? XLSX_TYPE : 'text/csv; charset=utf-8',
    ending: fileEnding(format),
    bytes(signal) {
      if (format === 'xlsx') return xlsxOfCsv(csv(signal), { name });
      return encoded(format === 'csv' ? csv(signal) : withDelimiter(csv(signal), csvDelimiter(format)));
    },
  };
}

async function* encoded(csv: Csv): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const piece of csv) yield typeof piece === 'string' ? encoder.encode(piece) : piece;
}

/** The same cells with another delimiter between them, for Excel. What guards them against formulas stays. */
async function* withDelimiter(csv: Csv, delimiter: string): AsyncGenerator<string> {
  let text = BYTE_ORDER_MARK;
  for await (const cells of csvRows(csv, (cell) => cell)) {
    text += csvLine(cells, delimiter);
    if (text.length < PIECE_CHARS) continue;
    yield text;
    text = '';
  }
  yield text;
}
