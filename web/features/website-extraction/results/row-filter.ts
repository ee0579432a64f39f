import type { RowOutcome, WebsiteRowView } from './website-row.ts';

export const OUTCOME_FILTERS = ['all', 'found', 'not_found', 'failed'] as const;
export type OutcomeFilter = (typeof OUTCOME_FILTERS)[number];

/** What of the results is shown. It lives in the address as `show` and `q`. */
export interface RowFilter {
  show: OutcomeFilter;
  text: string;
}

const SHOWN: Record<Exclude<OutcomeFilter, 'all'>, readonly RowOutcome[]> = {
  found: ['found'],
  not_found: ['not_found'],
  failed: ['failed', 'blocked'],
};

export function readRowFilter(params: URLSearchParams): RowFilter {
  const show = OUTCOME_FILTERS.find((each) => each === params.get('show')) ?? 'all';
  return { show, text: params.get('q') ?? '' };
}

/** The address's parameters with the filter in them; what is at its default is left out. */
export function writeRowFilter(params: URLSearchParams, filter: RowFilter): URLSearchParams {
  const next = new URLSearchParams(params);
  next.delete('show');
  next.delete('q');
  if (filter.show !== 'all') next.set('show', filter.show);
  if (filter.text) next.set('q', filter.text);
  return next;
}

/** Whether anything is left out, so that all rows have to be looked through. */
export function isFiltering({ show, text }: RowFilter): boolean {
  return show !== 'all' || text.trim() !== '';
}

export function matchesFilter(view: WebsiteRowView, { show, text }: RowFilter): boolean {
  if (show !== 'all' && !SHOWN[show].includes(view.outcome)) return false;
  return view.haystack.includes(text.trim().toLowerCase());
}
