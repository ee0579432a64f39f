import type { TaskRow, TaskRowsPage } from '#contract/tasks.ts';

/**
 * The settled rows of one task as far as the browser has them. The server hands rows out in position order while items settle
 * in any order, so a gap may fill later. A sweep walks over what is missing, from the first gap to as far as somebody looks;
 * when the task has moved on, the next sweep begins.
 */
export interface RowFeed {
  /** known rows by position, ascending */
  readonly rows: readonly TaskRow[];
  /** the sweep under way has read through this position */
  readonly cursor: number;
  /** some sweep has read through this position */
  readonly frontier: number;
  /** the sweep under way has come to the end of what is settled */
  readonly ended: boolean;
  /** settled items, as the task said when the sweep began */
  readonly sweptAt: number;
}

export const EMPTY_FEED: RowFeed = { rows: [], cursor: -1, frontier: -1, ended: false, sweptAt: -1 };

const MIN_PAGE_ROWS = 50;
const MAX_PAGE_ROWS = 500;

export interface FeedNeed {
  /** settled items, as the task says now */
  processed: number;
  /** rows from the top that somebody looks at; Infinity where all are searched */
  wanted: number;
}

/** Begins the next sweep where the last one is over and the task has settled more since. */
export function advance(feed: RowFeed, need: FeedNeed): RowFeed {
  if (feed.rows.length >= need.processed || feed.sweptAt === need.processed) return feed;
  const begun = feed.sweptAt >= 0;
  if (begun && !feed.ended && !isSatisfied(feed, need.wanted)) return feed;
  return { ...feed, cursor: nextGap(feed.rows, -1) - 1, ended: false, sweptAt: need.processed };
}

/**
 * The page to ask for next, or null. With `mayReread` false only what was never read is asked for: while a task runs,
 * reading again between known rows is worth one page for each look at the task, not a stream of them.
 */
export function nextPage(
  feed: RowFeed,
  need: FeedNeed,
  mayReread: boolean,
): { after: number; limit: number } | null {
  if (feed.rows.length >= need.processed || feed.ended || isSatisfied(feed, need.wanted)) return null;
  const after = nextGap(feed.rows, feed.cursor) - 1;
  if (after < feed.frontier && !mayReread) return null;
  const missing = Math.min(need.wanted, need.processed) - rowsThrough(feed.rows, after);
  return { after, limit: Math.min(MAX_PAGE_ROWS, Math.max(MIN_PAGE_ROWS, missing)) };
}

/** Takes in the answer to `nextPage`. Rows that were known stay the same objects: a settled row never changes. */
export function absorb(feed: RowFeed, page: TaskRowsPage): RowFeed {
  const last = page.rows.at(-1)?.position ?? feed.cursor;
  const cursor = Math.max(feed.cursor, last);
  return {
    ...feed,
    rows: merge(feed.rows, page.rows),
    cursor,
    frontier: Math.max(feed.frontier, cursor),
    ended: page.next === null,
  };
}

function isSatisfied(feed: RowFeed, wanted: number): boolean {
  return rowsThrough(feed.rows, feed.cursor) >= wanted;
}

function merge(known: readonly TaskRow[], added: readonly TaskRow[]): readonly TaskRow[] {
  const first = added[0];
  if (!first) return known;
  if (first.position > (known.at(-1)?.position ?? -1)) return [...known, ...added];
  const byPosition = new Map(added.map((row) => [row.position, row]));
  for (const row of known) byPosition.set(row.position, row);
  if (byPosition.size === known.length) return known;
  return [...byPosition.values()].sort((a, b) => a.position - b.position);
}

/** How many known rows stand at or before a position. */
function rowsThrough(rows: readonly TaskRow[], position: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle]?.position ?? 0) <= position) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The first position after `position` whose row is not known. */
function nextGap(rows: readonly TaskRow[], position: number): number {
  let gap = position + 1;
  for (let index = rowsThrough(rows, position); rows[index]?.position === gap; index += 1) gap += 1;
  return gap;
}
