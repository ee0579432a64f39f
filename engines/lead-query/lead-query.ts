import { isFiltered, type LeadFilters, noFilters } from '#contract/lead-filters.ts';
import { labelSql } from '#engines/country-names/folded-text.ts';
import { type LeadCondition, leadCondition, TOGGLES, type ToggleColumn } from './lead-condition.ts';
import { type LeadQuery, type LeadTable, quoted, storedColumn } from './lead-table.ts';
import { companyRow, leavesOutCompanies, leftOutPlace } from './listed-keys.ts';

/**
 * The sort key of every lead table: the industry and country as imported, and an id that is unique in its table.
 * Filters use the `lw_find_` columns, so that one query works for every database.
 */
const KEY = ['lw_industry', 'lw_country', 'lw_id'] as const;
const KEY_LIST = KEY.join(', ');
/** The column of `pageQuery` with the id of a lead (`LeadFilters.leads`). */
export const LEAD_ID = 'lw_lead';
const KEY_COLUMN = `toString(lw_key) AS ${LEAD_ID}`;
/** 16 digits for the 8 bytes of the key, the lowest byte first. */
const HEX_KEY = `hex(reinterpretAsFixedString(lw_key)) AS ${LEAD_ID}`;

/** The sort key of a row. */
export interface LeadKey {
  lw_industry: string;
  lw_country: string;
  lw_id: number;
}

/**
 * Count expressions of the summaries of titles and of companies (projections): all leads, and the leads with each combination
 * of `toggles`. `countQuery` and `leftOutQuery` use the same expressions, so that ClickHouse can answer counts of toggles with
 * titles or without companies from a projection.
 */
export function summaryCounts(toggles: readonly ToggleColumn[]): string[] {
  const sets: ToggleColumn[][] = [[]];
  for (const [column] of TOGGLES) {
    if (toggles.includes(column)) sets.push(...sets.map((set) => [...set, column]));
  }
  return sets.map(countExpression);
}

function countExpression(toggles: readonly string[]): string {
  return toggles.length > 0 ? `countIf(${toggles.join(' AND ')})` : 'count()';
}

/** Counts the leads that match: one row, `count`. */
export function countQuery(table: LeadTable, filters: LeadFilters): LeadQuery {
  const { titles } = noFilters();
  const leavesOut = filters.leftOut?.length || filters.savedLeads?.length || filters.savedPeople?.length;
  const useSummary = leavesOut
    ? isInCompanySummary(table, filters)
    : !isFiltered({ ...filters, ...NO_TOGGLES, titles });
  const searched = useSummary ? { ...filters, ...NO_TOGGLES } : filters;
  const { sql, clause, params } = searchCondition(table, searched, { inSummary: useSummary });
  const count = useSummary ? countOfToggles(table, filters) : countExpression([]);
  return { sql: `SELECT ${count} AS count FROM ${tableName(table)} ${clause} ${sql}`, params };
}

/**
 * Counts the leads that match, and those that exclusion lists leave out, by list: rows of `lw_place` and `leads`. The place is
 * that of the list in `leftOutLists`, from 1; those that match have 0. A lead in several lists counts for the first one.
 */
export function leftOutQuery(table: LeadTable, filters: LeadFilters): LeadQuery {
  const useSummary = isInCompanySummary(table, filters);
  const all = {
    ...filters,
    ...(useSummary ? NO_TOGGLES : {}),
    perCompany: null,
    leaveOut: [],
    leftOut: null,
  };
  const everyone = leadCondition(all, table.searched);
  const place = leftOutPlace(filters, table.searched);
  // Whom lists leave out is counted for all leads: others take their places.
  const capped = filters.perCompany === null ? null : searchCondition(table, filters);
  const where = capped ? `${everyone.sql} AND (lw_place > 0 OR (${capped.sql}))` : everyone.sql;
  const count = useSummary ? countOfToggles(table, filters) : countExpression([]);
  return {
    sql: `SELECT ${place.sql} AS lw_place, ${count} AS leads FROM ${tableName(table)} ${everyone.clause} ${where} GROUP BY lw_place`,
    params: { ...everyone.params, ...place.params, ...capped?.params },
  };
}

/** Whether the summary of companies has the count: of leads with some toggles without some companies, and nothing else. */
function isInCompanySummary({ searched }: LeadTable, filters: LeadFilters): boolean {
  const { savedLeads, savedPeople } = filters;
  if (savedLeads?.length || savedPeople?.length || isFiltered({ ...filters, ...NO_TOGGLES })) return false;
  return leavesOutCompanies(filters, searched);
}

