import { type RowSort, readRowSort, writeRowSort } from '../ui/row-sort.ts';

/** The filter and sort order of results. In the URL they are `show`, `q` and `sort`. */
export interface RowFilter {
  show: string;
  text: string;
  sort: RowSort | null;
}

/** Reads the filter from the URL. An unknown choice shows all rows. */
export function readRowFilter(params: URLSearchParams, choices: readonly string[]): RowFilter {
  const show = choices.find((each) => each === params.get('show')) ?? 'all';
  return { show, text: params.get('q') ?? '', sort: readRowSort(params) };
}

/** The URL parameters with this filter. Defaults are left out. */
export function writeRowFilter(params: URLSearchParams, filter: RowFilter): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const name of ['show', 'q', 'sort']) next.delete(name);
  if (filter.show !== 'all') next.set('show', filter.show);
  if (filter.text) next.set('q', filter.text);
  if (filter.sort) next.set('sort', writeRowSort(filter.sort));
  return next;
}

/** Whether the filter hides any rows. */
export function isFiltering({ show, text }: RowFilter): boolean {
  return show !== 'all' || text.trim() !== '';
}
