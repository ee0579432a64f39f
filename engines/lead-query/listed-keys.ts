import type { LeadFilters } from '#contract/lead-filters.ts';
import {
  COMPANY_KEYS_COLUMN,
  LEFT_OUT_COLUMN,
  type LeadQuery,
  type SearchedColumns,
  storedColumn,
} from './lead-table.ts';

// The keys by which leads are compared with the rows of lists.

/**
 * SQL of the row of a list whose company a lead of `inLists` is at, as a number; 0 for none. Its parameters are bound
 * with the ones of `leadCondition`.
 */
export function companyRow(
  { listed, listedRows }: Pick<LeadFilters, 'listed' | 'listedRows'>,
  searched: SearchedColumns | undefined,
): LeadQuery {
  const first = `arrayFirst(hash -> hash IN (SELECT arrayJoin(${numbers('listed')})), ${companyKeys(searched)})`;
  return {
    sql: `transform(${first}, ${numbers('listed')}, ${numbers('listed_rows')}, toUInt64(0))`,
    params: { listed: (listed ?? []).join(' '), listed_rows: (listedRows ?? []).join(' ') },
  };
}

/**
 * SQL of the place in `leftOutLists`, from 1, of the first exclusion list that leaves a lead out, as a number; 0 if none does. Its
 * parameters are bound with the ones of `leadCondition`.
 */
export function leftOutPlace(
  filters: Pick<LeadFilters, 'leftOut' | 'leftOutAreCompanies' | 'leftOutLists'>,
  searched: SearchedColumns | undefined,
): LeadQuery {
  const { leftOut, leftOutLists } = filters;
  const hashes = numbers('left_out');
  const column = leftOutKeys(filters, searched);
  // With one list, the place is 1 or 0, which is cheaper to find.
  if (leftOutLists.length === 1)
    return {
      sql: `toUInt64(arrayExists(hash -> hash IN (SELECT arrayJoin(${hashes})), ${column}))`,
      params: { left_out: (leftOut ?? []).join(' ') },
    };
  const places = `arrayFlatten(arrayMap((count, place) -> arrayWithConstant(count, toUInt64(place)), ${numbers('left_out_counts')}, arrayEnumerate(${numbers('left_out_counts')})))`;
  const found = `arrayFilter(hash -> hash IN (SELECT arrayJoin(${hashes})), ${column})`;
  return {
    sql: `arrayMin(arrayMap(hash -> transform(hash, ${hashes}, ${places}, toUInt64(0)), ${found}))`,
    params: {
      left_out: (leftOut ?? []).join(' '),
      left_out_counts: leftOutLists.map(({ hashes: count }) => count).join(' '),
    },
  };
}

/** Whether a search leaves out only companies, and `COMPANY_KEYS_COLUMN` says which leads are at them. */
export function leavesOutCompanies(
  { leftOut, leftOutAreCompanies }: Pick<LeadFilters, 'leftOut' | 'leftOutAreCompanies'>,
  searched: SearchedColumns | undefined,
): boolean {
  return Boolean(leftOut?.length && leftOutAreCompanies && searched?.hasCompanyKeys);
}

/** SQL of the keys of a lead that exclusion lists are compared with. */
export function leftOutKeys(
  filters: Pick<LeadFilters, 'leftOut' | 'leftOutAreCompanies'>,
  searched: SearchedColumns | undefined,
): string {
  return leavesOutCompanies(filters, searched)
    ? COMPANY_KEYS_COLUMN
    : storedColumn(LEFT_OUT_COLUMN, searched);
}

/** SQL of the keys of a lead that have those of its company. */
export function companyKeys(searched: SearchedColumns | undefined): string {
  return searched?.hasCompanyKeys ? COMPANY_KEYS_COLUMN : storedColumn(LEFT_OUT_COLUMN, searched);
}

/** SQL of the numbers in a text. One text is bound ten times as fast as an array. */
function numbers(name: string): string {
  return `arrayMap(text -> toUInt64(text), splitByChar(' ', {${name}:String}))`;
}
