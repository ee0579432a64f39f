import { Download, FlaskConical, SlidersHorizontal } from 'lucide-react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { toast } from 'sonner';
import type { LeadDatabase } from '#contract/leads.ts';
import { MESSAGES } from '#contract/messages.ts';
import { useAccount } from '../../lib/account.ts';
import { messageOf } from '../../lib/calls.ts';
import { cn } from '../../lib/class-names.ts';
import { formatCredits, formatNumber, plural } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Progress } from '../../ui/progress.tsx';
import { DATABASES } from './databases.ts';
import { FilterPanel } from './filters/filter-panel.tsx';
import { isApplied, type LeadFilter, readFilter, writeFilter } from './lead-filter.ts';
import { readPage, withPage } from './lead-page.ts';
import { LeadResults } from './results/lead-results.tsx';
import { useLeadExport } from './use-lead-export.ts';
import { useLeads, useTotal } from './use-leads.ts';

/** One lead database: filters on the left, leads on the right. The URL contains the filters and the page. */
export function LeadTab({ database }: { database: LeadDatabase }) {
  const [params, setParams] = useSearchParams();
  const filter = useMemo(() => readFilter(database, params), [database, params]);
  const applied = isApplied(filter);
  const [panelOpen, setPanelOpen] = useState(false);
  const total = useTotal(database);
  const leads = useLeads(database, filter, readPage(params));
  const { page } = leads;
  const { progress, start } = useLeadExport(database, filter);
  const count = leads.count.data;

  const onFilter = useCallback(
    (next: LeadFilter) => setParams((before) => writeFilter(before, next)),
    [setParams],
  );
  const onPage = (next: number) => setParams((before) => withPage(before, next));
  // Correct an invalid page in the URL, such as one past the end.
  const wrongPage = params.has('page') && params.get('page') !== String(page);
  useEffect(() => {
    if (wrongPage) setParams((before) => withPage(before, page), { replace: true });
  }, [wrongPage, page, setParams]);
  const onExport = () => {
    if (!applied) toast.error(MESSAGES.leads.applyBeforeExport);
    else void start();
  };

  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <p role="status" className="tabular-nums">
            {total.data ? `Total leads: ${formatNumber(total.data.total)}` : 'Counting leads…'}
            {applied && count !== undefined && ` | Filtered: ${formatNumber(count)}`}
          </p>
          {total.data?.sample && (
            <Badge tone="warning" title={total.data.source ?? undefined}>
              <FlaskConical aria-hidden />
              Sample data
            </Badge>
          )}
        </div>
        <div className="flex w-full gap-2 sm:w-auto">
          <Button
            variant="secondary"
            className="flex-1 lg:hidden"
            aria-expanded={panelOpen}
            aria-controls="lead-filters"
            onClick={() => setPanelOpen(!panelOpen)}
          >
            <SlidersHorizontal aria-hidden />
            Filters
          </Button>
          <Button
            className="flex-1"
            onClick={onExport}
            busy={progress !== null}
            disabled={!applied || !count || !leads.rows.data?.length}
          >
            {progress === null && <Download aria-hidden />}
            {progress === null ? 'Export CSV' : 'Exporting…'}
          </Button>
        </div>
      </div>
      {total.isError && (
        <LoadFailure
          title={MESSAGES.leads.totalFailed}
          className="mb-4"
          busy={total.isFetching}
          onRetry={() => total.refetch()}
        >
          {messageOf(total.error)}
        </LoadFailure>
      )}
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[17rem_minmax(0,1fr)]">
        <div id="lead-filters" className={cn('lg:block', !panelOpen && 'hidden')}>
          <FilterPanel database={database} filter={filter} onFilter={onFilter} />
        </div>
        <Card className="overflow-hidden">
          {applied && count ? (
            <ExportLine
              count={count}
              sent={progress}
              database={database}
              sample={total.data?.sample === true}
            />
          ) : null}
          <LeadResults database={database} applied={applied} leads={leads} page={page} onPage={onPage} />
        </Card>
      </div>
    </>
  );
}

interface ExportLineProps {
  count: number;
  sent: ReturnType<typeof useLeadExport>['progress'];
  database: LeadDatabase;
  /** sample leads cost nothing */
  sample: boolean;
}

/** Shows the cost and the balance before an export, and its progress while it runs. */
function ExportLine({ count, sent, database, sample }: ExportLineProps) {
  const { data: account } = useAccount();
  if (sent) {
    const of = sent.of ?? count;
    return (
      <div className="grid gap-2 border-b border-border px-4 py-3 text-sm tabular-nums">
        <p role="status">
          {formatNumber(sent.rows)} of {plural(of, 'lead')} exported from {DATABASES[database].name}
        </p>
        <Progress done={sent.rows} total={of} label="Export progress" />
      </div>
    );
  }
  if (!account) return null;
  const unlimited = account.credits === 'unlimited';
  const short = !unlimited && !sample && Number(account.credits) < count;
  return (
    <p
      className={cn(
        'border-b border-border px-4 py-3 text-sm tabular-nums',
        short ? 'text-warning' : 'text-muted-foreground',
      )}
    >
      Exporting {plural(count, 'lead')}{' '}
      {sample
        ? 'is free: these are sample leads'
        : unlimited
          ? `is included in your plan · ${formatNumber(account.monthlyExports)} of 500,000 leads exported this month`
          : `costs ${plural(count, 'credit')} · you have ${formatCredits(account.credits)}`}
      {short && '. Narrow your filters or upgrade to export.'}
    </p>
  );
}
