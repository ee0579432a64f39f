import type { EmailSource, EmailStatus } from '#contract/emails.ts';
import { type RowView, rowViews, UNREADABLE_ROW } from '#web/kit/row-view.ts';
import { type EmailRow, emailFinder, unknownEmailRow } from '../definition.ts';

/** A result as the table shows it. */
export interface EmailView extends RowView<EmailRow, EmailStatus> {
  /** the person, domain or address in the list */
  contact: string;
}

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

const NO_PERSON = { first_name: '', last_name: '', domain: '' };

export const emailView = rowViews(
  emailFinder.task,
  () => unknownEmailRow(NO_PERSON, 'unclear-reply', UNREADABLE_ROW),
  (row) => ({ status: row.status, contact: row.address ?? (row.name || row.domain) }),
);

/** A row's cost and the reason (docs/deviations.md 11). */
export function chargeText({ charge, row }: EmailView): string {
  if (charge > 0) return '1 credit for this result';
  if (row.status === 'unknown') return 'Free (unknown result)';
  return row.source === null ? 'Free (no lookup needed)' : 'Free';
}
