import { CSV_COLUMNS_MAX } from '#contract/limits.ts';
import { isBlank, visibleText } from '#engines/list-items/cell-text.ts';
import { isHeader } from './column-roles.ts';
import { markedTable } from './marked-tables.ts';
import { type CsvRecord, createCsvReader, detectDelimiter, rankDelimiters } from './read-csv.ts';
import { titleLength } from './title-lines.ts';
import { csvRecord, plainCell } from './write-csv.ts';

/** A pasted text or a file that may be a table. */
export interface TableText {
  /** without NUL, a byte order mark, and the line that tells Excel the delimiter */
  body: string;
  /** from that line; null without one */
  delimiter: string | null;
  /** lines of the text before `body` */
  linesBefore: number;
}

export interface TableOptions {
  /** default: as the text says or its first line shows */
  delimiter?: string;
  /** rows have one cell more at most. Default: the most columns of a list */
  maxCells?: number;
}

/** Text parsed per step. */
const PIECE_CHARS = 256 * 1024;
const ROWS_PER_STEP = 5000;
const COLUMN_NAME_MAX_CHARS = 500;

/**
 * Removes what programs and people write before a table, and turns Markdown, HTML and JSON into CSV. `delimiter` is then a
 * comma.
 */
export function openTable(text: string): TableText {
  const opened = openPlainTable(text);
  if (opened.delimiter !== null) return opened;
  const marked = markedTable(opened.body);
  if (marked !== null) return { body: marked, delimiter: ',', linesBefore: 0 };
  const title = titleLength(opened.body);
  if (title === 0) return opened;
  const linesBefore = opened.linesBefore + splitLines(opened.body.slice(0, title)).length - 1;
  return { body: opened.body.slice(title), delimiter: null, linesBefore };
}

/** Removes what programs write before a table. The rest stays, for a text that is read in pieces. */
export function openPlainTable(text: string): TableText {
  const plain = text.replace(/^\ufeff/, '').replaceAll('\0', '');
  const [hint = '', delimiter = null] = /^\s*sep=(.)(?:\r\n|\r|\n)/i.exec(plain) ?? [];
  return { body: plain.slice(hint.length), delimiter, linesBefore: splitLines(hint).length - 1 };
}

/** The lines of a text, with any line ending. */
export function splitLines(text: string): string[] {
  return text.split(/\r\n|\r|\n|\u2028|\u2029|\v|\f/);
}

/** The delimiter of a table: as its text says, else by its first line with text. */
export function findDelimiter({ body, delimiter }: TableText): string {
  return delimiter ?? detectDelimiter(body.trimStart());
}

/** No table has it (`openPlainTable`). */
const NO_DELIMITER = '\0';
const SAMPLE_CHARS = 100_000;
const SAMPLE_LINES = 50;
/** The share of the commas that a space follows, if they are those of texts. */
const IN_TEXTS = 0.8;

/**
 * Whether a table has one column with texts such as "Acme, Inc.": its first line is a name without a delimiter, and a space follows the
 * commas below.
 */
function isOneColumn({ body, delimiter: named }: TableText, delimiter: string): boolean {
  if (named !== null || delimiter !== ',') return false;
  const [first = '', ...lines] = splitLines(body.slice(0, SAMPLE_CHARS).trimStart()).slice(0, SAMPLE_LINES);
  if (/[\t,;|]/.test(first) || !isHeader([first])) return false;
  const commas = lines.flatMap((line) => line.match(/,.?/g) ?? []);
  return commas.filter((comma) => comma === ', ').length > commas.length * IN_TEXTS;
}

/** What separates the cells of a table with this delimiter. The texts of one column can have commas, which separate nothing. */
export function separatorOf(table: TableText, delimiter: string): string {
  return isOneColumn(table, delimiter) ? NO_DELIMITER : delimiter;
}

/**
 * The rows of a table that aren't blank, in batches of at most ROWS_PER_STEP rows. A batch can be empty, so that a
 * server can handle other requests between any two. `line` and `row` count from the start of the text.
 */
