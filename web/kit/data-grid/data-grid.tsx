import { usePhone } from '../../lib/use-narrow.ts';
import type { DataGridProps } from './data-grid-props.ts';
import { RowCards } from './row-cards.tsx';
import { TableGrid } from './table-grid.tsx';

/**
 * A list of up to 100,000 rows and 60 columns that works like a spreadsheet: cells are selected, edited, copied, pasted and
 * filled with the mouse and the keyboard, and only the visible ones are drawn. On a phone, rows are cards. It keeps only the
 * selection itself: rows, widths, order and check boxes are the page's. Load it on its own (`lazy` or `useLoaded`), because
 * the pages of the app have no room for its script.
 */
export function DataGrid(props: DataGridProps) {
  const phone = usePhone();
  return phone ? <RowCards {...props} /> : <TableGrid {...props} />;
}
