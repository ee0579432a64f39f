import { COMPANIES_PER_TASK } from '#contract/limits.ts';
import { MESSAGES } from '#contract/messages.ts';
import { type CompanyEntry, distinctEntries, entriesOf, lineOf } from '#engines/csv/company-list.ts';

/** The typed list and the idempotency key of its last attempt, so that a retry costs once. */
export interface CompanyDraft {
  text: string;
  /** the last attempt without a success, with the list it was for */
  attempt: { key: string; fingerprint: string } | null;
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

/** The last attempt if its list was the same, since its response may be lost; else a new one. */
export function attemptFor(
  entries: readonly CompanyEntry[],
  last: CompanyDraft['attempt'],
  newKey: () => string,
): { key: string; fingerprint: string } {
  const fingerprint = fingerprintOf(entries.map(lineOf).join('\n'));
  return last?.fingerprint === fingerprint ? last : { key: newKey(), fingerprint };
}

/** An FNV-1a hash of the text, with its length. */
function fingerprintOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return `${text.length}-${(hash >>> 0).toString(16)}`;
}
