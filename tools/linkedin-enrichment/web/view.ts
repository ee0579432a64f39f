import type { TaskRow } from '#contract/tasks.ts';
import { cachedView, UNREADABLE_ROW } from '#web/kit/cached-view.ts';
import type { RowFilter } from '#web/kit/row-filter.ts';
import { plural } from '#web/lib/format.ts';
import type { SortKeys } from '#web/ui/row-sort.ts';
import { containsText, searchText } from '../../history-column.ts';
import {
  emptyLinkedinRow,
  FREE_STEPS,
  LinkedinRow,
  type LinkedinSource,
  linkedinEnrichment,
  parseLinkedinInput,
  ROW_ERRORS,
} from '../definition.ts';

/** failed: no profile, or a source was down and no other had data. */
export type RowOutcome = 'found' | 'not_found' | 'failed';

/** A result as the table shows it. */
export interface ProfileView {
  position: number;
  charge: number;
  outcome: RowOutcome;
  row: LinkedinRow;
  /** what the profile is called in the table: its name, or the end of its URL */
  label: string;
  /** the text that the text filter searches, as `searchText` makes it */
  searchText: string;
}

export const OUTCOME_FILTERS = ['all', 'found', 'not_found', 'failed'] as const;

export const OUTCOME_LABELS: Readonly<Record<RowOutcome, string>> = {
  found: 'Found',
  not_found: 'No data',
  failed: 'Failed',
};

export const SOURCE_LABELS: Readonly<Record<LinkedinSource, string>> = {
  list: 'Your list',
  leads: 'Lead databases',
  'leads-by-name': 'Lead databases, by name',
  page: 'Saved page',
  provider: 'Data provider',
  'company-domain': 'Company to domain',
  email: 'Email finder',
};

export const PROFILE_SORT_KEYS: SortKeys<ProfileView> = {
  profile: ({ label }) => label.toLowerCase(),
  title: ({ row }) => row.title?.toLowerCase() ?? '',
  company: ({ row }) => row.company?.toLowerCase() ?? '',
  email: ({ row }) => row.email ?? '',
  completeness: ({ row }) => row.completeness,
  charge: ({ charge }) => charge,
};

export function matchesFilter(view: ProfileView, { show, text }: Pick<RowFilter, 'show' | 'text'>): boolean {
  if (show !== 'all' && view.outcome !== show) return false;
  return containsText(view.searchText, text);
}

export const profileView = cachedView(makeView);

function makeView({ position, charge, input, row: stored }: TaskRow): ProfileView {
  const parsed = LinkedinRow.safeParse(stored);
  const row = parsed.success
    ? parsed.data
    : emptyLinkedinRow(parseLinkedinInput(input), UNREADABLE_ROW, UNREADABLE_ROW);
  const slug = row.linkedinUrl.replace(/^https:\/\/www\.linkedin\.com\/in\//, '');
  return {
    position,
    charge,
    outcome: row.completeness > 0 ? 'found' : row.error === ROW_ERRORS.notFound ? 'not_found' : 'failed',
    row,
    label: row.name ?? decoded(slug),
    searchText: searchText(row, linkedinEnrichment.task.filter.text),
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A row's cost and the reason (docs/deviations.md 11). */
export function chargeText({ charge, row, outcome }: ProfileView): string {
  if (charge > 0) return `${plural(charge, 'credit')} for this profile`;
  if (outcome === 'found' && row.sources.every(({ step }) => FREE_STEPS.has(step)))
    return 'Free (from your own page)';
  if (outcome === 'found') return 'Free';
  return outcome === 'failed' ? "Free (we couldn't enrich it)" : 'Free (no data found)';
}