function countOfToggles({ searched }: LeadTable, filters: LeadFilters): string {
  const wanted = TOGGLES.filter(([, name]) => filters[name]);
  return countExpression(wanted.map(([column]) => storedColumn(column, searched)));
}

/**
 * The condition of a search, with at most so many leads of each company in its lists. Those that a list has already count among
 * them. Each lead must match the filters itself, too: in a damaged table, others can have the ids of those that were picked.
 */
export function searchCondition(
  table: LeadTable,
  filters: LeadFilters,
  options: { inSummary?: boolean } = {},
): LeadCondition {
  if (filters.perCompany === null || !filters.listed?.length)
    return leadCondition(filters, table.searched, options);
  const found = leadCondition({ ...filters, savedLeads: null, savedPeople: null }, table.searched, options);
  const all = leadCondition(filters, table.searched, options);
  const company = companyRow(filters, table.searched);
  const hasEmail = storedColumn('lw_find_email', table.searched);
  return {
    ...all,
    sql: `lw_id IN (SELECT lw_id FROM ${tableName(table)} ${found.clause} ${found.sql}
ORDER BY NOT (${hasEmail}), ${KEY_LIST} LIMIT {per_company:UInt32} BY ${company.sql}) AND ${all.sql}`,
    params: { ...found.params, ...company.params, ...all.params, per_company: filters.perCompany },
  };
}

/** The rows of a list whose companies some leads are at: `LEAD_ID` and `row`. `filters` have the leads and the list. */
export function companyRowsQuery(table: LeadTable, filters: LeadFilters): LeadQuery {
  const { sql, clause, params } = leadCondition(filters, table.searched);
  const company = companyRow(filters, table.searched);
  return {
    sql: `SELECT ${KEY_COLUMN}, toString(${company.sql}) AS row FROM ${tableName(table)} ${clause} ${sql}`,
    params: { ...params, ...company.params },
  };
}

const NO_TOGGLES = {
  hasEmail: false,
  hasPhone: false,
  hasDirectPhone: false,
  hasMobile: false,
  hasWebsite: false,
  isOpen: false,
};

/** One page of matching leads with their ids (`LEAD_ID`), in table order. */
export function pageQuery(
  table: LeadTable,
  filters: LeadFilters,
  page: { limit: number; offset: number },
): LeadQuery {
  const { sql, clause, params } = searchCondition(table, filters);
  // Table order lets the query stop at the last row of the page and read the wide columns only for the page.
  return {
    sql: `SELECT ${columnList(table)}, ${KEY_COLUMN} FROM ${tableName(table)} ${clause} ${sql}
ORDER BY ${KEY_LIST} LIMIT {limit:UInt32} OFFSET {offset:UInt32}`,
    params: { ...params, ...page },
  };
}

/**
 * The keys of the first `most` matching leads, in table order, as UInt64. With `earlierKey`, an SQL expression for the key
 * that the lead had in earlier versions, that is a second column.
 */
export function keysQuery(
  table: LeadTable,
  filters: LeadFilters,
  { most, earlierKey }: { most: number; earlierKey: string | null },
): LeadQuery {
  const { sql, clause, params } = searchCondition(table, filters);
  return {
    sql: `SELECT lw_key${earlierKey ? `, ${earlierKey}` : ''} FROM ${tableName(table)} ${clause} ${sql} ORDER BY ${KEY_LIST} LIMIT {most:UInt64}`,
    params: { ...params, most },
  };
}

/**
 * Returns the last key of each export chunk: rows `lw_industry, lw_country, lw_id`, one per `every` matching
 * leads, in order, among the first `most`. The rows after the last key are the final chunk. Run it with
 * `CHUNK_BOUNDS_SETTINGS`.
 */
export function chunkBoundsQuery(
  table: LeadTable,
  filters: LeadFilters,
  { every, most }: { every: number; most: number },
): LeadQuery {
  const { sql, clause, params } = searchCondition(table, filters);
  return {
    sql: `SELECT ${KEY_LIST} FROM (
  SELECT ${KEY_LIST}, rowNumberInAllBlocks() + 1 AS rank FROM (
    SELECT ${KEY_LIST} FROM ${tableName(table)} ${clause} ${sql} ORDER BY ${KEY_LIST} LIMIT {most:UInt64}
  )
) WHERE rank % {every:UInt32} = 0 ORDER BY ${KEY_LIST}`,
    params: { ...params, every, most },
  };
}

