import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { SELECTED_ROWS_MAX } from '#contract/limits.ts';
import { cn } from '../lib/class-names.ts';
import { type ColumnWidths, resizedColumn, widthOfClass } from '../lib/column-widths.ts';
import { useNarrow } from '../lib/use-narrow.ts';
import { CheckBox } from '../ui/check-box.tsx';
import type { RowSort } from '../ui/row-sort.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { SortButton } from '../ui/sort-button.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../ui/table.tsx';
import { ColumnEdge } from './column-edge.tsx';
import type { GridColumn, GridView } from './grid-column.ts';
import { type OpenedRow, OpenRow } from './open-row.tsx';
import { type Receipts, ReceiptsContext } from './receipt.tsx';
import type { RowSelection } from './use-row-selection.ts';

const ROW_PX = 40;
const OVERSCAN_ROWS = 12;

interface ResultGridProps<View extends GridView> {
  label: string;
  columns: readonly GridColumn<View>[];
  /** the table's classes, with its min width */
  className: string;
  /** names a row */
  title: (view: View) => string;
  /** the content that a row opens */
  receipt: (view: View) => ReactNode;
  views: readonly View[];
  /** all rows; those not loaded yet appear as placeholders */
  count: number;
  /** new rows fade in */
  live: boolean;
  /** reports the number of rows from the top to the last visible one */
  onVisibleRows: (rows: number) => void;
  /** ids of the hidden columns */
  hidden: readonly string[];
  sort: RowSort | null;
  onSort: (column: string) => void;
  /** the widths that the user chose */
  sizes: ColumnWidths;
  onSizes: (sizes: ColumnWidths) => void;
  selection: RowSelection;
}

/** A virtualized table of results: 10,000 rows scroll like ten. */
export function ResultGrid<View extends GridView>(props: ResultGridProps<View>) {
  const { label, className, views, count, live, onVisibleRows, hidden } = props;
  const { sort, onSort, sizes, onSizes, selection } = props;
  const narrow = useNarrow();
  const columns = useMemo(
    () =>
      props.columns.filter(
        ({ id, wide }, index) => index === 0 || !(hidden.includes(id) || (narrow && wide)),
      ),
    [props.columns, hidden, narrow],
  );
  const hasOwn = columns.some((column) => column.own);
  const { select, selectMany } = selection;
  const order = useRef<readonly number[]>([]);
  order.current = useMemo(() => views.map(({ position }) => position), [views]);
  const onSelect = useCallback(
    (position: number, on: boolean, shift: boolean) =>
      select(position, on, shift ? { order: order.current } : null),
    [select],
  );
  const isSelected = ({ position }: View) => selection.all || selection.ids.has(position);
  const selected = selection.all ? views.length : views.filter(isSelected).length;
  const [opened, setOpened] = useState<OpenedRow | null>(null);
  const tableRef = useRef<HTMLTableElement>(null);
  const seen = useRef(new Set<number>());
  const shown = opened?.open ? opened.position : null;
  const open = useCallback((position: number) => setOpened({ position, open: true }), []);
  const receipts = useMemo<Receipts>(() => ({ shown, open }), [shown, open]);

  const columnWidth = ({ id, width }: GridColumn<View>) => sizes[id] ?? widthOfClass(width);
  const resizes = !narrow;
  const resized = resizes && Object.keys(sizes).length > 0;
  const lastColumn = columns.at(-1)?.id;
  const resize = (column: string, px: number) =>
    onSizes(resizedColumn(sizes, headerWidths(tableRef.current, columns), { column, px }));

  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => tableRef.current?.parentElement ?? null,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN_ROWS,
    getItemKey: (index) => views[index]?.position ?? `waiting-${index}`,
  });
  const items = virtualizer.getVirtualItems();
  const visibleRows = (items.at(-1)?.index ?? 0) + 1;
  useEffect(() => onVisibleRows(visibleRows), [visibleRows, onVisibleRows]);

  const before = items[0]?.start ?? 0;
  const after = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0);

  return (
    <ReceiptsContext value={receipts}>
      <Table
        inCard
        ref={tableRef}
        label={label}
        aria-rowcount={count + 1}
        boxClassName="max-h-[min(70vh,44rem)] min-h-40"
        className={cn('table-fixed', className)}
        // The last column takes the room that is left.
        style={
          resized
            ? { width: columns.reduce((sum, column) => sum + columnWidth(column), 0), minWidth: '100%' }
            : undefined
        }
      >
        <TableHead>
          <TableRow aria-rowindex={1}>
            {columns.map((column, index) => {
              const { id, header, width } = column;
              const sorted = sort?.column === id ? sort : null;
              return (
                <TableHeaderCell
                  key={id}
                  pinned={index === 0}
                  sorted={sorted}
                  // Without the name of its edge or check box.
                  aria-label={resizes || index === 0 ? header : undefined}
                  style={resized ? { width: id === lastColumn ? 'auto' : columnWidth(column) } : undefined}
                  className={cn(
                    width,
                    // The own columns scroll next to it.
                    index === 0 && narrow && hasOwn && 'w-52',
                    id === 'charge' && 'text-right',
                  )}
                >
                  <span className={cn('flex min-w-0 items-center gap-1', id === 'charge' && 'justify-end')}>
                    {index === 0 && (
                      <CheckBox
                        label="Select all shown rows"
                        checked={selected > 0 && selected === Math.min(views.length, SELECTED_ROWS_MAX)}
                        mixed={selected > 0 && selected < views.length}
                        onChange={(on) => selectMany(order.current, on)}
                      />
                    )}
                    {column.sort ? (
                      <SortButton sort={sorted} onPress={() => onSort(id)}>
                        {header}
                      </SortButton>
                    ) : (
                      <span className="truncate">{header}</span>
                    )}
                  </span>
                  {resizes && (
                    <ColumnEdge
                      header={header}
                      px={columnWidth(column)}
                      measure={() => headerWidths(tableRef.current, columns)[id] ?? columnWidth(column)}
                      onWidth={(px) => resize(id, px)}
                      onReset={() => resize(id, widthOfClass(width))}
                    />
                  )}
                </TableHeaderCell>
              );
            })}
          </TableRow>
        </TableHead>
        <Spacer px={before} />
        {items.map(({ key, index }) => {
          const view = views[index];
          return (
            <TableBody key={key} ref={virtualizer.measureElement} data-index={index}>
              {view ? (
                <ResultRow
                  view={view}
                  columns={columns}
                  index={index}
                  fresh={isFresh(view, live, seen.current)}
                  current={shown === view.position}
                  selected={isSelected(view)}
                  label={props.title(view)}
                  onSelect={onSelect}
                />
              ) : (
                <WaitingRow columns={columns.length} index={index} />
              )}
            </TableBody>
          );
        })}
        <Spacer px={after} />
      </Table>
      {opened && (
        <OpenRow
          views={views}
          count={count}
          title={props.title}
          receipt={props.receipt}
          opened={opened}
          onOpened={setOpened}
          onIndex={(index) => virtualizer.scrollToIndex(index)}
          opener={() =>
            tableRef.current?.querySelector<HTMLElement>(`[data-receipt="${opened.position}"]`) ?? null
          }
        />
      )}
    </ReceiptsContext>
  );
}

