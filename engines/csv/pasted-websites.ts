import { isBlank } from '#engines/list-items/cell-text.ts';
import { hasNoValue } from '#engines/list-items/no-value.ts';
import { isOneWebsite, isSentence, websitesIn, websitesOfLine } from '#engines/list-items/several.ts';
import { isPageOfMany } from '#engines/list-items/shared-hosts.ts';
import {
  readWebsite,
  WEBSITE_FAULT_LABELS,
  type Website,
  type WebsiteFault,
} from '#engines/list-items/website.ts';
import { type ColumnCount, isHeader, likeliestColumn, namesColumn } from './column-roles.ts';
import type { CsvRecord } from './read-csv.ts';
import {
  openPlainTable,
  openTable,
  splitLines,
  type TableRows,
  type TableText,
  tablesIn,
  tableWidth,
} from './read-table.ts';

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
export interface PastedWebsites {
  /** distinct by `key`, in input order */
  taken: TakenWebsite[];
  /** items written again, in any form */
  repeats: number;
  leftOut: LeftOut[];
  /** for a table; null for a list */
  table: { columns: WebsiteColumn[]; column: number; header: string[] | null; rows: string[][] } | null;
}

interface Cell {
  line: number;
  row: number;
  text: string;
}

const SHOWN_CHARS = 200;

/**
 * Reads websites from a pasted text or a file: one per line, several per line, a written list with bullets or
 * numbers, or a table with tabs, semicolons, commas or pipes. Of a table it takes `column`, else the column
 * that most likely has the companies' websites.
 */
export function readPastedWebsites(
  text: string,
  { column }: { column?: number | null } = {},
): PastedWebsites {
  const opened = openTable(text);
  const table = tableIn(opened);
  if (!table) {
    const cells = splitLines(opened.body)
      .map((text, index) => ({ line: index + 1, row: index + 1, text }))
      .filter((cell) => !hasNoValue(cell.text));
    // The name of the only column is no line that was left out.
    if (cells.length > 1 && namesWebsites(cells[0]?.text ?? '')) cells.shift();
    return { ...take(cells, websitesOfLine), table: null };
  }
  const { columns, rows, header } = table;
  const chosen = column != null && column < columns.length ? column : table.column;
  const cells = rows.map(({ line, row, cells: all }) => ({ line, row, text: all[chosen] ?? '' }));
  return {
    ...take(cells, websitesIn),
    table: { columns, column: chosen, header, rows: rows.map((row) => row.cells) },
  };
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

/** Reads the first lines of a text as `readPastedWebsites` does. null: it is a list, not a table. */
export function detectWebsiteTable(text: string): WebsiteTable | null {
  const opened = openPlainTable(text);
  const table = tableIn(opened);
  if (!table || table.columns.length === 0) return null;
  const { delimiter, columns, column, header } = table;
  const hints = opened.delimiter === null ? 0 : 1;
  return { delimiter, linesBefore: hints + (header ? 1 : 0), columns, column };
}

/** Whether a line is the name of a column, such as "Website", and no item itself. */
function namesWebsites(line: string): boolean {
  return !/[.:/]/.test(line) && isHeader([line]) && namesColumn([line]);
}

interface Table extends TableRows {
  columns: WebsiteColumn[];
  column: number;
  header: string[] | null;
}

/** The text as a table, without its header; null for a list. */
function tableIn(text: TableText): Table | null {
  for (const { delimiter, rows } of tablesIn(text, { sameWidth: true })) {
    if (text.delimiter === null && (isList(text.body, { delimiter, rows }) || areSentences(rows))) continue;
    const [first] = rows;
    const header = rows.length > 1 && first && isHeader(first.cells) ? first.cells : null;
    const body = header ? rows.slice(1) : rows;
    const counts = Array.from({ length: tableWidth(rows) }, (_, index) => countWebsites(body, index));
    return {
      delimiter,
      rows: body,
      columns: counts.map(({ items }, index) => ({
        name: shown(header?.[index] ?? '') || `Column ${index + 1}`,
        websites: items,
      })),
      column: likeliestColumn(header ?? [], counts, 'website'),
      header,
    };
  }
  return null;
}

/** Emails, profiles and places on maps count only without other websites. */
function countWebsites(rows: readonly CsvRecord[], index: number): ColumnCount {
  const count = { items: 0, sure: 0 };
  for (const { cells } of rows) {
    const websites = websitesIn(cells[index] ?? '');
    if (websites.length > 0) count.items += 1;
    if (websites.some(({ url, fromEmail }) => !fromEmail && !isPageOfMany(url))) count.sure += 1;
  }
  return count;
}

/**
 * Whether each line is one website, as in `https://b.com/?a=1,2`, also below the name of their column, or every cell. A tab always
 * separates cells.
 */
function isList(body: string, { delimiter, rows }: TableRows): boolean {
  const lines = delimiter === '\t' ? [] : body.split(/[\r\n]+/).filter((line) => !isBlank(line));
  const [first = '', ...others] = lines;
  const isBelowName = others.length > 0 && !first.includes(delimiter) && isHeader([first]);
  const items = isBelowName ? others : lines;
  if (items.length > 0 && items.every(isOneWebsite)) return true;
  return rows
    .flatMap(({ cells }) => cells)
    .every((cell) => {
      const reading = isBlank(cell) ? null : readWebsite(cell);
      return reading === null || (reading.ok && !reading.website.fromEmail);
    });
}

const SENTENCE_ROWS = 100;

/** Whether more of the first lines are sentences with commas than rows with a website. */
function areSentences(rows: readonly CsvRecord[]): boolean {
  const sample = rows.slice(0, SENTENCE_ROWS);
  const sentences = sample.filter(({ cells }) => isSentence(cells.join(', '))).length;
  return sentences > sample.filter(({ cells }) => cells.some((cell) => websitesIn(cell).length > 0)).length;
}

function take(
  cells: readonly Cell[],
  read: (text: string) => Website[],
): Pick<PastedWebsites, 'taken' | 'repeats' | 'leftOut'> {
  const taken = new Map<string, TakenWebsite>();
  const leftOut: LeftOut[] = [];
  let repeats = 0;
  for (const { line, row, text } of cells) {
    const websites = read(text);
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
