import type { RowFilter } from '#web/kit/row-filter.ts';
import type { RowOutcome, WebsiteRowView } from './website-row.ts';

export const OUTCOME_FILTERS = ['all', 'found', 'not_found', 'failed'] as const;

const SHOWN: Readonly<Record<string, readonly RowOutcome[]>> = {
  found: ['found'],
  not_found: ['not_found'],
  failed: ['failed', 'blocked'],
};

export function matchesFilter(
  view: WebsiteRowView,
  { show, text }: Pick<RowFilter, 'show' | 'text'>,
): boolean {
  const outcomes = SHOWN[show];
  if (outcomes && !outcomes.includes(view.outcome)) return false;
  return view.haystack.includes(text.trim().toLowerCase());
}
