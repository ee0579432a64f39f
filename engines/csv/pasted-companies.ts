import { visibleText } from '../list-items/cell-text.ts';
import { hasNoValue } from '../list-items/no-value.ts';
import { isNumberedList, plainName } from '../list-items/plain-name.ts';
import { companiesIn } from '../list-items/several.ts';
import { hasOnlyPages, isHeader, namedColumn } from './column-roles.ts';
import {
  ADDRESS,
  type CompanyColumns,
  columnsBeside,
  companyColumns,
  namesWithAddresses,
  withHeader,
} from './company-columns.ts';
import { likeliestCompanies } from './likeliest-companies.ts';
import type { CsvRecord } from './read-csv.ts';
import { findDelimiter, openTable, ownColumns, readTable, splitLines, type TableText } from './read-table.ts';
import { endsWithSum } from './sum-row.ts';
import { CSV_LIST_SEPARATOR } from './write-csv.ts';

/** A company of a list, with what other columns say about it. */
export interface CompanyEntry {
  company_name: string;
  country: string | null;
  website: string | null;
  /** only of tables with such a column */
  city?: string;
}

/** What a request may send for one company; a city may be as long as a country. */
const COUNTRY_MAX_CHARS = 100;
const WEBSITE_MAX_CHARS = 2048;
/** A table with a company column. A row without a company has no entries, and stays. */
export interface CompanyTable {
  columns: string[];
  /** what they have */
  places: CompanyColumns;
  /** `cell`: the companies as written. `record`: all cells of the row, as a CSV record. */
  rows: { cell: string; entries: CompanyEntry[]; cells: string[]; record: string }[];
}

/**
 * Reads a file: a table with a company column in its first row, or of names with their addresses, else one name per line. Null
 * for a table whose columns are unknown. Rows without a name are left out.
 */
export function readCompanyFile(text: string): CompanyEntry[] | null {
  const opened = openTable(text);
  const table = tableIn(opened);
  if (table) return entriesOfTable(table);
  return looksLikeTable(opened.body) ? null : readEntries(splitLines(opened.body));
}

/** The table that a file is if its first row names the column of companies or it has names with their addresses; null if it is none. */
export function readCompanyFileTable(text: string): CompanyTable | null {
  return tableIn(openTable(text));
}

/**
 * The table that a file or a pasted text is, with all its columns; null if it is none. `column`: the place of the companies that a
 * person chose, in any table.
 */
export function readCompanyTable(text: string, column: number | null = null): CompanyTable | null {
  const opened = openTable(text);
  return (column === null ? null : chosenTable(opened, column)) ?? tableIn(opened, isSurelyTable);
}

/**
 * Reads pasted text: a table whose first row names its columns or whose `column` of companies a person chose, else lines, without
 * the header of a copied column.
 */
export function readCompanyText(text: string, column: number | null = null): CompanyEntry[] {
  const opened = openTable(text);
  const table = readCompanyTable(text, column) ?? columnIn(opened);
  return table ? entriesOfTable(table) : readEntries(splitLines(opened.body));
}

/** A copied column below its header; null for anything else. */
function columnIn(text: TableText): CompanyTable | null {
  const table = tableIn(text, (_, names) => names.length === 1 && namedColumn(names, 'company') === 0);
  return table && table.columns.length === 1 && table.rows.length > 0 ? table : null;
}

/** A table whose first line names no column of companies. */
export interface UnnamedTable {
  columns: string[];
  /** whether its first row has their names */
  isNamed: boolean;
  /** the column that most likely has companies; null if none has names */
  likeliest: number | null;
  /** its cells are set apart by tabs: its lines are read as a name and hints, with the name in the first column */
  hasTabs: boolean;
}

/** What a text is that looks like a table without a column of companies. Null for any other text. */
export function unnamedTable(text: string): UnnamedTable | null {
  const opened = openTable(text);
  const hasTabs = hasManyTabs(opened.body);
  if (!(hasTabs || looksLikeTable(opened.body)) || tableIn(opened) !== null) return null;
  const { header, rows } = withHeader(readTable(opened));
  const { columns } = ownColumns(header, rows);
  if (columns.length < 2) return null;
  return {
    columns,
    isNamed: header !== null,
    likeliest: likeliestCompanies(header, rows, columns.length),
    hasTabs,
  };
}

/** The table that a text is, with the companies in this column; null if it has no such column. */
function chosenTable(text: TableText, column: number): CompanyTable | null {
  const { header, rows } = withHeader(readTable(text));
  const table = tableOf(header, rows, columnsBeside(column, header, rows));
  return column < table.columns.length && table.columns.length > 1 ? table : null;
}

function entriesOfTable({ rows }: CompanyTable): CompanyEntry[] {
  return rows.flatMap(({ entries }) => entries);
}

/** Whether this first row isn't a company called "Company, Inc". */
function isSurelyTable(text: TableText, names: readonly string[], columns: CompanyColumns): boolean {
  if (text.delimiter !== null || names.length > 2) return true;
  if (names.length < 2) return false;
  if (findDelimiter(text) !== ',' || columns.country !== null || columns.website !== null) return true;
  return !names.slice(1).some((name) => /^\s/.test(name));
}

function tableIn(text: TableText, accepts: typeof isSurelyTable = () => true): CompanyTable | null {
  const all = readTable(text);
  const [header, ...rows] = all;
  const columns = header && isHeader(header.cells) ? companyColumns(header.cells, rows) : null;
  if (header && columns)
    return accepts(text, header.cells, columns) ? tableOf(header.cells, rows, columns) : null;
  // After a tab, lines have an address by themselves.
  const unnamed = findDelimiter(text) === '\t' ? null : namesWithAddresses(all);
  return unnamed && tableOf(null, all, unnamed);
}

