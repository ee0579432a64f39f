import { Filter, LoaderCircle } from 'lucide-react';
import type { LeadDatabase } from '#contract/leads.ts';
import { LEAD_PAGE_ROWS } from '#contract/limits.ts';
import { MESSAGES } from '#contract/messages.ts';
import { messageOf } from '../../../lib/calls.ts';
import { cn } from '../../../lib/class-names.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { DATABASES } from '../databases.ts';
import type { useLeads } from '../use-leads.ts';
import { LeadsTable, type Selection } from './leads-table.tsx';
import { Pager } from './pager.tsx';

interface LeadResultsProps {
  database: LeadDatabase;
  /** Whether any filter is applied. */
  applied: boolean;
  leads: ReturnType<typeof useLeads>;
  page: number;
  /** the columns to show */
  columns: readonly string[];
  selection: Selection;
  onPage: (page: number) => void;
}

/** The area next to the filters: a prompt, a loading state, an error or the leads. */
export function LeadResults(props: LeadResultsProps) {
  const { database, applied, leads, page, columns, selection, onPage } = props;
  const { count, rows } = leads;
  if (!applied) {
    return (
      <EmptyState icon={Filter} title={MESSAGES.leads.applyFilters} className="py-20">
        {MESSAGES.leads.selectFilters(DATABASES[database].name)}
      </EmptyState>
    );
  }
  if (rows.isError) {
    return (
      <LoadFailure
        title={MESSAGES.leads.loadFailed}
        className="m-4"
        busy={rows.isFetching}
        onRetry={() => rows.refetch()}
      >
        {messageOf(rows.error)}
      </LoadFailure>
    );
  }
  return (
    <>
      {rows.data && !rows.isPlaceholderData ? (
        <LeadsTable
          // Each page starts at its top.
          key={page}
          database={database}
          leads={rows.data.leads}
          ids={rows.data.ids}
          columns={columns}
          selection={selection}
        />
      ) : (
        <div
          role="status"
          className={cn(
            'flex flex-col items-center justify-center gap-3 text-muted-foreground',
            // As high as a full page, so that the page buttons don't move between two clicks.
            (count.data ?? 0) > LEAD_PAGE_ROWS ? 'h-[600px]' : 'h-72',
          )}
        >
          <LoaderCircle aria-hidden className="size-6 animate-spin" />
          Loading leads…
        </div>
      )}
      {count.isError && (
        <LoadFailure
          title={MESSAGES.leads.countFailed}
          className="m-4"
          busy={count.isFetching}
          onRetry={() => count.refetch()}
        >
          {messageOf(count.error)}
        </LoadFailure>
      )}
      {count.data !== undefined && <Pager count={count.data} page={page} onPage={onPage} />}
    </>
  );
}
