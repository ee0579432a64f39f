import { WEBSITE_URLS_PER_TASK } from '#contract/limits.ts';
import { MESSAGES } from '#contract/messages.ts';
import { DEFAULT_DEPTH, depthOf, type WebsiteDepth } from '#contract/website-depth.ts';
import { readWebsiteList } from '#engines/csv/website-list.ts';
import type { Attempt } from '#web/kit/attempt.ts';
import type { UrlTable } from './url-table.ts';

/** The typed list and the idempotency key of its last attempt, so that a retry costs once. */
export interface UrlDraft {
  text: string;
  /** the last attempt without a success, with the fingerprint of its list */
  attempt: Attempt | null;
  depth: WebsiteDepth;
  /** a list with more columns whose addresses were added to the text */
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

/** Why the list can't be sent (spec lead tools §5); null if it can. */
export function refusalOf({ urls }: { urls: readonly string[] }): string | null {
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

const MAX_KEPT_CHARS = 500_000;

/** Whether the text of a file is shown whole, so that the column of a table can be chosen. */
export function isShownWhole(text: string, file: string): boolean {
  return text.trim() === '' && file.length <= MAX_KEPT_CHARS;
}

/**
 * The text to show for a file. A small table stays whole, so that its column can be chosen. Of a large file, or
 * if there is a list already, only the addresses are added.
 */
export function textWithFile(text: string, file: string): string {
  const before = text.trimEnd();
  if (isShownWhole(text, file)) return file.replace(/^\ufeff/, '').trimEnd();
  const { taken, leftOut } = readWebsiteList(file);
  // A file without any address is shown as it is, so that its lines can be reported.
  const lines = taken.length > 0 ? taken.map(({ url }) => url) : leftOut.map((line) => line.text);
  return [before, ...lines].filter(Boolean).join('\n');
}
