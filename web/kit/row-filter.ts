import {
  COLUMN_CONDITIONS_MAX,
  type ColumnCondition,
  type ConditionKind,
  conditionMaxChars,
} from '#contract/column-conditions.ts';
import { type RowSort, readRowSort, writeRowSort } from '../ui/row-sort.ts';

/**
 * A filter of one column. In the URL it is `title~roof`, `source=website`, `source!website`, `country|DE,AT`, `score>80` or `score<90`,
 * and with a backtick for a title that doesn’t contain something; without a value, `title=` is empty and `title!` isn't.
 */
export interface ColumnFilter {
  column: string;
  is: ConditionKind;
  value: string;
}

/** A column that rows can be filtered by. */
export interface FilteredColumn {
  id: string;
  /** the CSV columns with the same content */
  fields?: readonly string[] | undefined;
  /** the row fields with the same content, if these are more than the CSV columns */
  filterFields?: readonly string[] | undefined;
  /** a column of the person's own list */
  own?: boolean;
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

const SIGNS: Readonly<Record<ConditionKind, string>> = {
  containing: '~',
  'not-containing': '`',
  starting: '^',
  equal: '=',
  'not-equal': '!',
  'one-of': '|',
  empty: '=',
  'not-empty': '!',
  'at-least': '>',
  'at-most': '<',
};

/** Whether a filter of this kind compares with a value. */
export function needsValue(is: ConditionKind): boolean {
  return is !== 'empty' && is !== 'not-empty';
}

/** Reads the filter from the URL. An unknown choice shows all rows. */
export function readRowFilter(params: URLSearchParams, choices: readonly string[]): RowFilter {
  const show = choices.find((choice) => choice === params.get('show')) ?? 'all';
  const hidden = (params.get('hide') ?? '').split(',').filter(Boolean);
  const where = readColumnFilters(params);
  return { show, text: params.get('q') ?? '', where, sort: readRowSort(params), hidden };
}

/** Reads the filters of columns from the URL. Others, and those with a value that is too long, are left out. */
export function readColumnFilters(params: URLSearchParams): ColumnFilter[] {
  return params.getAll('where').flatMap(readColumnFilter).slice(0, COLUMN_CONDITIONS_MAX);
}

function readColumnFilter(text: string): ColumnFilter[] {
  const [, written = '', sign, typed = ''] = /^([^~`^=!<>|]+)([~`^=!<>|])(.*)$/s.exec(text) ?? [];
  const column = readName(written);
  const kinds = Object.keys(SIGNS) as ConditionKind[];
  const is = kinds.find((kind) => SIGNS[kind] === sign && needsValue(kind) === (typed !== ''));
  if (!is || !column) return [];
  // A part of the value would find other rows.
  return [{ column, is, value: typed }].filter((filter) => !isValueTooLong(filter));
}

/** Whether the value of a filter has more characters than calls take. */
export function isValueTooLong({ is, value }: Pick<ColumnFilter, 'is' | 'value'>): boolean {
  return value.length > conditionMaxChars(is);
}

/** A filter of a column as in the URL. */
export function writeColumnFilter({ column, is, value }: ColumnFilter): string {
  return `${writeName(column)}${SIGNS[is]}${value}`;
}

/** The name of a column without the signs of filters. */
function writeName(column: string): string {
  return column.replace(/[%~`^=!<>|]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
}

function readName(written: string): string {
  return written.replace(/%([0-9a-f]{2})/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** The URL parameters with this filter. Defaults are left out. */
export function writeRowFilter(params: URLSearchParams, filter: RowFilter): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const name of ['show', 'q', 'where', 'sort', 'hide']) next.delete(name);
  if (filter.show !== 'all') next.set('show', filter.show);
  if (filter.text) next.set('q', filter.text);
  for (const columnFilter of filter.where) next.append('where', writeColumnFilter(columnFilter));
  if (filter.sort) next.set('sort', writeRowSort(filter.sort));
  if (filter.hidden.length > 0) next.set('hide', filter.hidden.join(','));
  return next;
}

/** Whether the filter hides any rows. */
export function isFiltering({ show, text, where }: RowFilter): boolean {
  return show !== 'all' || text.trim() !== '' || where.length > 0;
}

/** The filters with one more. One that is there already isn't added again. */
export function withColumnFilter(where: readonly ColumnFilter[], added: ColumnFilter): ColumnFilter[] {
  return [...withoutColumnFilter(where, added), added];
}

export function withoutColumnFilter(where: readonly ColumnFilter[], removed: ColumnFilter): ColumnFilter[] {
  return where.filter((columnFilter) => !isSame(columnFilter, removed));
}

function isSame(filter: ColumnFilter, otherFilter: ColumnFilter): boolean {
  return (
    filter.column === otherFilter.column && filter.is === otherFilter.is && filter.value === otherFilter.value
  );
}

/** The conditions that a row must meet. Filters of columns that the table doesn't have are left out. */
export function rowConditions(
  { where }: { where: readonly ColumnFilter[] },
  columns: readonly FilteredColumn[],
): ColumnCondition[] {
  return where.flatMap(({ column, is, value }) => {
    const fields = filterFields(columns.find(({ id }) => id === column));
    return fields.length > 0 ? [{ fields: [...fields], is, value }] : [];
  });
}

/** Whether a filter of a column names one that the table doesn't have, or not yet. */
export function namesOtherColumn(
  { where }: Pick<RowFilter, 'where'>,
  columns: readonly FilteredColumn[],
): boolean {
  return where.some(({ column }) => columns.every(({ id }) => id !== column));
}

/** The row fields that a column is filtered by; none if it can't be. */
export function filterFields(column: FilteredColumn | undefined): readonly string[] {
  return column?.filterFields ?? column?.fields ?? [];
}

/** The rows of the filter, as calls take them. */
export function rowsInCalls(
  filter: Pick<RowFilter, 'show' | 'text' | 'where'>,
  columns: readonly FilteredColumn[],
): { show?: string; q?: string; where?: string } {
  const text = filter.text.trim();
  const conditions = rowConditions(filter, columns);
  return {
    ...(filter.show === 'all' ? {} : { show: filter.show }),
    ...(text ? { q: text } : {}),
    ...(conditions.length > 0 ? { where: JSON.stringify(conditions) } : {}),
  };
}

/**
 * What a file must have to be as the page: the rows of the filter, and the fields of the columns that aren't
 * hidden. null if the page shows everything. Own columns are always in the file.
 */
export function shownInFile(
  filter: RowFilter,
  columns: readonly FilteredColumn[],
): (ReturnType<typeof rowsInCalls> & { columns?: string }) | null {
  const ours = columns.filter(({ own }) => !own);
  const hides = ours.some(({ id }) => filter.hidden.includes(id));
  if (!isFiltering(filter) && !hides) return null;
  const shown = ours.filter(({ id }) => !filter.hidden.includes(id)).flatMap(({ fields = [] }) => fields);
  return {
    ...rowsInCalls(filter, columns),
    ...(hides && shown.length > 0 ? { columns: [...new Set(shown)].join(',') } : {}),
  };
}
