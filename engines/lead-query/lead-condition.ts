import type { IncludeExclude, LeadFilters } from '#contract/lead-filters.ts';
import { countryKeys } from '#engines/country-names/country-names.ts';
import { labelAscii, labelSql } from '#engines/country-names/folded-text.ts';
import {
  CATEGORIES_COLUMN,
  LEFT_OUT_COLUMN,
  type LeadQuery,
  pairsColumn,
  quoted,
  type SearchedColumns,
  storedColumn,
} from './lead-table.ts';
import { companyKeys, leftOutKeys } from './listed-keys.ts';
import { isNear } from './near.ts';
import { isInPlace } from './place-search.ts';
import type { NameKind } from './title-names.ts';
import { type Bind, hasWords, inBatches, type SearchedText, searchSql } from './word-search.ts';

/** The condition of a search, and the keyword to write before it. */
export interface LeadCondition extends LeadQuery {
  clause: 'PREWHERE' | 'WHERE';
}

/** Yes-no filters, checked first: they are the cheapest and leave fewer rows for the title filter. */
export const TOGGLES = [
  ['lw_find_email', 'hasEmail'],
  ['lw_find_phone', 'hasPhone'],
  ['lw_find_direct_phone', 'hasDirectPhone'],
  ['lw_find_mobile', 'hasMobile'],
  ['lw_find_website', 'hasWebsite'],
  ['lw_find_open', 'isOpen'],
] as const;
export type ToggleColumn = (typeof TOGGLES)[number][0];
/** So many starts of postal codes are faster one by one. */
const FEW_STARTS = 8;

/**
 * The `WHERE` condition of a search; `1` without filters. With `inSummary`, for a query that only the title summary
 * answers.
 */
