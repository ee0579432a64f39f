import { CSV_COLUMNS_MAX } from '#contract/limits.ts';
import { isBlank, itemText } from '#engines/list-items/cell-text.ts';
import {
  readWebsite,
  WEBSITE_FAULT_LABELS,
  type Website,
  type WebsiteFault,
} from '#engines/list-items/website.ts';
import type { CsvRecord } from './read-csv.ts';
import { linesOf, openTable, readTable, type TableText, widthOf } from './read-table.ts';

/** A website that is taken from a list, where it was first written. */
export interface TakenWebsite extends Website {
  /** 1-based line of the text */
  line: number;
}

/** A line or cell that isn't taken. `why` follows the text: "“Acme” isn't a web address". */
export interface LeftOut {
  /** 1-based line of the text */
  line: number;
  /** 1-based, as a spreadsheet counts: a quoted cell can have several lines */
  row: number;
  /** at most 200 characters */
  text: string;
  why: string;
}

/** One column of a table, with the number of its cells that have a website. */
export interface WebsiteColumn {
  /** the header, or `Column 2` */
  name: string;
  websites: number;
}

/** What a pasted text or a file is read as. */
export interface WebsiteList {
  /** distinct by `key`, in input order */
  taken: TakenWebsite[];
  /** items written again, in any form */
  repeats: number;
  leftOut: LeftOut[];
  /** for a table; null for a list */
  table: { columns: WebsiteColumn[]; column: number; rows: string[][] } | null;
}

interface Cell {
  line: number;
  row: number;
  text: string;
}

const SHOWN_CHARS = 200;
/** Of one line, more than a list may have. */
const MAX_WORDS = 50_000;
const DELIMITERS = ['\t', ';', ',', '|'] as const;
/** Column names that mean a website, and those that mean another one, such as a profile. */
const WEBSITE_NAME = /web|domain|domäne|url|homepage|site|sitio|dominio|domaine/i;
const OTHER_NAME = /linkedin|facebook|twitter|instagram|youtube|xing|profile|image|logo|e-?mail/i;

/**
 * Reads websites from a pasted text or a file: one per line, several per line, a written list with bullets or
 * numbers, or a table with tabs, semicolons, commas or pipes. Of a table it takes `column`, else the column
 * that most likely has the companies' websites.
 */
export function readWebsiteList(text: string, { column }: { column?: number | null } = {}): WebsiteList {
  const opened = openTable(text);
  const table = splitTable(opened)?.rows;
  if (!table) {
    const cells = linesOf(opened.body)
      .map((text, at) => ({ line: at + 1, row: at + 1, text }))
      .filter((cell) => !isBlank(cell.text));
    return { ...take(cells), table: null };
  }
  const { columns, header } = columnsOf(table);
  const chosen = column != null && column < columns.length ? column : likeliest(columns, table, header);
  const records = table.slice(header ? 1 : 0);
  const cells = records.map(({ line, row, cells: all }) => ({ line, row, text: all[chosen] ?? '' }));
  return { ...take(cells), table: { columns, column: chosen, rows: records.map((row) => row.cells) } };
}

/** How to read the rows of a table, of which only the beginning is known. */
export interface WebsiteTable {
  delimiter: string;
  /** lines before the first row: the header, and a hint for spreadsheets */
  linesBefore: number;
  columns: WebsiteColumn[];
  /** the one that most likely has the companies' websites */
  column: number;
}

/** Reads the first lines of a text as `readWebsiteList` does. null: it is a list, not a table. */
export function detectWebsiteTable(text: string): WebsiteTable | null {
  const opened = openTable(text);
  const split = splitTable(opened);
  if (!split || split.rows.length === 0) return null;
  const { rows, delimiter } = split;
  const { columns, header } = columnsOf(rows);
  const column = likeliest(columns, rows, header);
  const hints = opened.delimiter === null ? 0 : 1;
  return { delimiter, linesBefore: hints + (header ? 1 : 0), columns, column };
}

/** The rows of a table; null for a list. */
function splitTable(text: TableText): { rows: CsvRecord[]; delimiter: string } | null {
  if (text.delimiter !== null) return { rows: readTable(text), delimiter: text.delimiter };
  for (const delimiter of DELIMITERS) {
    const rows = tableOf(text, delimiter);
    if (rows) return { rows, delimiter };
  }
  return null;
}

/**
 * The websites of one line or cell: one, or several with separators between them. Empty if there is none, or if
 * the line has other text that isn't set apart by a tab, semicolon, comma or pipe.
 */
