import type { CollectedRow } from '#contract/collect-sites.ts';
import {
  COLLECT_ALIASES_MAX,
  COLLECT_KEY_MAX_CHARS,
  COLLECT_VALUE_MAX_CHARS,
} from '#contract/collect-sites.ts';
import { cutText } from '#contract/cut-text.ts';
import { behindRedirect, isTracker } from '#engines/list-items/redirect-links.ts';
import type { CutCard, CutMark, PageCut } from './page-cut.ts';

/** The rows of a page, with counts that tell "nothing there" from "there, but not readable". */
export interface Reading<Column extends string = string> {
  /** rows with different keys, in page order */
  rows: CollectedRow<Column>[];
  /** results seen */
  candidates: number;
  /** results seen that gave no row: the page has changed */
  unread: number;
  /** fields of rows that the page shows, but not in a form that could be read; absent if there are none */
  unreadFields?: { key: string; column: Column }[];
}

/** A row with where its values come from. */
export interface FoundRow extends CollectedRow {
  /** columns whose values a response or an embedded state gave; a card shows them shorter, or not at all */
  heard: readonly string[];
}

/** Reads a page. Never throws. Its work grows linearly with the size of the page. */
export type SiteReader<Column extends string = string> = (cut: PageCut) => Reading<Column>;

/**
 * What was seen. `null` is a result without a row, `ignored` isn't a result. A row without a key or
 * without any value counts as unread.
 */
export type Seen<Column extends string> = SeenRow<Column> | null | 'ignored';

/** A row with the columns that the page shows, but whose values couldn't be read. */
export interface SeenRow<Column extends string> extends CollectedRow<Column> {
  unreadColumns: readonly Column[];
}

/** Collects what was seen. Rows with a common alias become one row; the fuller values win. */
export function collectRows<Column extends string>(seen: Iterable<Seen<Column>>): Reading<Column> {
  const byAlias = new Map<string, CollectedRow<Column>>();
  const rows: CollectedRow<Column>[] = [];
  const unreadColumns = new Map<CollectedRow<Column>, Set<Column>>();
  let candidates = 0;
  let unread = 0;
  for (const result of seen) {
    if (result === 'ignored') continue;
    candidates++;
    if (!result) {
      unread++;
      continue;
    }
    const alias = result.aliases.find((name) => byAlias.has(name));
    let row = alias === undefined ? undefined : byAlias.get(alias);
    if (row) mergeRow(row, result);
    else {
      row = { key: result.key, aliases: result.aliases, values: result.values };
      rows.push(row);
    }
    if (result.unreadColumns.length > 0)
      unreadColumns.set(row, new Set([...(unreadColumns.get(row) ?? []), ...result.unreadColumns]));
    for (const name of row.aliases) byAlias.set(name, row);
  }
  const unreadFields = [...unreadColumns].flatMap(([{ key, values }, columns]) =>
    [...columns].filter((column) => values[column] === undefined).map((column) => ({ key, column })),
  );
  return { rows, candidates, unread, ...(unreadFields.length > 0 ? { unreadFields } : {}) };
}

/** Adds to `row` the aliases and values of `other` that it lacks. */
export function mergeRow(row: CollectedRow, other: CollectedRow): void {
  row.aliases = [...new Set([...row.aliases, ...other.aliases])].slice(0, COLLECT_ALIASES_MAX);
  row.values = { ...other.values, ...row.values };
}

/**
 * The values and columns of all rows together. A later row wins, except that a card doesn't replace what a response or
 * state gave.
 */
export function mergeValues(
  rows: readonly Pick<FoundRow, 'values' | 'heard'>[],
): Pick<FoundRow, 'values' | 'heard'> {
  const values: Record<string, string | undefined> = {};
  const heard = new Set<string>();
  for (const row of rows) {
    for (const [column, value] of Object.entries(row.values)) {
      const isHeard = row.heard.includes(column);
      if (heard.has(column) && !isHeard) continue;
      values[column] = value;
      if (isHeard) heard.add(column);
    }
  }
  return { values, heard: [...heard] };
}

/**
 * A row with trimmed and shortened values. The first usable alias is the key. Null without a key or without
 * the value of `required`. `shown`: what the page shows for columns whose values may not be readable.
 */
