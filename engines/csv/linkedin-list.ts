import { isBlank } from '#engines/list-items/cell-text.ts';
import { LINKEDIN_FAULT_LABELS, linkedinItemKey, readLinkedinProfile } from '#engines/list-items/linkedin.ts';
import {
  columnNames,
  linesOf,
  openTable,
  readTable as readTableRows,
  type TableText,
  widthOf,
} from './read-table.ts';
import { CSV_LIST_SEPARATOR, csvRecord } from './write-csv.ts';

/** One line or row of a list. `name` and `company` come from other columns of a table. */
export interface LinkedinEntry {
  /** 1-based, as a spreadsheet counts: a quoted cell can have several lines */
  line: number;
  /** the URL as written; the whole line if it has none */
  linkedinUrl: string;
  name: string | null;
  company: string | null;
  /** why it isn't a profile, as a sentence; null if it is one */
  fault: string | null;
}

/** A table with a column of LinkedIn URLs. */
export interface LinkedinTable {
  columns: string[];
  /** the place of the column with the URLs */
  column: number;
  /** each row as a CSV record with commas, and its URLs as written; `; ` between several, empty for none */
  rows: { url: string; record: string }[];
}

/** What a pasted text or a file is read as. */
export interface LinkedinList {
  /** distinct items in input order, also those that aren't profiles */
  entries: LinkedinEntry[];
  /** how many of `entries` are profiles */
  profiles: number;
  /** items written again, in any form */
  repeats: number;
  /** for a table; null for a list */
  table: LinkedinTable | null;
}

