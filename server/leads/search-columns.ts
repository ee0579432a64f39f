import { SENIORITY_NAMES } from '#contract/seniorities.ts';
import { fastSql, foldedSql, labelSql, nameKeySql } from '#engines/country-names/folded-text.ts';
import { TOGGLES, type ToggleColumn } from '#engines/lead-query/lead-condition.ts';
import { summaryCounts } from '#engines/lead-query/lead-query.ts';
import {
  CATEGORIES_COLUMN,
  COMPANY_KEYS_COLUMN,
  LEFT_OUT_COLUMN,
  pairsColumn,
  quoted,
  type SearchedColumns,
} from '#engines/lead-query/lead-table.ts';
import {
  LABEL_INDEX,
  neighborPairs,
  PAIR_INDEX,
  SEPARATOR,
  spacedWords,
  WORD_INDEX,
} from '#engines/lead-query/word-search.ts';
import { DESCRIPTION, type LeadDatabaseShape, phoneColumns } from './databases.ts';
import { companyHashesSql, leftOutHashesSql } from './left-out-column.ts';

/** A stored column that filters search, made from the columns of an import. */
export interface SearchColumn {
  name: string;
  type: string;
  sql: string;
}

/** The definition of a column in CREATE TABLE and ALTER TABLE. */
export function columnSql({ name, type, sql }: SearchColumn): string {
  return `${name} ${type} MATERIALIZED ${sql}`;
}

const LABEL = 'LowCardinality(String)';
const NONE = "''";
const NEVER = 'false';

/**
 * The columns that filters search in a table with the text columns `columns`. Texts are folded as those of a
 * search are (#engines/country-names/folded-text.ts), so capitals and accents make no difference. Places, companies and keywords are stored as words. Numbers are -1 if
 * unknown.
 */
export function searchColumns(shape: LeadDatabaseShape, columns: readonly string[]): SearchColumn[] {
  const { sources, phones } = shape;
  const label = (column: string | undefined) => (column ? labelSql(quoted(column)) : NONE);
  const title = sources.title ? foldedSql(quoted(sources.title)) : NONE;
  const count = (column: string | undefined) => (column ? countSql(quoted(column)) : 'toInt32(-1)');
  return [
    { name: 'lw_find_title', type: 'String', sql: title },
    { name: 'lw_find_title_words', type: 'String', sql: title === NONE ? NONE : spacedWords(title) },
    {
      name: 'lw_find_title_hash',
      type: 'UInt64',
      sql: title === NONE ? 'toUInt64(0)' : `cityHash64(${spacedWords(title)})`,
    },
    { name: 'lw_find_company', type: 'String', sql: wordsSql([shape.company]) },
    {
      name: 'lw_find_keyword',
      type: 'String',
      sql: wordsSql(keywordColumns(shape, columns), ` ${SEPARATOR} `),
    },
    { name: 'lw_find_place', type: 'String', sql: wordsSql(shape.place) },
    { name: 'lw_find_industry', type: LABEL, sql: label(sources.industry) },
    {
      name: 'lw_find_country',
      type: LABEL,
      sql: sources.country ? nameKeySql(quoted(sources.country)) : NONE,
    },
    { name: 'lw_find_seniority', type: LABEL, sql: senioritySql(label(sources.seniority)) },
    { name: 'lw_find_company_size', type: LABEL, sql: label(sources.companySize) },
    {
      name: 'lw_find_skills',
      type: `Array(${LABEL})`,
      sql: skillsSql(sources.skills, (skill) => labelSql(skill)),
    },
    { name: 'lw_find_connections', type: 'Int32', sql: count(sources.connections) },
    { name: 'lw_find_employees', type: 'Int32', sql: count(sources.employees) },
    { name: 'lw_find_email', type: 'Bool', sql: anyReal(shape.emails) },
    { name: 'lw_find_phone', type: 'Bool', sql: anyReal(phoneColumns(shape, columns)) },
    { name: 'lw_find_direct_phone', type: 'Bool', sql: anyReal(phones.direct) },
    { name: 'lw_find_mobile', type: 'Bool', sql: anyReal(phones.mobile) },
    { name: LEFT_OUT_COLUMN, type: 'Array(UInt64)', sql: leftOutHashesSql(shape, columns) },
    ...businessColumns(shape),
    ...companyColumns(shape),
  ];
}

/** The keys that people of a company share, for the summary of companies. Most businesses have a name of their own. */
function companyColumns(shape: LeadDatabaseShape): SearchColumn[] {
  if (shape.business) return [];
  return [{ name: COMPANY_KEYS_COLUMN, type: 'Array(UInt64)', sql: companyHashesSql(shape) }];
}