function tableOf(
  header: readonly string[] | null,
  rows: readonly CsvRecord[],
  columns: CompanyColumns,
): CompanyTable {
  const isNumbered = isNumberedList(rows.map(({ cells }) => visibleText(cells[columns.name] ?? '')));
  const companies = endsWithSum(rows, columns.name) ? rows.length - 1 : rows.length;
  const { columns: names, records } = ownColumns(header, rows);
  return {
    columns: names,
    places: columns,
    rows: rows.map(({ cells }, index) => ({
      ...(index < companies ? readCells(cells, columns, isNumbered) : { cell: '', entries: [] }),
      cells,
      record: records[index] ?? '',
    })),
  };
}

/** The companies of a row: as written, and as entries. */
function readCells(cells: readonly string[], columns: CompanyColumns, isNumbered: boolean) {
  const hint = (index: number | null) => (index === null ? null : (cells[index] ?? '').trim());
  const hints = entryHints(hint(columns.country), hint(columns.website), hint(columns.city));
  const names = companiesIn(cells[columns.name] ?? '').map((name) => plainName(name, isNumbered));
  return {
    cell: names.join(CSV_LIST_SEPARATOR),
    entries: names.flatMap((company_name) => (company_name === '' ? [] : [{ company_name, ...hints }])),
  };
}

/**
 * Cells as hints; null for an empty cell, and for a longer one, which is no country or address. A profile says nothing about the domain
 * of a company, and would make an item of each person who works there.
 */
function entryHints(
  country: string | null,
  website: string | null,
  city: string | null,
): Omit<CompanyEntry, 'company_name'> {
  return {
    // NA is Namibia.
    country:
      country && country.length <= COUNTRY_MAX_CHARS && (country === 'NA' || !hasNoValue(country))
        ? country
        : null,
    website:
      website && website.length <= WEBSITE_MAX_CHARS && !hasNoValue(website) && !hasOnlyPages(website)
        ? website
        : null,
    ...(city && city.length <= COUNTRY_MAX_CHARS && !hasNoValue(city) ? { city } : {}),
  };
}

/** Tabs never belong to a name, and a comma in a name has a space after it. */
function looksLikeTable(body: string): boolean {
  const lines = firstLines(body);
  const quoted = lines.filter((line) => /(?:^|[,;])"[^"]*"(?:[,;]|$)/.test(line)).length;
  const most = (pattern: RegExp) => mostHave(lines, pattern);
  return lines.length > 1 && (quoted > lines.length / 2 || most(/[,;].*[,;]/) || most(/;/) || most(/\S,\S/));
}

/** Whether most lines have cells of a spreadsheet, more than a name and one hint. */
function hasManyTabs(body: string): boolean {
  const lines = firstLines(body);
  return lines.length > 1 && mostHave(lines, /\t.*\t/);
}

function firstLines(body: string): string[] {
  return splitLines(body)
    .slice(0, 20)
    .filter((line) => line.trim() !== '');
}

function mostHave(lines: readonly string[], pattern: RegExp): boolean {
  return lines.filter((line) => pattern.test(line)).length > lines.length * 0.8;
}

/**
 * Reads lines: a name, and after a tab, as spreadsheets copy them, its country or website. If the first line
 * names the columns, they say which is which. Lines without a name are left out, and bullets and the numbers of
 * a numbered list are no part of a name.
 */
export function readEntries(lines: readonly string[]): CompanyEntry[] {
  const rows = lines
    .map((line) => ({ cells: line.split('\t').map(visibleText) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
  const [first = { cells: [] }] = rows;
  const named =
    first.cells.length > 1 && isHeader(first.cells) ? companyColumns(first.cells, rows.slice(1)) : null;
  const body = named ? rows.slice(1) : rows;
  const isNumbered = isNumberedList(body.map(({ cells }) => cells[named?.name ?? 0] ?? ''));
  return body.flatMap(({ cells }) => readCells(cells, named ?? hintColumns(cells), isNumbered).entries);
}

/** Where the hints after a name are: an address is its website, and the first other text its country. */
function hintColumns(cells: readonly string[]): CompanyColumns {
  const website = cells.findIndex((cell, index) => index > 0 && ADDRESS.test(cell));
  const country = cells.findIndex((cell, index) => index > 0 && cell !== '' && cell !== cells[website]);
  return {
    name: 0,
    country: country < 0 ? null : country,
    website: website < 0 ? null : website,
    city: null,
  };
}

/** What an entry is, whatever its capitals and spaces. Names with other hints are other entries. */
export function entryKey(entry: CompanyEntry): string {
  const line = entry.city === undefined ? entryLine(entry) : `${entryLine(entry)}\t${entry.city}`;
  return line.replace(/ {2,}/g, ' ').toLowerCase();
}

/** An entry as a line that `readEntries` reads. */
export function entryLine({ company_name, country, website }: CompanyEntry): string {
  const name = company_name.replace(/[\t\r\n]+/g, ' ');
  return [name, country, website].filter((cell) => cell !== null).join('\t');
}

/** Entries without repeated ones (`entryKey`), and how many were repeated. */
export function distinctEntries(entries: readonly CompanyEntry[]): {
  entries: CompanyEntry[];
  duplicates: number;
} {
  const distinct = new Map<string, CompanyEntry>();
  for (const entry of entries) {
    const key = entryKey(entry);
    if (!distinct.has(key)) distinct.set(key, entry);
  }
  return { entries: [...distinct.values()], duplicates: entries.length - distinct.size };
}
