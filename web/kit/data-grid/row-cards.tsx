import { ChevronRight, LoaderCircle } from 'lucide-react';
import { type UIEvent, useEffect, useReducer, useRef, useState } from 'react';
import { cn } from '../../lib/class-names.ts';
import { CheckBox } from '../../ui/check-box.tsx';
import { EmptyValue } from '../../ui/empty-value.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { STATUS_MARKS } from './cell-status.ts';
import type { CellState, DataColumn, DataGridProps, DataRow } from './data-grid-props.ts';
import { useRowChecks } from './use-row-checks.ts';

/** Columns on a card, besides the first one, which is its title. The rest is in the row's panel. */
const FIELDS = 4;
const TITLE_PX = 44;
const FIELD_PX = 26;
const END_PX = 10;
const OVERSCAN_CARDS = 6;
const WAITING_ROWS = 6;

type RowCardsProps = Pick<
  DataGridProps,
  'label' | 'columns' | 'rowCount' | 'rows' | 'checks' | 'onVisibleRows' | 'onOpenRow' | 'empty' | 'className'
>;

/** The grid on a phone: a list of cards of the same height, of which only the visible ones are rendered. */
export function RowCards(props: RowCardsProps) {
  const { label, rowCount, rows, checks, onVisibleRows, onOpenRow, empty, className } = props;
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => rows.subscribe(redraw), [rows]);
  const box = useRef<HTMLElement>(null);
  const columns = [...props.columns].sort((a, b) => Number(b.pinned ?? false) - Number(a.pinned ?? false));
  // What steps fill is what people look for.
  const others = columns.slice(1).sort((a, b) => Number(b.icon !== undefined) - Number(a.icon !== undefined));
  const fields = others.slice(0, FIELDS);
  const cardPx = TITLE_PX + fields.length * FIELD_PX + END_PX;
  const [shown, setShown] = useState({ from: 0, to: 2 * OVERSCAN_CARDS });
  const count = rowCount ?? WAITING_ROWS;
  const update = ({ scrollTop, clientHeight }: HTMLElement) => {
    const from = Math.max(0, Math.floor(scrollTop / cardPx) - OVERSCAN_CARDS);
    const to = Math.ceil((scrollTop + clientHeight) / cardPx) + OVERSCAN_CARDS;
    if (from !== shown.from || to !== shown.to) setShown({ from, to });
  };
  const latest = useRef(update);
  latest.current = update;
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const size = new ResizeObserver(() => latest.current(element));
    size.observe(element);
    return () => size.disconnect();
  }, []);
  const to = Math.min(shown.to, count);
  const from = Math.min(shown.from, to);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only other rows are asked for.
  useEffect(() => {
    if (rowCount) onVisibleRows?.(from, to);
  }, [from, to, rowCount]);
  const rowChecks = useRowChecks(props, rows);

  return (
    <div
      className={cn(
        'flex min-h-0 flex-col overflow-hidden rounded-xl border border-border bg-card text-sm',
        className,
      )}
    >
      {checks && rowCount !== 0 && (
        <div className="flex h-10 shrink-0 items-center gap-1 border-b border-border bg-surface pl-4 text-muted-foreground">
          <CheckBox
            label="Select all rows"
            checked={checks.all === 'all'}
            mixed={checks.all === 'some'}
            onChange={checks.onCheckAll}
          />
          <span aria-hidden>Select all</span>
        </div>
      )}
      {rowCount === 0 && <div className="flex-1 overflow-auto">{empty}</div>}
      <section
        ref={box}
        aria-label={`${label}, scrollable`}
        tabIndex={rowCount === 0 ? undefined : 0}
        onScroll={(event: UIEvent<HTMLElement>) => update(event.currentTarget)}
        className={cn(
          'relative min-h-0 overflow-auto overscroll-contain [overflow-anchor:none] focus-visible:-outline-offset-2',
          rowCount !== 0 && 'flex-1',
        )}
      >
        <ul
          aria-label={label}
          aria-busy={rowCount === null}
          style={{ paddingTop: from * cardPx, paddingBottom: (count - to) * cardPx }}
        >
          {Array.from({ length: to - from }, (_, by) => {
            const index = from + by;
            const row = rowCount === null ? undefined : rows.rowAt(index);
            return (
              <li
                key={index}
                aria-setsize={rowCount ?? -1}
                aria-posinset={index + 1}
                className="border-b border-border px-4"
                style={{ height: cardPx }}
              >
                {row ? (
                  <Card
                    index={index}
                    row={row}
                    title={columns[0]}
                    fields={fields}
                    checked={checks?.isChecked(row, index) ?? null}
                    onCheck={() => rowChecks.toggle(index, false)}
                    onOpen={onOpenRow}
                  />
                ) : (
                  <WaitingCard fields={fields.length} />
                )}
              </li>
            );
          })}
        </ul>
      </section>
    </div>
  );
}

interface CardProps {
  index: number;
  row: DataRow;
  title: DataColumn | undefined;
  fields: readonly DataColumn[];
  /** null: without a check box */
  checked: boolean | null;
  onCheck: () => void;
  onOpen: DataGridProps['onOpenRow'];
}

function Card({ index, row, title, fields, checked, onCheck, onOpen }: CardProps) {
  const name = (title && row.cells[title.id]) || `Row ${index + 1}`;
  return (
    <>
      <div className="flex items-center gap-1" style={{ height: TITLE_PX }}>
        {checked !== null && <CheckBox label={`Select ${name}`} checked={checked} onChange={onCheck} />}
        <span dir="auto" className="min-w-0 flex-1 truncate text-left text-base font-medium">
          {name}
        </span>
        {onOpen && (
          <button
            type="button"
            aria-label={`Open ${name}`}
            onClick={() => onOpen(index)}
            className="-mr-2 flex size-9 shrink-0 items-center justify-center rounded-md text-muted-foreground hover:bg-muted"
          >
            <ChevronRight aria-hidden className="size-4" />
          </button>
        )}
      </div>
      <dl>
        {fields.map(({ id, header }) => (
          <div key={id} className="flex items-center gap-3" style={{ height: FIELD_PX }}>
            <dt className="w-24 shrink-0 truncate text-muted-foreground">{header}</dt>
            <dd className="min-w-0 flex-1">
              <CardValue text={row.cells[id] ?? ''} state={row.states?.[id]} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function CardValue({ text, state }: { text: string; state: CellState | undefined }) {
  const mark = state && STATUS_MARKS[state.status];
  if (!mark)
    return text ? (
      <span dir="auto" className="block truncate text-left">
        {text}
      </span>
    ) : (
      <EmptyValue />
    );
  const Icon = mark.icon;
  return (
    <span className="flex items-center gap-1.5">
      <span className={cn('flex shrink-0 items-center gap-1.5', mark.tone)}>
        <Icon aria-hidden className={cn('size-3.5', Icon === LoaderCircle && 'animate-spin')} />
        <span className={text ? 'sr-only' : undefined}>{mark.word}</span>
      </span>
      {text && (
        <span dir="auto" className="truncate">
          {text}
        </span>
      )}
    </span>
  );
}

function WaitingCard({ fields }: { fields: number }) {
  return (
    <div className="flex flex-col gap-3 pt-3">
      <Skeleton className="h-4 w-1/2" />
      {Array.from({ length: fields }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are all the same.
        <Skeleton key={at} className="h-3 w-3/4" />
      ))}
    </div>
  );
}