/** What only businesses have. */
function businessColumns({ business, websites, sources }: LeadDatabaseShape): SearchColumn[] {
  if (!business) return [];
  const all = `splitByString('; ', concat(${quoted(business.categories)}, '; ', ${quoted(sources.industry)}))`;
  const { region, city, postcode, longitude, latitude, brand, status } = business;
  const degrees = (column: string) => `toFloat32OrZero(${quoted(column)})`;
  return [
    { name: 'lw_find_region', type: LABEL, sql: labelSql(quoted(region)) },
    { name: 'lw_find_city', type: LABEL, sql: labelSql(quoted(city)) },
    { name: 'lw_find_postcode', type: 'String', sql: labelSql(quoted(postcode)) },
    { name: 'lw_find_longitude', type: 'Float32', sql: degrees(longitude) },
    { name: 'lw_find_latitude', type: 'Float32', sql: degrees(latitude) },
    { name: 'lw_find_website', type: 'Bool', sql: anyReal(websites) },
    { name: 'lw_find_chain', type: 'Bool', sql: `${quoted(brand)} != ''` },
    { name: 'lw_find_open', type: 'Bool', sql: `position(${quoted(status)}, 'closed') = 0` },
    {
      name: CATEGORIES_COLUMN,
      type: LABEL,
      sql: `concat(';', arrayStringConcat(arrayMap(c -> concat(${labelSql('c')}, ';'), ${all})))`,
    },
  ];
}

/** The toggle columns of a database that can be true. */
function possibleToggles(shape: LeadDatabaseShape): ToggleColumn[] {
  const found = new Map(searchColumns(shape, []).map(({ name, sql }) => [name, sql]));
  return TOGGLES.map(([name]) => name).filter((name) => (found.get(name) ?? NEVER) !== NEVER);
}

/** The skills of a row, as they are written. Both lists of skills have the same order. */
export function skillsSql(
  column: string | undefined,
  toSql: (skill: string) => string = (skill) => skill,
): string {
  if (!column) return '[]';
  return `arrayMap(s -> ${toSql('s')}, arrayFilter(s -> s != '', arrayMap(s -> trimBoth(s), splitByRegexp('[,;|]', ${quoted(column)}))))`;
}

/** A table, as far as searches depend on it. */
export interface SearchedTable {
  name: string;
  columns: ReadonlySet<string>;
  /** the names of its indexes and summaries */
  indexes: ReadonlySet<string>;
  /** whether its indexes of words have the words of all rows */
  hasAllWords: boolean;
  /** whether `COMPANY_KEYS_COLUMN` is stored for all rows */
  hasAllCompanyKeys: boolean;
}

/**
 * What searches of a table read. Columns for filters that it doesn't have are computed in each search, since the tables of
 * other engines can't be changed.
 */
export function searchedBy(shape: LeadDatabaseShape, table: SearchedTable): SearchedColumns {
  const { websites, emails, business } = shape;
  const own = [...table.columns].filter((name) => !name.startsWith('lw_'));
  const missing = searchColumns(shape, own).filter(({ name }) => !table.columns.has(name));
  return {
    // The websites of a business are one cell.
    ...(business ? { websites: [], websiteLists: websites, hasCategories: true } : { websites }),
    emails,
    computed: Object.fromEntries(missing.map(({ name, sql }) => [name, `(${sql})`])),
    indexed: new Set(
      [...WORD_COLUMNS, ...PAIRED_COLUMNS.map(pairsColumn), CATEGORIES_COLUMN].filter((name) =>
        table.indexes.has(`${name}_index`),
      ),
    ),
    ...(table.hasAllWords ? { wordTable: table.name } : {}),
    hasDomainIndex: table.indexes.has(DOMAIN_INDEX),
    hasCompanyKeys: table.columns.has(COMPANY_KEYS_COLUMN) && table.hasAllCompanyKeys,
    ...(table.indexes.has(TITLE_SUMMARY) ? { titleSummary: table.name } : {}),
  };
}

/** The words of some columns, one after the other. So no words match across a `SEPARATOR`. */
function wordsSql(columns: readonly string[], separator = ' '): string {
  return spacedWords(foldedSql(`concatWithSeparator('${separator}', ${columns.map(quoted).join(', ')}, '')`));
}

/** The columns that keywords are searched in. */
function keywordColumns({ keyword }: LeadDatabaseShape, columns: readonly string[]): string[] {
  return [...new Set([...keyword, ...columns.filter((column) => DESCRIPTION.test(column))])];
}

function senioritySql(label: string): string {
  if (label === NONE) return NONE;
  const plain = `replaceRegexpOne(replaceRegexpAll(${label}, '[^a-z0-9]+', '_'), '_level$', '')`;
  const list = (values: readonly string[]) => `[${values.map((value) => `'${value}'`).join(', ')}]`;
  const names = Object.keys(SENIORITY_NAMES);
  return `transform(${plain}, ${list(names)}, ${list(Object.values(SENIORITY_NAMES))}, ${plain})`;
}

function anyReal(columns: readonly string[]): string {
  return columns.map((column) => real(quoted(column))).join(' OR ') || NEVER;
}

/** Whether a column has a value other than a placeholder such as "n/a". */
function real(column: string): string {
  return `(${column} != '' AND lowerUTF8(${column}) NOT IN ('n/a', 'na', 'null', 'none', '-'))`;
}

/** Columns that are searched for words, each with an index of them. Titles have a summary instead. */
const WORD_COLUMNS = ['lw_find_company', 'lw_find_keyword', 'lw_find_place'] as const;

