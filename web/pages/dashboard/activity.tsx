import { useQuery } from '@tanstack/react-query';
import { ChartColumn, type LucideIcon, Mail, Phone, Users } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { AccountAnalytics, ContactCounts, ToolCounts } from '#contract/analytics.ts';
import { ACCOUNT_CALLS } from '#contract/calls/account-calls.ts';
import { plural } from '#contract/plural.ts';
import { taskLabels } from '../../kit/task-labels.ts';
import { ACCOUNT_KEY } from '../../lib/account.ts';
import { failureMessage, invoke } from '../../lib/calls.ts';
import { formatNumber } from '../../lib/format.ts';
import { useSession } from '../../lib/session.tsx';
import { ownTimeZone } from '../../lib/time-zone.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardContent } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { formatShare } from './chart-scale.ts';
import { CreditChart, CreditTable } from './credit-chart.tsx';

/** Credits per day, contacts found and the success rate of each tool over the last 30 days. */
export function Activity() {
  const { data, error, isFetching, refetch } = useAnalytics();
  return (
    <section aria-labelledby="activity">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="activity" className="text-lg">
          Last 30 days
        </h2>
        <p className="text-sm text-muted-foreground">Days are in your time zone</p>
      </div>
      {error && !data ? (
        <LoadFailure title="We couldn't load your activity" busy={isFetching} onRetry={() => refetch()}>
          {failureMessage(error)} Nothing is lost.
        </LoadFailure>
      ) : !data ? (
        <Loading />
      ) : isEmpty(data) ? (
        <Card>
          <EmptyState icon={ChartColumn} title="Nothing here yet" className="py-8">
            Run a task to see your credits per day, the contacts you found and how well each tool did.
          </EmptyState>
        </Card>
      ) : (
        <div className="grid grid-cols-1 gap-3 lg:grid-cols-3">
          <Credits days={data.days} />
          <div className="grid min-w-0 grid-cols-1 grid-rows-[auto_1fr] gap-3">
            <Contacts contacts={data.contacts} />
            <SuccessRates tools={data.tools} />
          </div>
        </div>
      )}
    </section>
  );
}

function isEmpty({ days, tools, contacts }: AccountAnalytics): boolean {
  return (
    tools.length === 0 &&
    contacts.people === 0 &&
    days.every(({ used, included }) => used === 0 && included === 0)
  );
}

function Panel({
  title,
  action,
  className,
  children,
}: {
  title: string;
  action?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  return (
    <Card className={`flex min-w-0 flex-col ${className ?? ''}`}>
      <div className="flex min-h-8 items-center justify-between gap-4 px-4 pt-4 md:px-5">
        <h3 className="text-base">{title}</h3>
        {action}
      </div>
      {children}
    </Card>
  );
}

function Credits({ days }: Pick<AccountAnalytics, 'days'>) {
  const [asTable, setAsTable] = useState(false);
  return (
    <Panel
      title="Credits per day"
      className="overflow-hidden lg:col-span-2"
      action={
        <Button variant="link" size="inline" className="min-h-6" onClick={() => setAsTable(!asTable)}>
          {asTable ? 'Show chart' : 'Show table'}
        </Button>
      }
    >
      {asTable ? (
        <div className="relative mt-3 min-h-64 flex-1 border-t border-border">
          <CreditTable days={days} />
        </div>
      ) : (
        <CardContent className="flex flex-1 flex-col pt-1 md:pt-1">
          <CreditChart days={days} />
        </CardContent>
      )}
    </Panel>
  );
}

const CONTACTS: readonly { kind: keyof ContactCounts; label: string; icon: LucideIcon }[] = [
  { kind: 'emails', label: 'Emails', icon: Mail },
  { kind: 'phones', label: 'Phones', icon: Phone },
  { kind: 'people', label: 'People', icon: Users },
];

function Contacts({ contacts }: Pick<AccountAnalytics, 'contacts'>) {
  return (
    <Panel title="Contacts found">
      <dl className="grid grid-cols-3 gap-3 p-4 pt-2 md:px-5 md:pb-5">
        {CONTACTS.map(({ kind, label, icon: Icon }) => (
          <div key={kind} className="flex min-w-0 flex-col-reverse justify-end">
            <dt className="flex items-center gap-1.5 text-sm text-muted-foreground">
              <Icon aria-hidden className="size-3.5 shrink-0" />
              {label}
            </dt>
            <dd className="truncate text-xl font-semibold tracking-tight tabular-nums">
              {formatNumber(contacts[kind])}
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

function SuccessRates({ tools }: { tools: readonly ToolCounts[] }) {
  return (
    <Panel title="Success rate per tool">
      {tools.length === 0 ? (
        <p className="p-4 pt-1 text-muted-foreground md:px-5 md:pb-5">No tool finished a row.</p>
      ) : (
        <ul className="grid gap-4 p-4 pt-3 md:px-5 md:pb-5">
          {tools.map((tool) => (
            <SuccessRate key={tool.type} tool={tool} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function SuccessRate({ tool: { type, processed, found, failed } }: { tool: ToolCounts }) {
  const labels = taskLabels(type);
  return (
    <li>
      <p className="flex items-baseline justify-between gap-3">
        <span className="min-w-0 truncate">{labels.name}</span>
        <span className="font-semibold tabular-nums">{formatShare(found, processed)}</span>
      </p>
      <div aria-hidden className="mt-1.5 flex h-1.5 gap-px overflow-hidden rounded-full bg-muted">
        <span className="bg-success" style={{ width: `${(100 * found) / processed}%` }} />
        <span className={labels.failedColor} style={{ width: `${(100 * failed) / processed}%` }} />
      </div>
      <p className="mt-1 text-sm text-muted-foreground tabular-nums">
        {formatNumber(found)} found of {plural(processed, labels.item)}
        {failed > 0 && `, ${formatNumber(failed)} ${labels.failed.toLowerCase()}`}
      </p>
    </li>
  );
}

function Loading() {
  return (
    <div role="status" aria-label="Loading your activity" className="grid grid-cols-1 gap-3 lg:grid-cols-3">
      <Skeleton className="h-72 rounded-xl lg:col-span-2" />
      <div className="grid gap-3">
        <Skeleton className="h-32 rounded-xl" />
        <Skeleton className="h-37 rounded-xl" />
      </div>
    </div>
  );
}

/** The last 30 days. They are refreshed with the account, after anything that may spend credits. */
function useAnalytics() {
  const { user } = useSession();
  return useQuery({
    queryKey: [...ACCOUNT_KEY, 'analytics', user?.id],
    queryFn: ({ signal }) => invoke(ACCOUNT_CALLS.accountAnalytics, { timeZone: ownTimeZone() }, { signal }),
    enabled: user !== null,
  });
}
