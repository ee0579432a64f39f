import type { TaskRow, TaskRowsPage } from '#contract/tasks.ts';

/**
 * The finished rows of a task that the browser has loaded. The server returns rows in position order while
 * items finish in any order, so gaps may fill later. A sweep loads the missing rows, from the first gap to
 * the last row needed. The next sweep starts once the task has more finished rows.
 */
export interface RowFeed {
  /** loaded rows by position, ascending */
  readonly rows: readonly TaskRow[];
  /** the current sweep has read through this position */
  readonly cursor: number;
  /** some sweep has read through this position */
  readonly frontier: number;
  /** the current sweep has read all finished rows */
  readonly ended: boolean;
  /** the task's count of finished items when the sweep started */
  readonly sweptAt: number;
}

export const EMPTY_FEED: RowFeed = { rows: [], cursor: -1, frontier: -1, ended: false, sweptAt: -1 };

const MIN_PAGE_ROWS = 50;
const MAX_PAGE_ROWS = 500;

export interface FeedNeed {
  /** the task's current count of finished items */
  processed: number;
  /** rows needed from the top; Infinity for all */
  wanted: number;
}

/** Starts the next sweep if the last one is over and the task has finished more items since. */
export function advance(feed: RowFeed, need: FeedNeed): RowFeed {
  if (feed.rows.length >= need.processed || feed.sweptAt === need.processed) return feed;
  const started = feed.sweptAt >= 0;
  if (started && !feed.ended && !isSatisfied(feed, need.wanted)) return feed;
  return { ...feed, cursor: nextGap(feed.rows, -1) - 1, ended: false, sweptAt: need.processed };
}

/**
 * The next page to request, or null. `mayReread` allows one that covers positions already read: while a task
 * runs, filling gaps is worth one request per fetch of the task, not a stream of them.
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

/** Adds a loaded page. Rows loaded before stay the same objects, since a finished row never changes. */
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

/** The number of loaded rows at or before a position. */
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

/** The first position after `position` whose row isn't loaded. */
function nextGap(rows: readonly TaskRow[], position: number): number {
  let gap = position + 1;
  for (let index = rowsThrough(rows, position); rows[index]?.position === gap; index += 1) gap += 1;
  return gap;
}
