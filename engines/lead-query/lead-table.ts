/** A lead table such as `leads.apollo`, and its visible columns in order. */
export interface LeadTable {
  name: string;
  columns: readonly string[];
  /** whether the `lw_formulas` column marks rows that may have a spreadsheet formula */
  hasFormulaColumn?: boolean;
  /** the columns that text filters search; a filter without columns matches no lead */
  searched?: SearchedColumns;
}

/** What filters search besides the stored columns. */
export interface SearchedColumns {
  websites: readonly string[];
  /** columns with several websites in a cell, separated by "; " */
  websiteLists?: readonly string[];
  emails: readonly string[];
  /** whether `CATEGORIES_COLUMN` has all categories of a lead: its own and those above it */
  hasCategories?: boolean;
  /** whether an index of `LEFT_OUT_COLUMN` finds the leads with a domain */
  hasDomainIndex?: boolean;
  /** whether `COMPANY_KEYS_COLUMN` is stored */
  hasCompanyKeys?: boolean;
  /** SQL of stored columns that this table doesn't have */
  computed?: Readonly<Record<string, string>>;
  /** columns with an index of their words, pairs or labels (`WORD_INDEX`, `PAIR_INDEX`, `LABEL_INDEX`), whose name is that of the column and `_index` */
  indexed?: ReadonlySet<string>;
  /** the table, if these indexes have the words of all rows, so that the starts of words can be looked up in them */
  wordTable?: string;
  /** the table, if it has a summary of its titles: each of them once, and `lw_find_title_hash` in every row */
  titleSummary?: string;
}

/** A stored column of a table, or its SQL if the table doesn't have it. */
export function storedColumn(name: string, searched: SearchedColumns | undefined): string {
  return searched?.computed?.[name] ?? name;
}

/** A ClickHouse statement and its bound values. The SQL text contains no values. */
export interface LeadQuery {
  sql: string;
  params: Record<string, unknown>;
}

/** The stored column with the hashes of the keys by which exclusion lists leave a lead out. */
export const LEFT_OUT_COLUMN = 'lw_find_left_out';
/** The stored column with those of these hashes that are of the company: half as many, and the same for many leads. */
export const COMPANY_KEYS_COLUMN = 'lw_find_company_keys';
/**
 * The stored column with all categories of a business, folded, each with a semicolon before and after it. It has an index
 * (`LABEL_INDEX`): there are some thousand categories, but so many combinations of them that comparing each takes longer than
 * reading which places have one.
 */
export const CATEGORIES_COLUMN = 'lw_find_category_path';

/** The column with the pairs of neighboring words of a column, if a table has one. */
export function pairsColumn(words: string): string {
  return `${words}_pairs`;
}

/** Quotes a table or column name for SQL. Throws unless it is a plain identifier. */
export function quoted(name: string): string {
  if (!/^[A-Za-z_]\w{0,199}$/.test(name))
    throw new Error(`${JSON.stringify(name)} is not a valid table or column name`);
  return `\`${name}\``;
}