export function* readTableInBatches(
  table: TableText,
  { delimiter = findDelimiter(table), maxCells = CSV_COLUMNS_MAX }: TableOptions = {},
): Generator<CsvRecord[]> {
  const { body, linesBefore } = table;
  const reader = createCsvReader(separatorOf(table, delimiter), {
    maxRecordChars: Infinity,
    maxCells,
    readCell: plainCell,
  });
  function* batchRecords(records: Iterable<CsvRecord>): Generator<CsvRecord[]> {
    let batch: CsvRecord[] = [];
    let read = 0;
    for (const record of records) {
      read += 1;
      record.line += linesBefore;
      record.row += linesBefore;
      if (!record.cells.every(isBlank)) batch.push(record);
      if (read % ROWS_PER_STEP > 0) continue;
      yield batch;
      batch = [];
    }
    yield batch;
    isComplete ||= read > 0;
  }
  let isComplete = false;
  let size = PIECE_CHARS;
  for (let from = 0; from < body.length; ) {
    isComplete = false;
    yield* batchRecords(reader.push(body.slice(from, from + size)));
    from += size;
    // After a piece without a complete record, twice as much is read, to keep the cost linear.
    size = isComplete ? PIECE_CHARS : size * 2;
  }
  // A final line break completes the last row, whatever its length.
  yield* batchRecords(reader.push('\n'));
  yield* batchRecords(reader.end());
}

/** The rows of a table that aren't blank, as in `readTableInBatches`. */
export function readTable(table: TableText, options?: TableOptions): CsvRecord[] {
  return [...readTableInBatches(table, options)].flat();
}

/** The rows of a text that may be a table with this delimiter. */
export interface TableRows {
  delimiter: string;
  rows: CsvRecord[];
}

/**
 * A pasted text as a table, by each delimiter that most of its rows have, the likeliest first. None for a list. The
 * delimiter that the text itself names is the only one. `sameWidth`: most rows must also have as many cells as each
 * other, for items that may contain delimiters.
 */
export function* tablesIn(text: TableText, { sameWidth }: { sameWidth: boolean }): Generator<TableRows> {
  if (text.delimiter !== null) {
    yield { delimiter: text.delimiter, rows: readTable(text) };
    return;
  }
  for (const { delimiter } of rankDelimiters(text.body.trimStart())) {
    if (!text.body.includes(delimiter)) continue;
    const rows = readTable(text, { delimiter });
    if (areTable(rows, sameWidth && delimiter !== '\t')) yield { delimiter, rows };
  }
}

function areTable(rows: readonly CsvRecord[], sameWidth: boolean): boolean {
  const widths = new Map<number, number>();
  for (const { cells } of rows) widths.set(cells.length, (widths.get(cells.length) ?? 0) + 1);
  const single = widths.get(1) ?? 0;
  if (!sameWidth) return rows.length > 0 && single <= rows.length * 0.4;
  widths.delete(1);
  return rows.length > 1 && Math.max(...widths.values(), 0) >= rows.length * 0.6;
}

/** The own columns of a table, and each row as a CSV record with commas. */
export function ownColumns(header: readonly string[] | null, rows: readonly CsvRecord[]) {
  const width = Math.max(header?.length ?? 0, tableWidth(rows));
  return {
    columns: columnNames(header, width),
    records: rows.map(({ cells }) =>
      csvRecord(Array.from({ length: width }, (_, index) => cells[index] ?? '')),
    ),
  };
}

/** The most cells of a row. */
export function tableWidth(rows: readonly { cells: readonly string[] }[]): number {
  return rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);
}

/** The names of `width` columns: the header's, and `column_1`, `column_2` ... where it has none. */
export function columnNames(header: readonly string[] | null, width: number): string[] {
  return Array.from(
    { length: width },
    (_, column) =>
      visibleText(header?.[column] ?? '').slice(0, COLUMN_NAME_MAX_CHARS) || `column_${column + 1}`,
  );
}

/**
 * A name for our column that the list's own columns don't use: the column, else with the prefix. Spreadsheets don't
 * tell columns apart by case. `cut`: how names that are too long are cut.
 */
export function uniqueColumnName(
  column: string,
  own: readonly string[],
  prefix: string,
  cut = (name: string) => name,
): string {
  const taken = new Set(own.map((name) => name.trim().toLowerCase()));
  const names = [column, `${prefix}${column}`, ...own.map((_, n) => `${prefix}${column}_${n + 2}`)].map(cut);
  return names.find((name) => !taken.has(name.toLowerCase())) ?? cut(column);
}