export function leadCondition(
  filters: LeadFilters,
  searched?: SearchedColumns,
  { inSummary = false } = {},
): LeadCondition {
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
  const column = (name: string) => storedColumn(name, searched);
  for (const [toggle, name] of TOGGLES) if (filters[name]) parts.push(column(toggle));
  if (searched?.hasCategories) addBoth(filters.industries, hasCategory);
  else addLabels('lw_find_industry', 'industries', filters.industries);
  addExact('lw_find_country', 'countries', {
    include: filters.countries.include.flatMap(countryKeys),
    exclude: filters.countries.exclude.flatMap(countryKeys),
  });
  addExact('lw_find_seniority', 'seniorities', filters.seniorities);
  addLabels('lw_find_region', 'regions', filters.regions);
  addLabels('lw_find_city', 'cities', filters.cities);
  addBoth(filters.postcodes, startsAsPostcode);
  if (filters.chain !== null) parts.push(`${filters.chain ? '' : 'NOT '}${column('lw_find_chain')}`);
  if (filters.near) parts.push(isNear(filters.near, column, bind));
  addLabels('lw_find_company_size', 'sizes', { include: filters.companySizes, exclude: [] });
  const { min, max } = filters.connections;
  if (min !== null)
    parts.push(`${column('lw_find_connections')} >= ${bind('connections_min', 'Int64', min)}`);
  if (max !== null)
    parts.push(`${column('lw_find_connections')} BETWEEN 0 AND ${bind('connections_max', 'Int64', max)}`);
  const ranges = filters.employees.map((range, index) => {
    const least = bind(`employees_min_${index}`, 'Int64', range.min ?? 0);
    const most = bind(`employees_max_${index}`, 'Int64', range.max ?? 4_000_000_000);
    return `${column('lw_find_employees')} BETWEEN ${least} AND ${most}`;
  });
  if (ranges.length > 0) parts.push(`(${ranges.join(' OR ')})`);
  if (filters.skills.length > 0) parts.push(hasSkill(filters.skills));
  // An industry or some leads are few rows, so reading their titles is faster than the summary of all.
  const few = filters.leads.length > 0 || filters.industries.include.length > 0;
  const summary = inSummary || few ? undefined : searched?.titleSummary;
  addTitles();
  addBoth(filters.places, (list, places) =>
    isInPlace(
      searchedWords(`places_${list}`, 'lw_find_place', 'place'),
      column('lw_find_country'),
      places,
      bind,
    ),
  );
  addWords('companies', filters.companies, 'lw_find_company');
  addWords('keywords', filters.keywords, 'lw_find_keyword');
  addBoth(filters.domains, (list, domains) =>
    inBatches(domains, (batch, index) =>
      hasDomain(list, bind(`domains_${list}_${index}`, 'Array(String)', batch)),
    ),
  );
  addListed();
  addLeftOut();
  return { sql: parts.length > 0 ? parts.join(' AND ') : '1', clause: clause(), params };

  /**
   * ClickHouse moves a condition to before the other columns are read, and then searches the summary twice. With `PREWHERE`, which
   * only tables such as ours have, once. There, it refuses words for an index that it must fold first.
   */
  function clause(): 'PREWHERE' | 'WHERE' {
    const { include, exclude } = filters.titles;
    const usesSummary = summary !== undefined && include.length + exclude.length > 0;
    return usesSummary && !parts.some((part) => /has(Any|All)Tokens/.test(part)) ? 'PREWHERE' : 'WHERE';
  }

  /** The lead is at a company of a list. */
  function addListed(): void {
    if (filters.inLists.length === 0) return;
    if (filters.listed === null) throw new Error('The lists of a search were not read.');
    parts.push(filters.listed.length > 0 ? hasHash('listed', filters.listed, companyKeys(searched)) : '0');
  }

  /** No key of the lead is one of an exclusion list, and the lead isn't saved yet. */
  function addLeftOut(): void {
    if (filters.leaveOut?.length && filters.leftOut === null)
      throw new Error('The exclusion lists of a search were not read.');
    if (filters.leftOut?.length)
      parts.push(`NOT ${hasHash('left_out', filters.leftOut, leftOutKeys(filters, searched))}`);
    if (filters.savedPeople?.length)
      parts.push(`NOT ${hasHash('saved_people', filters.savedPeople, column(LEFT_OUT_COLUMN))}`);
    if (filters.savedLeads?.length) {
      const saved = bind('saved_leads', 'String', filters.savedLeads.join(' '));
      parts.push(`lw_key NOT IN (SELECT toUInt64OrZero(arrayJoin(splitByChar(' ', ${saved}))))`);
    }
  }

  /** The lead has one of these keys. One text is bound ten times as fast as an array. */
  function hasHash(name: string, hashes: readonly string[], keys: string): string {
    const bound = bind(name, 'String', hashes.join(' '));
    return `arrayExists(hash -> hash IN (SELECT toUInt64(arrayJoin(splitByChar(' ', ${bound})))), ${keys})`;
  }

  function addExact(stored: string, name: string, lists: IncludeExclude): void {
    if (lists.include.length > 0)
      parts.push(`${column(stored)} IN ${bind(`${name}_in`, 'Array(String)', lists.include)}`);
    if (lists.exclude.length > 0)
      parts.push(`${column(stored)} NOT IN ${bind(`${name}_out`, 'Array(String)', lists.exclude)}`);
  }

  /** An SQL list of the labels, folded as the stored ones are. A subquery is computed before the search, as indexes require. */
  function labels(name: string, values: readonly string[]): string {
    const folded = values.map(labelAscii);
    if (!folded.includes(null)) return bind(name, 'Array(String)', folded);
    return `(SELECT arrayMap(label -> ${labelSql('label')}, ${bind(name, 'Array(String)', values)}))`;
  }

  /**
   * The labels as a list for `IN`. The engine looks up each distinct value of a column once in a bound list, and the value of each row in
   * a subquery.
   */
  function labelSet(name: string, values: readonly string[]): string {
    const list = labels(name, values);
    return list.startsWith('{') ? list : `(SELECT arrayJoin(${list}))`;
  }

  function addLabels(name: string, parameter: string, { include, exclude }: IncludeExclude): void {
    if (include.length > 0) parts.push(`${column(name)} IN ${labelSet(`${parameter}_in`, include)}`);
    if (exclude.length > 0) parts.push(`${column(name)} NOT IN ${labelSet(`${parameter}_out`, exclude)}`);
  }

  /** The lead has one of the skills. `hasAny` takes up to four times as long, because it compares each with each. */
  function hasSkill(skills: readonly string[]): string {
    const stored = column('lw_find_skills');
    if (skills.length === 1) return `has(${stored}, (${labels('skills', skills)})[1])`;
    return `arrayExists(skill -> skill IN ${labelSet('skills', skills)}, ${stored})`;
  }

  function hasCategory(list: 'in' | 'out', categories: string[]): string {
    const isIndexed = searched?.indexed?.has(CATEGORIES_COLUMN) ?? false;
    return inBatches(categories, (batch, index) => {
      const wanted = labels(`industries_${list}_${index}`, batch);
      if (isIndexed) return `hasAnyTokens(${CATEGORIES_COLUMN}, ${wanted})`;
      const enclosed = `arrayMap(label -> concat(';', label, ';'), ${wanted})`;
      return searchSql(column(CATEGORIES_COLUMN), enclosed, batch.length);
    });
  }

  /** The postal code starts with one of these. Of many, the few lengths are looked up, which is faster than each start. */
  function startsAsPostcode(list: 'in' | 'out', starts: string[]): string {
    const all = labels(`postcodes_${list}`, starts);
    if (starts.length <= FEW_STARTS)
      return starts
        .map((_, index) => `startsWith(${column('lw_find_postcode')}, (${all})[${index + 1}])`)
        .join(' OR ');
    const lengths = `arrayDistinct(arrayMap(start -> length(start), ${all}))`;
    return `arrayExists(size -> substring(${column('lw_find_postcode')}, 1, size) IN (SELECT arrayJoin(${all})), ${lengths})`;
  }

  function addBoth(
    { include, exclude }: IncludeExclude,
    condition: (list: 'in' | 'out', values: string[]) => string,
  ): void {
    if (include.length > 0) parts.push(`(${condition('in', include)})`);
    if (exclude.length > 0) parts.push(`NOT (${condition('out', exclude)})`);
  }

  /**
   * The title has one of the keywords, and none of the excluded ones. The summary has each title once, so it is searched, and the
   * rows are compared with the hashes of what was found there. Titles are long, and few searches find a whole page in the first rows.
   */
  function addTitles(): void {
    const { include, exclude } = filters.titles;
    const text = column('lw_find_title');
    const words = column('lw_find_title_words');
    const has = (list: 'in' | 'out', keywords: string[]) =>
      hasWords({ name: `titles_${list}`, words, text, kind: 'title' }, keywords, bind);
    const inSummaryOf = (condition: string) =>
      `lw_find_title_hash IN (SELECT cityHash64(${words}) FROM ${summary} WHERE ${condition} GROUP BY ${words})`;
    if (!summary) addBoth(filters.titles, has);
    else if (include.length === 0 || exclude.length === 0)
      addBoth(filters.titles, (list, keywords) => inSummaryOf(has(list, keywords)));
    // One search of the summary for both takes a third of the time of two.
    else parts.push(inSummaryOf(`(${has('in', include)}) AND NOT (${has('out', exclude)})`));
  }

  function addWords(name: string, lists: IncludeExclude, stored: string): void {
    addBoth(lists, (list, values) => hasWords(searchedWords(`${name}_${list}`, stored, null), values, bind));
  }

  function searchedWords(name: string, stored: string, kind: NameKind): SearchedText {
    const isIndexed = searched?.indexed?.has(stored) ?? false;
    const pairs = pairsColumn(stored);
    const hasPairs = searched?.indexed?.has(pairs) ?? false;
    const [database, table] = searched?.wordTable?.split('.') ?? [];
    const dictionaryOf = (of: string) =>
      table ? { dictionary: `mergeTreeTextIndex('${database}', '${table}', '${of}_index')` } : {};
    return {
      name,
      words: column(stored),
      kind,
      isIndexed,
      ...(isIndexed ? dictionaryOf(stored) : {}),
      ...(hasPairs ? { pairs: { column: pairs, ...dictionaryOf(pairs) } } : {}),
    };
  }

  /** The website or an email of the lead is at one of the domains, or the website at a subdomain of it. */
  function hasDomain(list: 'in' | 'out', domains: string): string {
    const hostOf = (text: string) =>
      `domainWithoutWWW(concat('http://', replaceRegexpOne(trimBoth(${text}), '^[a-z]+://', '')))`;
    const websites = (searched?.websites ?? []).map((column) => {
      const text = `lower(${quoted(column)})`;
      const host = hostOf(text);
      return `(multiSearchAny(${text}, ${domains}) AND (${host} IN ${domains} OR cutToFirstSignificantSubdomain(${host}) IN ${domains}))`;
    });
    const lists = (searched?.websiteLists ?? []).map((column) => {
      const text = `lower(${quoted(column)})`;
      const hosts = `arrayMap(site -> ${hostOf('site')}, splitByString('; ', ${text}))`;
      const all = `arrayConcat(${hosts}, arrayMap(host -> cutToFirstSignificantSubdomain(host), ${hosts}))`;
      return `(multiSearchAny(${text}, ${domains}) AND hasAny(${all}, ${domains}))`;
    });
    const emails = (searched?.emails ?? []).map((column) => {
      const text = `lower(${quoted(column)})`;
      return `(multiSearchAny(${text}, ${domains}) AND hasAny(extractAll(${text}, '@([^\\\\s,;|<>]+)'), ${domains}))`;
    });
    const found = [...websites, ...lists, ...emails].join(' OR ') || '0';
    if (list === 'out' || !searched?.hasDomainIndex) return found;
    // The column also has domains above that of a subdomain, and finds all leads that the texts do.
    const hashes = `arrayMap(domain -> xxHash64(concat('domain:', domain)), ${domains})`;
    return `hasAny(${LEFT_OUT_COLUMN}, ${hashes}) AND (${found})`;
  }
}
