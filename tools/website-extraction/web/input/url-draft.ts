import { WEBSITE_URLS_PER_TASK } from '#contract/limits.ts';
import { MESSAGES } from '#contract/messages.ts';
import { toWebUrl, type UrlLines } from '#contract/website.ts';
import { DEFAULT_DEPTH, depthOf, type WebsiteDepth } from '#contract/website-depth.ts';
import type { UrlTable } from './url-table.ts';

/** The typed list and the idempotency key of its last attempt, so that a retry costs once. */
export interface UrlDraft {
  text: string;
  /** the last attempt without a success, with the fingerprint of its list */
  attempt: { key: string; fingerprint: string } | null;
  depth: WebsiteDepth;
  /** the list that the text comes from, with its other columns */
  table: UrlTable | null;
}

export const EMPTY_DRAFT: UrlDraft = { text: '', attempt: null, depth: DEFAULT_DEPTH, table: null };

/** A longer table stays in the page only: browsers store about 5 million characters. */
const SAVED_TABLE_MAX_CHARS = 2_000_000;

/** Whether a table is small enough to survive a reload. */
export function isSaved({ rows }: UrlTable): boolean {
  return rows.reduce((sum, { url, record }) => sum + url.length + record.length, 0) < SAVED_TABLE_MAX_CHARS;
}

/** The text to save; null if there is nothing to keep. */
export function formatDraft(draft: UrlDraft): string | null {
  const { text, attempt, depth, table } = draft;
  if (text === '' && !attempt && depth === DEFAULT_DEPTH) return null;
  return JSON.stringify({ ...draft, table: table && isSaved(table) ? table : null });
}

/** Each account has its own draft: two people who share a computer don't see each other's lists. */
export function draftStorageKey(accountId: string): string {
  return `leadwell-draft-website-extraction-${accountId}`;
}

/** Parses a saved draft. Anything unexpected gives an empty one. */
export function parseDraft(saved: string | null): UrlDraft {
  if (!saved) return EMPTY_DRAFT;
  try {
    const value: unknown = JSON.parse(saved);
    if (!isRecord(value) || typeof value.text !== 'string') return EMPTY_DRAFT;
    const { attempt } = value;
    const valid =
      isRecord(attempt) && typeof attempt.key === 'string' && typeof attempt.fingerprint === 'string';
    return {
      text: value.text,
      attempt: valid ? { key: String(attempt.key), fingerprint: String(attempt.fingerprint) } : null,
      depth: depthOf(typeof value.depth === 'string' ? value.depth : undefined),
      table: isTable(value.table) ? value.table : null,
    };
  } catch {
    return EMPTY_DRAFT;
  }
}

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

/** The last attempt if its list was the same, since its response may be lost; else a new one. */
export function attemptFor(
  urls: readonly string[],
  last: UrlDraft['attempt'],
  newKey: () => string,
): { key: string; fingerprint: string } {
  const fingerprint = fingerprintOf(urls);
  return last?.fingerprint === fingerprint ? last : { key: newKey(), fingerprint };
}

/** An FNV-1a hash of the list, with its length. */
function fingerprintOf(urls: readonly string[]): string {
  let hash = 0x811c9dc5;
  for (const url of urls) {
    for (let at = 0; at < url.length; at += 1) hash = Math.imul(hash ^ url.charCodeAt(at), 0x01000193);
    hash = Math.imul(hash ^ 10, 0x01000193);
  }
  return `${urls.length}-${(hash >>> 0).toString(16)}`;
}

/** Why the list can't be sent (spec lead tools §5); null if it can. */
export function refusalOf({ urls }: Pick<UrlLines, 'urls'>): string | null {
  if (urls.length === 0) return MESSAGES.extraction.noUrls;
  if (urls.length > WEBSITE_URLS_PER_TASK) return MESSAGES.extraction.tooManyUrls;
  return null;
}

/** The start and end offset of a line, for selecting it. `line` starts at 1. */
export function lineRange(text: string, line: number): { start: number; end: number } {
  let start = 0;
  for (let at = 1; at < line; at += 1) {
    const next = text.indexOf('\n', start);
    if (next < 0) break;
    start = next + 1;
  }
  const end = text.indexOf('\n', start);
  return { start, end: end < 0 ? text.length : end };
}

/**
 * Turns a dropped file's text into lines for the text field. For a table, these are the cells of the column
 * with the most web addresses, without cells that aren't one, such as the header.
 */
export function urlLinesOfFile(text: string): string[] {
  const rows = text
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim())
    .map(cellsOf);
  const counts: number[] = [];
  for (const cells of rows) {
    cells.forEach((cell, column) => {
      if (toWebUrl(cell)) counts[column] = (counts[column] ?? 0) + 1;
    });
  }
  const best = Math.max(0, ...counts.filter((count) => count !== undefined));
  if (best === 0) return rows.map((cells) => cells.join(' ').trim());
  const column = counts.indexOf(best);
  const isTable = rows.some((cells) => cells.length > 1);
  return rows
    .map((cells) => cells[column] ?? '')
    .filter((cell) => cell && (!isTable || toWebUrl(cell) !== null));
}

/** Splits a line at commas, semicolons and tabs outside quotes. A single web address stays whole. */
function cellsOf(line: string): string[] {
  if (toWebUrl(line.trim())) return [line.trim()];
  const cells: string[] = [];
  for (const [, quoted, unquoted] of line.matchAll(/(?:^|[,;\t])(?:\s*"((?:[^"]|"")*)"\s*|([^,;\t]*))/g)) {
    cells.push((quoted?.replaceAll('""', '"') ?? unquoted ?? '').trim());
  }
  return cells;
}
