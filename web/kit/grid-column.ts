import type { ReactNode } from 'react';
import type { TaskOptions } from '#contract/tasks.ts';
import type { FilteredColumn } from './row-filter.ts';

/** One choice of the status filter. The first one shows all rows. */
export interface StatusChoice {
  show: string;
  label: string;
  /** matching rows; null if unknown */
  count: number | null;
}

/** A column as filters and the choice of columns know it. */
export interface CardColumn extends FilteredColumn {
  header: string;
  /** the values of a column that has few of them, with their labels */
  values?: Readonly<Record<string, string>>;
  /** filtered by the smallest number */
  number?: boolean;
  /** the status, which is shown by the status filter and left out by a filter; its `values` are the statuses */
  status?: boolean;
}

/** One row of the grid: an item of a task. */
export interface GridView {
  position: number;
}

/** A column of the grid. Make columns once, outside of components: new ones render every row again. */
export interface GridColumn<View> extends CardColumn {
  cell: (view: View) => ReactNode;
  /** its width class; in narrow windows, the first column needs none, since it takes what the others leave */
  width?: string;
  /** the value that rows are sorted by; none: the column can't be sorted */
  sort?: (view: View) => string | number;
  /** whether a task with these options has it. Default: all have */
  only?: (options: TaskOptions) => boolean;
  /** left out in narrow windows, where the first column shows its content or the receipt does */
  wide?: boolean;
  /** long text takes several lines, so that nothing is cut */
  wraps?: boolean;
}

/** The cost of each row, the last column of every tool. */
export const CHARGE_COLUMN: GridColumn<GridView & { charge: number }> = {
  id: 'charge',
  header: 'Credits',
  width: 'w-26',
  filterFields: ['charge'],
  number: true,
  wide: true,
  sort: ({ charge }) => charge,
  cell: ({ charge }) => charge,
};
