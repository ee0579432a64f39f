import { type RowSort, readRowSort, writeRowSort } from '../ui/row-sort.ts';

/** What is shown of the results. In the URL: `show`, `q`, `sort`, and `hide` for the hidden columns. */
export interface RowFilter {
  show: string;
  text: string;
  sort: RowSort | null;
  /** ids of the hidden columns */
  hidden: readonly string[];
}

/** Reads the filter from the URL. An unknown choice shows all rows. */
export function readRowFilter(params: URLSearchParams, choices: readonly string[]): RowFilter {
  const show = choices.find((each) => each === params.get('show')) ?? 'all';
  const hidden = (params.get('hide') ?? '').split(',').filter(Boolean);
  return { show, text: params.get('q') ?? '', sort: readRowSort(params), hidden };
}

/** The URL parameters with this filter. Defaults are left out. */
export function writeRowFilter(params: URLSearchParams, filter: RowFilter): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const name of ['show', 'q', 'sort', 'hide']) next.delete(name);
  if (filter.show !== 'all') next.set('show', filter.show);
  if (filter.text) next.set('q', filter.text);
  if (filter.sort) next.set('sort', writeRowSort(filter.sort));
  if (filter.hidden.length > 0) next.set('hide', filter.hidden.join(','));
  return next;
}

/** Whether the filter hides any rows. */
export function isFiltering({ show, text }: RowFilter): boolean {
  return show !== 'all' || text.trim() !== '';
}

/**
 * What a file must have to be as the page: the rows of the filter, and the fields of the columns that aren't
 * hidden. null if the page shows everything.
 */
export function shownInFile(
  filter: RowFilter,
  columns: readonly { id: string; fields?: readonly string[] }[],
): { show?: string; q?: string; columns?: string } | null {
  const hides = columns.some(({ id }) => filter.hidden.includes(id));
  if (!isFiltering(filter) && !hides) return null;
  const text = filter.text.trim();
  const shown = columns.filter(({ id }) => !filter.hidden.includes(id)).flatMap(({ fields = [] }) => fields);
  return {
    ...(filter.show === 'all' ? {} : { show: filter.show }),
    ...(text ? { q: text } : {}),
    ...(hides && shown.length > 0 ? { columns: [...new Set(shown)].join(',') } : {}),
  };
}
