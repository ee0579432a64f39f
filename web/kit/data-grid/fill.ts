import { type CellPlace, type CellRange, cellCount, contains } from './cell-selection.ts';

/** Cells that get the texts of others: cell by cell, again from the start where the source ends. */
export interface Fill {
  source: CellRange;
  target: CellRange;
}

/** Ctrl+D: the first row of a range goes to the rows below; a single row gets the row above it. Null at the top. */
export function fillDown(range: CellRange): Fill | null {
  const { top, bottom } = range;
  if (top === bottom) {
    if (top === 0) return null;
    return { source: { ...range, top: top - 1, bottom: top - 1 }, target: range };
  }
  return { source: { ...range, bottom: top }, target: { ...range, top: top + 1 } };
}

/** What the fill handle of a range fills when it is dragged to a cell: up, down, left or right. Null inside of the range. */
export function fillTowards(source: CellRange, { row, column }: CellPlace): Fill | null {
  if (contains(source, row, column)) return null;
  const { top, bottom, left, right } = source;
  const down = row - bottom;
  const up = top - row;
  const across = column - right;
  const back = left - column;
  const most = Math.max(down, up, across, back);
  if (most === down) return { source, target: { ...source, top: bottom + 1, bottom: row } };
  if (most === up) return { source, target: { ...source, top: row, bottom: top - 1 } };
  if (most === across) return { source, target: { ...source, left: right + 1, right: column } };
  return { source, target: { ...source, left: column, right: left - 1 } };
}

/** The cell whose text a filled cell gets. */
export function sourceOf({ source, target }: Fill, { row, column }: CellPlace): CellPlace {
  // Upwards and to the left, the texts are counted from the end, so that they go on without a break.
  const height = source.bottom - source.top + 1;
  const width = source.right - source.left + 1;
  const down = target.top > source.bottom ? row - target.top : row - source.top;
  const across = target.left > source.right ? column - target.left : column - source.left;
  return { row: source.top + modulo(down, height), column: source.left + modulo(across, width) };
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by;
}

/** Source and target as one range, which is selected afterwards. */
export function filledRange({ source, target }: Fill): CellRange {
  return {
    top: Math.min(source.top, target.top),
    bottom: Math.max(source.bottom, target.bottom),
    left: Math.min(source.left, target.left),
    right: Math.max(source.right, target.right),
  };
}

/** The number of cells that a fill changes. */
export function fillCount({ target }: Fill): number {
  return cellCount(target);
}
