import { plural } from '#contract/plural.ts';
import { type RowView, rowViews, UNREADABLE_ROW } from '#web/kit/row-view.ts';
import {
  type CompanyRow,
  companyToDomain,
  type DomainSource,
  emptyCompanyRow,
  parseCompanyInput,
} from '../definition.ts';
import { COMPANY_MESSAGES } from '../messages.ts';

/** Failed: nothing could be looked up or read. A line that is no company name is not found. */
export type RowStatus = 'found' | 'not_found' | 'failed';

/** A result as the table shows it. */
export type CompanyView = RowView<CompanyRow, RowStatus>;

export const STATUS_LABELS: Readonly<Record<RowStatus, string>> = {
  found: 'Found',
  not_found: 'Not found',
  failed: 'Failed',
};

/** The step that decided. */
export const SOURCE_LABELS: Readonly<Record<DomainSource, string>> = {
  given: 'Your list',
  operator: "Operator's table",
  leads: 'Lead databases',
  preset: 'Imported data',
  index: 'Company index',
  website: 'Website',
  provider: 'Data provider',
};

export const companyView = rowViews(
  companyToDomain.task,
  (input) => emptyCompanyRow(parseCompanyInput(input), UNREADABLE_ROW, UNREADABLE_ROW),
  (row) => ({ status: rowStatus(row) }),
);

function rowStatus({ domain, error }: CompanyRow): RowStatus {
  if (domain !== null) return 'found';
  return error === COMPANY_MESSAGES.notFound ? 'not_found' : 'failed';
}

/** A row's cost and the reason (docs/deviations.md 11). */
export function chargeText({ charge, row, status }: CompanyView): string {
  if (charge > 0) return `${plural(charge, 'credit')} for this domain`;
  if (row.source === 'given') return 'Free (your list has the domain)';
  if (status === 'found') return 'Free';
  return status === 'failed' ? "Free (we couldn't look it up)" : 'Free (no domain found)';
}