/** The indexes of the columns that are searched for words, by their names. */
export const WORD_INDEXES: ReadonlyMap<string, string> = new Map(
  WORD_COLUMNS.map((column) => [`${column}_index`, `${column} TYPE ${WORD_INDEX}`]),
);

/** Columns of businesses in which phrases are searched by an index: their texts are short, and reading them all takes too long. */
const PAIRED_COLUMNS = ['lw_find_keyword', 'lw_find_place'] as const;

/**
 * The definitions of the columns with the pairs of neighboring words of businesses, and of their indexes. Only new tables get them, so
 * a table with an index has it for all rows.
 */
export function pairDefinitions({ business }: LeadDatabaseShape): string[] {
  if (!business) return [];
  return PAIRED_COLUMNS.flatMap((words) => {
    const name = pairsColumn(words);
    const column = columnSql({ name, type: 'Array(String)', sql: neighborPairs(words) });
    return [column, `INDEX ${name}_index ${name} TYPE ${PAIR_INDEX}`];
  });
}

/** The index of the categories of businesses, which finds all places of one at once. */
export const CATEGORY_INDEX = [
  `${CATEGORIES_COLUMN}_index`,
  `${CATEGORIES_COLUMN} TYPE ${LABEL_INDEX}`,
] as const;

const DOMAIN_INDEX = `${LEFT_OUT_COLUMN}_index`;

/** The index of businesses that finds those with a domain. Places of a category and country are side by side, so one has others near it. */
export const PLACE_INDEXES: ReadonlyMap<string, string> = new Map([
  [DOMAIN_INDEX, `${LEFT_OUT_COLUMN} TYPE bloom_filter GRANULARITY 1`],
]);

/** The name of the summary that counts leads per distinct title. */
const TITLE_SUMMARY = 'lw_find_title_counts';
/** The name of the summary that counts leads per company. */
const COMPANY_SUMMARY = 'lw_find_company_counts';

/** A summary of a table, a projection: how many leads with each set of toggles have each value of a column. */
export interface Summary {
  name: string;
  column: string;
  /** its definition in CREATE TABLE and ALTER TABLE */
  sql: string;
}

/** The summaries of a table. Searches by titles and toggles alone match the most leads, and those without some companies. */
export function summaries(shape: LeadDatabaseShape): Summary[] {
  const counts = summaryCounts(possibleToggles(shape)).join(', ');
  const summary = (name: string, column: string) => ({
    name,
    column,
    sql: `PROJECTION ${name} (SELECT ${column}, ${counts} GROUP BY ${column})`,
  });
  return [
    summary(TITLE_SUMMARY, 'lw_find_title_words'),
    ...companyColumns(shape).map(({ name }) => summary(COMPANY_SUMMARY, name)),
  ];
}

/** A number as people write it, with separators of thousands or decimals. */
const NUMBER = "(?:[0-9]{1,3}(?:[ \\\\x{00A0}\\\\x{2009}\\\\x{202F}\\'’][0-9]{3})+|[0-9]+(?:[.,][0-9]+)*)";
const UNIT = '\\\\s*(k|thousand|tsd|m|mn|mio|mln|million|millions)\\\\b';

/**
 * An SQL expression: the first number in a text such as "500+", "1,001-5,000", "2.5K", "1K-5K" or "10 000"; -1 if
 * there is none. In "1-5K", both are thousands.
 */
export function countSql(column: string): string {
  const text = 'lower(x)';
  const first = `extract(${text}, '${NUMBER}')`;
  const digits = (number: string) => `toFloat64OrZero(replaceRegexpAll(${number}, '[^0-9]', ''))`;
  const decimal = `toFloat64OrZero(replaceAll(${first}, ',', '.'))`;
  const ownUnit = `extract(${text}, '^[^0-9]*${NUMBER}${UNIT}')`;
  const second = `extract(${text}, '^[^0-9]*${NUMBER}[^0-9]+(${NUMBER})')`;
  const rangeUnit = `extract(${text}, '^[^0-9]*${NUMBER}[^0-9]+${NUMBER}${UNIT}')`;
  const unit = `if(${ownUnit} = '' AND ${digits(first)} < ${digits(second)}, ${rangeUnit}, ${ownUnit})`;
  const plain = `if(match(${first}, '^[0-9]+[.,][0-9]+$') AND NOT match(${first}, '^[0-9]{1,3}[.,][0-9]{3}$'),
    floor(${decimal}), ${digits(first)})`;
  const scaled = `if(match(${first}, '^[0-9]+[.,][0-9]{1,2}$'), ${decimal}, ${digits(first)})`;
  const factor = `if(${unit} IN ('k', 'thousand', 'tsd'), 1000, 1000000)`;
  const complex = `toInt32(least(multiIf(${first} = '', -1, ${unit} = '', ${plain}, ${scaled} * ${factor}), 2000000000))`;
  const isSimple = `match(${column}, '^([0-9]{1,9}([-+][0-9]*)?)?$')`;
  const simple = `if(${column} = '', toInt32(-1), toInt32OrZero(extract(${column}, '^[0-9]+')))`;
  return fastSql(column, isSimple, simple, complex);
}
