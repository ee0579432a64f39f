import type { IncludeExclude, LeadFilters } from '#contract/lead-filters.ts';
import type { NameKind } from './title-names.ts';
import { type Bind, hasWords } from './word-search.ts';

/** A lead table such as `leads.apollo`, and its visible columns in order. */
export interface LeadTable {
  name: string;
  columns: readonly string[];
  /** whether the `lw_formulas` column marks rows that may have a spreadsheet formula */
  hasFormulaColumn?: boolean;
  /** the columns that text filters search; a filter without columns matches no lead */
  searched?: SearchedColumns;
}

/** The columns of each text filter. */
export interface SearchedColumns {
  company: readonly string[];
  place: readonly string[];
  keyword: readonly string[];
  websites: readonly string[];
  emails: readonly string[];
}

/** A ClickHouse statement and its bound values. The SQL text contains no values. */
export interface LeadQuery {
  sql: string;
  params: Record<string, unknown>;
}

/** Yes-no filters, checked first: they are the cheapest and leave fewer rows for the title filter. */
export const TOGGLES = [
  ['lw_has_email', 'hasEmail'],
  ['lw_has_phone', 'hasPhone'],
  ['lw_has_direct_phone', 'hasDirectPhone'],
  ['lw_has_mobile', 'hasMobile'],
] as const;
export type ToggleColumn = (typeof TOGGLES)[number][0];

/** The `WHERE` condition of a search; `1` without filters. */
export function leadCondition(filters: LeadFilters, searched?: SearchedColumns): LeadQuery {
  const parts: string[] = [];
  const params: Record<string, unknown> = {};
  const bind: Bind = (name, type, value) => {
    params[name] = value;
    return `{${name}:${type}}`;
  };
  if (filters.leads.length > 0) {
    const keys = bind('leads', 'Array(String)', filters.leads);
    parts.push(`lw_key IN (SELECT toUInt64OrZero(arrayJoin(${keys})))`);
  }
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
  addBoth(filters.titles, (list, keywords) =>
    hasWords({ name: `titles_${list}`, text: 'lw_title', kind: 'title' }, keywords, bind),
  );
  addWords('places', filters.places, searched?.place, 'place');
  addWords('companies', filters.companies, searched?.company, null);
  addWords('keywords', filters.keywords, searched?.keyword, null);
  addBoth(filters.domains, (list, domains) => hasDomain(bind(`domains_${list}`, 'Array(String)', domains)));
  return { sql: parts.length > 0 ? parts.join(' AND ') : '1', params };

  function addExact(column: string, name: string, lists: IncludeExclude): void {
    if (lists.include.length > 0)
      parts.push(`${column} IN ${bind(`${name}_in`, 'Array(String)', lists.include)}`);
    if (lists.exclude.length > 0)
      parts.push(`${column} NOT IN ${bind(`${name}_out`, 'Array(String)', lists.exclude)}`);
  }

  function addBoth(
    { include, exclude }: IncludeExclude,
    condition: (list: 'in' | 'out', values: string[]) => string,
  ): void {
    if (include.length > 0) parts.push(`(${condition('in', include)})`);
    if (exclude.length > 0) parts.push(`NOT (${condition('out', exclude)})`);
  }

  function addWords(
    name: string,
    lists: IncludeExclude,
    columns: readonly string[] | undefined,
    kind: NameKind,
  ): void {
    const text = columns?.length
      ? `lowerUTF8(concatWithSeparator(' ', ${columns.map(quoted).join(', ')}, ''))`
      : "''";
    addBoth(lists, (list, values) => hasWords({ name: `${name}_${list}`, text, kind }, values, bind));
  }

  /** The website or an email of the lead is at one of the domains, or the website at a subdomain of it. */
  function hasDomain(domains: string): string {
    const websites = (searched?.websites ?? []).map((column) => {
      const text = `lower(${quoted(column)})`;
      const host = `domainWithoutWWW(concat('http://', replaceRegexpOne(trimBoth(${text}), '^[a-z]+://', '')))`;
      return `(multiSearchAny(${text}, ${domains}) AND (${host} IN ${domains} OR cutToFirstSignificantSubdomain(${host}) IN ${domains}))`;
    });
    const emails = (searched?.emails ?? []).map((column) => {
      const text = `lower(${quoted(column)})`;
      return `(multiSearchAny(${text}, ${domains}) AND hasAny(extractAll(${text}, '@([^\\\\s,;|<>]+)'), ${domains}))`;
    });
    return [...websites, ...emails].join(' OR ') || '0';
  }
}

/** Quotes a table or column name for SQL. Throws unless it is a plain identifier. */
export function quoted(name: string): string {
  if (!/^[A-Za-z_]\w{0,199}$/.test(name))
    throw new Error(`${JSON.stringify(name)} is not a valid table or column name`);
  return `\`${name}\``;
}
