import { CSV_ROWS_PER_TASK } from '#contract/limits.ts';
import { LIST_COLUMNS_MAX } from '#contract/list-columns.ts';
import { isHeader, namesColumn } from '#engines/csv/column-roles.ts';
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
  if (!first) return { ok: false, problem: 'It has no rows.' };
  return { ok: true, table: { hasHeader: looksLikeHeader(rows), header: first, rows, lines, text } };
}

/** The cells of a row without empty ones at its end. */
function filledWidth(cells: readonly string[]): number {
  return cells.findLastIndex((cell) => cell !== '') + 1;
}

const NUMBER = /^\+?[\d\s().,/-]{3,}$/;
const YEAR = /^(?:19|20)\d\d$/;
/** Rows that are looked at for years below a year. */
const SAMPLE_ROWS = 50;

/**
 * Names of columns are no addresses. They are numbers only beside a name that we know, or if they are years and no year is below:
 * "Company,2022,2023". A row by itself is a header only if it has a name that we know.
 */
function looksLikeHeader([first = [], ...others]: readonly string[][]): boolean {
  const isOnly = others.length === 0;
  if (first.some((cell) => cell === '') && first.length > 1 && !isOnly) return true;
  if (first.some((cell) => /@|https?:/i.test(cell)) || !isHeader(first)) return false;
  const sample = others.slice(0, SAMPLE_ROWS);
  const isName = (cell: string, column: number) =>
    !NUMBER.test(cell) || (YEAR.test(cell) && !sample.some((cells) => YEAR.test(cells[column] ?? '')));
  return namesColumn(first) || (!isOnly && first.every(isName));
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
