import { FILTERS_TOO_LONG } from '#contract/lead-filters.ts';
import { LEAD_FILTER_MAX_ENTRIES, LEAD_FILTERS_MAX_CHARS } from '#contract/limits.ts';
import { LEAVE_OUT_MAX } from '#contract/list-exclusions.ts';
import { type LeadFilter, LISTS } from '../lead-filter.ts';

const TOO_MANY_ENTRIES = `A filter can have at most ${LEAD_FILTER_MAX_ENTRIES} entries.`;
const TOO_MANY_LISTS = `A search can name at most ${LEAVE_OUT_MAX} lists.`;

/** Why the function would refuse the entries of a filter, as sentences; null if it takes them. */
export function entriesRefusal(filter: LeadFilter): string | null {
  const lists = [
    ...LISTS.flatMap((name) => [filter[name].include, filter[name].exclude]),
    filter.country,
    filter.employees,
  ];
  if (lists.some((list) => list.length > LEAD_FILTER_MAX_ENTRIES)) return TOO_MANY_ENTRIES;
  if (filter.inList.length > LEAVE_OUT_MAX) return TOO_MANY_LISTS;
  const chars = lists.flat().reduce((sum, entry) => sum + entry.length, 0);
  return chars > LEAD_FILTERS_MAX_CHARS ? FILTERS_TOO_LONG : null;
}

/** The first of the values that can be added together, as many as `refusal` lets through. */
export function valuesThatFit(
  values: readonly string[],
  refusal: (values: readonly string[]) => string | null,
): readonly string[] {
  let [fit, tooMany] = [0, values.length + 1];
  while (tooMany - fit > 1) {
    const tried = Math.floor((fit + tooMany) / 2);
    if (refusal(values.slice(0, tried)) === null) fit = tried;
    else tooMany = tried;
  }
  return values.slice(0, fit);
}
