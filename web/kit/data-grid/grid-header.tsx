import { CheckBox } from '../../ui/check-box.tsx';
import type { CellPlace, CellRange, GridSize } from './cell-selection.ts';
import type { ColumnLayout } from './column-layout.ts';
import type { DataGridProps, RowChecks } from './data-grid-props.ts';
import { HeaderCell, type HeaderCellProps } from './header-cell.tsx';
import { cursorId } from './row-view.ts';

interface GridHeaderProps
  extends Pick<HeaderCellProps, 'onPointer' | 'onEdge' | 'onFit'>,
    Pick<DataGridProps, 'loadHeaderMenu'> {
  id: string;
  px: number;
  layout: ColumnLayout;
  size: GridSize;
  cursor: CellPlace;
  range: CellRange | null;
  checks: RowChecks | undefined;
  /** the column that is dragged, and the px from the left where it would go */
  drag: { at: number; line: number } | null;
}

/** The row of headers. All are rendered, because there are few and they change rarely. */
export function GridHeader(props: GridHeaderProps) {
  const { id, px, layout, size, cursor, range, checks, drag, loadHeaderMenu } = props;
  const isWhole = range !== null && range.top === 0 && range.bottom === size.rows - 1;
  const cells = layout.columns.map((column, at) => (
    <HeaderCell
      key={column.id}
      column={column}
      at={at}
      width={layout.widths[at] ?? 0}
      cursorId={cursor.row < 0 && cursor.column === at ? cursorId({ id, cursor }) : null}
      selected={isWhole && at >= range.left && at <= range.right}
      dragged={drag?.at === at}
      loadMenu={loadHeaderMenu}
      onPointer={props.onPointer}
      onEdge={props.onEdge}
      onFit={props.onFit}
    />
  ));
  const onGutter = cursor.row < 0 && cursor.column < 0;
  return (
    // biome-ignore lint/a11y/useSemanticElements: as the cells.
    <div
      role="rowgroup"
      className="sticky top-0 z-20 bg-surface text-muted-foreground"
      style={{ width: layout.totalPx }}
    >
      {/* biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: as the cells. */}
      <div role="row" aria-rowindex={1} className="flex" style={{ height: px }}>
        <div
          role="presentation"
          className="sticky left-0 z-10 flex h-full w-max bg-surface group-data-scrolled/grid:shadow-[1px_0_0_var(--input)]"
        >
          {/* biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: as the cells. */}
          <div
            role="columnheader"
            id={onGutter ? cursorId({ id, cursor }) : undefined}
            aria-colindex={1}
            data-cursor={onGutter ? '' : undefined}
            style={{ width: layout.gutter }}
            className="flex h-full items-center border-r border-b border-border px-1.5 text-xs group-focus/grid:data-cursor:outline-2 group-focus/grid:data-cursor:-outline-offset-2 group-focus/grid:data-cursor:outline-ring"
          >
            {checks ? (
              <span className="ml-1.5" data-check-all>
                <CheckBox
                  label="Select all rows"
                  checked={checks.all === 'all'}
                  mixed={checks.all === 'some'}
                  onChange={checks.onCheckAll}
                  tabIndex={-1}
                />
              </span>
            ) : (
              <span className="sr-only">Row</span>
            )}
          </div>
          {cells.slice(0, layout.pinned)}
        </div>
        {cells.slice(layout.pinned)}
      </div>
      {drag && (
        <div
          aria-hidden
          className="absolute inset-y-0 z-10 w-0.5 -translate-x-px bg-accent"
          style={{ left: drag.line }}
        />
      )}
    </div>
  );
}
