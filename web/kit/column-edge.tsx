import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { MAX_COLUMN_PX, MIN_COLUMN_PX, widthAfterKey } from '../lib/column-widths.ts';

interface ColumnEdgeProps {
  /** the column's header */
  header: string;
  /** its width by default or by choice, in px */
  px: number;
  /** the width on screen; columns share the room that is left */
  measure: () => number;
  onWidth: (px: number) => void;
  onReset: () => void;
}

/**
 * The right edge of a column header. Drag it, or use the arrow keys, to change the column's width. A double click
 * or Enter resets it.
 */
export function ColumnEdge({ header, px, measure, onWidth, onReset }: ColumnEdgeProps) {
  const drag = useRef<{ x: number; px: number } | null>(null);
  const start = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { x: event.clientX, px: measure() };
  };
  const move = ({ clientX }: PointerEvent) => {
    if (drag.current) onWidth(drag.current.px + clientX - drag.current.x);
  };
  const end = () => {
    drag.current = null;
  };
  const press = (event: KeyboardEvent) => {
    const next = event.key === 'Enter' ? null : widthAfterKey(event.key, measure());
    if (next === null && event.key !== 'Enter') return;
    event.preventDefault();
    if (next === null) onReset();
    else onWidth(next);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: an <hr> can't be dragged with the keyboard.
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={`Width of ${header}`}
      aria-valuenow={px}
      aria-valuemin={MIN_COLUMN_PX}
      aria-valuemax={MAX_COLUMN_PX}
      tabIndex={0}
      title="Drag to resize. Double-click to reset."
      onPointerDown={start}
      onPointerMove={move}
      onPointerUp={end}
      onLostPointerCapture={end}
      onDoubleClick={onReset}
      onKeyDown={press}
      // Chromium doesn't always scroll a table to what gets the focus in its sticky header.
      onFocus={({ currentTarget }) => currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' })}
      className="group/edge absolute inset-y-0 right-0 z-10 flex w-2.5 cursor-col-resize touch-none justify-end py-2 select-none focus-visible:-outline-offset-2"
    >
      <span
        aria-hidden
        className="w-px bg-border group-hover/edge:w-0.5 group-hover/edge:bg-accent group-active/edge:w-0.5 group-active/edge:bg-accent"
      />
    </div>
  );
}
