import type { LucideIcon } from 'lucide-react';
import type { ComponentType, ReactNode, Ref } from 'react';
import type { MenuState } from '../../ui/menu-trigger.ts';

export type ColumnType = 'text' | 'number' | 'url' | 'email' | 'phone' | 'date' | 'yes-no';

/** A column of the grid. Its type only changes how a cell looks and is edited: cells are always text. */
export interface DataColumn {
  id: string;
  header: string;
  /** in px */
  width: number;
  type: ColumnType;
  editable?: boolean;
  /** stays visible while the others scroll, as long as all pinned columns take at most half of the width */
  pinned?: boolean;
  /** a second line in the header, such as "62% found · 1.0 credit" */
  note?: string;
  icon?: LucideIcon;
  sorted?: 'ascending' | 'descending';
}

export type CellStatus =
  | 'empty'
  | 'queued'
  | 'running'
  | 'done'
  | 'nothing-found'
  | 'failed'
  | 'skipped'
  | 'over-cap'
  | 'stale';

export interface CellState {
  status: CellStatus;
  /** why, such as "The mail server did not answer" */
  note?: string;
}

export interface DataRow {
  id: number;
  /** texts by column id; a missing one is empty */
  cells: Readonly<Record<string, string>>;
  /** states by column id; a missing one is a plain cell */
  states?: Readonly<Record<string, CellState>>;
}

/** Where rows come from. The grid reads them while it draws, without React, so both functions must be fast. */
export interface RowSource {
  /** a loaded row; undefined while it loads */
  rowAt: (index: number) => DataRow | undefined;
  /** calls `onChange` after any change of rows; the grid finds out which cells changed. Returns the end of it. */
  subscribe: (onChange: () => void) => () => void;
}

/** The check boxes of rows. Which rows are checked is the page's, because most rows aren't loaded. */
export interface RowChecks {
  isChecked: (row: DataRow, index: number) => boolean;
  /** the state of the check box in the header */
  all: 'all' | 'some' | 'none';
  /** rows `from` to `to`, both included: one, or several with the Shift key */
  onCheck: (from: number, to: number, checked: boolean) => void;
  onCheckAll: (checked: boolean) => void;
}

export interface CellChange {
  rowIndex: number;
  /** null if the row isn't loaded */
  rowId: number | null;
  columnId: string;
  value: string;
  /** the text that was in the editor at first; undefined for a change of several cells */
  before?: string;
}

export interface PastedRange {
  /** where the pasted texts start */
  rowIndex: number;
  /** the column of each pasted column; null to the right of the last column. May include columns that can't be edited. */
  columnIds: readonly (string | null)[];
  /** rows of texts, all as long as `columnIds`; may end below the last row */
  texts: readonly (readonly string[])[];
}

/** A rectangle of cells; `from` and `to` are row numbers from 0, both included. */
export interface SelectedRange {
  from: number;
  to: number;
  columnIds: readonly string[];
}

export interface OpenedCell {
  rowIndex: number;
  rowId: number | null;
  columnId: string;
}

export interface HeaderMenuProps {
  menu: MenuState;
  column: DataColumn;
}

/** What a page can ask of the grid. */
export interface DataGridHandle {
  focus: () => void;
  /** copies the selected cells, as Ctrl+C does */
  copy: (withHeaders: boolean) => void;
  /** moves the cursor to a cell and scrolls to it */
  goTo: (rowIndex: number, columnId: string) => void;
}

export interface DataGridProps {
  /** names the grid for screen readers */
  label: string;
  /** Make a new array only if a column changed. Pinned columns are shown first. */
  columns: readonly DataColumn[];
  /** null while it isn't known, which shows placeholders */
  rowCount: number | null;
  rows: RowSource;
  /** rows `from` to `to` (excluded) are visible or will be soon; called only when that changes */
  onVisibleRows?: (from: number, to: number) => void;
  checks?: RowChecks;
  /**
   * Without it, no cell can be edited. The grid shows a new value only when `rows` has it. Resolves to false if the page
   * refused it.
   */
  onEdit?: (changes: CellChange[]) => Promise<boolean>;
  onPaste?: (pasted: PastedRange) => Promise<boolean>;
  /** the texts of rows `from` to `to` (included), to copy or fill rows that aren't loaded */
  readRange?: (from: number, to: number, columnIds: readonly string[]) => Promise<string[][]>;
  onUndo?: () => void;
  onRedo?: () => void;
  /** Space, or a double click on a cell that can't be edited */
  onOpenCell?: (cell: OpenedCell) => void;
  /** the number of a row, or the button of its card on a phone */
  onOpenRow?: (rowIndex: number) => void;
  /** the selected cells; null if the cursor is in the header or on a check box */
  onSelection?: (range: SelectedRange | null) => void;
  onResizeColumn?: (columnId: string, px: number) => void;
  /** `to` is its new position in `columns` */
  onMoveColumn?: (columnId: string, to: number) => void;
  /** a plain click on a header. Without it, that selects the column, as Ctrl+click always does. */
  onHeaderClick?: (columnId: string) => void;
  /** loads a component that renders a `DropdownMenu` for a header, on first use */
  loadHeaderMenu?: () => Promise<{ default: ComponentType<HeaderMenuProps> }>;
  /** something was too large or didn’t fit, or the browser blocked it; the page shows the text */
  onRefusal?: (message: string) => void;
  /** takes the place of rows if there are none */
  empty?: ReactNode;
  /** Give the grid a height or a max height. */
  className?: string;
  ref?: Ref<DataGridHandle>;
}
