import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LeftOutBy } from '#contract/list-exclusions.ts';
import type { Db } from '../platform/database/db.ts';
import type { ColumnIndex } from './column-index/column-index.ts';
import type { IndexQuery } from './column-index/list-columns.ts';
import { createLeftOutCount } from './exclusions/count-left-out.ts';
import type { ExclusionOf } from './exclusions/left-out.ts';
import { cursorAfter, placeAfter, type RowCursor } from './row-cursor.ts';
import { type ListFilter, latestIds, type Match, matchSteps, type ReadRow, rowsById } from './row-steps.ts';
import { type ListRecord, listVersion } from './store.ts';

export interface ListQuery extends IndexQuery {
  /** leaves out rows of exclusion lists */
  exclusionOf?: ExclusionOf | null;
  offset: number;
  limit: number;
  /** the place after which the page starts, instead of `offset` */
  after?: RowCursor | undefined;
}

/** A page of rows, and the place after its last row; null if no more rows match. */
interface ListPage {
  rows: ReadRow[];
  total: number;
  /** rows that exclusion lists leave out */
  leftOutBy: LeftOutBy;
  next: RowCursor | null;
}

type IndexedList = Pick<ListRecord, 'id' | 'account_id' | 'rows' | 'bytes'>;

interface FoundPage {
  ids: number[];
  total: number;
  next: RowCursor | null;
}

/** Searches and sorts lists. */
export interface ListSearch {
  /** A page of the rows that match, and how many match. Default order: last added first. */
  page(list: IndexedList, query: ListQuery, signal?: AbortSignal): Promise<ListPage>;
}

/** Deeper pages of a list without search and order are found like a search, in steps. */
const MAX_OFFSET = 2000;
/** Lists that one or two steps read don't need the index. */
const SMALL_ROWS = 1000;
const SMALL_BYTES = 1_000_000;
/** IDs that are remembered, of all accounts. Each takes 8 bytes. */
const REMEMBERED_IDS = 1_000_000;

/** Whether a query reads the whole list, in steps. Any other one reads a few rows. */
export function readsAll({ sort, offset, after, ...filter }: ListQuery): boolean {
  const isDeep = after === undefined && offset > MAX_OFFSET;
  return isFiltered(filter) || sort !== null || isDeep || Boolean(filter.exclusionOf);
}

function isFiltered({ search, where = [] }: ListFilter): boolean {
  return search !== '' || where.length > 0;
}

/**
 * The search of one process. The index finds the rows of large lists. Where it can't, a search reads the list once and
 * remembers the IDs that match until the list changes, so the other pages read only their rows.
 */
export function createListSearch(db: Db, index: Pick<ColumnIndex, 'find' | 'warm'> | null): ListSearch {
  /** The last used one last. */
  const remembered = new Map<string, Float64Array>();
  let count = 0;

  function remember(key: string, ids: Float64Array): void {
    remembered.set(key, ids);
    count += ids.length;
    for (const [oldest, { length }] of remembered) {
      if (count <= REMEMBERED_IDS || oldest === key) return;
      remembered.delete(oldest);
      count -= length;
    }
  }

  async function matchingIds(listId: string, query: ListQuery, signal?: AbortSignal): Promise<Float64Array> {
    const { search, where = [], sort, order } = query;
    const key = JSON.stringify([listId, await listVersion(db, listId), search, where, sort, order]);
    const known = remembered.get(key);
    if (known) {
      remembered.delete(key);
      remembered.set(key, known);
      return known;
    }
    const ids = await findIds(db, listId, query, signal);
    remember(key, ids);
    return ids;
  }

  /** Without rows that exclusion lists leave out. They change by themselves, so nothing is remembered. */
  async function pageWithout(listId: string, query: ListQuery, signal?: AbortSignal) {
    const leftOut = createLeftOutCount();
    const ids = await findIds(db, listId, query, signal, (cells) => {
      const by = query.exclusionOf?.(cells);
      if (by) leftOut.add(by);
      return !by;
    });
    return { ...pageOf(ids, query), total: ids.length, leftOutBy: leftOut.by() };
  }

  async function inSteps(listId: string, query: ListQuery, signal?: AbortSignal): Promise<FoundPage> {
    const ids = await matchingIds(listId, query, signal);
    return { ...pageOf(ids, query), total: ids.length };
  }

  async function inIndex(
    list: IndexedList,
    query: ListQuery,
    signal?: AbortSignal,
  ): Promise<FoundPage | null> {
    const { after, limit } = query;
    const offset = after?.offset ?? query.offset;
    // With the row before the page, which shows that it is still there.
    const before = after && offset > 0 ? 1 : 0;
    const page = { ...query, offset: offset - before, limit: limit + before };
    const found = await index?.find(db, list, page, signal);
    if (!found) return null;
    if (before === 0 || found.ids[0] === after?.id)
      return { ...foundPage(found.ids.slice(before), { offset, total: found.total }), total: found.total };
    const all = await index?.find(db, list, { ...query, offset: 0, limit: found.total }, signal);
    return all ? { ...pageOf(Float64Array.from(all.ids), query), total: all.total } : null;
  }

  return {
    async page(list, query, signal) {
      const { offset, limit, after } = query;
      const isSmall = list.rows <= SMALL_ROWS && list.bytes <= SMALL_BYTES;
      if (!readsAll(query)) {
        if (!isSmall) index?.warm(db, list);
        const page = { offset, limit: limit + 1, order: query.order ?? 'latest', after: after?.id };
        const found = await latestIds(db, list.id, page);
        const ids = found.slice(0, limit);
        const end = (after?.offset ?? offset) + ids.length;
        const next = found.length > limit ? cursorAfter(ids, end) : null;
        return { rows: await rowsById(db, list.id, ids), total: list.rows, leftOutBy: [], next };
      }
      if (query.exclusionOf) {
        const { ids, ...found } = await pageWithout(list.id, query, signal);
        return { ...found, rows: await rowsById(db, list.id, ids) };
      }
      const found = isSmall ? null : await inIndex(list, query, signal);
      const { ids, total, next } = found ?? (await inSteps(list.id, query, signal));
      const rows = await rowsById(db, list.id, ids);
      return { rows, total: isFiltered(query) ? total : list.rows, leftOutBy: [], next };
    },
  };
}

