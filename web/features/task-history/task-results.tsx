import { ListFilter, SearchX } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { ownField } from '#contract/task-csv.ts';
import { isRunning } from '#contract/tasks.ts';
import type { HistoryColumn } from '#tools/history-column.ts';
import { toolOfType } from '#tools/tools.ts';
import { DeletedRows } from '../../kit/kept-rows.tsx';
import { OwnTexts, ownGridColumns, ownTexts } from '../../kit/own-columns.tsx';
import { SaveToList } from '../../kit/save-to-list.tsx';
import { SelectedResults } from '../../kit/selected-results.tsx';
import { taskAddress, taskLabels } from '../../kit/task-labels.ts';
import { useOwnColumns } from '../../kit/use-own-columns.ts';
import { useRowSelection } from '../../kit/use-row-selection.ts';
import type { TaskSummary } from '../../kit/use-task.ts';
import { useTaskRows } from '../../kit/use-task-rows.ts';
import { messageOf } from '../../lib/calls.ts';
import { formatNumber } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { CheckBox } from '../../ui/check-box.tsx';
import { CopyValue } from '../../ui/copy-value.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ExternalLink } from '../../ui/external-link.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../ui/table.tsx';

const PAGE_ROWS = 25;
const CELL_WIDTHS: Record<HistoryColumn['kind'], string> = {
  text: 'min-w-32',
  copy: 'min-w-36',
  link: 'min-w-36',
};

/** The finished rows of one task, paginated. `tick` changes each time the task is fetched. */
export function TaskResults({ task, tick }: { task: TaskSummary; tick: number }) {
  const [wanted, setWanted] = useState(PAGE_ROWS);
  const { rows, loading, error, retry } = useTaskRows(task, wanted, tick);
  const shown = rows.slice(0, wanted);
  // A list of addresses has no names, and a list of people no addresses.
  const columns = (toolOfType(task.type)?.task.historyColumns ?? []).filter((column) =>
    shown.some(({ row }) => column.values(row).length > 0),
  );
  const own = useOwnColumns(task, wanted);
  const selection = useRowSelection(task.id);
  const order = shown.map(({ position }) => position);
  const isSelected = (position: number) => selection.all || selection.ids.has(position);
  const selected = order.filter(isSelected).length;
  const { name } = taskLabels(task.type);
  const address = taskAddress(task);

  if (task.rows_deleted_at !== null) return <DeletedRows task={task} />;
  if (error && rows.length === 0)
    return (
      <LoadFailure title="We couldn't load the results" className="m-4" onRetry={retry}>
        {messageOf(error)}
      </LoadFailure>
    );
  if (task.processed === 0)
    return (
      <EmptyState icon={SearchX} title="No results yet...">
        {isRunning(task.status)
          ? 'Rows appear here as soon as they finish.'
          : 'This task stopped before it finished any items.'}
      </EmptyState>
    );
  if (rows.length === 0) return <LoadingRows />;

  return (
    <>
      <div className="px-4 empty:hidden md:px-5 [&>section:not(.sr-only)]:my-3">
        <SelectedResults
          task={task}
          selection={selection}
          total={task.processed}
          positions={rows.length >= task.processed ? rows.map(({ position }) => position) : null}
          filter={{}}
        />
      </div>
      <Table label={`${name} results`} boxClassName="max-h-[480px]" className="min-w-[720px]">
        <TableHead>
          <TableRow>
            {columns.map(({ header }, index) => (
              <TableHeaderCell
                key={header}
                pinned={index === 0}
                aria-label={index === 0 ? header : undefined}
              >
                {index === 0 ? (
                  <span className="flex items-center gap-1">
                    <CheckBox
                      label="Select all shown rows"
                      checked={selected > 0 && selected === order.length}
                      mixed={selected > 0 && selected < order.length}
                      onChange={(on) => selection.selectMany(order, on)}
                    />
                    {header}
                  </span>
                ) : (
                  header
                )}
              </TableHeaderCell>
            ))}
            <TableHeaderCell className="text-right">Credits</TableHeaderCell>
            {ownGridColumns(own.names).map(({ id, header }) => (
              <TableHeaderCell key={id}>{header}</TableHeaderCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {shown.map(({ position, row, charge }) => (
            <TableRow key={position} data-current={isSelected(position) || undefined}>
              {columns.map((column, index) => (
                <TableCell
                  key={column.header}
                  pinned={index === 0}
                  className={index === 0 ? 'max-w-40 md:max-w-64' : CELL_WIDTHS[column.kind]}
                >
                  {index === 0 ? (
                    <span className="flex min-w-0 items-center gap-1">
                      <CheckBox
                        label={`Select ${column.values(row)[0] ?? `row ${position + 1}`}`}
                        checked={isSelected(position)}
                        onChange={(on, shift) => selection.select(position, on, shift ? { order } : null)}
                      />
                      <ResultCell column={column} values={column.values(row)} />
                    </span>
                  ) : (
                    <ResultCell column={column} values={column.values(row)} />
                  )}
                </TableCell>
              ))}
              <TableCell className="text-right">{charge}</TableCell>
              {own.names.map((_, at) => (
                <TableCell key={ownField(at)} className={CELL_WIDTHS.text}>
                  <OwnTexts texts={ownTexts(own.lines.get(position), ownField(at))} />
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
      <div className="flex min-h-12 flex-wrap items-center justify-between gap-3 border-t border-border px-4 py-2 md:px-5">
        <p role="status" className="text-sm text-muted-foreground tabular-nums">
          {formatNumber(shown.length)} of {formatNumber(task.processed)} results
        </p>
        {address && (
          <Button asChild variant="secondary" size="sm">
            <Link to={address}>
              <ListFilter aria-hidden />
              Filter these results
            </Link>
          </Button>
        )}
        <SaveToList task={task} />
        {error ? (
          <Button variant="secondary" size="sm" onClick={retry}>
            Retry loading
          </Button>
        ) : (
          shown.length < task.processed && (
            <Button
              variant="secondary"
              size="sm"
              busy={loading}
              onClick={() => setWanted(wanted + PAGE_ROWS)}
            >
              Show more
            </Button>
          )
        )}
      </div>
    </>
  );
}

/** One cell: the first value and the number of others. */
function ResultCell({ column: { kind }, values }: { column: HistoryColumn; values: string[] }) {
  const [first] = values;
  if (first === undefined) return <span className="text-muted-foreground">–</span>;
  const more = values.length - 1;
  const all = values.join('\n');
  return (
    <span className="flex min-w-0 items-center gap-1.5" title={more > 0 || kind === 'text' ? all : undefined}>
      {kind === 'text' && <span className="truncate">{first}</span>}
      {kind === 'copy' && <CopyValue value={first} className="min-w-0" />}
      {kind === 'link' && <ExternalLink href={first} />}
      {more > 0 && <span className="shrink-0 text-muted-foreground">+{more}</span>}
    </span>
  );
}

function LoadingRows() {
  return (
    <div className="grid gap-3 p-4 md:p-5" role="status" aria-label="Loading results">
      {['w-full', 'w-11/12', 'w-full', 'w-10/12'].map((width, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes.
        <Skeleton key={index} className={`h-5 ${width}`} />
      ))}
    </div>
  );
}
