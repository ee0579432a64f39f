import { MESSAGES } from '#contract/messages.ts';
import type { TaskRow } from '#contract/tasks.ts';
import { cachedView, UNREADABLE_ROW } from '#web/kit/cached-view.ts';
import type { RowFilter } from '#web/kit/row-filter.ts';
import { plural } from '#web/lib/format.ts';
import type { SortKeys } from '#web/ui/row-sort.ts';
import { containsText, searchText } from '../../history-column.ts';
import {
  CompanyRow,
  companyToDomain,
  type DomainSource,
  emptyCompanyRow,
  parseCompanyInput,
} from '../definition.ts';

/** failed: nothing could be looked up or read. A line that is no company name is not found. */
export type RowOutcome = 'found' | 'not_found' | 'failed';

/** A result as the table shows it. */
export interface CompanyView {
  position: number;
  charge: number;
  outcome: RowOutcome;
  row: CompanyRow;
  /** the text that the text filter searches, as `searchText` makes it */
  searchText: string;
}

export const OUTCOME_FILTERS = ['all', 'found', 'not_found', 'failed'] as const;

export const OUTCOME_LABELS: Readonly<Record<RowOutcome, string>> = {
  found: 'Found',
  not_found: 'Not found',
  failed: 'Failed',
};

/** The step that decided. */
export const SOURCE_LABELS: Readonly<Record<DomainSource, string>> = {
  given: 'Your list',
  operator: "Operator's table",
  leads: 'Lead databases',
  index: 'Company index',
  website: 'Website',
  provider: 'Data provider',
};

export const COMPANY_SORT_KEYS: SortKeys<CompanyView> = {
  company: ({ row }) => row.company_name.toLowerCase(),
  domain: ({ row }) => row.domain ?? '',
  confidence: ({ row }) => row.confidence,
  source: ({ row }) => (row.source === null ? '' : SOURCE_LABELS[row.source]),
  reason: ({ row }) => row.explanation,
  charge: ({ charge }) => charge,
};

export function matchesFilter(view: CompanyView, { show, text }: Pick<RowFilter, 'show' | 'text'>): boolean {
  if (show !== 'all' && view.outcome !== show) return false;
  return containsText(view.searchText, text);
}

export const companyView = cachedView(makeView);

function makeView({ position, charge, input, row: stored }: TaskRow): CompanyView {
  const parsed = CompanyRow.safeParse(stored);
  const row = parsed.success
    ? parsed.data
    : emptyCompanyRow(parseCompanyInput(input), UNREADABLE_ROW, UNREADABLE_ROW);
  return {
    position,
    charge,
    outcome:
      row.domain !== null ? 'found' : row.error === MESSAGES.companies.notFound ? 'not_found' : 'failed',
    row,
    searchText: searchText(row, companyToDomain.task.filter.text),
  };
}

/** A row's cost and the reason (docs/deviations.md 11). */
export function chargeText({ charge, row, outcome }: CompanyView): string {
  if (charge > 0) return `${plural(charge, 'credit')} for this domain`;
  if (row.source === 'given') return 'Free (your list has the domain)';
  if (outcome === 'found') return 'Free';
  return outcome === 'failed' ? "Free (we couldn't look it up)" : 'Free (no domain found)';
}
