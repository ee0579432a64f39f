import { parseError, RestError, unknownColumn } from './error.ts';
import type { ColumnType, RestColumn, RestSearch, RestTable, StoredColumn } from './table.ts';
import { parseTimestamp } from './timestamp.ts';

type FilterValue = string | number | boolean;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export type Operator = 'eq' | 'neq' | 'gt' | 'gte' | 'lt' | 'lte';
export type Filter =
  | { column: StoredColumn; operator: Operator; value: FilterValue }
  | { column: StoredColumn; operator: 'in'; values: FilterValue[] }
  | { column: StoredColumn; operator: 'is'; value: 'null' | 'not_null' | 'true' | 'false' }
  | { operator: 'contains'; search: RestSearch; text: string }
  | { column: StoredColumn; operator: 'found'; keys: readonly string[] };

/** A parsed query of /rest/v1 with resolved columns. */
export interface RestQuery {
  /** the selected columns in order; `label` is the alias or the column's name */
  select: { label: string; column: RestColumn }[];
  filters: Filter[];
  order: { column: StoredColumn; descending: boolean; nulls: 'first' | 'last' | null }[];
  limit: number;
  offset: number;
  /** whether it selects one row by its key */
  byKey: boolean;
}

/** Same as hosted Supabase. Longer results are cut, and clients page with an offset. */
const MAX_ROWS = 1000;
const MAX_FILTERS = 20;
const MAX_LIST_VALUES = 500;
const MAX_SEARCH_CHARS = 200;
/** More than any table has, with aliases. A response repeats every selected column in every row. */
const MAX_SELECTED = 50;
const MAX_ORDERED = 10;
const COMPARISONS: ReadonlySet<string> = new Set([
  'eq',
  'neq',
  'gt',
  'gte',
  'lt',
  'lte',
] satisfies Operator[]);
/** Parameters that aren't filters. `apikey` is accepted and ignored. */
const RESERVED = new Set(['select', 'order', 'limit', 'offset', 'on_conflict', 'columns', 'apikey']);

/** Parses the query of a request for a table. `range` is the Range header. Throws RestError. */
export function parseQuery(table: RestTable, search: URLSearchParams, range: string | undefined): RestQuery {
  const filters = [...search].filter(([name]) => !RESERVED.has(name));
  if (filters.length > MAX_FILTERS) throw parseError('filters', `at most ${MAX_FILTERS} filters`);
  const [from, to] = parseRange(range);
  const limit = readCount(search.get('limit'), 'limit') ?? (to === null ? MAX_ROWS : to - from + 1);
  return {
    select: parseSelect(table, search.get('select') ?? '*'),
    filters: filters.map(([name, text]) => parseFilter(table, name, text)),
    order: parseOrder(table, search.get('order') ?? ''),
    limit: Math.min(limit, MAX_ROWS),
    offset: readCount(search.get('offset'), 'offset') ?? from,
    byKey: filters.some(([name, text]) => name === table.key && text.startsWith('eq.')),
  };
}

/** `Range: 0-9`, both ends included. Ignores headers with other units. */
function parseRange(header: string | undefined): [from: number, to: number | null] {
  const match = /^(?:items=)?(\d{1,9})-(\d{1,9})?$/.exec(header?.trim() ?? '');
  if (!match) return [0, null];
  const from = Number(match[1]);
  const to = match[2] === undefined ? null : Number(match[2]);
  if (to !== null && to < from)
    throw rangeNotSatisfiable('The lower boundary must be lower than or equal to the upper boundary.');
  return [from, to];
}

export function rangeNotSatisfiable(details: string): RestError {
  return new RestError(416, 'PGRST103', 'Requested range not satisfiable', { details });
}

function readCount(text: string | null, what: string): number | null {
  if (text === null) return null;
  if (!/^\d{1,9}$/.test(text)) throw parseError(what, `${what} must be a whole number`);
  return Number(text);
}

function findColumn(table: RestTable, name: string): RestColumn {
  const column = Object.hasOwn(table.columns, name) ? table.columns[name] : undefined;
  if (!column) throw unknownColumn(table.name, name.slice(0, 100));
  return column;
}

function findStoredColumn(table: RestTable, name: string): StoredColumn {
  const column = findColumn(table, name);
  if (column.kind !== 'stored' || column.type === 'json') {
    throw parseError('filter or order', `${table.name}.${name} can only be selected`);
  }
  return column;
}

function unquote(name: string): string {
  return /^"[^"]*"$/.test(name) ? name.slice(1, -1) : name;
}

