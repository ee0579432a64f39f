import { LEAD_PAGE_ROWS, LEAD_PAGES_VIEWABLE } from '#contract/limits.ts';

/** How many pages of so many leads can be looked at; one, where there are none. */
export function pagesOf(count: number): number {
  return Math.min(Math.max(Math.ceil(count / LEAD_PAGE_ROWS), 1), LEAD_PAGES_VIEWABLE);
}

/** The page of an address: 1 to the page limit (spec lead tools §4), 1 where it says none or nonsense. */
export function readPage(params: URLSearchParams): number {
  const page = Math.trunc(Number(params.get('page'))) || 1;
  return Math.min(Math.max(page, 1), LEAD_PAGES_VIEWABLE);
}

/** The address of a page, all else as it is. The first one goes without saying. */
export function withPage(before: URLSearchParams, page: number): URLSearchParams {
  const params = new URLSearchParams(before);
  if (page > 1) params.set('page', String(page));
  else params.delete('page');
  return params;
}
