import { plural } from '#contract/plural.ts';
import { type RowView, rowViews, UNREADABLE_ROW } from '#web/kit/row-view.ts';
import {
  emptyLinkedinRow,
  FREE_STEPS,
  type LinkedinRow,
  type LinkedinSource,
  linkedinEnrichment,
  parseLinkedinInput,
  ROW_ERRORS,
  USED_TOOLS,
} from '../definition.ts';

/** Failed: no profile, or a source was down and no other had data. */
export type RowStatus = 'found' | 'not_found' | 'failed';

/** A result as the table shows it. */
export interface ProfileView extends RowView<LinkedinRow, RowStatus> {
  /** what the profile is called in the table: its name, or the end of its URL */
  label: string;
}

export const STATUS_LABELS: Readonly<Record<RowStatus, string>> = {
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
  'company-domain': USED_TOOLS.companies.name,
  email: USED_TOOLS.emails.name,
};

export const profileView = rowViews(
  linkedinEnrichment.task,
  (input) => emptyLinkedinRow(parseLinkedinInput(input), UNREADABLE_ROW, UNREADABLE_ROW),
  (row) => ({
    status: rowStatus(row),
    label: row.name ?? decoded(row.linkedinUrl.replace(/^https:\/\/www\.linkedin\.com\/in\//, '')),
  }),
);

function rowStatus({ completeness, error }: LinkedinRow): RowStatus {
  if (completeness > 0) return 'found';
  return error === ROW_ERRORS.notFound ? 'not_found' : 'failed';
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A row's cost and the reason (docs/deviations.md 11). */
export function chargeText({ charge, row, status }: ProfileView): string {
  if (charge > 0) return `${plural(charge, 'credit')} for this profile`;
  if (status === 'found' && row.sources.every(({ step }) => FREE_STEPS.has(step)))
    return 'Free (from your own page)';
  if (status === 'found') return 'Free';
  return status === 'failed' ? "Free (we couldn't enrich it)" : 'Free (no data found)';
}