function parseSelect(table: RestTable, text: string): RestQuery['select'] {
  const everything = Object.entries(table.columns).map(([label, column]) => ({ label, column }));
  if (text === '') return everything;
  const items = text.split(',');
  if (items.length > MAX_SELECTED) throw parseError('select parameter', `at most ${MAX_SELECTED} columns`);
  const select = items.flatMap((item) => {
    if (item === '*') return everything;
    if (/[()]/.test(item)) {
      throw new RestError(
        400,
        'PGRST200',
        `Could not find a relationship for '${item.slice(0, 100)}' in the schema cache`,
      );
    }
    const match = /^(?:([^:"]+|"[^"]*"):)?([^:"]+|"[^"]*")$/.exec(item);
    if (!match?.[2]) throw parseError('select parameter', `unexpected "${item.slice(0, 100)}"`);
    const name = unquote(match[2]);
    return [{ label: match[1] === undefined ? name : unquote(match[1]), column: findColumn(table, name) }];
  });
  // For a duplicate label, the last one wins, as with duplicate JSON keys.
  const selected = [...new Map(select.map((item) => [item.label, item])).values()];
  const large = selected.filter(({ column }) => column.kind === 'streamed').map(({ column }) => column);
  if (new Set(large).size < large.length)
    throw parseError('select parameter', 'a large column, such as result, can be selected only once');
  return selected;
}

function parseFilter(table: RestTable, name: string, text: string): Filter {
  if (/^(?:not\.)?(?:and|or)$/.test(name)) {
    throw parseError(
      `logic tree (${name})`,
      'logical operators are not supported; all filters are combined with and',
    );
  }
  const search = Object.hasOwn(table.searches ?? {}, name) ? table.searches?.[name] : undefined;
  if (search) return parseSearch(name, search, text);
  const column = findStoredColumn(table, unquote(name));
  const match = /^([a-z]+)\.(.*)$/s.exec(text);
  const [, operator = '', operand = ''] = match ?? [];
  if (COMPARISONS.has(operator)) {
    return { column, operator: operator as Operator, value: parseFilterValue(column.type, operand) };
  }
  if (operator === 'in') {
    return {
      column,
      operator,
      values: parseList(operand).map((value) => parseFilterValue(column.type, value)),
    };
  }
  if (operator === 'is' && ['null', 'not_null', 'true', 'false'].includes(operand)) {
    const value = operand as 'null' | 'not_null' | 'true' | 'false';
    if ((value === 'true' || value === 'false') && column.type !== 'boolean') {
      throw new RestError(
        400,
        '42804',
        `argument of IS ${value.toUpperCase()} must be type boolean, not type ${column.type}`,
      );
    }
    return { column, operator, value };
  }
  throw parseError(
    `filter (${text.slice(0, 100)})`,
    'operators: eq, neq, gt, gte, lt, lte, in, is (null, not_null, true, false)',
  );
}

/** `cs.text`: rows that contain the text. */
function parseSearch(name: string, search: RestSearch, operation: string): Filter {
  if (!operation.startsWith('cs.')) throw parseError(`filter (${name})`, 'operators: cs (contains)');
  const text = String(parseFilterValue('text', operation.slice('cs.'.length)));
  if (text.length > MAX_SEARCH_CHARS)
    throw parseError(`filter (${name})`, `use ${MAX_SEARCH_CHARS} characters or fewer`);
  return { operator: 'contains', search, text };
}

/** The query with the rows that its searches found. */
export async function runSearches(table: RestTable, query: RestQuery, accountId: string): Promise<RestQuery> {
  const filters: Filter[] = [];
  for (const filter of query.filters) {
    if (filter.operator !== 'contains') filters.push(filter);
    else {
      const column = findStoredColumn(table, table.key);
      filters.push({ column, operator: 'found', keys: await filter.search(accountId, filter.text) });
    }
  }
  return { ...query, filters };
}

/** `(a,"b,c")`. In quotes, a backslash escapes the next character. */
function parseList(text: string): string[] {
  if (!/^\(.*\)$/s.test(text)) throw parseError('list', 'expected a list like (a,b,c)');
  const inner = text.slice(1, -1);
  if (inner === '') return [];
  const values: string[] = [];
  const item = /"((?:[^"\\]|\\.)*)"|([^,"]*)/sy;
  for (let index = 0; index <= inner.length; index = item.lastIndex + 1) {
    item.lastIndex = index;
    const match = item.exec(inner);
    const after = inner[item.lastIndex];
    if (!match || (after !== undefined && after !== ','))
      throw parseError('list', 'expected a list like (a,"b,c")');
    values.push(match[1]?.replace(/\\(.)/gs, '$1') ?? match[2] ?? '');
    if (values.length > MAX_LIST_VALUES) {
      throw parseError('list', `at most ${MAX_LIST_VALUES} values`);
    }
  }
  return values;
}

function parseOrder(table: RestTable, text: string): RestQuery['order'] {
  if (text === '') return [];
  const items = text.split(',');
  if (items.length > MAX_ORDERED) throw parseError('order', `at most ${MAX_ORDERED} columns`);
  return items.map((item) => {
    const match = /^("[^"]*"|[^."]+)(?:\.(asc|desc))?(?:\.nulls(first|last))?$/.exec(item);
    if (!match?.[1]) throw parseError('order', `unexpected "${item.slice(0, 100)}"`);
    return {
      column: findStoredColumn(table, unquote(match[1])),
      descending: match[2] === 'desc',
      nulls: match[3] === 'first' ? 'first' : match[3] === 'last' ? 'last' : null,
    };
  });
}

/**
 * Parses a filter's text as its column's type; timestamps become ISO 8601. Throws the same errors as
 * PostgreSQL (22P02, 22007) without querying it.
 */
function parseFilterValue(type: ColumnType, text: string): FilterValue {
  switch (type) {
    case 'uuid':
      if (UUID.test(text)) return text;
      break;
    case 'integer':
      if (/^-?\d{1,15}$/.test(text)) return Number(text);
      break;
    case 'boolean':
      if (text === 'true' || text === 'false') return text === 'true';
      break;
    case 'timestamp': {
      const at = parseTimestamp(text);
      if (at) return at;
      throw new RestError(
        400,
        '22007',
        `invalid input syntax for type timestamp with time zone: "${truncate(text)}"`,
      );
    }
    case 'text':
      if (!text.includes('\0')) return text;
      throw new RestError(400, '22021', 'invalid byte sequence for encoding "UTF8": 0x00');
    case 'json':
      break;
  }
  throw new RestError(400, '22P02', `invalid input syntax for type ${type}: "${truncate(text)}"`);
}

function truncate(text: string): string {
  return text.slice(0, 100);
}
