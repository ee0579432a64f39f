import type { UploadedList } from '#contract/uploaded-list.ts';
import { toWebUrl } from '#contract/website.ts';
import { joinColumns, type KnownTable } from '#engines/csv/join-columns.ts';
import { type PastedWebsites, readPastedWebsites } from '#engines/csv/pasted-websites.ts';
import { readCsvRecord } from '#engines/csv/read-csv.ts';
import { columnNames } from '#engines/csv/read-table.ts';
import { CSV_LIST_SEPARATOR, csvRecord } from '#engines/csv/write-csv.ts';
import { websitesIn } from '#engines/list-items/several.ts';
import { websiteKey } from '#engines/list-items/website.ts';

/** More don't fit: a body has at most 100,000 values, and a row has two. */
export const ROWS_SENT_MAX = 49_000;

/** A list of websites with more columns. */
export interface UrlTable {
  columns: string[];
  /**
   * `url`: the web address as written, several of them with `; ` between them, or what the cell has instead, may be
   * empty. `record`: all cells of the row, as a CSV record.
   */
  rows: { url: string; record: string }[];
}

/** The list as the function `website-extraction` takes it. */
export interface UrlRequest {
  urls: string[];
  list?: UploadedList;
}

/**
 * The table that a list is: CSV with any delimiter, or cells copied from a spreadsheet. null for lines and for a table
 * without web addresses.
 */
export function readUrlTable(text: string): UrlTable | null {
  const list = readPastedWebsites(text.toWellFormed());
  return list.taken.length === 0 ? null : tableOf(list);
}

function tableOf({ table }: PastedWebsites): UrlTable | null {
  if (!table) return null;
  const { header, rows, column, columns } = table;
  return {
    columns: columnNames(header, columns.length),
    rows: rows.map((row) => {
      const cells = row.map((cell) => cell.trim().toWellFormed());
      return { url: addressIn(cells[column] ?? ''), record: csvRecord(cells) };
    }),
  };
}

/** The addresses in a cell that has several, or a bullet, quotes or other text around one; any other cell as it is. */
function addressIn(cell: string): string {
  const [first, ...more] = cellAddresses(cell);
  if (more.length > 0) return [first, ...more].join(CSV_LIST_SEPARATOR);
  return first !== undefined && toWebUrl(cell) !== first ? first : cell;
}

function cellAddresses(cell: string): string[] {
  return websitesIn(cell).map(({ url }) => url);
}

/** The web addresses of a table, as lines. */
export function linesOfTable({ rows }: UrlTable): string[] {
  return rows.flatMap(({ url }) => {
    const addresses = cellAddresses(url);
    return addresses.length === 1 && toWebUrl(url) === addresses[0] ? [url] : addresses;
  });
}

/** Adds the rows of another table. Columns with the same names stay one, and others are added. */
export function joinTables(before: UrlTable | null | undefined, added: UrlTable): UrlTable {
  if (!before) return added;
  const same = before.columns.join('\n') === added.columns.join('\n');
  if (same) return { ...before, rows: [...before.rows, ...added.rows] };
  const { columns, rows } = joinColumns(cellsOf(before), cellsOf(added));
  const urls = [...before.rows, ...added.rows].map(({ url }) => url);
  return {
    columns,
    rows: rows.map((cells, index) => ({ url: urls[index] ?? '', record: csvRecord(cells) })),
  };
}

function cellsOf({ columns, rows }: UrlTable): KnownTable {
  return { columns, rows: rows.map(({ record }) => readCsvRecord(record)), places: [] };
}

/** The table of a list with the place of its websites; null for lines. */
export function knownTable({ table }: PastedWebsites): KnownTable | null {
  if (!table) return null;
  const { header, columns, rows, column } = table;
  return { columns: columnNames(header, columns.length), rows, places: [column] };
}

/**
 * The table whose columns the CSV file keeps: the text itself with its chosen column, if that is wanted, or the
 * one that was `added` to it.
 */
export function ownTable(
  list: PastedWebsites,
  { keeps, added }: { keeps: boolean; added: UrlTable | null },
): UrlTable | null {
  if (!list.table) return added;
  return keeps ? tableOf(list) : null;
}

/**
 * The websites of a list as they are sent: a line that is an address as it was written, and those of other lines
 * as addresses. With a table, as in `urlRequest`.
 */
export function listUrlRequest(text: string, list: PastedWebsites, table: UrlTable | null): UrlRequest {
  const lines = text.split(/\r\n|\r|\n/);
  const taken = list.taken.map(({ url, line }) => {
    const written = lines[line - 1]?.trim() ?? '';
    return toWebUrl(written) === url ? written : url;
  });
  const fromTable = list.table && table ? linesOfTable(table) : [];
  return urlRequest([...fromTable, ...taken].join('\n'), table);
}

/**
 * The lines of a text as they are sent, each website as it was first written. With a table, its rows come
 * first, in their order, as long as the text still has their website, however it is written there. Rows without an
 * address stay in the file, too, if there is room.
 */
export function urlRequest(text: string, table: UrlTable | null | undefined): UrlRequest {
  const written = new Map<string, string>();
  for (const line of text.split('\n')) {
    const url = toWebUrl(line.trim());
    const key = url && websiteKey(url);
    if (key && !written.has(key)) written.set(key, line.trim());
  }
  if (!table) return { urls: [...written.values()] };
  const inTable = new Set<string>();
  const rows = table.rows.flatMap((row) => {
    const websites = websitesIn(row.url);
    if (websites.length === 0) return [{ ...row, url: '' }];
    const kept = websites.filter(({ key }) => written.has(key));
    for (const { key } of kept) inTable.add(key);
    if (kept.length === 0) return [];
    if (kept.length === websites.length) return [row];
    return [{ ...row, url: kept.map(({ url }) => url).join(CSV_LIST_SEPARATOR) }];
  });
  if (inTable.size === 0) return { urls: [...written.values()] };
  const others = [...written].flatMap(([key, line]) => (inTable.has(key) ? [] : [{ url: line, record: '' }]));
  const all = [...rows, ...others];
  const sent = all.length > ROWS_SENT_MAX ? all.filter(({ url }) => url !== '') : all;
  return {
    urls: sent.map(({ url }) => url),
    list: { columns: table.columns, rows: sent.map(({ record }) => record) },
  };
}