/** Keeps the optimizer from removing the sort that numbers the rows. */
export const CHUNK_BOUNDS_SETTINGS = { query_plan_remove_redundant_sorting: 0 };

/** Leads after `after` (null: from the first) up to and including `upTo` (null: to the last). */
export interface LeadRange {
  after: LeadKey | null;
  upTo: LeadKey | null;
  /** At most this many leads. */
  most?: number;
  /** with the key of each lead (`LEAD_ID`) as the first column: a number, or with a guard, 16 hexadecimal digits */
  keyed?: boolean;
}

/**
 * Matching leads of a range, in table order. `guard` wraps each cell that may be a formula in an SQL
 * expression.
 */
export function rangeQuery(
  table: LeadTable,
  filters: LeadFilters,
  range: LeadRange,
  guard?: (cell: string) => string,
): LeadQuery {
  const { sql, clause, params } = searchCondition(table, filters);
  const where = [
    ...columnBounds(range),
    ...(range.upTo ? [keyBound('<=', 'to')] : []),
    ...(range.after ? [keyBound('>', 'from')] : []),
    sql,
  ].join(' AND ');
  const name = tableName(table);
  const list = columnList(table);
  const ordered = `ORDER BY ${KEY_LIST}${range.most === undefined ? '' : ' LIMIT {most:UInt64}'}`;
  const kept = range.keyed ? `lw_key, ${KEY_LIST}` : KEY_LIST;
  // Mapping all cells of a row at once compiles the patterns of the expression once instead of once per
  // column.
  const cells = table.columns
    .map((column, index) => `lw_cells[${index + 1}] AS ${quoted(column)}`)
    .join(', ');
  const from = (bound: string) => `FROM ${name} ${clause} ${bound}${where} ${ordered}`;
  const plain = (bound: string) => `SELECT ${kept}, ${list} ${from(bound)}`;
  const guarded = (bound: string) =>
    `SELECT ${kept}, ${cells} FROM (SELECT ${kept}, arrayMap(cell -> ${guard?.('cell')}, [${list}]) AS lw_cells ${from(bound)})`;
  // Only the few rows with formulas need the guard. They are a partition of their own.
  const read = table.hasFormulaColumn
    ? [plain('lw_formulas = 0 AND '), guarded('lw_formulas = 1 AND ')]
    : [guarded('')];
  return {
    sql: guard
      ? `SELECT ${range.keyed ? `${HEX_KEY}, ` : ''}${list} FROM (\n  ${read.join('\n  UNION ALL\n  ')}\n) ${ordered}`
      : `SELECT ${range.keyed ? `${KEY_COLUMN}, ` : ''}${list} ${from('')}`,
    params: {
      ...params,
      ...(range.most === undefined ? {} : { most: range.most }),
      ...(range.upTo ? keyParams(range.upTo, 'to') : {}),
      ...(range.after ? keyParams(range.after, 'from') : {}),
    },
  };
}

/** All industries, most frequent first: rows of `value`. Of several spellings, the most frequent one. */
export function industriesQuery(table: LeadTable, term: string | null, limit: number): LeadQuery {
  const found = storedColumn('lw_find_industry', table.searched);
  return {
    sql: suggestionsSql(`SELECT lw_industry AS spelling, ${found} AS label, count() AS n FROM ${tableName(table)}
  WHERE ${containsTerm(found)} GROUP BY spelling, label`),
    params: { term: term ?? '', limit },
  };
}

/** All skills, most frequent first: rows of `value`. Of several spellings, the most frequent one. */
export function skillsQuery(table: LeadTable, term: string | null, limit: number): LeadQuery {
  const found = storedColumn('lw_find_skills', table.searched);
  return {
    sql: suggestionsSql(`SELECT spelling, label, count() AS n FROM ${tableName(table)}
  ARRAY JOIN lw_skills AS spelling, ${found} AS label WHERE ${containsTerm('label')} GROUP BY spelling, label`),
    params: { term: term ?? '', limit },
  };
}

function containsTerm(column: string): string {
  return `position(${column}, ${labelSql('{term:String}')}) > 0`;
}

function suggestionsSql(spellings: string): string {
  return `SELECT argMax(toString(spelling), (n, spelling)) AS value FROM (${spellings}) WHERE label != ''
GROUP BY label ORDER BY sum(n) DESC, value LIMIT {limit:UInt32}`;
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
