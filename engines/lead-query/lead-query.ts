import { type IncludeExclude, isFiltered, type LeadFilters, noFilters } from '#contract/leads.ts';

/**
 * The sort key of every lead table. Searches use only the `lw_` columns, so that one query works for every
 * database: `lw_title` is the lowercase job title, `lw_connections` and `lw_employees` are -1 if unknown,
 * `lw_id` is unique in its table.
 */
const KEY = ['lw_industry', 'lw_country', 'lw_id'] as const;
const KEY_LIST = KEY.join(', ');
/** The limit of `multiSearchAny`. */
const KEYWORDS_PER_SEARCH = 255;

/** A lead table such as `leads.apollo`, and its visible columns in order. */
export interface LeadTable {
  name: string;
  columns: readonly string[];
  /** whether the `lw_formulas` column marks rows that may have a spreadsheet formula */
  hasFormulaColumn?: boolean;
}

/** Selects all leads (null), only those that may have a formula (true), or only those without (false). */
export type FormulaRows = boolean | null;

/** A ClickHouse statement and its bound values. The SQL text contains no values. */
export interface LeadQuery {
  sql: string;
  params: Record<string, unknown>;
}

/** The sort key of a row. */
export interface LeadKey {
  lw_industry: string;
  lw_country: string;
  lw_id: number;
}

/** Yes-no filters, checked first: they are the cheapest and leave fewer rows for the title filter. */
const TOGGLES = [
  ['lw_has_email', 'hasEmail'],
  ['lw_has_phone', 'hasPhone'],
  ['lw_has_direct_phone', 'hasDirectPhone'],
  ['lw_has_mobile', 'hasMobile'],
] as const;
export type ToggleColumn = (typeof TOGGLES)[number][0];

/**
 * Count expressions of the title summary (a projection): all leads, and the leads with each combination of
 * `toggles`. `countQuery` uses the same expressions, so that ClickHouse can answer keyword-and-toggle counts
 * from the projection.
 */
export function titleCounts(toggles: readonly ToggleColumn[]): string[] {
  const sets: ToggleColumn[][] = [[]];
  for (const [column] of TOGGLES) {
    if (toggles.includes(column)) sets.push(...sets.map((set) => [...set, column]));
  }
  return sets.map(countOf);
}

function countOf(toggles: readonly ToggleColumn[]): string {
  return toggles.length > 0 ? `countIf(${toggles.join(' AND ')})` : 'count()';
}

/** Counts the leads that match: one row, `count`. */
export function countQuery(table: LeadTable, filters: LeadFilters): LeadQuery {
  const { titles, titlesAsWords } = noFilters();
  const useSummary = !isFiltered({ ...filters, ...NO_TOGGLES, titles, titlesAsWords });
  const { sql, params } = leadCondition(useSummary ? { ...filters, ...NO_TOGGLES } : filters);
  const count = countOf(
    useSummary ? TOGGLES.flatMap(([column, name]) => (filters[name] ? [column] : [])) : [],
  );
  return { sql: `SELECT ${count} AS count FROM ${tableName(table)} WHERE ${sql}`, params };
}

const NO_TOGGLES = { hasEmail: false, hasPhone: false, hasDirectPhone: false, hasMobile: false };

/** One page of matching leads, in table order. */
export function pageQuery(
  table: LeadTable,
  filters: LeadFilters,
  page: { limit: number; offset: number },
): LeadQuery {
  const { sql, params } = leadCondition(filters);
  // Table order lets the query stop at the last row of the page and read the wide columns only for the page.
  return {
    sql: `SELECT ${columnList(table)} FROM ${tableName(table)} WHERE ${sql}
ORDER BY ${KEY_LIST} LIMIT {limit:UInt32} OFFSET {offset:UInt32}`,
    params: { ...params, ...page },
  };
}

/**
 * Returns the last key of each export chunk: rows `lw_industry, lw_country, lw_id`, one per `every` matching
 * leads, in order. The rows after the last key are the final chunk. Run it with `CHUNK_BOUNDS_SETTINGS`.
 */
export function chunkBoundsQuery(
  table: LeadTable,
  filters: LeadFilters,
  every: number,
  formulas: FormulaRows = null,
): LeadQuery {
  const { sql, params } = leadCondition(filters);
  return {
    sql: `SELECT ${KEY_LIST} FROM (
  SELECT ${KEY_LIST}, rowNumberInAllBlocks() + 1 AS rank FROM (
    SELECT ${KEY_LIST} FROM ${tableName(table)} WHERE ${[...formulaBound(formulas), sql].join(' AND ')} ORDER BY ${KEY_LIST}
  )
) WHERE rank % {every:UInt32} = 0 ORDER BY ${KEY_LIST}`,
    params: { ...params, every },
  };
}

