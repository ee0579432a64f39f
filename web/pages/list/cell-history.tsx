import { useQuery } from '@tanstack/react-query';
import { Sigma, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { type CellView, LIST_STEP_CALLS } from '#contract/calls/list-step-calls.ts';
import type { ListColumn } from '#contract/list-columns.ts';
import { UNDO_DAYS } from '#contract/list-runs.ts';
import type { ListRow, ListView } from '#contract/lists.ts';
import { failureMessage, invoke } from '../../lib/calls.ts';
import { formatDate } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

/** Types an earlier value of a cell again. */
export type PutBack = (change: { row: number; column: string; value: string; before: string }) => void;

interface TypedHistoryProps {
  list: ListView;
  row: ListRow;
  column: ListColumn;
  onPutBack: PutBack;
}

/** What people, imports and runs changed in a column that no tool fills. */
export function TypedHistory({ list, row, column: field, onPutBack }: TypedHistoryProps) {
  const { listCell } = LIST_STEP_CALLS;
  const { id: column, step } = field;
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['list-cell', list.id, row.id, 'column', column, list.version],
    queryFn: ({ signal }) => invoke(listCell, { id: list.id, row: row.id, column }, { signal }),
  });
  const now = row.values[column] ?? '';
  return (
    <section aria-label="History" className="grid gap-3 border-t border-border pt-4">
      <h3 className="font-medium">History</h3>
      {error && !data && (
        <LoadFailure title="We couldn't load the history" busy={isFetching} onRetry={() => refetch()}>
          {failureMessage(error)}
        </LoadFailure>
      )}
      {!data && !error && <Skeleton className="h-8 w-full" />}
      {data?.history.length === 0 && (
        <p className="text-sm text-muted-foreground">No earlier values from the last {UNDO_DAYS} days.</p>
      )}
      {data && data.history.length > 0 && (
        <>
          <EarlierValues
            history={data.history}
            action={({ before, typed }) => {
              const value = before[column] ?? '';
              // As a typed value, it would stay when what it was computed from changes.
              const isComputed = step !== null && typed !== null && !typed.includes(column);
              return (
                value !== now && (
                  <Button
                    variant="ghost"
                    size="sm"
                    aria-label={isComputed ? 'Calculate again' : `Put back: ${value || 'empty'}`}
                    onClick={() =>
                      onPutBack({ row: row.id, column, value: isComputed ? '' : value, before: now })
                    }
                  >
                    {isComputed ? <Sigma aria-hidden /> : <Undo2 aria-hidden />}
                    {isComputed ? 'Calculate again' : 'Put back'}
                  </Button>
                )
              );
            }}
          />
          <p className="text-sm text-muted-foreground">Earlier values are kept for up to {UNDO_DAYS} days.</p>
        </>
      )}
    </section>
  );
}

interface EarlierValuesProps {
  history: CellView['history'];
  /** what can be done with the values before a change */
  action?: (change: CellView['history'][number]) => ReactNode;
}

/** The values before each change of a cell, and who changed it. */
export function EarlierValues({ history, action }: EarlierValuesProps) {
  return (
    <ul className="mt-2 grid gap-2 text-sm">
      {history.map((change, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: history only grows at its end.
        <li key={index} className="flex items-start justify-between gap-3">
          <span className="min-w-0 py-1 wrap-anywhere">
            <span className="text-muted-foreground">
              {formatDate(change.at)}, changed{' '}
              {change.taskId ? 'by a run' : change.imported ? 'by an import or a program' : 'by hand'}.
              Before:{' '}
            </span>
            {Object.values(change.before).filter(Boolean).join('; ') || 'empty'}
          </span>
          {action?.(change)}
        </li>
      ))}
    </ul>
  );
}
