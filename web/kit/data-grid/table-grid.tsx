import { type PointerEvent, useEffect, useId, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { cn } from '../../lib/class-names.ts';
import { CellEditor } from './cell-editor.tsx';
import { CellHover } from './cell-hover.ts';
import {
  type CellPlace,
  cellSelection,
  columnSelection,
  type GridSize,
  isSame,
  rangeOf,
  type Selection,
} from './cell-selection.ts';
import type { GridContent } from './cell-texts.ts';
import { layOut } from './column-layout.ts';
import type { DataGridProps, RowSource } from './data-grid-props.ts';
import type { Fill } from './fill.ts';
import { GridHeader } from './grid-header.tsx';
import { GridIcons, iconCopy } from './grid-icons.tsx';
import { keyActions } from './key-actions.ts';
import { ROW_PX } from './row-window.ts';
import { useAnnouncements } from './use-announcements.tsx';
import { useCellEditing } from './use-cell-editing.ts';
import { useColumnChanges } from './use-column-changes.ts';
import { useDrawn, useGridCanvas } from './use-grid-canvas.ts';
import { useGridCopy } from './use-grid-copy.ts';
import { useGridEdits } from './use-grid-edits.ts';
import { useGridKeyboard } from './use-grid-keyboard.ts';
import { useGridPointer } from './use-grid-pointer.ts';
import { useGridSelection } from './use-grid-selection.ts';
import { useRowChecks } from './use-row-checks.ts';

const HEADER_PX = 40;
const HEADER_WITH_NOTES_PX = 52;
const GUTTER_PX = 60;
const GUTTER_WITH_CHECKS_PX = 88;
/** Placeholders while the number of rows isn't known. */
const WAITING_ROWS = 30;

const NO_ROWS: RowSource = { rowAt: () => undefined, subscribe: () => () => undefined };

/** The grid as a table. See `DataGrid`. */
export function TableGrid(props: DataGridProps) {
  const { label, columns, rowCount, rows, checks, readRange, onRefusal, onOpenRow, empty, className } = props;
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const start = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const icons = useRef<HTMLDivElement>(null);
  const { canvas, width, onMove } = useGridCanvas({ root, start, body, icons }, ({ from, to }) => {
    if (rowCount) props.onVisibleRows?.(from, to);
  });

  const [resized, setResized] = useState<{ id: string; px: number } | null>(null);
  const gutter = checks ? GUTTER_WITH_CHECKS_PX : GUTTER_PX;
  const headerPx = columns.some(({ note }) => note) ? HEADER_WITH_NOTES_PX : HEADER_PX;
  const layout = useMemo(
    () => layOut(columns, { gutter, width, resized }),
    [columns, gutter, width, resized],
  );
  const hasChecks = checks !== undefined;
  const size = useMemo<GridSize>(
    () => ({ rows: rowCount ?? 0, columns: columns.length, checks: hasChecks }),
    [rowCount, columns.length, hasChecks],
  );
  const content: GridContent = { columns: layout.columns, rows, readRange };

  const [selection, setSelection] = useGridSelection(size, layout.columns, props.onSelection);
  const range = rangeOf(selection);
  const { announce, region } = useAnnouncements(selection);
  const refuse = (message: string) => {
    announce(message);
    onRefusal?.(message);
  };
  const select = (next: Selection, reveal?: CellPlace) => {
    setSelection(next);
    if (reveal) canvas?.reveal(reveal);
  };

  const [filling, setFilling] = useState<Fill | null>(null);
  const edits = useGridEdits(props, { content, selection, onSelect: select, announce });
  const { onCopy, copy } = useGridCopy({ content, selection, announce, refuse });
  const editing = useCellEditing({ root, content, size, onEdit: props.onEdit, onSelect: select });
  const rowChecks = useRowChecks(props, rows);
  const clickHeader = (at: number, { ctrlKey, metaKey, shiftKey }: PointerEvent) => {
    if (ctrlKey || metaKey || shiftKey || !props.onHeaderClick)
      return select(columnSelection(at, size, shiftKey ? selection : undefined));
    select(cellSelection({ row: -1, column: at }));
    props.onHeaderClick(layout.columns[at]!.id);
  };
  const changes = useColumnChanges(props, {
    root,
    layout,
    canvas,
    announce,
    onResized: setResized,
    onClick: clickHeader,
  });
  const openOrEdit = (place: CellPlace, replace: boolean) => {
    if (editing.start(place, replace)) return;
    if (replace) announce('This cell can only be read.');
    else openCell(place);
  };
  const openCell = ({ row, column }: CellPlace) => {
    const columnId = layout.columns[column]?.id;
    if (columnId === undefined || row < 0) return;
    props.onOpenCell?.({ rowIndex: row, rowId: rows.rowAt(row)?.id ?? null, columnId });
  };
  const onAction = keyActions(props, {
    id,
    content,
    size,
    selection,
    onSelect: select,
    onEdit: openOrEdit,
    onOpenCell: openCell,
    edits,
    copy,
    rowChecks,
    changes,
  });
  const keyboard = useGridKeyboard({ selection, size, pageRows: canvas?.pageRows ?? 1, onAction });

  const hover = useRef<CellHover | null>(null);
  const hovered = useRef<CellPlace | null>(null);
  const pointer = useGridPointer({
    canvas,
    size,
    selection,
    covered: { x: layout.pinnedPx, y: headerPx },
    onSelect: select,
    onFilling: setFilling,
    onFill: edits.fill,
    onEdit: (place) => openOrEdit(place, false),
    onCheck: rowChecks.toggle,
    onOpenRow: (row) => onOpenRow?.(row),
    onHover(place) {
      if (place && hovered.current && isSame(place, hovered.current)) return;
      hovered.current = place;
      if (canvas && place) hover.current?.show(canvas, content, place);
      else hover.current?.hide();
    },
  });

  useDrawn(canvas, {
    layout,
    range,
    cursor: selection.cursor,
    filling: filling?.target ?? null,
    checks,
    canOpen: onOpenRow !== undefined,
    id,
    rows: rowCount === null ? NO_ROWS : rows,
    rowCount: rowCount ?? WAITING_ROWS,
    headerPx,
    canFill:
      props.onEdit !== undefined &&
      layout.columns.slice(range?.left, (range?.right ?? -1) + 1).some(({ editable }) => editable),
  });
  useEffect(
    () =>
      onMove(() => {
        hovered.current = null;
        hover.current?.hide();
      }),
    [onMove],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another cursor shows the link of its cell.
  useEffect(() => {
    if (!canvas) return;
    hover.current ??= new CellHover(iconCopy(icons.current, 'link'));
    hover.current.show(canvas, content, selection.cursor);
  }, [canvas, selection.cursor]);
  useImperativeHandle(props.ref, () => ({
    focus: () => root.current?.focus(),
    copy(withHeaders) {
      root.current?.focus({ preventScroll: true });
      copy(withHeaders);
    },
    goTo(rowIndex, columnId) {
      const column = layout.columns.findIndex((one) => one.id === columnId);
      select(cellSelection({ row: rowIndex, column }), { row: rowIndex, column });
    },
  }));

  const { edited } = editing;
  const isEmpty = rowCount === 0;
  return (
    <div
      className={cn(
        'relative flex min-h-0 flex-col overflow-hidden rounded-xl border border-border bg-card text-sm',
        className,
      )}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: cells are placed freely, which a table can't do. */}
      <div
        ref={root}
        role="grid"
        tabIndex={0}
        aria-label={label}
        aria-describedby={`${id}-help`}
        aria-rowcount={rowCount === null ? -1 : rowCount + 1}
        aria-colcount={columns.length + 1}
        aria-multiselectable
        aria-busy={rowCount === null}
        // What the browser scrolls to, such as a button with the focus, isn't under the header or pinned columns.
        style={{ scrollPaddingTop: headerPx, scrollPaddingLeft: layout.pinnedPx }}
        {...pointer}
        onPointerDownCapture={keyboard.startWork}
        onKeyDown={keyboard.onKeyDown}
        onBlur={keyboard.onBlur}
        onCopy={(event) => onCopy(event)}
        onCut={(event) => onCopy(event) && edits.clear()}
        onPaste={(event) => {
          event.preventDefault();
          edits.paste(event.clipboardData.getData('text/plain'));
        }}
        className={cn(
          'group/grid relative min-h-0 overflow-auto outline-none [overflow-anchor:none]',
          !isEmpty && 'flex-1',
        )}
      >
        <GridHeader
          id={id}
          px={headerPx}
          layout={layout}
          size={size}
          cursor={selection.cursor}
          range={range}
          checks={checks}
          drag={changes.dragging.drop}
          loadHeaderMenu={props.loadHeaderMenu}
          onPointer={changes.dragging.onPointer}
          onEdge={changes.dragging.onEdge}
          onFit={changes.dragging.onFit}
        />
        <div
          ref={body}
          role={isEmpty ? 'presentation' : 'rowgroup'}
          data-rows
          className="relative"
          style={{ height: (rowCount ?? WAITING_ROWS) * ROW_PX, width: layout.totalPx }}
        >
          <div ref={start} />
        </div>
      </div>
      {isEmpty && <div className="flex-1 overflow-auto">{empty}</div>}
      {edited && canvas && (
        <CellEditor
          key={`${edited.rowId} ${edited.column.id}`}
          label={`${edited.column.header}, row ${edited.place.row + 1}`}
          type={edited.column.type}
          text={edited.text}
          replace={edited.replace}
          box={() => canvas.boxOf(edited.place)}
          onMove={onMove}
          onEnd={editing.end}
        />
      )}
      <p id={`${id}-help`} className="sr-only">
        Arrow keys move from cell to cell, Enter edits a cell, and Space opens it. Escape and then Tab leave
        the table. In a header, Enter opens its menu, Shift with the left and right arrow keys changes its
        width, and Ctrl and Shift with them move the column.
      </p>
      <GridIcons ref={icons} />
      {region}
    </div>
  );
}
