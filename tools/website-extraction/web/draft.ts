import { joinColumns, type KnownTable, tableText } from '#engines/csv/join-columns.ts';
import { type PastedWebsites, readPastedWebsites } from '#engines/csv/pasted-websites.ts';
import {
  type DraftFormat,
  EMPTY_DRAFT as EMPTY_LIST,
  type ListDraft,
  parseListDraft,
  savedList,
} from '#web/kit/list-draft.ts';
import {
  DEFAULT_DEPTH,
  parseDepth,
  WEBSITE_URLS_PER_TASK,
  type WebsiteDepth,
  websiteExtraction,
} from '../definition.ts';
import { WEBSITE_MESSAGES } from '../messages.ts';
import { joinTables, knownTable, linesOfTable, ownTable, readUrlTable, type UrlTable } from './url-table.ts';

/** The list, with the depth. */
export interface UrlDraft extends ListDraft {
  depth: WebsiteDepth;
  /** whether people are wanted, too */
  people: boolean;
  /** a list with more columns whose addresses were added to the text */
  table: UrlTable | null;
}

export const EMPTY_DRAFT: UrlDraft = { ...EMPTY_LIST, depth: DEFAULT_DEPTH, people: false, table: null };

/** A longer table stays in the page only: browsers store about 5 million characters. */
const SAVED_TABLE_MAX_CHARS = 2_000_000;

/** Whether a table is small enough to survive a reload. */
export function isSaved({ rows }: UrlTable): boolean {
  return rows.reduce((sum, { url, record }) => sum + url.length + record.length, 0) < SAVED_TABLE_MAX_CHARS;
}

/** The text to save; null if there is nothing to keep. */
export function formatDraft(draft: UrlDraft): string | null {
  const { text, attempt, depth, people, table } = draft;
  if (text === '' && !attempt && depth === DEFAULT_DEPTH && !people) return null;
  return JSON.stringify({
    ...savedList(draft),
    depth,
    people,
    table: table && isSaved(table) ? table : null,
  });
}

/** Parses a saved draft. Anything unexpected gives an empty one. */
export function parseDraft(text: string | null): UrlDraft {
  const parsed = parseListDraft(text);
  if (!parsed) return EMPTY_DRAFT;
  const { draft, saved } = parsed;
  return {
    ...draft,
    depth: parseDepth(typeof saved.depth === 'string' ? saved.depth : undefined),
    people: saved.people === true,
    table: isTable(saved.table) ? saved.table : null,
  };
}

export const URL_DRAFT: DraftFormat<UrlDraft> = {
  type: websiteExtraction.task.type,
  empty: EMPTY_DRAFT,
  parse: parseDraft,
  format: formatDraft,
};

function isTable(value: unknown): value is UrlTable {
  return (
    isRecord(value) &&
    Array.isArray(value.columns) &&
    value.columns.every((name) => typeof name === 'string') &&
    Array.isArray(value.rows) &&
    value.rows.every((row) => isRecord(row) && typeof row.url === 'string' && typeof row.record === 'string')
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Why the list can't be sent (spec lead tools §5); null if it can. */
export function validationMessage({ urls }: { urls: readonly string[] }): string | null {
  if (urls.length === 0) return WEBSITE_MESSAGES.noUrls;
  if (urls.length > WEBSITE_URLS_PER_TASK) return WEBSITE_MESSAGES.tooManyUrls;
  return null;
}

/** The start and end offset of a line, for selecting it. `line` starts at 1. */
export function lineRange(text: string, line: number): { start: number; end: number } {
  let start = 0;
  for (let index = 1; index < line; index += 1) {
    const next = text.indexOf('\n', start);
    if (next < 0) break;
    start = next + 1;
  }
  const end = text.indexOf('\n', start);
  return { start, end: end < 0 ? text.length : end };
}

const MAX_KEPT_CHARS = 500_000;

/**
 * The draft with a file. Its rows are added to a table in the text. Of a list with more columns that isn't shown whole, the
 * columns are kept beside the text.
 */
export function withFile(draft: UrlDraft, file: string): UrlDraft {
  if (isShownWhole(draft.text, file)) return { ...draft, column: null, text: textWithFile('', file) };
  const list = readPastedWebsites(draft.text, { column: draft.column });
  const shown = knownTable(list);
  if (shown && draft.text.length + file.length <= MAX_KEPT_CHARS) {
    const [column = 0] = shown.places;
    const joined = joinColumns(shown, fileTable(file, shown.columns[column ?? 0] ?? ''));
    return { ...draft, column, text: tableText(joined) };
  }
  const own = shown && ownTable(list, { keeps: draft.keepsColumns, added: null });
  const before = shown
    ? { text: list.taken.map(({ url }) => url).join('\n'), table: own }
    : { text: draft.text, table: draft.table };
  const table = readUrlTable(file);
  if (!table) return { ...draft, ...before, column: null, text: textWithFile(before.text, file) };
  const lines = [before.text.trimEnd(), ...linesOfTable(table)].filter(Boolean);
  return { ...draft, column: null, text: lines.join('\n'), table: joinTables(before.table, table) };
}

/** A file as a table: as it is, or its lines as the column of the websites. */
function fileTable(file: string, name: string): KnownTable {
  const list = readPastedWebsites(file.toWellFormed());
  const table = list.taken.length > 0 ? knownTable(list) : null;
  return table ?? { columns: [name], rows: linesOfFile(list).map((line) => [line]), places: [0] };
}

/** Whether the text of a file is shown whole, so that the column of a table can be chosen. */
function isShownWhole(text: string, file: string): boolean {
  return text.trim() === '' && file.length <= MAX_KEPT_CHARS;
}

/**
 * The text to show for a file. A small table stays whole, so that its column can be chosen. Of a large file, or
 * if there is a list already, only the addresses are added.
 */
export function textWithFile(text: string, file: string): string {
  const before = text.trimEnd();
  // Text fields have no other line ends, and the start of a line is counted from them.
  if (isShownWhole(text, file))
    return file
      .replace(/^\ufeff/, '')
      .replace(/\r\n?/g, '\n')
      .trimEnd();
  return [before, ...linesOfFile(readPastedWebsites(file))].filter(Boolean).join('\n');
}

function linesOfFile({ taken, leftOut }: PastedWebsites): string[] {
  // A file without any address is shown as it is, so that its lines can be reported.
  return taken.length > 0 ? taken.map(({ url }) => url) : leftOut.map((line) => line.text);
}
