import { Receipt } from 'lucide-react';
import { Link } from 'react-router';
import type { CreditEntry } from '#contract/payments.ts';
import { messageOf } from '../../lib/calls.ts';
import { formatDate } from '../../lib/format.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../ui/table.tsx';
import { amountLabel, reasonLabel } from './entry-labels.ts';
import { useEntries } from './use-entries.ts';

/** The credit history: all charges and grants with their reasons. */
export function LedgerTable() {
  const query = useEntries();
  const entries = query.data?.pages.flatMap((page) => page.entries);
  return (
    <Card className="min-w-0 overflow-hidden">
      <CardHeader>
        <CardTitle>Credit history</CardTitle>
        <p className="text-sm text-muted-foreground">Newest first</p>
      </CardHeader>
      {query.error && !entries ? (
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
      ) : !entries ? (
        <CardContent role="status" aria-label="Loading your credit history" className="grid gap-3">
          {[0, 1, 2, 3].map((line) => (
            <Skeleton key={line} className="h-6 w-full" />
          ))}
        </CardContent>
      ) : entries.length === 0 ? (
        <EmptyState icon={Receipt} title="No credit history yet">
          Every page we read and every email we check appears here with its cost.
        </EmptyState>
      ) : (
        <Table label="Credit history">
          <TableHead>
            <TableRow>
              <TableHeaderCell className="hidden pl-4 sm:table-cell md:pl-5">Date</TableHeaderCell>
              <TableHeaderCell className="pl-4 sm:pl-3">Reason</TableHeaderCell>
              <TableHeaderCell className="hidden sm:table-cell">Item</TableHeaderCell>
              <TableHeaderCell className="pr-4 text-right md:pr-5">Credits</TableHeaderCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {entries.map((entry) => (
              <LedgerRow key={entry.id} entry={entry} />
            ))}
          </TableBody>
        </Table>
      )}
      {query.hasNextPage && (
        <div className="border-t border-border p-3 text-center">
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
      {entries && !query.hasNextPage && entries.length > 0 && (
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

/** On phones, the date and item are below the reason, so that the credits stay visible. */
function LedgerRow({ entry }: { entry: CreditEntry }) {
  const item = entry.item ?? (entry.taskId ? 'Task item' : null);
  return (
    <TableRow>
      <TableCell className="hidden pl-4 whitespace-nowrap text-muted-foreground tabular-nums sm:table-cell md:pl-5">
        {formatDate(entry.at)}
      </TableCell>
      <TableCell className="py-2 pl-4 sm:py-0 sm:pl-3">
        {reasonLabel(entry)}
        <span className="block text-muted-foreground sm:hidden">
          <span className="block tabular-nums">{formatDate(entry.at)}</span>
          {item && <span className="block max-w-56 truncate">{item}</span>}
        </span>
      </TableCell>
      <TableCell title={entry.item ?? undefined} className="hidden text-muted-foreground sm:table-cell">
        {item}
      </TableCell>
      <TableCell className="pr-4 text-right font-medium tabular-nums md:pr-5">{amountLabel(entry)}</TableCell>
    </TableRow>
  );
}
