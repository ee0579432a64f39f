import type { ColumnCondition } from '#contract/task-csv.ts';
import { type RowSort, readRowSort, writeRowSort } from '../ui/row-sort.ts';

/** A filter of one column. In the URL it is `title~roof`, `source=website` or `score>80`. */
export interface ColumnFilter {
  column: string;
  is: ColumnCondition['is'];
  value: string;
}

/** A column that rows can be filtered by. */
export interface FilteredColumn {
  id: string;
  /** the CSV columns with the same content */
  fields?: readonly string[] | undefined;
  /** the row fields with the same content, if these are more than the CSV columns */
  filterFields?: readonly string[] | undefined;
}

/**
 * What is shown of the results. In the URL: `show`, `q`, `where` for each filter of a column, `sort`, and `hide`
 * for the hidden columns.
 */
export interface RowFilter {
  show: string;
  text: string;
  where: readonly ColumnFilter[];
  sort: RowSort | null;
  /** ids of the hidden columns */
  hidden: readonly string[];
}

/** Changes the latest filter, which may be newer than the one on screen. */
export type RowFilterChange = (before: RowFilter) => RowFilter;

export const COLUMN_FILTERS_MAX = 10;
export const FILTER_VALUE_MAX_CHARS = 200;

const SIGNS: Readonly<Record<ColumnFilter['is'], string>> = {
  containing: '~',
  equal: '=',
  'at-least': '>',
};

/** Reads the filter from the URL. An unknown choice shows all rows. */
export function readRowFilter(params: URLSearchParams, choices: readonly string[]): RowFilter {
  const show = choices.find((each) => each === params.get('show')) ?? 'all';
  const hidden = (params.get('hide') ?? '').split(',').filter(Boolean);
  const where = params.getAll('where').flatMap(readColumnFilter).slice(0, COLUMN_FILTERS_MAX);
  return { show, text: params.get('q') ?? '', where, sort: readRowSort(params), hidden };
}

function readColumnFilter(text: string): ColumnFilter[] {
  const [, column = '', sign, value = ''] = /^([\w-]+)([~=>])(.+)$/s.exec(text) ?? [];
  const is = (Object.keys(SIGNS) as ColumnFilter['is'][]).find((each) => SIGNS[each] === sign);
  return is ? [{ column, is, value: value.slice(0, FILTER_VALUE_MAX_CHARS) }] : [];
}

/** The URL parameters with this filter. Defaults are left out. */
export function writeRowFilter(params: URLSearchParams, filter: RowFilter): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const name of ['show', 'q', 'where', 'sort', 'hide']) next.delete(name);
  if (filter.show !== 'all') next.set('show', filter.show);
  if (filter.text) next.set('q', filter.text);
  for (const { column, is, value } of filter.where) next.append('where', `${column}${SIGNS[is]}${value}`);
  if (filter.sort) next.set('sort', writeRowSort(filter.sort));
  if (filter.hidden.length > 0) next.set('hide', filter.hidden.join(','));
  return next;
}

/** Whether the filter hides any rows. */
export function isFiltering({ show, text, where }: RowFilter): boolean {
  return show !== 'all' || text.trim() !== '' || where.length > 0;
}

/** The filter with one more filter of a column. One that is there already isn't added again. */
export function withColumnFilter(filter: RowFilter, added: ColumnFilter): RowFilter {
  const others = filter.where.filter((each) => !isSame(each, added));
  return { ...filter, where: [...others, added] };
}

export function withoutColumnFilter(filter: RowFilter, removed: ColumnFilter): RowFilter {
  return { ...filter, where: filter.where.filter((each) => !isSame(each, removed)) };
}

function isSame(a: ColumnFilter, b: ColumnFilter): boolean {
  return a.column === b.column && a.is === b.is && a.value === b.value;
}

/** The conditions that a row must meet. Filters of columns that the table doesn't have are left out. */
export function conditionsOf(
  { where }: Pick<RowFilter, 'where'>,
  columns: readonly FilteredColumn[],
): ColumnCondition[] {
  return where.flatMap(({ column, is, value }) => {
    const fields = fieldsOf(columns.find(({ id }) => id === column));
    return fields.length > 0 ? [{ fields: [...fields], is, value }] : [];
  });
}

/** The row fields that a column is filtered by; none if it can't be. */
export function fieldsOf(column: FilteredColumn | undefined): readonly string[] {
  return column?.filterFields ?? column?.fields ?? [];
}

/**
 * What a file must have to be as the page: the rows of the filter, and the fields of the columns that aren't
 * hidden. null if the page shows everything.
 */
export function shownInFile(
  filter: RowFilter,
  columns: readonly FilteredColumn[],
): { show?: string; q?: string; where?: string; columns?: string } | null {
  const hides = columns.some(({ id }) => filter.hidden.includes(id));
  if (!isFiltering(filter) && !hides) return null;
  const text = filter.text.trim();
  const conditions = conditionsOf(filter, columns);
  const shown = columns.filter(({ id }) => !filter.hidden.includes(id)).flatMap(({ fields = [] }) => fields);
  return {
    ...(filter.show === 'all' ? {} : { show: filter.show }),
    ...(text ? { q: text } : {}),
    ...(conditions.length > 0 ? { where: JSON.stringify(conditions) } : {}),
    ...(hides && shown.length > 0 ? { columns: [...new Set(shown)].join(',') } : {}),
  };
}
