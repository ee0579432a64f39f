import { Filter, LoaderCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Lead, LeadDatabase } from '#contract/leads.ts';
import { LEAD_PAGE_ROWS, LEAD_PAGES_VIEWABLE } from '#contract/limits.ts';
import { MESSAGES } from '#contract/messages.ts';
import { plural } from '#contract/plural.ts';
import { failureMessage } from '../../../lib/calls.ts';
import { cn } from '../../../lib/class-names.ts';
import { formatNumber } from '../../../lib/format.ts';
import { CheckBox } from '../../../ui/check-box.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ExternalLink } from '../../../ui/external-link.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Pagination } from '../../../ui/pagination.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../../ui/table.tsx';
import { columnTitle, DATABASES } from '../databases.ts';
import { leadPageCount } from '../lead-page.ts';
import type { useLeads } from '../use-leads.ts';
import { linkedInAddress } from './linkedin-address.ts';

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
        {failureMessage(rows.error)}
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
          leftOut={leads.leftOut}
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
          {failureMessage(count.error)}
        </LoadFailure>
      )}
      {count.data !== undefined && <Pager count={count.data} page={page} onPage={onPage} />}
    </>
  );
}

/** Leads that the user selected, by id. */
interface Selection {
  ids: ReadonlySet<string>;
  /** Selects or deselects leads. */
  set: (ids: readonly string[], selected: boolean) => void;
}

interface LeadsTableProps {
  database: LeadDatabase;
  leads: readonly Lead[];
  /** the ids of the leads, in the same order */
  ids: readonly string[];
  columns: readonly string[];
  /** leads that match, but that exclusion lists leave out */
  leftOut: number;
  selection: Selection;
}

/**
 * A page of leads with check boxes. The first column is sticky, and so is the last name next to the first
 * name where there is room.
 */
function LeadsTable({ database, leads, ids, columns, leftOut, selection }: LeadsTableProps) {
  const chosen = ids.filter((id) => selection.ids.has(id)).length;
  const hasLastName = columns[1] === 'last_name';
  const [pinnedFirst, pinnedSecond] = hasLastName ? [FIRST_OF_TWO, SECOND_OF_TWO] : ['', ''];
  return (
    <Table label={`${DATABASES[database].name} leads`} boxClassName="max-h-[600px]">
      {columns.length > 0 && leads.length > 0 && (
        <TableHead>
          <TableRow>
            {columns.map((column, index) => (
              <TableHeaderCell
                key={column}
                pinned={index === 0}
                // Without the name of the check box.
                aria-label={index === 0 ? columnTitle(database, column) : undefined}
                className={
                  index === 0 ? pinnedFirst : index === 1 && pinnedSecond ? `${pinnedSecond} md:z-20` : ''
                }
              >
                {index === 0 ? (
                  <span className="flex items-center gap-1">
                    <CheckBox
                      label="Select all leads on this page"
                      checked={chosen === ids.length}
                      mixed={chosen > 0 && chosen < ids.length}
                      onChange={(selected) => selection.set(ids, selected)}
                    />
                    {columnTitle(database, column)}
                  </span>
                ) : (
                  columnTitle(database, column)
                )}
              </TableHeaderCell>
            ))}
          </TableRow>
        </TableHead>
      )}
      <TableBody>
        {leads.map((lead, row) => {
          const id = ids[row] ?? '';
          return (
            <TableRow key={id || row}>
              {columns.map((column, index) => (
                <LeadCell
                  key={column}
                  value={lead[column] ?? null}
                  pinned={index === 0}
                  className={index === 0 ? pinnedFirst : index === 1 ? pinnedSecond : ''}
                  before={
                    index === 0 ? (
                      <CheckBox
                        label={`Select ${String(lead[column] ?? '') || `lead ${row + 1}`}`}
                        checked={selection.ids.has(id)}
                        onChange={(selected) => selection.set([id], selected)}
                      />
                    ) : null
                  }
                />
              ))}
            </TableRow>
          );
        })}
        {leads.length === 0 && (
          <TableRow>
            <TableCell className="h-32 text-center text-base text-muted-foreground">
              {leftOut > 0
                ? `${plural(leftOut, 'lead')} ${leftOut === 1 ? 'matches' : 'match'}, but your exclusion lists leave ${leftOut === 1 ? 'it' : 'them'} out.`
                : MESSAGES.leads.noneFound}
            </TableCell>
          </TableRow>
        )}
      </TableBody>
    </Table>
  );
}

/** Fixed width, so that the second pinned column knows where the first one ends. */
const FIRST_OF_TWO = 'md:w-40 md:min-w-40 md:max-w-40';
const SECOND_OF_TWO = 'md:sticky md:left-40 md:z-[5]';

interface LeadCellProps {
  value: string | number | null;
  pinned: boolean;
  className: string;
  /** shown before the value */
  before: ReactNode;
}

function LeadCell({ value, pinned, className, before }: LeadCellProps) {
  const text = value === null ? '' : String(value).trim();
  const missing = text === '' || text.toUpperCase() === 'N/A';
  const profile = missing ? null : linkedInAddress(text);
  const isEmail = /^\S+@\S+$/.test(text);
  const content = missing ? 'N/A' : profile ? <ExternalLink href={profile}>Profile</ExternalLink> : text;
  return (
    <TableCell
      pinned={pinned}
      title={missing || profile ? undefined : text}
      className={cn(
        missing && 'text-muted-foreground',
        isEmail && 'min-w-64 py-1 break-all whitespace-normal',
        pinned && 'max-w-40 md:max-w-56',
        className,
      )}
    >
      {before ? (
        <span className="flex min-w-0 items-center gap-1">
          {before}
          <span className="min-w-0 truncate">{content}</span>
        </span>
      ) : (
        content
      )}
    </TableCell>
  );
}

interface PagerProps {
  count: number;
  page: number;
  onPage: (page: number) => void;
}

/** The position in the results, and the page buttons. */
function Pager({ count, page, onPage }: PagerProps) {
  const pages = leadPageCount(count);
  const first = count === 0 ? 0 : (page - 1) * LEAD_PAGE_ROWS + 1;
  const last = Math.min(page * LEAD_PAGE_ROWS, count);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-border px-4 py-3 tabular-nums">
      <p role="status" className="text-sm text-muted-foreground">
        Showing {formatNumber(first)} to {formatNumber(last)} of {formatNumber(count)} results
        {count > LEAD_PAGE_ROWS * LEAD_PAGES_VIEWABLE && ' · Export to see them all'}
      </p>
      <Pagination label="Pages of leads" page={page} pages={pages} onPage={onPage} />
    </div>
  );
}
