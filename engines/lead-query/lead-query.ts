import { type IncludeExclude, isFiltered, type LeadFilters, noFilters } from '#contract/leads.ts';

/**
 * The columns every lead table has beside those that are shown. Searches know no others, so that one query serves every database:
 * `lw_title` the job title in lower case, `lw_connections` and `lw_employees` -1 where unknown, `lw_id` unique in its table. Rows lie
 * in the order of `KEY`.
 */
const KEY = ['lw_industry', 'lw_country', 'lw_id'] as const;
const KEY_LIST = KEY.join(', ');
/** `multiSearchAny` takes no more. */
const KEYWORDS_A_SEARCH = 255;

/** A table of leads: `leads.apollo`, say, and the columns that are shown, in their order. */
export interface LeadTable {
  name: string;
  columns: readonly string[];
  /** its rows say by `lw_formula` whether a cell of theirs may be a formula to a spreadsheet */
  knowsFormulas?: boolean;
}

/** Leads of a table: all, or those that may have a formula (true), or those that have none (false). */
export type FormulaRows = boolean | null;

/** A statement in ClickHouse's SQL and the values bound to it; no value stands in the text. */
export interface LeadQuery {
  sql: string;
  params: Record<string, unknown>;
}

/** Where a row stands in its table. */
export interface LeadKey {
  lw_industry: string;
  lw_country: string;
  lw_id: number;
}

/** What a lead has, in the order in which it is asked for. They cost least to ask and leave the fewest rows to the title. */
const TOGGLES = [
  ['lw_has_email', 'hasEmail'],
  ['lw_has_phone', 'hasPhone'],
  ['lw_has_direct_phone', 'hasDirectPhone'],
  ['lw_has_mobile', 'hasMobile'],
] as const;
export type ToggleColumn = (typeof TOGGLES)[number][0];

/**
 * The counts by which a table sums up each of its titles: of all leads, and of those that have any of `toggles` together. A count of
 * keywords and toggles alone is asked for in the same words, and answered from them.
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

/** How many leads match: one row, `count`. */
export function countQuery(table: LeadTable, filters: LeadFilters): LeadQuery {
  const { titles, titlesAsWords } = noFilters();
  const summed = !isFiltered({ ...filters, ...NO_TOGGLES, titles, titlesAsWords });
  const { sql, params } = leadCondition(summed ? { ...filters, ...NO_TOGGLES } : filters);
  const count = countOf(summed ? TOGGLES.flatMap(([column, name]) => (filters[name] ? [column] : [])) : []);
  return { sql: `SELECT ${count} AS count FROM ${tableName(table)} WHERE ${sql}`, params };
}

const NO_TOGGLES = { hasEmail: false, hasPhone: false, hasDirectPhone: false, hasMobile: false };

/** One page of the leads that match, in the table's own order. */
export function pageQuery(
  table: LeadTable,
  filters: LeadFilters,
  page: { limit: number; offset: number },
): LeadQuery {
  const { sql, params } = leadCondition(filters);
  // Read in the table's order it ends with the last row of the page, and the wide columns are read for those rows alone.
  return {
    sql: `SELECT ${columnList(table)} FROM ${tableName(table)} WHERE ${sql}
ORDER BY ${KEY_LIST} LIMIT {limit:UInt32} OFFSET {offset:UInt32}`,
    params: { ...params, ...page },
  };
}

/**
 * The keys at which an export is cut: rows `lw_industry, lw_country, lw_id`, one for every `every` matching leads, in order. What
 * follows the last of them is the last part. To be run with `CUTS_SETTINGS`.
 */
