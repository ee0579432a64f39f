import type { PointerEvent, RefObject } from 'react';
import { COLUMN_STEP_PX, type ColumnLayout, limitedWidth, positionInColumns } from './column-layout.ts';
import type { DataGridProps } from './data-grid-props.ts';
import type { GridCanvas } from './grid-canvas.ts';
import { useColumnDrag } from './use-column-drag.ts';

interface ColumnChanges {
  root: RefObject<HTMLElement | null>;
  layout: ColumnLayout;
  canvas: GridCanvas | null;
  announce: (message: string) => void;
  /** a column that is just getting another width; null at the end */
  onResized: (resized: { id: string; px: number } | null) => void;
  onClick: (at: number, event: PointerEvent) => void;
}

/** Moves and resizes columns, with the mouse (`dragging`) and with keys. The page keeps their order and widths. */
export function useColumnChanges(
  { columns, onMoveColumn, onResizeColumn }: DataGridProps,
  { root, layout, canvas, announce, onResized, onClick }: ColumnChanges,
) {
  const { length } = columns;
  const move = (at: number, to: number) => {
    const column = layout.columns[at];
    if (!column || !onMoveColumn) return;
    onMoveColumn(column.id, positionInColumns(columns, layout, to));
    announce(`${column.header} is now column ${to + 1} of ${length}`);
  };
  const resize = (at: number, px: number) => {
    const column = layout.columns[at];
    if (!column || !onResizeColumn) return;
    onResizeColumn(column.id, limitedWidth(px));
    announce(`${column.header} is ${limitedWidth(px)} pixels wide`);
  };
  const dragging = useColumnDrag({
    root,
    layout,
    canMove: onMoveColumn !== undefined,
    onClick,
    onDrop: move,
    onWidth(at, px, done) {
      const column = layout.columns[at];
      if (!column) return;
      onResized(done ? null : { id: column.id, px });
      if (done && px !== column.width) resize(at, px);
    },
    onFit: (at) => resize(at, canvas?.neededWidth(at) ?? 0),
  });
  return {
    dragging: { ...dragging, onEdge: onResizeColumn ? dragging.onEdge : null },
    /** Returns where the column is now, if it moved. */
    moveBy(at: number, by: 1 | -1): number | null {
      const to = at + by;
      const isPinned = at < layout.pinned;
      if (!onMoveColumn || to < 0 || to >= length || isPinned !== to < layout.pinned) return null;
      move(at, to);
      return to;
    },
    resizeBy: (at: number, by: 1 | -1) => resize(at, (layout.widths[at] ?? 0) + by * COLUMN_STEP_PX),
  };
}