const SHOWN_CHARS = 200;
const MAX_LINE_CHARS = 4000;
const DELIMITERS = ['\t', ';', ',', '|'] as const;
/** A URL of LinkedIn within other text, but not the end of another host, or a path or user of one. */
const URL_IN_TEXT =
  /(?:(?<!\w)https?:\/\/|(?<![\w:/])\/\/|(?<![\w@./-]))(?:[a-z0-9-]+\.)*(?:linkedin\.(?:com|cn)|lnkd\.in)\/[^\s;|"'<>()[\]]*/gi;
/** Commas end a URL in a list, but belong to those of Sales Navigator. */
const AFTER_COMMA = /,(?=\s*(?:https?:|[a-z0-9.-]*linkedin\.)|\s|$).*$/is;
const URL_HEADER = /linked.?in|profile/i;
/** Company pages, which lists of people have beside the profiles. */
const OTHER_HEADER = /company|firm|organi[sz]ation|employer|school/i;
const NAME_HEADER =
  /^(?:full[ _-]?name|name|contact(?:[ _-]?name)?|person|lead(?:[ _-]?name)?|vollst[äa]ndiger name|nom complet)$/i;
const FIRST_HEADER = /^(?:first[ _-]?name|given[ _-]?name|vorname|pr[ée]nom|nombre)$/i;
const LAST_HEADER = /^(?:last[ _-]?name|family[ _-]?name|surname|nachname|nom|apellidos?)$/i;
const COMPANY_HEADER =
  /^(?:company(?:[ _-]?names?)?|current[ _-]?company|organi[sz]ation(?:[ _-]?name)?|account(?:[ _-]?name)?|employer|firma|unternehmen|entreprise|empresa|azienda)$/i;

/**
 * Reads LinkedIn URLs from a pasted text or a file: one per line, several per line, URLs within other text, or a
 * table with tabs, semicolons, commas or pipes. Of a table it takes `column`, else the one with the most
 * profiles.
 */
export function readLinkedinList(
  text: string,
  { column = null }: { column?: number | null } = {},
): LinkedinList {
  const opened = openTable(text);
  const table = tableOf(opened, column);
  if (table) return table;
  const found = linesOf(opened.body).flatMap((line, at) => entriesOfLine(line, opened.linesBefore + at + 1));
  return { ...distinct(found), table: null };
}

/** The entries of one line: each URL in it, else the line itself. Empty for a blank line. */
export function entriesOfLine(written: string, line: number): LinkedinEntry[] {
  const text = written.slice(0, MAX_LINE_CHARS);
  if (isBlank(text)) return [];
  const urls = urlsIn(text);
  return (urls.length > 0 ? urls : [text.trim()]).map((linkedinUrl) =>
    entryOf({ line, linkedinUrl, name: null, company: null }),
  );
}

/** The URLs of LinkedIn in a text, without what follows them. */
function urlsIn(text: string): string[] {
  // A redirect to LinkedIn is read as a whole.
  const parts = text.split(/[,;|](?=\s*(?:https?:|[a-z0-9.-]*linkedin\.))/i);
  if (parts.length === 1 && !/\s/.test(text.trim()) && readLinkedinProfile(text).ok) return [text.trim()];
  return parts.flatMap((part) =>
    [...part.matchAll(URL_IN_TEXT)].map(([url]) => url.replace(AFTER_COMMA, '').replace(/[.,!?]+$/, '')),
  );
}

function entryOf(entry: Omit<LinkedinEntry, 'fault'>): LinkedinEntry {
  const reading = readLinkedinProfile(entry.linkedinUrl);
  return { ...entry, fault: reading.ok ? null : LINKEDIN_FAULT_LABELS[reading.fault] };
}

function distinct(entries: readonly LinkedinEntry[]): Omit<LinkedinList, 'table'> {
  const byKey = new Map<string, LinkedinEntry>();
  for (const entry of entries) {
    const key = linkedinItemKey(entry.linkedinUrl);
    const known = byKey.get(key);
    // A repeat may add what the first row lacks.
    byKey.set(
      key,
      known ? { ...known, name: known.name ?? entry.name, company: known.company ?? entry.company } : entry,
    );
  }
  const all = [...byKey.values()];
  return {
    entries: all,
    profiles: all.filter(({ fault }) => fault === null).length,
    repeats: entries.length - all.length,
  };
}

/** The text as a table; null if it has no column of LinkedIn URLs beside others. */
function tableOf(text: TableText, chosen: number | null): LinkedinList | null {
  for (const delimiter of text.delimiter === null ? DELIMITERS : [text.delimiter]) {
    if (!text.body.includes(delimiter)) continue;
    const rows = rowsOf(text, delimiter);
    const width = widthOf(rows);
    const wide = rows.filter(({ cells }) => cells.length > 1).length;
    if (width < 2 || wide < rows.length * 0.6) continue;
    const counts = Array.from({ length: width }, (_, at) => countAt(rows, at));
    const filled = counts.filter((count) => count > 0).length;
    // Several URLs per line are a list, and so are URLs with commas in them.
    if (chosen === null && (filled === 0 || isList(rows))) continue;
    const column = chosen !== null && chosen < width ? chosen : likeliest(rows[0]?.cells ?? [], counts);
    return readTable(rows, column, width);
  }
  return null;
}

interface Row {
  line: number;
  cells: string[];
}

function rowsOf(text: TableText, delimiter: string): Row[] {
  const rows = readTableRows(text, { delimiter });
  return rows.map(({ row, cells }) => ({ line: row, cells: cells.map((cell) => cell.trim()) }));
}

function countAt(rows: readonly Row[], at: number): number {
  return rows.filter(({ cells }) => isProfile(cells[at] ?? '')).length;
}

function isProfile(cell: string): boolean {
  if (cell.length >= MAX_LINE_CHARS || !/linkedin|\bin\//i.test(cell)) return false;
  return urlsOfCell(cell).some((url) => readLinkedinProfile(url).ok);
}

/** Whether every filled cell is a URL, or the rest of one that has commas. */
function isList(rows: readonly Row[]): boolean {
  return rows.every(({ cells }) => {
    const filled = cells.filter((cell) => !isBlank(cell));
    const urls = filled.filter((cell) => /linkedin\.|lnkd\.in/i.test(cell));
    return filled.length === urls.length || /\/sales\/(?:lead|people|profile)\//i.test(filled[0] ?? '');
  });
}

function likeliest(header: readonly string[], counts: readonly number[]): number {
  const scores = counts.map((count, at) => {
    if (count === 0) return 0;
    const name = header[at] ?? '';
    const named = URL_HEADER.test(name) && !OTHER_HEADER.test(name);
    return count + (named ? 0.5 : 0);
  });
  return Math.max(0, scores.indexOf(Math.max(...scores)));
}

function readTable(rows: readonly Row[], column: number, width: number): LinkedinList {
  const [first] = rows;
  const hasHeader =
    rows.length > 1 && first !== undefined && !/linkedin\.(?:com|cn)\//i.test(first.cells.join(' '));
  const header = hasHeader ? first.cells : [];
  const find = (pattern: RegExp) =>
    header.findIndex((name, at) => at !== column && pattern.test(name.trim()));
  const [full, given, family, company] = [NAME_HEADER, FIRST_HEADER, LAST_HEADER, COMPANY_HEADER].map(find);
  const body = hasHeader ? rows.slice(1) : rows;
  const cell = (cells: readonly string[], at: number | undefined) =>
    at === undefined ? '' : (cells[at] ?? '').trim();
  const entries = body.flatMap(({ line, cells }) => {
    const url = cell(cells, column);
    if (isBlank(url)) return [];
    const parts = [cell(cells, given), cell(cells, family)].filter(Boolean).join(' ');
    // A first name alone is no name to match a person by.
    const both = cell(cells, given) !== '' && cell(cells, family) !== '' ? parts : '';
    const name = both || cell(cells, full);
    return urlsOfCell(url).map((linkedinUrl) =>
      entryOf({
        line,
        linkedinUrl,
        name: name.slice(0, SHOWN_CHARS) || null,
        company: cell(cells, company).slice(0, SHOWN_CHARS) || null,
      }),
    );
  });
  return {
    ...distinct(entries),
    table: {
      columns: columnNames(header, width),
      column,
      rows: body.map(({ cells }) => ({
        url: urlsOfCell(cell(cells, column)).join(CSV_LIST_SEPARATOR),
        record: csvRecord(Array.from({ length: width }, (_, at) => cells[at] ?? '')),
      })),
    },
  };
}

/** The profiles in a cell with several or with other text; else the cell. */
function urlsOfCell(cell: string): string[] {
  const urls = urlsIn(cell.slice(0, MAX_LINE_CHARS)).filter((url) => readLinkedinProfile(url).ok);
  if (urls.length > 1) return urls;
  if (readLinkedinProfile(cell).ok) return [cell];
  return urls.length > 0 ? urls : [cell.slice(0, MAX_LINE_CHARS)];
}
