import {
  type ColumnDef,
  createColumnHelper,
  FlexRender,
  type Row,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, type ReactNode, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { cn } from '../lib/class-names.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { SortButton } from '../ui/sort-button.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../ui/table.tsx';
import { type Receipts, ReceiptsContext } from './receipts-context.ts';
import type { ShownRows } from './results-card.tsx';

const ROW_PX = 40;
const OVERSCAN_ROWS = 12;

const features = tableFeatures({});

/** One row of the grid: an item of a task. */
export interface GridView {
  position: number;
}

/** Makes the columns of a grid. Make them once: new ones would make 10,000 rows anew at each drawing. */
export function gridColumns<View extends GridView>() {
  return createColumnHelper<typeof features, View>();
}

interface ResultGridProps<View extends GridView> extends ShownRows<View> {
  label: string;
  columns: ColumnDef<typeof features, View>[];
  /** width classes by column; the first is narrower on a phone, where it stays in sight. `charge` is a number */
  widths: Readonly<Record<string, string>>;
  /** least width of all, as a class */
  className: string;
  /** what a row opens */
  receipt: (view: View) => ReactNode;
}

/** Results, drawn only where they are looked at, so that 10,000 rows scroll like ten. */
export function ResultGrid<View extends GridView>(props: ResultGridProps<View>) {
  const { label, columns, widths, className, receipt, views, count, live, onLookAt } = props;
  const { sort, sortable, onSort } = props;
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const tableRef = useRef<HTMLTableElement>(null);
  const seen = useRef(new Set<number>());
  const receiptIds = useId();

  const toggle = useCallback(
    (position: number) =>
      setOpen((before) => {
        const next = new Set(before);
        if (!next.delete(position)) next.add(position);
        return next;
      }),
    [],
  );
  const receipts = useMemo<Receipts>(
    () => ({
      openId: (position) => (open.has(position) ? `${receiptIds}-${position}` : null),
      toggle,
    }),
    [open, receiptIds, toggle],
  );

  const table = useTable({
    features,
    columns,
    data: views,
    getRowId: rowId,
  });
  const { rows } = table.getRowModel();

  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => tableRef.current?.parentElement ?? null,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN_ROWS,
    getItemKey: (index) => rows[index]?.id ?? `waiting-${index}`,
  });
  const items = virtualizer.getVirtualItems();
  const lastLookedAt = (items.at(-1)?.index ?? 0) + 1;
  useEffect(() => onLookAt(lastLookedAt), [lastLookedAt, onLookAt]);

  const before = items[0]?.start ?? 0;
  const after = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0);

  return (
    <ReceiptsContext value={receipts}>
      <Table
        ref={tableRef}
        label={label}
        aria-rowcount={count + 1}
        boxClassName="@container max-h-[min(70vh,44rem)] min-h-40"
        className={cn('table-fixed', className)}
      >
        <TableHead>
          {table.getHeaderGroups().map((group) => (
            <TableRow key={group.id} aria-rowindex={1}>
              {group.headers.map((header, index) => (
                <TableHeaderCell
                  key={header.id}
                  pinned={index === 0}
                  sorted={sort?.column === header.column.id ? sort : null}
                  className={cn(widths[header.column.id], header.column.id === 'charge' && 'text-right')}
                >
                  {sortable.includes(header.column.id) ? (
                    <SortButton
                      sort={sort?.column === header.column.id ? sort : null}
                      onPress={() => onSort(header.column.id)}
                    >
                      <table.FlexRender header={header} />
                    </SortButton>
                  ) : (
                    <table.FlexRender header={header} />
                  )}
                </TableHeaderCell>
              ))}
            </TableRow>
          ))}
        </TableHead>
        <Spacer px={before} />
        {items.map(({ key, index }) => {
          const row = rows[index];
          return (
            <TableBody key={key} ref={virtualizer.measureElement} data-index={index}>
              {row ? (
                <ResultRow
                  row={row}
                  index={index}
                  fresh={isFresh(row, live, seen.current)}
                  receiptId={receipts.openId(row.original.position)}
                  receipt={receipt}
                />
              ) : (
                <WaitingRow columns={columns.length} index={index} />
              )}
            </TableBody>
          );
        })}
        <Spacer px={after} />
      </Table>
    </ReceiptsContext>
  );
}

function rowId(view: GridView): string {
  return String(view.position);
}

/** Whether a row is drawn for the first time; scrolling back to one is no arrival. */
function isFresh<View extends GridView>(
  row: Row<typeof features, View>,
  live: boolean,
  seen: Set<number>,
): boolean {
  const { position } = row.original;
  const fresh = live && !seen.has(position);
  seen.add(position);
  return fresh;
}

interface ResultRowProps<View extends GridView> {
  row: Row<typeof features, View>;
  index: number;
  fresh: boolean;
  /** the id for its receipt, or null while that is closed */
  receiptId: string | null;
  receipt: (view: View) => ReactNode;
}

const ResultRow = memo(function ResultRow<View extends GridView>({
  row,
  index,
  fresh,
  receiptId,
  receipt,
}: ResultRowProps<View>) {
  // Kept from the first drawing, else the next one would cut the fading short.
  const [fades] = useState(fresh);
  const cells = row.getAllCells();
  return (
    <>
      <TableRow aria-rowindex={index + 2} className={fades ? 'animate-fade-in' : undefined}>
        {cells.map((cell, column) => (
          <TableCell
            key={cell.id}
            pinned={column === 0}
            className={cn('group-last:border-b', cell.column.id === 'charge' && 'text-right')}
          >
            <FlexRender cell={cell} />
          </TableCell>
        ))}
      </TableRow>
      {receiptId && (
        <tr id={receiptId}>
          <td colSpan={cells.length} className="border-b border-border bg-surface p-0">
            <div className="sticky left-0 w-[100cqw]">{receipt(row.original)}</div>
          </td>
        </tr>
      )}
    </>
  );
}) as <View extends GridView>(props: ResultRowProps<View>) => ReactNode;

function WaitingRow({ columns, index }: { columns: number; index: number }) {
  return (
    <TableRow aria-rowindex={index + 2}>
      {Array.from({ length: columns }, (_, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the columns never change places.
        <TableCell key={column} pinned={column === 0} className="group-last:border-b">
          <Skeleton className="h-4 w-3/4" />
        </TableCell>
      ))}
    </TableRow>
  );
}

/** Holds the place of the rows that are not drawn. */
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
