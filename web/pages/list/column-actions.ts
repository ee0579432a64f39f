import { createContext, use } from 'react';
import type { ListCosts } from '#contract/list-runs.ts';
import type { ListView } from '#contract/lists.ts';
import type { ColumnFilter } from '../../kit/row-filter.ts';
import type { RowSort } from '../../ui/row-sort.ts';
import type { ColumnView } from './grid-columns.ts';
import type { ListDialog } from './use-list-dialogs.ts';

/** What the menu of a column can do. */
export interface ColumnActions {
  list: ListView;
  /** what its steps found and cost; null until it is known */
  costs: ListCosts | null;
  /** the plan includes the costs */
  isIncluded: boolean;
  view: ColumnView;
  sort: RowSort | null;
  /** the columns on screen, in order */
  shown: readonly string[];
  onView: (change: Partial<ColumnView>) => void;
  onSort: (sort: RowSort | null) => void;
  /** shows only rows with, or without, a value in a column */
  onFilter: (filter: ColumnFilter) => void;
  onMove: (column: string, to: number) => void;
  onDialog: (dialog: ListDialog) => void;
}

export const ColumnActionsContext = createContext<ColumnActions | null>(null);

/** The actions of the list around. Throws outside of one. */
export function useColumnActions(): ColumnActions {
  const actions = use(ColumnActionsContext);
  if (!actions) throw new Error('A column menu needs a list.');
  return actions;
}