export function makeRow<Column extends string>(
  aliases: readonly unknown[],
  required: NoInfer<Column>,
  values: Record<Column, unknown>,
  shown: Partial<Record<NoInfer<Column>, unknown>> = {},
): SeenRow<Column> | null {
  const names = aliases
    .map((alias) => oneLine(alias))
    .filter((alias) => alias !== '' && alias.length <= COLLECT_KEY_MAX_CHARS)
    .slice(0, COLLECT_ALIASES_MAX);
  const kept: Partial<Record<Column, string>> = {};
  for (const column of Object.keys(values) as Column[]) {
    const value = cutText(oneLine(values[column]), COLLECT_VALUE_MAX_CHARS).trimEnd();
    if (value !== '') kept[column] = value;
  }
  const key = names[0];
  if (key === undefined || kept[required] === undefined) return null;
  const unreadColumns = (Object.keys(shown) as Column[]).filter(
    (column) => kept[column] === undefined && oneLine(shown[column]) !== '',
  );
  return { key, aliases: names, values: kept, unreadColumns };
}

/** The text on one line, as databases can store it; numbers as text; everything else is empty. */
export function oneLine(value: unknown): string {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (typeof value !== 'string') return '';
  // Longer than any value that is kept, so that the pattern has little to do.
  return value
    .slice(0, 4 * COLLECT_VALUE_MAX_CHARS)
    .replaceAll('\0', ' ')
    .replace(/[\s\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g, ' ')
    .trim()
    .toWellFormed();
}

/** `value` as an object; an empty one if it is something else. */
export function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

/** The value at a path of keys and indexes; undefined if there is none. */
export function valueAt(value: unknown, ...path: (string | number)[]): unknown {
  let here = value;
  for (const step of path) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, step)) return undefined;
    here = (here as Record<string | number, unknown>)[step];
  }
  return here;
}

/** The first of the values that is a text or number with content. */
export function firstText(...values: unknown[]): string {
  for (const value of values) {
    const text = oneLine(value);
    if (text) return text;
  }
  return '';
}

/** The JSON value of a text; undefined if it isn't JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

const WALK_STEPS_MAX = 20_000_000;

/**
 * Visits every object and array in a JSON value, parents first, in document order. `visit` returns true to
 * skip what is inside. Returns the number of values looked at, at most `WALK_STEPS_MAX`.
 */
export function walk(root: unknown, visit: (node: object) => boolean): number {
  const waiting: unknown[] = [root];
  let steps = 0;
  while (waiting.length > 0 && steps < WALK_STEPS_MAX) {
    const node = waiting.pop();
    steps++;
    if (typeof node !== 'object' || node === null || visit(node)) continue;
    const inside: unknown[] = Array.isArray(node) ? node : Object.values(node);
    steps += inside.length;
    for (let index = inside.length - 1; index >= 0; index--) {
      const value = inside[index];
      if (typeof value === 'object' && value !== null) waiting.push(value);
    }
  }
  return steps;
}

/** The marks of a card with this name. */
export function marksNamed(card: CutCard, name: string): CutMark[] {
  return card.marks.filter((mark) => mark.name === name);
}

/** The text of the first mark with this name, else empty. */
export function markText(card: CutCard, name: string): string {
  return firstText(...marksNamed(card, name).map((mark) => mark.text));
}

/** The parsed URL; null if `href` isn't an absolute http(s) URL. */
export function webUrl(href: unknown): URL | null {
  if (typeof href !== 'string') return null;
  const url = URL.parse(href);
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url : null;
}

/**
 * The website that a link leads to, behind the redirects of other sites and without tracking parameters. Empty
 * if it isn't http(s), and for a link that only counts clicks.
 */
export function siteLink(href: unknown): string {
  if (typeof href !== 'string') return '';
  const url = webUrl(behindRedirect(/^[\w-]+(\.[\w-]+)+([/?]|$)/.test(href) ? `https://${href}` : href));
  if (!url || isTracker(url.href)) return '';
  for (const name of [...url.searchParams.keys()]) {
    if (/^utm_|^(?:gclid|fbclid)$/.test(name)) url.searchParams.delete(name);
  }
  return url.href;
}

/**
 * The first of these links that leads to a website outside of `own`, the hosts of the site that is read. A link
 * without a query wins, since those with one often belong to an advertisement.
 */
export function websiteAmong(hrefs: readonly unknown[], own: RegExp): string {
  const sites = hrefs.map(siteLink).filter((site) => {
    const host = webUrl(site)?.hostname;
    return host !== undefined && !own.test(host);
  });
  return sites.find((site) => !site.includes('?')) ?? sites[0] ?? '';
}

/** A path segment of a URL, decoded; empty if there is none. */
export function segment(url: URL, index: number): string {
  const raw = url.pathname.split('/')[index + 1] ?? '';
  try {
    return decodeURIComponent(raw);
  } catch {
    return raw;
  }
}
