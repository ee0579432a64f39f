import { createColumnHelper, FlexRender, type Row, tableFeatures, useTable } from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { cn } from '../../../lib/class-names.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../../ui/table.tsx';
import { type Receipts, ReceiptsContext } from './receipts-context.ts';
import { RowReceipt } from './row-receipt.tsx';
import { OutcomeCell, SocialsCell, TitleCell, UrlCell, ValuesCell } from './website-cells.tsx';
import type { WebsiteRowView } from './website-row.ts';

const ROW_PX = 40;
const OVERSCAN_ROWS = 12;

const features = tableFeatures({});
const helper = createColumnHelper<typeof features, WebsiteRowView>();

/** Made once: new columns would make 10,000 rows anew at each drawing. */
const columns = helper.columns([
  helper.display({ id: 'url', header: 'URL', cell: ({ row }) => <UrlCell view={row.original} /> }),
  helper.display({
    id: 'emails',
    header: 'Emails',
    cell: ({ row: { original: view } }) => <ValuesCell values={view.emails} position={view.position} />,
  }),
  helper.display({
    id: 'phones',
    header: 'Phones',
    cell: ({ row: { original: view } }) => <ValuesCell values={view.row.phones} position={view.position} />,
  }),
  helper.display({
    id: 'socials',
    header: 'Social profiles',
    cell: ({ row: { original: view } }) => <SocialsCell socials={view.socials} position={view.position} />,
  }),
  helper.display({ id: 'title', header: 'Title', cell: ({ row }) => <TitleCell view={row.original} /> }),
  helper.display({ id: 'status', header: 'Status', cell: ({ row }) => <OutcomeCell view={row.original} /> }),
  helper.accessor('charge', { id: 'charge', header: 'Credits' }),
]);

/** Width classes by column; the first is narrower on a phone, where it stays in sight. */
const WIDTHS: Record<string, string> = {
  url: 'w-44 md:w-56',
  emails: 'w-60',
  phones: 'w-38',
  socials: 'w-36',
  title: 'w-40',
  status: 'w-36',
  charge: 'w-18',
};

interface ResultsTableProps {
  views: readonly WebsiteRowView[];
  /** rows there are in all; those not loaded yet stand as grey lines */
  count: number;
  /** rows fade in as they come */
  live: boolean;
  /** told how many rows from the top are looked at */
  onLookAt: (rows: number) => void;
}

/** The results, drawn only where they are looked at, so that 10,000 rows scroll like ten. */
export function ResultsTable({ views, count, live, onLookAt }: ResultsTableProps) {
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
        label="Extraction results"
        aria-rowcount={count + 1}
        boxClassName="@container max-h-[min(70vh,44rem)] min-h-40"
        className="min-w-[65rem] md:min-w-[68rem] table-fixed"
      >
        <TableHead>
          {table.getHeaderGroups().map((group) => (
            <TableRow key={group.id} aria-rowindex={1}>
              {group.headers.map((header, index) => (
                <TableHeaderCell
                  key={header.id}
                  pinned={index === 0}
                  className={cn(WIDTHS[header.column.id], header.column.id === 'charge' && 'text-right')}
                >
                  <table.FlexRender header={header} />
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

function rowId(view: WebsiteRowView): string {
  return String(view.position);
}

type ResultTableRow = Row<typeof features, WebsiteRowView>;

/** Whether a row is drawn for the first time; scrolling back to one is no arrival. */
function isFresh(row: ResultTableRow, live: boolean, seen: Set<number>): boolean {
  const { position } = row.original;
  const fresh = live && !seen.has(position);
  seen.add(position);
  return fresh;
}

interface ResultRowProps {
  row: ResultTableRow;
  index: number;
  fresh: boolean;
  /** the id for its receipt, or null while that is closed */
  receiptId: string | null;
}

const ResultRow = memo(function ResultRow({ row, index, fresh, receiptId }: ResultRowProps) {
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
            <div className="sticky left-0 w-[100cqw]">
              <RowReceipt view={row.original} />
            </div>
          </td>
        </tr>
      )}
    </>
  );
});

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
