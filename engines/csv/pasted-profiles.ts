import { refanged } from '#engines/list-items/cell-text.ts';
import {
  LINKEDIN_FAULT_LABELS,
  type LinkedinProfile,
  linkedinItemKey,
  readLinkedinProfile,
} from '#engines/list-items/linkedin.ts';
import { cellValue, hasNoValue } from '#engines/list-items/no-value.ts';
import { isHeader, likeliestColumn, namedColumn, namesLinks } from './column-roles.ts';
import type { CsvRecord } from './read-csv.ts';
import { openTable, ownColumns, splitLines, type TableText, tablesIn, tableWidth } from './read-table.ts';
import { CSV_LIST_SEPARATOR } from './write-csv.ts';

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
export interface PastedProfiles {
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
/** A URL of LinkedIn within other text, but not the end of another host, or a path or user of one. */
const URL_IN_TEXT =
  /(?:(?<!\w)https?:\/\/|(?<![\w:/])\/\/|(?<![\w@./-]))(?:[a-z0-9-]+\.)*(?:linkedin\.(?:com|cn)|lnkd\.in)\/[^\s;|"'<>()[\]]*/gi;
/** Commas end a URL in a list, but belong to those of Sales Navigator. */
const AFTER_COMMA = /,(?=\s*(?:https?:|[a-z0-9.-]*linkedin\.)|\s|$).*$/is;

/**
 * Reads LinkedIn URLs from a pasted text or a file: one per line, also below the name of their column, several per line,
 * URLs within other text, or a table with tabs, semicolons, commas or pipes. Of a table it takes `column`, else the column
 * that most likely has the profiles.
 */
export function readPastedProfiles(
  text: string,
  { column = null }: { column?: number | null } = {},
): PastedProfiles {
  const opened = openTable(text);
  const table = tableIn(opened, column);
  if (table) return table;
  const found = splitLines(opened.body).flatMap((line, index) =>
    entriesOfLine(line, opened.linesBefore + index + 1),
  );
  const [first, ...others] = found;
  const isNamed =
    first?.fault &&
    others.length > 0 &&
    isHeader([first.linkedinUrl]) &&
    namesLinks(first.linkedinUrl, 'profile');
  return { ...distinct(isNamed ? others : found), table: null };
}

/** The entries of one line: each URL in it, else the line itself. Empty for a blank line. */
export function entriesOfLine(written: string, line: number): LinkedinEntry[] {
  const text = refanged(written.slice(0, MAX_LINE_CHARS));
  if (hasNoValue(text)) return [];
  const urls = urlsIn(text);
  return (urls.length > 0 ? urls : [text.trim()]).map((linkedinUrl) =>
    checkedEntry({ line, linkedinUrl, name: null, company: null }),
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

function checkedEntry(entry: Omit<LinkedinEntry, 'fault'>): LinkedinEntry {
  const reading = readLinkedinProfile(entry.linkedinUrl);
  return { ...entry, fault: reading.ok ? null : LINKEDIN_FAULT_LABELS[reading.fault] };
}

function distinct(entries: readonly LinkedinEntry[]): Omit<PastedProfiles, 'table'> {
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
function tableIn(text: TableText, chosen: number | null): PastedProfiles | null {
  for (const { rows } of tablesIn(text, { sameWidth: false })) {
    const counts = Array.from({ length: tableWidth(rows) }, (_, index) => countProfiles(rows, index));
    if (!counts.some(({ items }) => items > 0) || (text.delimiter === null && isList(rows))) continue;
    const [first] = rows;
    const header = rows.length > 1 && first && isHeader(first.cells) ? first.cells : null;
    const column =
      chosen !== null && chosen < counts.length ? chosen : likeliestColumn(header ?? [], counts, 'profile');
    return readRows(header, header ? rows.slice(1) : rows, column);
  }
  return null;
}

/** A profile known by its member ID only, as in links of Sales Navigator, counts half: most sources know people by the public URL. */
function countProfiles(rows: readonly CsvRecord[], index: number) {
  const found = rows.flatMap(({ cells }) => profileOf(cells[index] ?? '') ?? []);
  const opaque = found.filter((profile) => profile.opaque).length;
  return { items: found.length, sure: found.length - opaque / 2 };
}

/** The first profile in a cell. */
function profileOf(cell: string): LinkedinProfile | undefined {
  if (cell.length >= MAX_LINE_CHARS || !/linkedin|\bin\//i.test(cell)) return undefined;
  const readings = urlsOfCell(cell.trim()).map(readLinkedinProfile);
  return readings.find((reading) => reading.ok)?.profile;
}

/** Whether every filled cell is a URL, or the rest of one that has commas. */
function isList(rows: readonly CsvRecord[]): boolean {
  return rows.every(({ cells }) => {
    const filled = cells.filter((cell) => !hasNoValue(cell));
    const urls = filled.filter((cell) => /linkedin\.|lnkd\.in/i.test(cell));
    return filled.length === urls.length || /\/sales\/(?:lead|people|profile)\//i.test(filled[0] ?? '');
  });
}

function readRows(header: string[] | null, rows: readonly CsvRecord[], column: number): PastedProfiles {
  const others = (header ?? []).map((name, index) => (index === column ? '' : name));
  const [full, given, family, company] = (['full_name', 'first_name', 'last_name', 'company'] as const).map(
    (role) => namedColumn(others, role),
  );
  const entries = rows.flatMap(({ row, cells }) => {
    const cell = (index: number | null = null) =>
      index === null ? '' : cellValue((cells[index] ?? '').trim());
    const url = cell(column);
    if (hasNoValue(url)) return [];
    const facts = {
      line: row,
      name: wholeName(cell(given), cell(family), cell(full)).slice(0, SHOWN_CHARS) || null,
      company: cell(company).slice(0, SHOWN_CHARS) || null,
    };
    return urlsOfCell(url).map((linkedinUrl) => checkedEntry({ ...facts, linkedinUrl }));
  });
  const { columns, records } = ownColumns(header, rows);
  return {
    ...distinct(entries),
    table: {
      columns,
      column,
      rows: rows.map(({ cells }, index) => ({
        url: urlsOfCell((cells[column] ?? '').trim()).join(CSV_LIST_SEPARATOR),
        record: records[index] ?? '',
      })),
    },
  };
}

/** A first name alone is no name to match a person by. Beside one, a `Name` of one word is the last name. */
function wholeName(given: string, family: string, full: string): string {
  if (given !== '' && family !== '') return `${given} ${family}`;
  if (full === '' || /\s/.test(full) || full === (given || family)) return full;
  return `${given} ${full} ${family}`.trim();
}

/** The profiles in a cell with several or with other text; else the cell. */
function urlsOfCell(written: string): string[] {
  const cell = refanged(written);
  const urls = urlsIn(cell.slice(0, MAX_LINE_CHARS)).filter((url) => readLinkedinProfile(url).ok);
  if (urls.length > 1) return urls;
  if (readLinkedinProfile(cell).ok) return [cell];
  return urls.length > 0 ? urls : [cell.slice(0, MAX_LINE_CHARS)];
}
