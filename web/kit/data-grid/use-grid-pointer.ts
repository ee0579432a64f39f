import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react';
import {
  type CellPlace,
  cellSelection,
  extendedTo,
  type GridSize,
  rangeOf,
  type Selection,
} from './cell-selection.ts';
import { type EdgeScroll, edgeScroll } from './edge-scroll.ts';
import { type Fill, fillTowards } from './fill.ts';
import type { GridCanvas } from './grid-canvas.ts';

interface GridPointer {
  canvas: GridCanvas | null;
  size: GridSize;
  selection: Selection;
  /** what the header and the pinned columns cover, in px */
  covered: { x: number; y: number };
  onSelect: (selection: Selection) => void;
  /** the cells that would be filled; null at the end */
  onFilling: (fill: Fill | null) => void;
  onFill: (fill: Fill) => void;
  onEdit: (place: CellPlace) => void;
  onCheck: (row: number, shift: boolean) => void;
  onOpenRow: (row: number) => void;
  onHover: (place: CellPlace | null) => void;
}

interface Drag {
  kind: 'select' | 'fill';
  edge: EdgeScroll;
  fill: Fill | null;
}

/** The handlers of mouse and touch on the rows: select, drag a range or the fill handle, edit, check and open. */
export function useGridPointer(pointer: GridPointer) {
  const drag = useRef<Drag | null>(null);
  const latest = useRef(pointer);
  latest.current = pointer;
  useEffect(() => () => drag.current?.edge.end(), []);

  const dragTo = (x: number, y: number) => {
    const { canvas, selection, size, onSelect, onFilling } = latest.current;
    if (!canvas || !drag.current) return;
    const place = canvas.placeAt(x, y);
    if (drag.current.kind === 'select') return onSelect(extendedTo(selection, place, size));
    const range = rangeOf(selection);
    drag.current.fill = range && fillTowards(range, place);
    onFilling(drag.current.fill);
  };

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    const { canvas, size, selection, covered, onSelect } = latest.current;
    const part = partOf(event.target);
    if (!canvas || event.button !== 0 || event.pointerType === 'touch') return;
    if (part !== 'cell' && part !== 'handle') return;
    const place = canvas.placeAt(event.clientX, event.clientY);
    if (part === 'cell') {
      if (place.column < 0) return;
      onSelect(event.shiftKey ? extendedTo(selection, place, size) : cellSelection(place));
    }
    const root = event.currentTarget;
    root.setPointerCapture(event.pointerId);
    // A drag inside of the pinned columns needn't scroll to the left.
    const inPinned = event.clientX - root.getBoundingClientRect().left < covered.x;
    const edge = edgeScroll(root, { x: inPinned ? 0 : covered.x, y: covered.y }, dragTo);
    drag.current = { kind: part === 'handle' ? 'fill' : 'select', edge, fill: null };
  };

  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (drag.current) {
      dragTo(event.clientX, event.clientY);
      drag.current.edge.move(event.clientX, event.clientY);
    } else if (event.pointerType === 'mouse') {
      const over = partOf(event.target) === 'cell' ? event : null;
      const { canvas, onHover } = latest.current;
      onHover(over && canvas ? canvas.placeAt(over.clientX, over.clientY) : null);
    }
  };

  /** Ends a drag. A cancelled one fills nothing. */
  const onPointerEnd = (event: PointerEvent<HTMLElement>) => {
    const ended = drag.current;
    drag.current = null;
    if (!ended) return;
    ended.edge.end();
    latest.current.onFilling(null);
    if (event.type === 'pointerup' && ended.fill) latest.current.onFill(ended.fill);
  };

  /** Keeps the focus on the grid, and the browser from selecting text. */
  const onMouseDown = (event: MouseEvent<HTMLElement>) => {
    if (partOf(event.target) === null) return;
    event.preventDefault();
    event.currentTarget.focus({ preventScroll: true });
  };

  const onClick = (event: MouseEvent<HTMLElement>) => {
    const { canvas, size, selection, onSelect, onCheck, onOpenRow } = latest.current;
    const part = partOf(event.target);
    if (!canvas || part === null) return;
    const place = canvas.placeAt(event.clientX, event.clientY);
    // A click on a label comes again from its check box.
    if (part === 'check' && event.target instanceof HTMLInputElement) onCheck(place.row, event.shiftKey);
    else if (part === 'open') onOpenRow(place.row);
    else if (part === 'cell' && isTouch(event) && place.column >= 0)
      onSelect(event.shiftKey ? extendedTo(selection, place, size) : cellSelection(place));
  };

  const onDoubleClick = (event: MouseEvent<HTMLElement>) => {
    const { canvas, onEdit } = latest.current;
    // The event itself is about the whole grid, which had captured the pointer.
    const target = document.elementFromPoint(event.clientX, event.clientY);
    if (!canvas || partOf(target) !== 'cell') return;
    const place = canvas.placeAt(event.clientX, event.clientY);
    if (place.column >= 0) onEdit(place);
  };

  return {
    onPointerDown,
    onPointerMove,
    onPointerUp: onPointerEnd,
    onPointerCancel: onPointerEnd,
    onPointerLeave: () => !drag.current && latest.current.onHover(null),
    onMouseDown,
    onClick,
    onDoubleClick,
  };
}

type Part = 'cell' | 'check' | 'open' | 'handle' | 'link';

/** What of the rows an event is about; null for everything else. */
function partOf(target: EventTarget | null): Part | null {
  if (!(target instanceof Element) || !target.closest('[data-rows]')) return null;
  if (target.closest('[data-handle]')) return 'handle';
  if (target.closest('[data-link]')) return 'link';
  if (target.closest('[data-check]')) return 'check';
  if (target.closest('[data-open]')) return 'open';
  return target.closest('[role="row"]') ? 'cell' : null;
}

function isTouch({ nativeEvent }: MouseEvent): boolean {
  return nativeEvent instanceof globalThis.PointerEvent && nativeEvent.pointerType === 'touch';
}
