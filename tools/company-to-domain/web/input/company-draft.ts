import { cutText } from '#contract/cut-text.ts';
import { COMPANIES_PER_TASK } from '#contract/limits.ts';
import { MESSAGES } from '#contract/messages.ts';
import { type CompanyEntry, distinctEntries, readCompanyText } from '#engines/csv/company-list.ts';
import { INPUT_MAX_CHARS } from '../../definition.ts';

/** The companies of the typed lines. A line that is too long for a name is cut, as on the server. */
export function readDraft(text: string): { entries: CompanyEntry[]; duplicates: number; hints: number } {
  const { entries: written, duplicates } = distinctEntries(readCompanyText(text));
  const entries = written.map(cut);
  const hints = entries.filter(({ country, website }) => country !== null || website !== null).length;
  return { entries, duplicates, hints };
}

function cut(entry: CompanyEntry): CompanyEntry {
  if (entry.company_name.length <= INPUT_MAX_CHARS) return entry;
  return { ...entry, company_name: cutText(entry.company_name, INPUT_MAX_CHARS) };
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
