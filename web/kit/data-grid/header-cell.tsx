import { ArrowDown, ArrowUp } from 'lucide-react';
import { memo, type PointerEvent } from 'react';
import { cn } from '../../lib/class-names.ts';
import type { DataColumn, DataGridProps } from './data-grid-props.ts';
import { HeaderMenuButton } from './header-menu-button.tsx';

export interface HeaderCellProps {
  column: DataColumn;
  /** its number on screen */
  at: number;
  width: number;
  /** its id, and that it has the cursor */
  cursorId: string | null;
  /** all its cells are selected */
  selected: boolean;
  dragged: boolean;
  loadMenu: DataGridProps['loadHeaderMenu'];
  onPointer: (event: PointerEvent<HTMLElement>, at: number) => void;
  /** null: columns can't be resized */
  onEdge: ((event: PointerEvent<HTMLElement>, at: number) => void) | null;
  /** a double click on the edge */
  onFit: (at: number) => void;
}

/** The header of a column. The mouse moves and resizes it; the keys are the grid's. */
export const HeaderCell = memo(function HeaderCell(props: HeaderCellProps) {
  const { column, at, width, cursorId, selected, dragged, loadMenu, onPointer, onEdge, onFit } = props;
  const { header, note, icon: Icon, sorted, type } = column;
  const Sort = sorted === 'descending' ? ArrowDown : ArrowUp;
  const pointer = (event: PointerEvent<HTMLElement>) => onPointer(event, at);
  const edge = (event: PointerEvent<HTMLElement>) => {
    // The header would be moved.
    event.stopPropagation();
    onEdge?.(event, at);
  };
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus, and points at this cell.
    // biome-ignore lint/a11y/useSemanticElements: a grid of elements that are placed freely can't be a table.
    <div
      role="columnheader"
      id={cursorId ?? undefined}
      aria-colindex={at + 2}
      aria-label={note ? `${header}, ${note}` : header}
      aria-sort={sorted}
      data-cursor={cursorId ? '' : undefined}
      title={note ? `${header}\n${note}` : header}
      style={{ width }}
      onPointerDown={pointer}
      onPointerMove={pointer}
      onPointerUp={pointer}
      onPointerCancel={pointer}
      className={cn(
        'relative flex h-full shrink-0 touch-pan-y items-center gap-1.5 border-r border-b border-border bg-surface pl-2.5 select-none group-focus/grid:data-cursor:outline-2 group-focus/grid:data-cursor:-outline-offset-2 group-focus/grid:data-cursor:outline-ring',
        loadMenu ? 'pr-2' : 'pr-2.5',
        selected && 'bg-accent-soft text-foreground',
        dragged && 'opacity-50',
      )}
    >
      {Icon && <Icon aria-hidden className="size-3.5 shrink-0 text-muted-foreground" />}
      <span className={cn('min-w-0 flex-1', type === 'number' && 'text-right')}>
        <span className="block truncate font-medium">{header}</span>
        {note && <span className="block truncate text-xs text-muted-foreground tabular-nums">{note}</span>}
      </span>
      {sorted && <Sort aria-hidden className="size-3.5 shrink-0" />}
      {loadMenu && <HeaderMenuButton column={column} load={loadMenu} />}
      {onEdge && (
        // biome-ignore lint/a11y/noStaticElementInteractions: for the mouse only; the keys are the grid's.
        <div
          data-edge
          onPointerDown={edge}
          onPointerMove={edge}
          onPointerUp={edge}
          onPointerCancel={edge}
          onDoubleClick={() => onFit(at)}
          className="group/edge absolute inset-y-0 -right-px z-10 flex w-2 cursor-col-resize touch-none justify-end"
        >
          <span className="w-0.5 group-hover/edge:bg-accent group-active/edge:bg-accent" />
        </div>
      )}
    </div>
  );
});