/** Keeps the optimizer from removing the sort that numbers the rows. */
export const CHUNK_BOUNDS_SETTINGS = { query_plan_remove_redundant_sorting: 0 };

/** Leads after `after` (null: from the first) up to and including `upTo` (null: to the last). */
export interface LeadRange {
  after: LeadKey | null;
  upTo: LeadKey | null;
  formulas?: FormulaRows;
}

/**
 * Matching leads of a range, in table order. `cell` wraps each cell in an SQL expression, such as a formula
 * guard.
 */
export function rangeQuery(
  table: LeadTable,
  filters: LeadFilters,
  range: LeadRange,
  cell?: (name: string) => string,
): LeadQuery {
  const { sql, params } = leadCondition(filters);
  const where = [
    ...formulaBound(range.formulas ?? null),
    ...columnBounds(range),
    ...(range.upTo ? [keyBound('<=', 'to')] : []),
    ...(range.after ? [keyBound('>', 'from')] : []),
    sql,
  ].join(' AND ');
  const name = tableName(table);
  const list = columnList(table);
  // Mapping all cells of a row at once compiles the patterns of the expression once instead of once per
  // column.
  const cells = table.columns.map((column, at) => `lw_cells[${at + 1}] AS ${quoted(column)}`).join(', ');
  return {
    sql: cell
      ? `SELECT ${cells} FROM (
  SELECT arrayMap(cell -> ${cell('cell')}, [${list}]) AS lw_cells, ${KEY_LIST} FROM ${name} WHERE ${where}
) ORDER BY ${KEY_LIST}`
      : `SELECT ${list} FROM ${name} WHERE ${where} ORDER BY ${KEY_LIST}`,
    params: {
      ...params,
      ...(range.upTo ? keyParams(range.upTo, 'to') : {}),
      ...(range.after ? keyParams(range.after, 'from') : {}),
    },
  };
}

/** All industries, most frequent first: rows of `value`. */
export function industriesQuery(table: LeadTable, term: string | null, limit: number): LeadQuery {
  return {
    sql: `SELECT lw_industry AS value FROM ${tableName(table)} WHERE lw_industry != '' AND ${containsTerm('lw_industry')}
GROUP BY value ORDER BY count() DESC, value LIMIT {limit:UInt32}`,
    params: { term: term ?? '', limit },
  };
}

/** All skills, most frequent first: rows of `value`. */
export function skillsQuery(table: LeadTable, term: string | null, limit: number): LeadQuery {
  return {
    sql: `SELECT value FROM ${tableName(table)} ARRAY JOIN lw_skills AS value WHERE ${containsTerm('value')}
GROUP BY value ORDER BY count() DESC, value LIMIT {limit:UInt32}`,
    params: { term: term ?? '', limit },
  };
}

/** The `WHERE` condition of a search; `1` without filters. */
export function leadCondition(filters: LeadFilters): LeadQuery {
  const parts: string[] = [];
  const params: Record<string, unknown> = {};
  const bind = (name: string, type: string, value: unknown): string => {
    params[name] = value;
    return `{${name}:${type}}`;
  };
  for (const [column, name] of TOGGLES) if (filters[name]) parts.push(column);
  addExact('lw_industry', 'industries', filters.industries);
  addExact('lw_country', 'countries', filters.countries);
  addExact('lw_seniority', 'seniorities', filters.seniorities);
  addExact('lw_company_size', 'sizes', { include: filters.companySizes, exclude: [] });
  const { min, max } = filters.connections;
  if (min !== null) parts.push(`lw_connections >= ${bind('connections_min', 'Int64', min)}`);
  if (max !== null) parts.push(`lw_connections BETWEEN 0 AND ${bind('connections_max', 'Int64', max)}`);
  const ranges = filters.employees.map((range, at) => {
    const least = bind(`employees_min_${at}`, 'Int64', range.min ?? 0);
    const most = bind(`employees_max_${at}`, 'Int64', range.max ?? 4_000_000_000);
    return `lw_employees BETWEEN ${least} AND ${most}`;
  });
  if (ranges.length > 0) parts.push(`(${ranges.join(' OR ')})`);
  if (filters.skills.length > 0) {
    parts.push(`hasAny(lw_skills, ${bind('skills', 'Array(String)', filters.skills)})`);
  }
  const { include, exclude } = filters.titles;
  const hasTitle = filters.titlesAsWords ? hasWords : hasKeyword;
  if (include.length > 0) parts.push(`(${hasTitle('titles_in', include)})`);
  if (exclude.length > 0) parts.push(`NOT (${hasTitle('titles_out', exclude)})`);
  return { sql: parts.length > 0 ? parts.join(' AND ') : '1', params };

  function addExact(column: string, name: string, lists: IncludeExclude): void {
    if (lists.include.length > 0)
      parts.push(`${column} IN ${bind(`${name}_in`, 'Array(String)', lists.include)}`);
    if (lists.exclude.length > 0)
      parts.push(`${column} NOT IN ${bind(`${name}_out`, 'Array(String)', lists.exclude)}`);
  }

  /**
   * ClickHouse lowercases the keywords as it did the titles, because JavaScript's rules differ for some
   * letters.
   */
  function hasKeyword(name: string, keywords: string[]): string {
    // LIKE is faster for a single keyword. Escapes \, % and _.
    if (keywords.length === 1) {
      const bound = bind(`${name}_0`, 'String', keywords[0]);
      return `lw_title LIKE concat('%', replaceRegexpAll(lowerUTF8(${bound}), '([\\\\\\\\%_])', '\\\\\\\\\\\\1'), '%')`;
    }
    return inSearches(keywords, (batch, at) => {
      const bound = bind(`${name}_${at}`, 'Array(String)', batch);
      return `multiSearchAny(lw_title, arrayMap(k -> lowerUTF8(k), ${bound}))`;
    });
  }

  /** The title contains at least one keyword as a whole word. */
  function hasWords(name: string, keywords: string[]): string {
    const words = keywords.filter((keyword) => HAS_WORD.test(keyword) && !UNSPACED_SCRIPT.test(keyword));
    const parts = keywords.filter((keyword) => !words.includes(keyword));
    const asWords = inSearches(words, (batch, at) => {
      const bound = bind(`${name}_words_${at}`, 'Array(String)', batch);
      return `multiSearchAny(${spacedWords('lw_title')}, arrayMap(k -> ${spacedWords('lowerUTF8(k)')}, ${bound}))`;
    });
    const asParts = parts.length > 0 ? [hasKeyword(`${name}_parts`, parts)] : [];
    // The plain keyword search is much faster and leaves few titles for the word search.
    return `(${hasKeyword(name, keywords)}) AND (${[...(asWords ? [asWords] : []), ...asParts].join(' OR ')})`;
  }
}

