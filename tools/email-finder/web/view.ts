import { EMAIL_STATUSES, type EmailSource, type EmailStatus } from '#contract/emails.ts';
import type { TaskRow } from '#contract/tasks.ts';
import { cachedView, UNREADABLE_ROW } from '#web/kit/cached-view.ts';
import type { RowFilter } from '#web/kit/row-filter.ts';
import type { SortKeys } from '#web/ui/row-sort.ts';
import { containsText, searchText } from '../../history-column.ts';
import { EmailRow, emailFinder, unknownEmailRow } from '../definition.ts';

/** A result as the table shows it. */
export interface EmailView {
  position: number;
  charge: number;
  row: EmailRow;
  /** the person, domain or address in the list */
  contact: string;
  /** the text that the text filter searches, as `searchText` makes it */
  searchText: string;
}

export const STATUS_LABELS: Record<EmailStatus, string> = {
  deliverable: 'Deliverable',
  risky: 'Risky',
  undeliverable: 'Undeliverable',
  not_found: 'Not found',
  unknown: 'Unknown',
};

export const SOURCE_LABELS: Record<EmailSource, string> = {
  'mail-server': 'Mail server',
  memory: 'Checked earlier',
  hunter: 'Hunter',
  reacher: 'Reacher',
};

export const CATCH_ALL_LABELS = {
  true: 'Yes, the domain accepts mail for any address',
  false: 'No, the domain rejects unknown addresses',
} as const;

export const STATUS_FILTERS = ['all', ...EMAIL_STATUSES] as const;

const STATUSES: readonly EmailStatus[] = ['deliverable', 'risky', 'unknown', 'not_found', 'undeliverable'];

/** The sort value of each column. Statuses sort from best to worst. */
export const EMAIL_SORT_KEYS: SortKeys<EmailView> = {
  contact: ({ contact }) => contact,
  domain: ({ row }) => row.domain,
  email: ({ row }) => row.verified_email ?? row.best_guess ?? '',
  status: ({ row }) => STATUSES.indexOf(row.status),
  score: ({ row }) => row.score,
  reason: ({ row }) => row.explanation,
  catch_all: ({ row }) => (row.catch_all === null ? '' : Number(row.catch_all)),
  source: ({ row }) => (row.source ? SOURCE_LABELS[row.source] : ''),
  pattern: ({ row }) => row.pattern ?? '',
  charge: ({ charge }) => charge,
};

export const emailView = cachedView(makeView);

function makeView({ position, charge, row: stored }: TaskRow): EmailView {
  const parsed = EmailRow.safeParse(stored);
  const row = parsed.success ? parsed.data : unreadableRow();
  return {
    position,
    charge,
    row,
    contact: row.address ?? (row.name || row.domain),
    searchText: searchText(row, emailFinder.task.filter.text),
  };
}

export function matchesFilter(view: EmailView, { show, text }: Pick<RowFilter, 'show' | 'text'>): boolean {
  if (show !== 'all' && view.row.status !== show) return false;
  return containsText(view.searchText, text);
}

/** A row's cost and the reason (docs/deviations.md 11). */
export function chargeText({ charge, row }: EmailView): string {
  if (charge > 0) return '1 credit for this result';
  if (row.status === 'unknown') return 'Free (unknown result)';
  return row.source === null ? 'Free (no lookup needed)' : 'Free';
}

/** Stands in for a stored row of another shape, so that it doesn't look like an unknown result. */
function unreadableRow(): EmailRow {
  const noPerson = { first_name: '', last_name: '', domain: '' };
  return unknownEmailRow(noPerson, 'unclear-reply', UNREADABLE_ROW);
}
