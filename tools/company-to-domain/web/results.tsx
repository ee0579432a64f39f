import type { ComponentProps } from 'react';
import { COMPANY_PREVIEW_ROWS } from '#contract/limits.ts';
import type { GridColumn } from '#web/kit/grid-column.ts';
import { ResultGrid } from '#web/kit/result-grid.tsx';
import { ResultsCard, type ShownRows } from '#web/kit/results-card.tsx';
import { formatNumber } from '#web/lib/format.ts';
import { CompanyCell, ConfidenceCell, DomainCell, LogosContext, ReasonCell, SourceCell } from './cells.tsx';
import { CompanyReceipt } from './receipt.tsx';
import { useLogos } from './use-logos.ts';
import { COMPANY_SORT_KEYS, type CompanyView, companyView, matchesFilter, SOURCE_LABELS } from './view.ts';

type CardProps = ComponentProps<typeof ResultsCard>;
type CompanyResultsProps = Pick<
  CardProps,
  'task' | 'rows' | 'error' | 'onRetry' | 'onNeed' | 'filter' | 'onFilter'
>;

/** The columns. In narrow windows, the first one also has the domain. */
const columns: readonly GridColumn<CompanyView>[] = [
  {
    id: 'company',
    header: 'Company',
    fields: ['company_name'],
    cell: (view) => <CompanyCell view={view} />,
  },
  {
    id: 'domain',
    header: 'Domain',
    fields: ['domain', 'logo'],
    filterFields: ['domain'],
    wide: true,
    cell: (view) => <DomainCell view={view} />,
  },
  {
    id: 'confidence',
    header: 'Confidence',
    fields: ['confidence'],
    number: true,
    cell: (view) => <ConfidenceCell view={view} />,
  },
  {
    id: 'source',
    header: 'Decided by',
    fields: ['source'],
    values: SOURCE_LABELS,
    wide: true,
    cell: (view) => <SourceCell view={view} />,
  },
  {
    id: 'reason',
    header: 'Reason',
    fields: ['explanation', 'error'],
    wide: true,
    wraps: true,
    cell: (view) => <ReasonCell view={view} />,
  },
  {
    id: 'charge',
    header: 'Credits',
    filterFields: ['charge'],
    number: true,
    wide: true,
    cell: ({ charge }) => charge,
  },
];

/** Width classes by column. The first column takes what the others leave in narrow windows. */
const WIDTHS: Record<string, string> = {
  company: 'lg:w-60',
  domain: 'w-48',
  confidence: 'w-32',
  source: 'w-40',
  reason: 'w-66',
  charge: 'w-26',
};

/** The results of a list: a preview of 25 rows. The CSV file has all (spec lead tools §4). */
export function CompanyResults(props: CompanyResultsProps) {
  const { processed, found, failed } = props.task;
  return (
    <ResultsCard
      {...props}
      choices={[
        { show: 'all', label: 'All', count: processed },
        { show: 'found', label: 'Found', count: found },
        { show: 'not_found', label: 'Not found', count: Math.max(0, processed - found - failed) },
        { show: 'failed', label: 'Failed', count: failed },
      ]}
      columns={columns}
      viewOf={companyView}
      matches={matchesFilter}
      sortKeys={COMPANY_SORT_KEYS}
      emptyMessage="The task stopped before its first result, so you weren't charged."
    >
      {(shown) => <Preview taskId={props.task.id} {...shown} />}
    </ResultsCard>
  );
}

function Preview({ taskId, ...shown }: ShownRows<CompanyView> & { taskId: string }) {
  const views = shown.views.slice(0, COMPANY_PREVIEW_ROWS);
  const logos = useLogos(taskId, views);
  const more = shown.count > COMPANY_PREVIEW_ROWS;
  return (
    <LogosContext value={logos}>
      <ResultGrid
        label="Companies and their domains"
        columns={columns}
        widths={WIDTHS}
        className="lg:min-w-[70rem]"
        title={titleOf}
        receipt={receiptOf}
        {...shown}
        views={views}
        count={Math.min(shown.count, COMPANY_PREVIEW_ROWS)}
      />
      {more && (
        <p className="border-t border-border px-4 py-3 text-sm text-muted-foreground md:px-5">
          Showing the first {COMPANY_PREVIEW_ROWS} of {formatNumber(shown.count)} rows. Download the CSV file
          to get all of them.
        </p>
      )}
    </LogosContext>
  );
}

function titleOf({ row }: CompanyView): string {
  return row.company_name;
}

function receiptOf(view: CompanyView) {
  return <CompanyReceipt view={view} />;
}