function inSearches(keywords: string[], search: (batch: string[], at: number) => string): string {
  const searches: string[] = [];
  for (let from = 0; from < keywords.length; from += KEYWORDS_PER_SEARCH) {
    searches.push(search(keywords.slice(from, from + KEYWORDS_PER_SEARCH), searches.length));
  }
  return searches.join(' OR ');
}

/** Word characters, including + and # for C++ and C#. */
const HAS_WORD = /[\p{L}\p{M}\p{N}+#]/u;
/** Scripts without spaces between words. */
const UNSPACED_SCRIPT =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Normalizes a text to its words with one space before, between and after them. */
function spacedWords(text: string): string {
  return `concat(' ', trimBoth(replaceRegexpAll(${text}, '[^\\\\p{L}\\\\p{M}\\\\p{N}+#]+', ' ')), ' ')`;
}

function containsTerm(column: string): string {
  return `({term:String} = '' OR positionCaseInsensitiveUTF8(${column}, {term:String}) > 0)`;
}

function formulaBound(formulas: FormulaRows): string[] {
  return formulas === null ? [] : [`lw_formulas = ${formulas ? 1 : 0}`];
}

function keyBound(comparison: '>' | '<=', name: string): string {
  return `(${KEY_LIST}) ${comparison} ({${name}_industry:String}, {${name}_country:String}, {${name}_id:UInt64})`;
}

/** Bounds per column, implied by the key comparison. They let ClickHouse skip parts of the table. */
function columnBounds({ after, upTo }: LeadRange): string[] {
  if (after && upTo && after.lw_industry === upTo.lw_industry) {
    if (after.lw_country === upTo.lw_country) {
      return [
        'lw_industry = {to_industry:String}',
        'lw_country = {to_country:String}',
        'lw_id > {from_id:UInt64}',
        'lw_id <= {to_id:UInt64}',
      ];
    }
    return [
      'lw_industry = {to_industry:String}',
      'lw_country BETWEEN {from_country:String} AND {to_country:String}',
    ];
  }
  return [
    ...(after ? ['lw_industry >= {from_industry:String}'] : []),
    ...(upTo ? ['lw_industry <= {to_industry:String}'] : []),
  ];
}

function keyParams(key: LeadKey, name: string): Record<string, unknown> {
  return {
    [`${name}_industry`]: key.lw_industry,
    [`${name}_country`]: key.lw_country,
    [`${name}_id`]: key.lw_id,
  };
}

function columnList(table: LeadTable): string {
  return table.columns.map(quoted).join(', ');
}

function tableName(table: LeadTable): string {
  return table.name.split('.').map(quoted).join('.');
}

/** Quotes a table or column name for SQL. Throws unless it is a plain identifier. */
export function quoted(name: string): string {
  if (!/^[A-Za-z_]\w{0,199}$/.test(name))
    throw new Error(`${JSON.stringify(name)} is not a valid table or column name`);
  return `\`${name}\``;
}
