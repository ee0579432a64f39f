import type { ReactNode } from 'react';
import type { CardColumn } from './card-column.ts';

/** One row of the grid: an item of a task. */
export interface GridView {
  position: number;
}

/** A column of the grid. Make columns once, outside of components: new ones render every row again. */
export interface GridColumn<View> extends CardColumn {
  cell: (view: View) => ReactNode;
  /** left out in narrow windows, where the first column shows its content or the receipt does */
  wide?: boolean;
  /** long text takes several lines, so that nothing is cut */
  wraps?: boolean;
}