/** The widths of the columns on screen, in px by column id. */
function headerWidths(
  table: HTMLTableElement | null,
  columns: readonly { id: string }[],
): Record<string, number> {
  const cells = table?.tHead?.rows[0]?.cells;
  return Object.fromEntries(
    columns.flatMap(({ id }, index) => {
      const width = cells?.[index]?.getBoundingClientRect().width;
      return width ? [[id, width]] : [];
    }),
  );
}

/** Whether a row appears for the first time. Scrolling back to it doesn't count. */
function isFresh({ position }: GridView, live: boolean, seen: Set<number>): boolean {
  const fresh = live && !seen.has(position);
  seen.add(position);
  return fresh;
}

interface ResultRowProps<View extends GridView> {
  view: View;
  columns: readonly GridColumn<View>[];
  index: number;
  fresh: boolean;
  /** its receipt is open */
  current: boolean;
  selected: boolean;
  /** names the row */
  label: string;
  onSelect: (position: number, on: boolean, shift: boolean) => void;
}

const ResultRow = memo(function ResultRow<View extends GridView>({
  view,
  columns,
  index,
  fresh,
  current,
  selected,
  label,
  onSelect,
}: ResultRowProps<View>) {
  // Fixed at the first render; a later one would cut the animation short.
  const [fades] = useState(fresh);
  return (
    <TableRow
      aria-rowindex={index + 2}
      data-current={current || selected || undefined}
      className={fades ? 'animate-fade-in' : undefined}
    >
      {columns.map(({ id, cell, wraps }, column) => (
        <TableCell
          key={id}
          pinned={column === 0}
          className={cn(
            'group-last:border-b',
            id === 'charge' && 'text-right',
            wraps && 'max-w-none py-2 whitespace-normal',
          )}
        >
          {column === 0 ? (
            <span className="flex min-w-0 items-center lg:gap-1">
              <CheckBox
                label={`Select ${label}`}
                checked={selected}
                onChange={(on, shift) => onSelect(view.position, on, shift)}
              />
              <span className="min-w-0 flex-1">{cell(view)}</span>
            </span>
          ) : (
            cell(view)
          )}
        </TableCell>
      ))}
    </TableRow>
  );
}) as <View extends GridView>(props: ResultRowProps<View>) => ReactNode;

function WaitingRow({ columns, index }: { columns: number; index: number }) {
  return (
    <TableRow aria-rowindex={index + 2}>
      {Array.from({ length: columns }, (_, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: columns keep their order.
        <TableCell key={column} pinned={column === 0} className="group-last:border-b">
          <Skeleton className="h-4 w-3/4" />
        </TableCell>
      ))}
    </TableRow>
  );
}

/** Takes the height of the rows outside of the view. */
function Spacer({ px }: { px: number }) {
  if (px <= 0) return null;
  return (
    <tbody aria-hidden>
      <tr>
        <td style={{ height: px }} />
      </tr>
    </tbody>
  );
}
