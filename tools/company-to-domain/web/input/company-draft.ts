import { COMPANIES_PER_TASK } from '#contract/limits.ts';
import { MESSAGES } from '#contract/messages.ts';
import { type CompanyEntry, distinctEntries, entriesOf } from '#engines/csv/company-list.ts';
import type { Attempt } from '#web/kit/attempt.ts';

/** The typed list and the idempotency key of its last attempt, so that a retry costs once. */
export interface CompanyDraft {
  text: string;
  /** the last attempt without a success, with the list it was for */
  attempt: Attempt | null;
}

export const EMPTY_DRAFT: CompanyDraft = { text: '', attempt: null };

/** Each account has its own draft: two people who share a computer don't see each other's lists. */
export function draftStorageKey(accountId: string): string {
  return `leadwell-draft-company-to-domain-${accountId}`;
}

/** Parses a saved draft. Anything unexpected gives an empty one. */
export function parseDraft(saved: string | null): CompanyDraft {
  if (!saved) return EMPTY_DRAFT;
  try {
    const { text, attempt } = JSON.parse(saved) as Partial<CompanyDraft>;
    if (typeof text !== 'string') return EMPTY_DRAFT;
    const valid = typeof attempt?.key === 'string' && typeof attempt.fingerprint === 'string';
    return { text, attempt: valid && attempt ? attempt : null };
  } catch {
    return EMPTY_DRAFT;
  }
}

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
