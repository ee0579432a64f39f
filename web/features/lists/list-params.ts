import { type RowSort, readRowSort, writeRowSort } from '../../ui/row-sort.ts';

export const LIST_PAGE_ROWS = 50;

/** What part of a list is shown. In the URL it is `q`, `sort` and `page`. */
export interface ListPart {
  search: string;
  sort: RowSort | null;
  /** the first page is 1 */
  page: number;
}

/** Reads the part from the URL. An invalid page is the first one. */
export function readListPart(params: URLSearchParams): ListPart {
  const page = Math.trunc(Number(params.get('page'))) || 1;
  return {
    search: (params.get('q') ?? '').slice(0, 200),
    sort: readRowSort(params),
    page: Math.max(page, 1),
  };
}

/** The URL parameters with a changed part. Another search or order starts at the first page. */
export function writeListPart(params: URLSearchParams, change: Partial<ListPart>): URLSearchParams {
  const part = { ...readListPart(params), page: 1, ...change };
  const next = new URLSearchParams(params);
  for (const name of ['q', 'sort', 'page']) next.delete(name);
  if (part.search) next.set('q', part.search);
  if (part.sort) next.set('sort', writeRowSort(part.sort));
  if (part.page > 1) next.set('page', String(part.page));
  return next;
}

/** The number of pages for `count` rows, at least 1. */
export function pagesOf(count: number): number {
  return Math.max(1, Math.ceil(count / LIST_PAGE_ROWS));
}
