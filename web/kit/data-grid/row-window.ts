/** The height of a row, in px. */
export const ROW_PX = 40;
/** Rows drawn above and below the visible ones: the browser scrolls before the grid can draw. */
const OVERSCAN_ROWS = 8;
/** Rows are asked for in whole blocks of this size, so that not every pixel asks again. */
const BLOCK_ROWS = 50;

/** Rows or columns from `from` to `to` (excluded). */
export interface Window {
  from: number;
  to: number;
}

/**
 * The rows to draw at a scroll position. `height` is that of the visible part, in px. It is always the same number, unless
 * there are fewer: to show an element again costs the browser more than to change it.
 */
export function drawnRows(scrollTop: number, height: number, rowCount: number): Window {
  const count = Math.min(rowCount, mostDrawnRows(height));
  const first = Math.floor(scrollTop / ROW_PX) - OVERSCAN_ROWS;
  const from = Math.max(0, Math.min(first, rowCount - count));
  return { from, to: from + count };
}

/** The most rows that `drawnRows` gives at this height. */
export function mostDrawnRows(height: number): number {
  return Math.ceil(height / ROW_PX) + 1 + 2 * OVERSCAN_ROWS;
}

/** The rows that should be loaded while a window is drawn: whole blocks. */
export function wantedRows({ from, to }: Window, rowCount: number): Window {
  return {
    from: Math.floor(from / BLOCK_ROWS) * BLOCK_ROWS,
    to: Math.min(rowCount, Math.ceil(to / BLOCK_ROWS) * BLOCK_ROWS),
  };
}

/**
 * The scroll position that shows the part from `start` to `end`, as near as possible to the present one. All in px;
 * `before` is covered by the header or by pinned columns.
 */
export function positionShowing(
  { start, end }: { start: number; end: number },
  { position, size, before }: { position: number; size: number; before: number },
): number {
  if (start < position + before) return Math.max(0, start - before);
  if (end > position + size) return Math.max(0, Math.min(end - size, start - before));
  return position;
}
