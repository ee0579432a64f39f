import { LEAD_PAGE_ROWS, LEAD_PAGES_VIEWABLE } from '#contract/limits.ts';

/** The number of viewable pages for `count` leads, at least 1. */
export function leadPageCount(count: number): number {
  return Math.min(Math.max(Math.ceil(count / LEAD_PAGE_ROWS), 1), LEAD_PAGES_VIEWABLE);
}

/** The page from the query parameters: 1 to the page limit (spec lead tools §4). Defaults to 1. */
export function readPage(params: URLSearchParams): number {
  const page = Math.trunc(Number(params.get('page'))) || 1;
  return Math.min(Math.max(page, 1), LEAD_PAGES_VIEWABLE);
}

/** The query parameters with the page set. The first page is omitted. */
export function withPage(before: URLSearchParams, page: number): URLSearchParams {
  const params = new URLSearchParams(before);
  if (page > 1) params.set('page', String(page));
  else params.delete('page');
  return params;
}