/** The page of a query among all IDs that match. */
function pageOf(ids: Float64Array, query: ListQuery): Pick<FoundPage, 'ids' | 'next'> {
  const offset = query.after ? placeAfter(ids, query.after, query) : query.offset;
  return foundPage([...ids.subarray(offset, offset + query.limit)], { offset, total: ids.length });
}

function foundPage(
  ids: number[],
  { offset, total }: { offset: number; total: number },
): Pick<FoundPage, 'ids' | 'next'> {
  const end = offset + ids.length;
  return { ids, next: end < total ? cursorAfter(ids, end) : null };
}

/** The IDs of all rows that match, in order. */
async function findIds(
  db: Db,
  listId: string,
  query: ListQuery,
  signal?: AbortSignal,
  isWanted?: (cells: Record<string, string>) => boolean,
): Promise<Float64Array> {
  const { search, where, sort } = query;
  const compare = comparerOf(query);
  const runs: Match[][] = [];
  for await (const matches of matchSteps(db, listId, { search, where, sort, isWanted })) {
    signal?.throwIfAborted();
    runs.push(matches.sort(compare));
  }
  const sorted = await mergeRuns(runs, compare);
  return Float64Array.from(sorted, ({ id }) => id);
}

type Compare = (a: Match, b: Match) => number;

/** Compares the rows that match a query. */
export function comparerOf({ sort, order }: Pick<ListQuery, 'sort' | 'order'>): Compare {
  return sort ? bySort(sort.direction) : order === 'added' ? firstAdded : latestFirst;
}

const latestFirst: Compare = (a, b) => b.id - a.id;
const firstAdded: Compare = (a, b) => a.id - b.id;

/** Numbers and days by their value, then folded texts, rows without a value last, and equal ones in the order they were added. */
function bySort(direction: 'asc' | 'desc'): Compare {
  const sign = direction === 'asc' ? 1 : -1;
  const order = <T extends number | string>(a: T | null, b: T | null) =>
    a === b ? 0 : a === null ? 1 : b === null ? -1 : a < b ? -sign : sign;
  return (a, b) => order(a.number, b.number) || order(a.text, b.text) || a.id - b.id;
}

/** Merges sorted runs, two at a time. The event loop runs other work in between. */
async function mergeRuns(runs: readonly Match[][], compare: Compare): Promise<Match[]> {
  let left = runs;
  while (left.length > 1) {
    const merged: Match[][] = [];
    for (let index = 0; index < left.length; index += 2) {
      merged.push(mergeTwo(left[index] ?? [], left[index + 1] ?? [], compare));
      await nextTurn();
    }
    left = merged;
  }
  return left[0] ?? [];
}

function mergeTwo(a: readonly Match[], b: readonly Match[], compare: Compare): Match[] {
  const merged: Match[] = [];
  let atB = 0;
  for (const match of a) {
    for (let next = b[atB]; next && compare(next, match) < 0; next = b[atB]) {
      merged.push(next);
      atB += 1;
    }
    merged.push(match);
  }
  return merged.concat(b.slice(atB));
}
