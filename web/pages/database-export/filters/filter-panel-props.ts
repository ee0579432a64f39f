import type { LeadDatabase } from '#contract/leads.ts';
import type { ListView } from '#contract/lists.ts';
import type { LeadFilter, LeadFilterChange } from '../lead-filter.ts';

/** What the filters of a tab get. */
export interface FilterPanelProps {
  database: LeadDatabase;
  filter: LeadFilter;
  /** the lists of the account */
  lists: readonly ListView[];
  /** whether the results are on a map, too */
  hasMap?: boolean;
  onFilter: (change: LeadFilterChange) => void;
}
