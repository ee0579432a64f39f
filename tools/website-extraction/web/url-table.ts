import type { UploadedList } from '#contract/uploaded-list.ts';
import { toWebUrl } from '#contract/website.ts';
import { columnNames, openTable, readTable, widthOf } from '#engines/csv/read-table.ts';
import { type WebsiteList, websitesOf } from '#engines/csv/website-list.ts';
import { CSV_LIST_SEPARATOR, csvRecord } from '#engines/csv/write-csv.ts';
import { WEBSITE_URLS_PER_TASK } from '../definition.ts';

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

const WEBSITE_NAMES =
  /^(?:company\W*)?(?:websites?|web ?site|web|url|domains?|home ?page|site|webseite)\W*(?:url|address)?$/i;
/** Profiles, which lists of companies have beside the website. */
const PROFILE_HOST = /(?:^|\.)(?:linkedin|facebook|twitter|instagram|youtube|crunchbase|x)\.com$/;

/**
 * Reads a list with several columns, one of them with web addresses: CSV with any delimiter, or cells copied
 * from a spreadsheet. `chosen`: the column of the addresses; by default, the likeliest. Returns null for any
 * other text.
 */
export function readUrlTable(text: string, chosen: number | null = null): UrlTable | null {
  const opened = openTable(text.toWellFormed());
  const read = readTable(opened);
  const width = widthOf(read);
  const records = read.map(({ cells }) => cells.map((cell) => cell.trim()));
  if (width < 2 || (chosen === null && isPlainList(opened.body, records[0] ?? []))) return null;
  const column = chosen ?? websiteColumn(records, width);
  if (column === null || column >= width) return null;
  const [first = []] = records;
  const hasHeader = addressesOf(first[column] ?? '').length === 0;
  const rows = hasHeader ? records.slice(1) : records;
  return {
    columns: columnNames(hasHeader ? first : null, width),
    rows: rows.map((cells) => ({
      url: addressIn(cells[column] ?? ''),
      record: csvRecord(cells),
    })),
  };
}

/** The addresses in a cell that has several, or a bullet, quotes or other text around one; any other cell as it is. */
function addressIn(cell: string): string {
  const [first, ...more] = addressesOf(cell);
  if (more.length > 0) return [first, ...more].join(CSV_LIST_SEPARATOR);
  return first !== undefined && toWebUrl(cell) !== first ? first : cell;
}

function addressesOf(cell: string): string[] {
  return websitesOf(cell).map(({ url }) => url);
}

/** Addresses may contain commas. A list of them has no header. */
function isPlainList(text: string, first: readonly string[]): boolean {
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  const isPlain = (line: string) => !/\s/.test(line.trim()) && toWebUrl(line.trim()) !== null;
  if (first.length > 1 && !isPlain(lines[0] ?? '')) return false;
  return lines.filter(isPlain).length > lines.length / 2;
}

function websiteColumn(records: readonly string[][], width: number): number | null {
  const counts = Array.from({ length: width }, () => 0);
  for (const cells of records)
    for (const [at, cell] of cells.entries()) if (isWebsite(cell)) counts[at] = (counts[at] ?? 0) + 1;
  const most = Math.max(...counts);
  if (most === 0) return null;
  const named = records[0]?.findIndex((name, at) => WEBSITE_NAMES.test(name) && (counts[at] ?? 0) > 0) ?? -1;
  return named >= 0 ? named : counts.indexOf(most);
}

function isWebsite(cell: string): boolean {
  return websitesOf(cell).some(
    ({ url, fromEmail }) => !fromEmail && !PROFILE_HOST.test(new URL(url).hostname),
  );
}

/** The web addresses of a table, as lines. */
export function linesOfTable({ rows }: UrlTable): string[] {
  return rows.flatMap(({ url }) => {
    const addresses = addressesOf(url);
    return addresses.length === 1 && toWebUrl(url) === addresses[0] ? [url] : addresses;
  });
}

/** Adds the rows of another table. Columns with the same names stay one. */
export function joinTables(before: UrlTable | null | undefined, added: UrlTable): UrlTable {
  if (!before) return added;
  const same = before.columns.join('\n') === added.columns.join('\n');
  return same ? { ...before, rows: [...before.rows, ...added.rows] } : added;
}

/**
 * The table whose columns the CSV file keeps: the text itself with its chosen column, if that is wanted, or the
 * one that was `added` to it.
 */
export function ownTable(
  text: string,
  list: WebsiteList,
  { keeps, added }: { keeps: boolean; added: UrlTable | null },
): UrlTable | null {
  if (!list.table) return added;
  return keeps ? readUrlTable(text, list.table.column) : null;
}

/**
 * The websites of a list as they are sent: a line that is an address as it was written, and those of other lines
 * as addresses. With a table, as in `requestOf`.
 */
export function requestOfList(text: string, list: WebsiteList, table: UrlTable | null): UrlRequest {
  const lines = text.split(/\r\n|\r|\n/);
  const taken = list.taken.map(({ url, line }) => {
    const written = lines[line - 1]?.trim() ?? '';
    return toWebUrl(written) === url ? written : url;
  });
  const fromTable = list.table && table ? linesOfTable(table) : [];
  return requestOf([...fromTable, ...taken].join('\n'), table);
}

/**
 * The lines of a text as they are sent, each web address as it was first written. With a table, its rows come
 * first, in their order, as long as the text still has their address. Rows without an address stay in the
 * file, too, if there is room.
 */
export function requestOf(text: string, table: UrlTable | null | undefined): UrlRequest {
  const written = new Map<string, string>();
  for (const line of text.split('\n')) {
    const url = toWebUrl(line.trim());
    if (url && !written.has(url)) written.set(url, line.trim());
  }
  if (!table) return { urls: [...written.values()] };
  const inTable = new Set<string>();
  const rows = table.rows.flatMap((row) => {
    const addresses = addressesOf(row.url);
    if (addresses.length === 0) return [{ ...row, url: '' }];
    const kept = addresses.filter((address) => written.has(address));
    for (const address of kept) inTable.add(address);
    if (kept.length === 0) return [];
    return [kept.length === addresses.length ? row : { ...row, url: kept.join(CSV_LIST_SEPARATOR) }];
  });
  if (inTable.size === 0) return { urls: [...written.values()] };
  const others = [...written].flatMap(([url, line]) => (inTable.has(url) ? [] : [{ url: line, record: '' }]));
  const all = [...rows, ...others];
  const sent = all.length > WEBSITE_URLS_PER_TASK ? all.filter(({ url }) => url !== '') : all;
  return {
    urls: sent.map(({ url }) => url),
    list: { columns: table.columns, rows: sent.map(({ record }) => record) },
  };
}
