import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type AdminStatus, STATUS_REFRESH_MS } from '#contract/admin-status.ts';
import { SITE_CALLS } from '#contract/calls/site-calls.ts';
import { CallError } from '#contract/errors.ts';
import { failureMessage, invoke } from '../../lib/calls.ts';
import { formatDate } from '../../lib/format.ts';
import { Alert } from '../../ui/alert.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '../../ui/card.tsx';
import { StatusSummary } from './status-summary.tsx';
import { StatusTables } from './status-tables.tsx';

/** How the server and its parts are. Asks again by itself while the page is in view. */
export function StatusCard({ adminKey }: { adminKey: string }) {
  const status = useQuery({
    queryKey: ['admin-status', adminKey],
    queryFn: () => invoke(SITE_CALLS.adminStatus, { adminKey }),
    // A key that is refused stays refused, and each try counts.
    refetchInterval: ({ state }) => (isRefused(state.error) ? false : STATUS_REFRESH_MS),
    retry: false,
  });
  const { data } = status;
  return (
    <Card role="region" aria-labelledby="status">
      <CardHeader>
        <CardTitle id="status">Status</CardTitle>
        {data && <p className="text-sm text-muted-foreground tabular-nums">Updated {formatDate(data.at)}</p>}
      </CardHeader>
      <CardContent className="grid grid-cols-1 gap-6">
        {status.error && (
          <Alert tone="danger" title={data ? 'These are the last values that the server sent' : undefined}>
            {failureMessage(status.error)}
          </Alert>
        )}
        {data && <Problems status={data} />}
        {data && <StatusSummary status={data} />}
        {data && <StatusTables status={data} />}
      </CardContent>
    </Card>
  );
}

function isRefused(error: Error | null): boolean {
  return error instanceof CallError && error.status < 500;
}

/** The parts that are down, and what the checks found. */
function Problems({ status: { down, faults, workers } }: { status: AdminStatus }) {
  return (
    <div className="grid gap-3 empty:hidden">
      {down.length > 0 && (
        <Alert tone="danger" title={`Can't be read now: ${down.map(({ part }) => part).join(', ')}`}>
          {[...new Set(down.map(({ says }) => says))].join(' ')}
        </Alert>
      )}
      {workers?.length === 0 && (
        <Alert tone="warning" title="No worker is running, so no task makes progress">
          Start one with <code>leadwell worker</code>, or restart the server without <code>WORKER=none</code>.
        </Alert>
      )}
      {faults.map(({ check, state, says, todo }) => (
        <Alert
          key={`${check} ${says}`}
          tone={state === 'fault' ? 'danger' : 'warning'}
          title={`${check.charAt(0).toUpperCase()}${check.slice(1)}: ${says}`}
        >
          {todo && withCode(todo)}
        </Alert>
      ))}
    </div>
  );
}

/** A text with commands between backticks, as `leadwell doctor` writes it. */
function withCode(text: string): ReactNode {
  return text.split('`').map((part, index) => (index % 2 === 1 ? <code key={part}>{part}</code> : part));
}
