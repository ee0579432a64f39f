import { WEBSITE_URLS_PER_TASK } from '#contract/limits.ts';
import { MESSAGES } from '#contract/messages.ts';
import { toWebUrl, type UrlLines } from '#contract/website.ts';

/** What a person is about to send, and the key that makes sending it twice cost once. */
export interface UrlDraft {
  text: string;
  /** of the last try that did not succeed, with the fingerprint of what it sent */
  attempt: { key: string; fingerprint: string } | null;
}

export const EMPTY_DRAFT: UrlDraft = { text: '', attempt: null };

/** One draft for each account: two people on one computer do not read each other's lists. */
export function draftStorageKey(accountId: string): string {
  return `leadwell-draft-website-extraction-${accountId}`;
}

/** What was kept -> the draft; anything unexpected is an empty one. */
export function parseDraft(kept: string | null): UrlDraft {
  if (!kept) return EMPTY_DRAFT;
  try {
    const value: unknown = JSON.parse(kept);
    if (!isRecord(value) || typeof value.text !== 'string') return EMPTY_DRAFT;
    const { attempt } = value;
    const known =
      isRecord(attempt) && typeof attempt.key === 'string' && typeof attempt.fingerprint === 'string';
    return {
      text: value.text,
      attempt: known ? { key: String(attempt.key), fingerprint: String(attempt.fingerprint) } : null,
    };
  } catch {
    return EMPTY_DRAFT;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/**
 * The key for sending these URLs: that of the last try when it sent the same ones (a reply may have been lost on the
 * way), else a new one.
 */
export function attemptFor(
  urls: readonly string[],
  last: UrlDraft['attempt'],
  newKey: () => string,
): { key: string; fingerprint: string } {
  const fingerprint = fingerprintOf(urls);
  return last?.fingerprint === fingerprint ? last : { key: newKey(), fingerprint };
}

/** FNV-1a over the list, with its length: tells two lists apart, keeps none of them. */
function fingerprintOf(urls: readonly string[]): string {
  let hash = 0x811c9dc5;
  for (const url of urls) {
    for (let at = 0; at < url.length; at += 1) hash = Math.imul(hash ^ url.charCodeAt(at), 0x01000193);
    hash = Math.imul(hash ^ 10, 0x01000193);
  }
  return `${urls.length}-${(hash >>> 0).toString(16)}`;
}

/** The specification's refusal (lead tools §5), or null when the list can be sent. */
export function refusalOf({ urls }: Pick<UrlLines, 'urls'>): string | null {
  if (urls.length === 0) return MESSAGES.extraction.noUrls;
  if (urls.length > WEBSITE_URLS_PER_TASK) return MESSAGES.extraction.tooManyUrls;
  return null;
}

/** Where a line stands in the text: start and end offset, for selecting it. `line` is 1-based. */
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
 * A dropped file's text -> lines for the field. In a file with columns it is the column with the most web addresses,
 * and lines without one there (a header, say) are left out.
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

/** One line -> its cells: comma, semicolon or tab, with quotes. A line that is a web address as a whole has one cell. */
function cellsOf(line: string): string[] {
  if (toWebUrl(line.trim())) return [line.trim()];
  const cells: string[] = [];
  for (const [, quoted, bare] of line.matchAll(/(?:^|[,;\t])(?:\s*"((?:[^"]|"")*)"\s*|([^,;\t]*))/g)) {
    cells.push((quoted?.replaceAll('""', '"') ?? bare ?? '').trim());
  }
  return cells;
}
