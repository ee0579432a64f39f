import type { TaskRow } from '#contract/tasks.ts';
import { cachedView, UNREADABLE_ROW } from '#web/kit/cached-view.ts';
import type { RowFilter } from '#web/kit/row-filter.ts';
import { plural } from '#web/lib/format.ts';
import type { SortKeys } from '#web/ui/row-sort.ts';
import { searchText } from '../../../history-column.ts';
import {
  CompanyRow,
  companyToDomain,
  type DomainSource,
  emptyCompanyRow,
  parseCompanyInput,
} from '../../definition.ts';

/** failed: nothing could be looked up or read, or the line is no company name. */
export type RowOutcome = 'found' | 'not_found' | 'failed';

/** A result as the table shows it. */
export interface CompanyView {
  position: number;
  charge: number;
  outcome: RowOutcome;
  row: CompanyRow;
  /** lower-case text that the text filter searches */
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

/** What a piece of evidence is about, for people who don't know HTML. */
const EVIDENCE_LABELS: Readonly<Record<string, string>> = {
  'json-ld': 'Business data (JSON-LD)',
  'site-name': 'Site name',
  title: 'Title',
  copyright: 'Copyright line',
  imprint: 'Imprint',
  logo: 'Logo',
  heading: 'Heading',
  text: 'Page text',
  domain: 'Domain',
  hint: 'Your list',
  index: 'Known from',
  page: 'Page',
  country: 'Country',
  'legal-form': 'Legal form',
  trade: 'Trade',
  given: 'Your list',
  operator: "Operator's table",
  leads: 'Lead databases',
  provider: 'Data provider',
};

export function evidenceLabel(source: string): string {
  return EVIDENCE_LABELS[source] ?? source;
}

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
  return view.searchText.includes(text.trim().toLowerCase());
}

export const companyView = cachedView(makeView);

/** Rows of lines that are no company name say so; they aren't charged. */
const NOT_FOUND = 'No domain found';

function makeView({ position, charge, input, row: stored }: TaskRow): CompanyView {
  const parsed = CompanyRow.safeParse(stored);
  const row = parsed.success
    ? parsed.data
    : emptyCompanyRow(parseCompanyInput(input), UNREADABLE_ROW, UNREADABLE_ROW);
  return {
    position,
    charge,
    outcome: row.domain !== null ? 'found' : row.error === NOT_FOUND ? 'not_found' : 'failed',
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
