import { COMPANIES_PER_TASK } from '#contract/limits.ts';
import { MESSAGES } from '#contract/messages.ts';
import { type CompanyEntry, distinctEntries, entriesOf } from '#engines/csv/company-list.ts';

/** The companies of the typed lines. */
export function readDraft(text: string): { entries: CompanyEntry[]; duplicates: number; hints: number } {
  const { entries, duplicates } = distinctEntries(entriesOf(text.split(/\r\n|\r|\n/)));
  const hints = entries.filter(({ country, website }) => country !== null || website !== null).length;
  return { entries, duplicates, hints };
}

/** Why the list can't be sent (spec lead tools §5); null if it can. */
export function refusalOf(entries: readonly CompanyEntry[]): string | null {
  if (entries.length === 0) return MESSAGES.companies.noNames;
  return entries.length > COMPANIES_PER_TASK ? MESSAGES.companies.tooMany : null;
}

/** What the function takes: a name alone, or with its hints. */
export function requestOf(entries: readonly CompanyEntry[]): (string | CompanyEntry)[] {
  return entries.map((entry) =>
    entry.country === null && entry.website === null ? entry.company_name : entry,
  );
}
