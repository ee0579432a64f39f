import { columnTitle } from '../lib/column-title.ts';
import { type RowSort, readRowSort, writeRowSort } from '../ui/row-sort.ts';
import type { CardColumn } from './grid-column.ts';
import { type ColumnFilter, readColumnFilters, rowConditions, writeColumnFilter } from './row-filter.ts';

/** What part of a list is shown. In the URL it is `q`, `where` for each filter of a column, `sort` and `page`. */
export interface ListPart {
  search: string;
  where: readonly ColumnFilter[];
  sort: RowSort | null;
  /** the first page is 1 */
  page: number;
}

/** Reads the part from the URL. An invalid page is the first one. */
export function readListPart(params: URLSearchParams): ListPart {
  const page = Math.trunc(Number(params.get('page'))) || 1;
  return {
    search: (params.get('q') ?? '').slice(0, 200),
    where: readColumnFilters(params),
    sort: readRowSort(params),
    page: Math.max(page, 1),
  };
}

/** The URL parameters with a changed part. Another search, filter or order starts at the first page. */
export function writeListPart(params: URLSearchParams, change: Partial<ListPart>): URLSearchParams {
  const part = { ...readListPart(params), page: 1, ...change };
  const next = new URLSearchParams(params);
  for (const name of ['q', 'where', 'sort', 'page']) next.delete(name);
  if (part.search) next.set('q', part.search);
  for (const columnFilter of part.where) next.append('where', writeColumnFilter(columnFilter));
  if (part.sort) next.set('sort', writeRowSort(part.sort));
  if (part.page > 1) next.set('page', String(part.page));
  return next;
}

/** The part without the filters and the order of columns that a list doesn't have anymore. */
export function partOfColumns(part: ListPart, columns: readonly string[]): ListPart {
  const { where, sort } = part;
  return {
    ...part,
    where: where.filter(({ column }) => columns.includes(column)),
    sort: sort && columns.includes(sort.column) ? sort : null,
  };
}

/** The columns of a list as filters know them. */
function filteredColumns(columns: readonly string[]): CardColumn[] {
  return columns.map((column) => ({ id: column, header: columnTitle(column), filterFields: [column] }));
}

/** The rows of the search and the filters, as calls take them. Filters of columns that are gone are left out. */
export function chosenRows(
  { search, where }: Pick<ListPart, 'search' | 'where'>,
  columns: readonly string[],
): { search: string; where?: string } {
  const conditions = rowConditions({ where }, filteredColumns(columns));
  return { search, ...(conditions.length > 0 ? { where: JSON.stringify(conditions) } : {}) };
}

/** The search and the filters as calls take them, before the columns of the list are known. */
export function listFilter({ search, where }: Pick<ListPart, 'search' | 'where'>): {
  search: string;
  where?: string;
} {
  const conditions = where.map(({ column, is, value }) => ({ fields: [column], is, value }));
  return { search, ...(conditions.length > 0 ? { where: JSON.stringify(conditions) } : {}) };
}
