import { useMutation } from '@tanstack/react-query';
import { Download, Receipt, SearchX } from 'lucide-react';
import { Link } from 'react-router';
import { CALLS } from '#contract/calls.ts';
import { messageOf } from '../../lib/calls.ts';
import { downloadCsv } from '../../lib/download.ts';
import { plural } from '../../lib/format.ts';
import { ownTimeZone } from '../../lib/time-zone.ts';
import { toast } from '../../lib/toast.ts';
import { useQueryState } from '../../lib/use-query-state.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { HistoryFilters } from './history-filters.tsx';
import {
  type CreditPart,
  creditFilter,
  isFiltered,
  readCreditPart,
  writeCreditPart,
} from './history-part.ts';
import { LineTable } from './line-table.tsx';
import { totalsText } from './line-texts.ts';
import { useCreditHistory } from './use-credit-history.ts';

/** The credit history: a line for each task, export and grant, with filters, totals and a CSV file. */
export function CreditHistory() {
  const [params, setParams] = useQueryState();
  const part = readCreditPart(params);
  const query = useCreditHistory(part);
  const download = useDownload(part);
  const lines = query.data?.pages.flatMap((page) => page.lines);
  const totals = query.data?.pages[0]?.totals;
  const change = (to: Partial<CreditPart>) =>
    setParams((before) => writeCreditPart(readCreditPart(before), to), { replace: true });
  const filtered = isFiltered(part);
  const empty = lines?.length === 0;
  return (
    <Card className="min-w-0 overflow-hidden" aria-busy={query.isPlaceholderData}>
      <CardHeader className="flex-wrap gap-3">
        <div>
          <CardTitle>Credit history</CardTitle>
          <p className="text-sm text-muted-foreground">Newest first</p>
        </div>
        <Button
          variant="secondary"
          size="sm"
          className="print:hidden"
          busy={download.isPending}
          disabled={!lines || empty}
          onClick={() => download.mutate()}
        >
          {!download.isPending && <Download aria-hidden />}
          Download CSV
        </Button>
      </CardHeader>
      {!(empty && !filtered) && (
        <CardContent className="grid gap-3 border-b border-border">
          <HistoryFilters part={part} onPart={change} />
          {totals && (
            <p role="status" className="text-sm tabular-nums">
              {totalsText(totals)}
            </p>
          )}
        </CardContent>
      )}
      {query.error && !lines ? (
        <CardContent>
          <Alert
            tone="danger"
            title="We couldn't load your credit history"
            action={
              <Button variant="secondary" size="sm" busy={query.isFetching} onClick={() => query.refetch()}>
                Try again
              </Button>
            }
          >
            {messageOf(query.error)}
          </Alert>
        </CardContent>
      ) : !lines ? (
        <CardContent role="status" aria-label="Loading your credit history" className="grid gap-3">
          {[0, 1, 2, 3].map((line) => (
            <Skeleton key={line} className="h-6 w-full" />
          ))}
        </CardContent>
      ) : empty ? (
        filtered ? (
          <EmptyState
            icon={SearchX}
            title="Nothing matches"
            action={
              <Button variant="secondary" onClick={() => change({ kind: '', from: '', to: '' })}>
                Show everything
              </Button>
            }
          >
            Choose another tool or other days.
          </EmptyState>
        ) : (
          <EmptyState icon={Receipt} title="No credit history yet">
            Every task and every export appears here with what it cost.
          </EmptyState>
        )
      ) : (
        <LineTable lines={lines} />
      )}
      {query.hasNextPage && (
        <div className="border-t border-border p-3 text-center print:hidden">
          <Button
            variant="secondary"
            size="sm"
            busy={query.isFetchingNextPage}
            onClick={() => query.fetchNextPage()}
          >
            Show more
          </Button>
        </div>
      )}
      {lines && !query.hasNextPage && !empty && (
        <p className="border-t border-border px-4 py-3 text-sm text-muted-foreground md:px-5">
          End of history. To see your tasks, go to the{' '}
          <Link to="/dashboard/task-history" className="text-accent underline underline-offset-4">
            task history
          </Link>
          .
        </p>
      )}
    </Card>
  );
}

function useDownload(part: CreditPart) {
  return useMutation({
    mutationFn: () => {
      const day = new Date().toISOString().slice(0, 10);
      const filter = creditFilter(part, ownTimeZone());
      return downloadCsv(CALLS.creditHistoryCsv, filter, `credit_history_${day}.csv`);
    },
    onSuccess: (lines) => toast.success(`Downloaded ${plural(lines, 'line')}`),
    onError: (error) =>
      toast.error("We couldn't download your credit history", { description: messageOf(error) }),
  });
}
