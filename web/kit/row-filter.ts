import { type RowSort, readRowSort, writeRowSort } from '../ui/row-sort.ts';

/** What of the results is shown, and in which order. It lives in the address as `show`, `q` and `sort`. */
export interface RowFilter {
  show: string;
  text: string;
  sort: RowSort | null;
}

/** The filter of an address; a word that is no choice shows all. */
export function readRowFilter(params: URLSearchParams, choices: readonly string[]): RowFilter {
  const show = choices.find((each) => each === params.get('show')) ?? 'all';
  return { show, text: params.get('q') ?? '', sort: readRowSort(params) };
}

/** The address's parameters with the filter in them; what is at its default is left out. */
export function writeRowFilter(params: URLSearchParams, filter: RowFilter): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const name of ['show', 'q', 'sort']) next.delete(name);
  if (filter.show !== 'all') next.set('show', filter.show);
  if (filter.text) next.set('q', filter.text);
  if (filter.sort) next.set('sort', writeRowSort(filter.sort));
  return next;
}

/** Whether anything is left out. */
export function isFiltering({ show, text }: RowFilter): boolean {
  return show !== 'all' || text.trim() !== '';
}