export function cutsQuery(
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

/** The rows are numbered in their order, which the engine must not take for idle work. */
export const CUTS_SETTINGS = { query_plan_remove_redundant_sorting: 0 };

/** Leads between two rows: after `after` (null: from the first) up to and with `upTo` (null: to the last). */
export interface LeadRange {
  after: LeadKey | null;
  upTo: LeadKey | null;
  formulas?: FormulaRows;
}

/**
 * The leads of a range that match, in the table's order. `cell` makes what is answered of each cell, a guard around it say: an expression
 * around the name it is given.
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
    ...placeBounds(range),
    ...(range.upTo ? [keyBound('<=', 'to')] : []),
    ...(range.after ? [keyBound('>', 'from')] : []),
    sql,
  ].join(' AND ');
  const name = tableName(table);
  const list = columnList(table);
  // All cells of a row at once: what an expression needs before it begins (patterns, say) is made once, not for each column.
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

/** The industries there are, most frequent first: rows of `value`. */
export function industriesQuery(table: LeadTable, term: string | null, limit: number): LeadQuery {
  return {
    sql: `SELECT lw_industry AS value FROM ${tableName(table)} WHERE lw_industry != '' AND ${containsTerm('lw_industry')}
GROUP BY value ORDER BY count() DESC, value LIMIT {limit:UInt32}`,
    params: { term: term ?? '', limit },
  };
}

/** The skills there are, most frequent first: rows of `value`. */
export function skillsQuery(table: LeadTable, term: string | null, limit: number): LeadQuery {
  return {
    sql: `SELECT value FROM ${tableName(table)} ARRAY JOIN lw_skills AS value WHERE ${containsTerm('value')}
GROUP BY value ORDER BY count() DESC, value LIMIT {limit:UInt32}`,
    params: { term: term ?? '', limit },
  };
}

/** `WHERE` of a search: `1` where nothing is asked. */
export function leadCondition(filters: LeadFilters): LeadQuery {
  const parts: string[] = [];
  const params: Record<string, unknown> = {};
  const bind = (name: string, type: string, value: unknown): string => {
    params[name] = value;
    return `{${name}:${type}}`;
  };
  for (const [column, name] of TOGGLES) if (filters[name]) parts.push(column);
  exactly('lw_industry', 'industries', filters.industries);
  exactly('lw_country', 'countries', filters.countries);
  exactly('lw_seniority', 'seniorities', filters.seniorities);
  exactly('lw_company_size', 'sizes', { include: filters.companySizes, exclude: [] });
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

  function exactly(column: string, name: string, lists: IncludeExclude): void {
    if (lists.include.length > 0)
      parts.push(`${column} IN ${bind(`${name}_in`, 'Array(String)', lists.include)}`);
    if (lists.exclude.length > 0)
      parts.push(`${column} NOT IN ${bind(`${name}_out`, 'Array(String)', lists.exclude)}`);
  }

  /** The engine lowers keywords as it lowered the titles: JavaScript knows other rules for some letters. */
  function hasKeyword(name: string, keywords: string[]): string {
    // One keyword alone is looked for faster so; \, % and _ mean themselves.
    if (keywords.length === 1) {
      const bound = bind(`${name}_0`, 'String', keywords[0]);
      return `lw_title LIKE concat('%', replaceRegexpAll(lowerUTF8(${bound}), '([\\\\\\\\%_])', '\\\\\\\\\\\\1'), '%')`;
    }
    return inSearches(keywords, (some, at) => {
      const bound = bind(`${name}_${at}`, 'Array(String)', some);
      return `multiSearchAny(lw_title, arrayMap(k -> lowerUTF8(k), ${bound}))`;
    });
  }

  /** The title has a keyword, and one of them with nothing of a word before or behind it. */
  function hasWords(name: string, keywords: string[]): string {
    const words = keywords.filter((keyword) => HAS_WORD.test(keyword) && !WORDS_RUN_ON.test(keyword));
    const parts = keywords.filter((keyword) => !words.includes(keyword));
    const standing = inSearches(words, (some, at) => {
      const bound = bind(`${name}_words_${at}`, 'Array(String)', some);
      return `multiSearchAny(${spacedWords('lw_title')}, arrayMap(k -> ${spacedWords('lowerUTF8(k)')}, ${bound}))`;
    });
    const within = parts.length > 0 ? [hasKeyword(`${name}_parts`, parts)] : [];
    // What has the keyword at all is found much faster, and then few are left.
    return `(${hasKeyword(name, keywords)}) AND (${[...(standing ? [standing] : []), ...within].join(' OR ')})`;
  }
}

function inSearches(keywords: string[], search: (some: string[], at: number) => string): string {
  const searches: string[] = [];
  for (let from = 0; from < keywords.length; from += KEYWORDS_A_SEARCH) {
    searches.push(search(keywords.slice(from, from + KEYWORDS_A_SEARCH), searches.length));
  }
  return searches.join(' OR ');
}

/** What words are made of; so C++ and C# are words of their own. */
const HAS_WORD = /[\p{L}\p{M}\p{N}+#]/u;
/** Scripts that put no spaces between words. */
const WORDS_RUN_ON =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** A text's words with one space before, between and behind them. */
function spacedWords(text: string): string {
  return `concat(' ', trimBoth(replaceRegexpAll(${text}, '[^\\\\p{L}\\\\p{M}\\\\p{N}+#]+', ' ')), ' ')`;
}

function containsTerm(column: string): string {
  return `({term:String} = '' OR positionCaseInsensitiveUTF8(${column}, {term:String}) > 0)`;
}

function formulaBound(formulas: FormulaRows): string[] {
  return formulas === null ? [] : [`lw_formula = ${formulas ? 1 : 0}`];
}

function keyBound(comparison: '>' | '<=', name: string): string {
  return `(${KEY_LIST}) ${comparison} ({${name}_industry:String}, {${name}_country:String}, {${name}_id:UInt64})`;
}

/** What the comparison of whole keys implies, said column by column: by that the engine knows which parts of the table to leave alone. */
function placeBounds({ after, upTo }: LeadRange): string[] {
  if (after && upTo && after.lw_industry === upTo.lw_industry) {
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

/** A name of a table or column as SQL writes it. Ours are plain words; any other is refused. */
export function quoted(name: string): string {
  if (!/^[A-Za-z_]\w{0,199}$/.test(name)) throw new Error(`${JSON.stringify(name)} is no name of ours`);
  return `\`${name}\``;
}
