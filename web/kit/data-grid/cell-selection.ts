import { plural } from '#contract/plural.ts';
/** A cell by its numbers on screen, from 0. Row -1 is the header, column -1 has the check boxes. */
export interface CellPlace {
  row: number;
  column: number;
}

/** The cell with the cursor, and the opposite corner of the selected rectangle. */
export interface Selection {
  cursor: CellPlace;
  end: CellPlace;
}

/** A rectangle of cells; all four are included. */
export interface CellRange {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

/** The size of the grid. `checks`: the cursor can go to the check boxes. */
export interface GridSize {
  rows: number;
  columns: number;
  checks: boolean;
}

export function cellSelection(cursor: CellPlace): Selection {
  return { cursor, end: cursor };
}

/** The selected cells; null if the cursor is in the header or on a check box. */
export function rangeOf({ cursor, end }: Selection): CellRange | null {
  if (cursor.row < 0 || cursor.column < 0) return null;
  return rangeBetween(cursor, end);
}

function rangeBetween(a: CellPlace, b: CellPlace): CellRange {
  return {
    top: Math.min(a.row, b.row),
    bottom: Math.max(a.row, b.row),
    left: Math.min(a.column, b.column),
    right: Math.max(a.column, b.column),
  };
}

/** Keeps the cursor and moves the other corner. From the header or a check box, it starts at the place itself. */
export function extendedTo(selection: Selection, place: CellPlace, size: GridSize): Selection {
  const end = inCells(place, size);
  return rangeOf(selection) ? { cursor: selection.cursor, end } : cellSelection(end);
}

/** All cells of a column, or of the columns up to it if `from` has whole columns. */
export function columnSelection(column: number, size: GridSize, from?: Selection): Selection {
  const start = from && isWholeColumns(from, size) ? from.cursor.column : column;
  if (size.rows === 0) return cellSelection({ row: -1, column });
  return { cursor: { row: 0, column: start }, end: { row: size.rows - 1, column } };
}

/** All columns of the selected rows. */
export function rowsSelection({ cursor, end }: Selection, size: GridSize): Selection {
  return { cursor: { row: cursor.row, column: 0 }, end: { row: end.row, column: size.columns - 1 } };
}

/** All rows of the selected columns. */
export function columnsSelection({ cursor, end }: Selection, size: GridSize): Selection {
  return { cursor: { row: 0, column: cursor.column }, end: { row: size.rows - 1, column: end.column } };
}

export function wholeSelection(size: GridSize): Selection {
  return { cursor: { row: 0, column: 0 }, end: { row: size.rows - 1, column: size.columns - 1 } };
}

function isWholeColumns(selection: Selection, size: GridSize): boolean {
  const range = rangeOf(selection);
  return range !== null && range.top === 0 && range.bottom === size.rows - 1;
}

/** The same selection in a grid that may have become smaller. */
export function keptInside(selection: Selection, size: GridSize): Selection {
  const cursor = inGrid(selection.cursor, size);
  const end = rangeOf({ cursor, end: cursor }) ? inCells(selection.end, size) : cursor;
  const same = isSame(cursor, selection.cursor) && isSame(end, selection.end);
  return same ? selection : { cursor, end };
}

/** The nearest place that the cursor can have. */
export function inGrid({ row, column }: CellPlace, size: GridSize): CellPlace {
  return {
    row: limited(row, -1, size.rows - 1),
    column: limited(column, size.checks ? -1 : 0, size.columns - 1),
  };
}

function inCells({ row, column }: CellPlace, size: GridSize): CellPlace {
  return {
    row: limited(row, size.rows > 0 ? 0 : -1, size.rows - 1),
    column: limited(column, 0, size.columns - 1),
  };
}

function limited(value: number, from: number, to: number): number {
  return Math.max(from, Math.min(to, value));
}

export function isSame(a: CellPlace, b: CellPlace): boolean {
  return a.row === b.row && a.column === b.column;
}

export function contains(range: CellRange | null, row: number, column: number): boolean {
  return (
    range !== null && row >= range.top && row <= range.bottom && column >= range.left && column <= range.right
  );
}

/** The number of cells in a range. */
export function cellCount({ top, bottom, left, right }: CellRange): number {
  return (bottom - top + 1) * (right - left + 1);
}

/** "3 rows × 2 columns": the size of a range. */
export function sizeText({ top, bottom, left, right }: CellRange): string {
  return `${plural(bottom - top + 1, 'row')} × ${plural(right - left + 1, 'column')}`;
}
