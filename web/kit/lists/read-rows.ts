import { CSV_ROWS_PER_TASK } from '#contract/limits.ts';
import { LIST_COLUMNS_MAX } from '#contract/list-columns.ts';
import {
  columnNames,
  findDelimiter,
  openTable,
  readTableInBatches,
  uniqueColumnName,
} from '#engines/csv/read-table.ts';

/** A table to import: named columns, and the texts of its rows. */
export interface ImportTable {
  /** whether the first row has the names */
  hasHeader: boolean;
  /** what the first row would name */
  header: string[];
  /** all rows, also the first one if it isn't the header */
  rows: string[][];
  /** the line of each row in `text` */
  lines: number[];
  /** the text that it was read from */
  text: string;
}

/** What can't be imported says why, in a sentence. */
export type ReadTable = { ok: true; table: ImportTable } | { ok: false; problem: string };

const MAX_ROWS = CSV_ROWS_PER_TASK;

/** Reads a CSV or TSV text, as files and spreadsheets have it. The page stays usable meanwhile. */
export async function readRows(text: string): Promise<ReadTable> {
  const opened = openTable(text);
  const rows: string[][] = [];
  const lines: number[] = [];
  for (const batch of readTableInBatches(opened, { delimiter: findDelimiter(opened) })) {
    for (const { cells, line } of batch) {
      const row = cells.map((cell) => cell.trim());
      if (filledWidth(row) > LIST_COLUMNS_MAX)
        return {
          ok: false,
          problem: `A list can have ${LIST_COLUMNS_MAX} columns. Line ${line.toLocaleString('en-US')} has more.`,
        };
      rows.push(row);
      lines.push(line);
    }
    if (rows.length > MAX_ROWS + 1)
      return {
        ok: false,
        problem: `A list can take ${MAX_ROWS.toLocaleString('en-US')} rows at once. Split the file.`,
      };
    await new Promise((resolve) => setTimeout(resolve));
  }
  const [first] = rows;
  if (!first) return { ok: false, problem: 'There is no row in it.' };
  return { ok: true, table: { hasHeader: looksLikeHeader(rows), header: first, rows, lines, text } };
}

/** The cells of a row without empty ones at its end. */
function filledWidth(cells: readonly string[]): number {
  return cells.findLastIndex((cell) => cell !== '') + 1;
}

/** Names don't contain digits or signs, and the values below them often do. */
function looksLikeHeader([first = [], ...others]: readonly string[][]): boolean {
  if (first.some((cell) => cell === '') && first.length > 1) return others.length > 0;
  const isValue = (cell: string) =>
    /@|https?:|www\.|^\+?[\d\s().,/-]{3,}$|\.(com|org|net|de|fr|co|io)\b/i.test(cell);
  return others.length > 0 && !first.some(isValue);
}

export interface NamedRows {
  columns: string[];
  rows: string[][];
  /** the line of each row in the text */
  lines: number[];
}

/** The names of the columns, all different, and the rows below the header. */
export function namedRows({ hasHeader, header, rows, lines }: ImportTable): NamedRows {
  const from = hasHeader ? 1 : 0;
  const body = rows.slice(from);
  const width = body.reduce(
    (most, cells) => Math.max(most, filledWidth(cells)),
    hasHeader ? header.length : 0,
  );
  const columns: string[] = [];
  for (const name of columnNames(hasHeader ? header : null, width))
    columns.push(uniqueColumnName(name, columns, ''));
  return { columns, rows: body, lines: lines.slice(from) };
}