export function websitesOf(text: string): Website[] {
  const whole = isSeveral(text) ? null : readWebsite(text);
  if (whole?.ok) return [whole.website];
  // A slash between spaces is a separator, too.
  const words = text.split(/[\s,;|]+/, MAX_WORDS).filter((word) => /[^/]/.test(word) && !isBlank(word));
  const all: Website[] = [];
  for (const word of words.length > 1 ? words : []) {
    const reading = readWebsite(word);
    if (!reading.ok) break;
    all.push(reading.website);
  }
  if (words.length > 1 && all.length === words.length) return all;
  const cells = text
    .split(/[\t;,|\r\n]/, CSV_COLUMNS_MAX)
    .map((cell) => (isSeveral(cell) ? null : readWebsite(cell)));
  const websites = cells.flatMap((one) => (one?.ok ? [one.website] : []));
  const own = websites.filter(({ fromEmail }) => !fromEmail);
  return own.length > 0 ? own : websites;
}

/** `https://a.com,https://b.com` is one valid URL for a parser, but two for its author. */
function isSeveral(text: string): boolean {
  return /[,;|\s](?:https?:\/\/|www\.)/i.test(itemText(text));
}

function take(cells: readonly Cell[]): Pick<WebsiteList, 'taken' | 'repeats' | 'leftOut'> {
  const taken = new Map<string, TakenWebsite>();
  const leftOut: LeftOut[] = [];
  let repeats = 0;
  for (const { line, row, text } of cells) {
    const websites = websitesOf(text);
    for (const website of websites) {
      if (taken.has(website.key)) repeats += 1;
      else taken.set(website.key, { ...website, line });
    }
    if (websites.length === 0) leftOut.push({ line, row, text: shown(text), why: whyNot(text) });
  }
  return { taken: [...taken.values()], repeats, leftOut };
}

function whyNot(text: string): string {
  const reading = readWebsite(text);
  const fault: WebsiteFault = reading.ok ? 'not-a-website' : reading.fault;
  return WEBSITE_FAULT_LABELS[fault];
}

function shown(text: string): string {
  return text.trim().replace(/\s+/g, ' ').slice(0, SHOWN_CHARS);
}

/** The rows of a table with this delimiter, or null if the text isn't one. */
function tableOf(text: TableText, delimiter: string): CsvRecord[] | null {
  if (!text.body.includes(delimiter)) return null;
  // Addresses may contain commas, semicolons and pipes. A tab always separates cells.
  if (delimiter !== '\t' && isList(text.body)) return null;
  const rows = readTable(text, { delimiter });
  const wide = rows.filter(({ cells }) => cells.length > 1);
  const widths = new Map<number, number>();
  for (const { cells } of rows) widths.set(cells.length, (widths.get(cells.length) ?? 0) + 1);
  const [width = 0, count = 0] = [...widths].reduce((best, one) => (one[1] > best[1] ? one : best), [0, 0]);
  const isRegular = width > 1 && count >= rows.length * 0.6 && (delimiter === '\t' || rows.length > 1);
  if (delimiter === '\t' ? wide.length < rows.length / 2 : !isRegular) return null;
  // Several websites per line are a list in columns.
  const filled = rows.flatMap(({ cells }) => cells).filter((cell) => !isBlank(cell));
  return filled.every((cell) => isPlainWebsite(cell)) ? null : rows;
}

function isPlainWebsite(cell: string): boolean {
  const reading = readWebsite(cell);
  return reading.ok && !reading.website.fromEmail;
}

/** Whether each line is one website, as in `https://b.com/?a=1,2`. */
function isList(text: string): boolean {
  return text.split(/[\r\n]+/).every((line) => isBlank(line) || (!isSeveral(line) && readWebsite(line).ok));
}

function columnsOf(rows: readonly CsvRecord[]): { columns: WebsiteColumn[]; header: boolean } {
  const [first] = rows;
  const header =
    rows.length > 1 && first !== undefined && first.cells.every((cell) => websitesOf(cell).length === 0);
  const body = header ? rows.slice(1) : rows;
  const columns = Array.from({ length: widthOf(rows) }, (_, at) => ({
    name: (header && shown(first.cells[at] ?? '')) || `Column ${at + 1}`,
    websites: body.filter(({ cells }) => websitesOf(cells[at] ?? '').length > 0).length,
  }));
  return { columns, header };
}

/** The column named like a website, else the one with the most websites. Emails count only without others. */
function likeliest(columns: readonly WebsiteColumn[], rows: readonly CsvRecord[], header: boolean): number {
  const body = header ? rows.slice(1) : rows;
  const scores = columns.map(({ name, websites }, at) => {
    if (websites === 0) return 0;
    const own = body.filter(({ cells }) => websitesOf(cells[at] ?? '').some((one) => !one.fromEmail)).length;
    const named = header && WEBSITE_NAME.test(name) && !OTHER_NAME.test(name);
    const other = header && OTHER_NAME.test(name);
    return (named ? 1e9 : 0) + own * (other ? 1 : 1000) + websites / 1e6;
  });
  return Math.max(0, scores.indexOf(Math.max(...scores)));
}
