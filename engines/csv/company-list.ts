import { visibleText } from '../list-items/cell-text.ts';
import { companiesIn } from '../list-items/several.ts';
import {
  columnNames,
  delimiterOf,
  linesOf,
  openTable,
  readTable,
  type TableText,
  widthOf,
} from './read-table.ts';
import { CSV_LIST_SEPARATOR, csvRecord } from './write-csv.ts';

/** A company of a list, with what other columns say about it. */
export interface CompanyEntry {
  company_name: string;
  country: string | null;
  website: string | null;
}

/** Places of the columns in a table; null for a column that it doesn't have. */
export interface CompanyColumns {
  name: number;
  country: number | null;
  website: number | null;
}

/** Headers of company names by their letters, the clearest first: a `Name` beside a `Company` is a person's. */
const NAME_HEADERS: readonly RegExp[] = [
  /^(?:company|organi[sz]ation|account|business|firm|employer|current company|legal|client|customer)s? name$|^companyname$/,
  /^(?:compan(?:y|ies)|organi[sz]ations?|current company|company account|company organi[sz]ation|company names?(?: for emails)?)$/,
  /^(?:firma|firmenname|firmenbezeichnung|unternehmen|unternehmensname|entreprise|societe|raison sociale|nom de lentreprise|empresa|razon social|razao social|nombre de la empresa|azienda|ragione sociale|nome azienda|bedrijf|bedrijfsnaam|foretag|foretagsnamn|virksomhed|spolka|nazwa firmy)$/,
  /^(?:accounts?|business(?:es)?|employer|clients?|customers?|vendor|supplier|brand)$/,
  /^names?$/,
];
const WEBSITE_HEADERS: readonly RegExp[] = [
  /^(?:company|organi[sz]ation|primary|account)? ?(?:domain(?: name)?|website(?: url)?|web site(?: url)?|url|homepage(?: url)?|web address)$/,
  /^(?:web|webseite|internetseite|site web|sito web|sitio web|strona www)$/,
];
const COUNTRY_HEADERS: readonly RegExp[] = [
  /^(?:company |billing |hq |headquarters )?country(?: code| region)?$/,
  /^(?:land|staat|pays|pais|paese|kraj|lander)$/,
];
/** What a request may send for one company. */
const COUNTRY_MAX_CHARS = 100;
const WEBSITE_MAX_CHARS = 2048;
/** A web address as people write it. */
const ADDRESS = /^(?:https?:\/\/)?[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}(?:[/?#:].*)?$/iu;

/** The columns of a table by the cells of its first row; null if none has names of companies. */
export function companyColumns(header: readonly string[]): CompanyColumns | null {
  const names = header.map(plainHeader);
  const find = (patterns: readonly RegExp[]) => {
    for (const pattern of patterns) {
      const at = names.findIndex((name) => pattern.test(name));
      if (at >= 0) return at;
    }
    return null;
  };
  const name = find(NAME_HEADERS);
  return name === null ? null : { name, country: find(COUNTRY_HEADERS), website: find(WEBSITE_HEADERS) };
}

/** The column with the companies of people, by a header; null if none is named so. `Name` is the person's. */
export function employerColumn(header: readonly string[]): number | null {
  const names = header.map(plainHeader);
  const places = NAME_HEADERS.slice(0, -1).map((pattern) => names.findIndex((name) => pattern.test(name)));
  return places.find((at) => at >= 0) ?? null;
}

/** "Company / Account_Name" -> "company account name" */
function plainHeader(cell: string): string {
  return visibleText(cell)
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .replace(/ł/g, 'l')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** A table with a company column. A row without a company has no entries, and stays. */
export interface CompanyTable {
  columns: string[];
  /** `cell`: the companies as written. `record`: all cells of the row, as a CSV record. */
  rows: { cell: string; entries: CompanyEntry[]; cells: string[]; record: string }[];
}

/**
 * Reads a file: a table with a company column in its first row, else one name per line. Null for a table whose
 * columns are unknown. Rows without a name are left out.
 */
export function readCompanyFile(text: string): CompanyEntry[] | null {
  const opened = openTable(text);
  const table = tableOf(opened);
  if (table) return entriesOfTable(table);
  return looksLikeTable(opened.body) ? null : entriesOf(linesOf(opened.body));
}

/** The table that a file or a pasted text is, with all its columns; null if it is none. */
export function readCompanyTable(text: string): CompanyTable | null {
  return tableOf(openTable(text), isSurelyTable);
}

/** Reads pasted text: a table whose first row names its columns, else lines. */
export function readCompanyText(text: string): CompanyEntry[] {
  const table = readCompanyTable(text);
  return table ? entriesOfTable(table) : entriesOf(linesOf(openTable(text).body));
}

function entriesOfTable({ rows }: CompanyTable): CompanyEntry[] {
  return rows.flatMap(({ entries }) => entries);
}

/** Whether this first row isn't a company called "Company, Inc". */
function isSurelyTable(text: TableText, names: readonly string[], columns: CompanyColumns): boolean {
  if (text.delimiter !== null || names.length > 2) return true;
  if (names.length < 2) return false;
  if (delimiterOf(text) !== ',' || columns.country !== null || columns.website !== null) return true;
  return !names.slice(1).some((name) => /^\s/.test(name));
}

function tableOf(text: TableText, accepts: typeof isSurelyTable = () => true): CompanyTable | null {
  const [header, ...records] = readTable(text);
  const columns = header ? companyColumns(header.cells) : null;
  if (!header || !columns || !accepts(text, header.cells, columns)) return null;
  const isNumbered = isNumberedList(records.map(({ cells }) => visibleText(cells[columns.name] ?? '')));
  const width = widthOf([header, ...records]);
  return {
    columns: columnNames(header.cells, width),
    rows: records.map(({ cells }) => {
      const cell = (at: number | null) => (at === null ? null : (cells[at] ?? '').trim());
      const hints = hintsOf(cell(columns.country), cell(columns.website));
      const names = companiesIn(cells[columns.name] ?? '').map((name) => plainName(name, isNumbered));
      return {
        cell: names.join(CSV_LIST_SEPARATOR),
        entries: names.flatMap((company_name) => (company_name === '' ? [] : [{ company_name, ...hints }])),
        cells,
        record: csvRecord(Array.from({ length: width }, (_, at) => cells[at] ?? '')),
      };
    }),
  };
}

/** Cells as hints; null for an empty cell, and for a longer one, which is no country or address. */
function hintsOf(country: string | null, website: string | null): Omit<CompanyEntry, 'company_name'> {
  return {
    country: country !== null && country.length <= COUNTRY_MAX_CHARS ? country || null : null,
    website: website !== null && website.length <= WEBSITE_MAX_CHARS ? website || null : null,
  };
}

/** Tabs never belong to a name, and a comma in a name has a space after it. */
function looksLikeTable(body: string): boolean {
  const lines = linesOf(body)
    .slice(0, 20)
    .filter((line) => line.trim() !== '');
  const most = (pattern: RegExp) => lines.filter((line) => pattern.test(line)).length > lines.length * 0.8;
  const quoted = lines.filter((line) => /(?:^|[,;])"[^"]*"(?:[,;]|$)/.test(line)).length;
  return lines.length > 1 && (quoted > lines.length / 2 || most(/[,;].*[,;]/) || most(/;/) || most(/\S,\S/));
}

/** What comes before an item of a written list. Letters such as "A. " belong to names. */
const BULLET = /^(?:[•‣▪▫◦●○■□→✓✔☐☑]|[-*+–—·»>]\s)\s*/u;
const NUMBER = /^\(?\d{1,6}[.):]\s+/;

/**
 * Reads lines: a name, and after a tab, as spreadsheets copy them, its country or website. If the first line
 * names the columns, they say which is which. Lines without a name are left out, and bullets and the numbers of
 * a numbered list are no part of a name.
 */
export function entriesOf(lines: readonly string[]): CompanyEntry[] {
  const rows = lines
    .map((line) => line.split('\t').map(visibleText))
    .filter((cells) => cells.some((cell) => cell !== ''));
  const [first = []] = rows;
  const columns = first.length > 1 ? companyColumns(first) : null;
  const body = columns ? rows.slice(1) : rows;
  const isNumbered = isNumberedList(body.map((cells) => cells[columns?.name ?? 0] ?? ''));
  return body.flatMap((cells) => {
    const [written = '', ...hints] = columns ? [cells[columns.name] ?? ''] : cells;
    const names = companiesIn(written).map((name) => plainName(name, isNumbered));
    const entriesWith = (hint: Omit<CompanyEntry, 'company_name'>) =>
      names.flatMap((company_name) => (company_name === '' ? [] : [{ company_name, ...hint }]));
    if (columns) {
      const cell = (at: number | null) => (at === null ? null : (cells[at] ?? null));
      return entriesWith(hintsOf(cell(columns.country), cell(columns.website)));
    }
    const website = hints.find((cell) => ADDRESS.test(cell)) ?? null;
    const country = hints.find((cell) => cell !== '' && cell !== website) ?? null;
    return entriesWith(hintsOf(country, website));
  });
}

function isNumberedList(names: readonly string[]): boolean {
  return names.length > 1 && names.every((name) => NUMBER.test(name));
}

function plainName(written: string, isNumbered: boolean): string {
  const name = written.replace(BULLET, '');
  return isNumbered ? name.replace(NUMBER, '') : name;
}

/** What an entry is, whatever its capitals and spaces. Names with other hints are other entries. */
export function entryKey(entry: CompanyEntry): string {
  return lineOf(entry).replace(/ {2,}/g, ' ').toLowerCase();
}

/** An entry as a line that `entriesOf` reads. */
export function lineOf({ company_name, country, website }: CompanyEntry): string {
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
