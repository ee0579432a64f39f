import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { CHARGE_COLUMN, type GridColumn } from '#web/kit/grid-column.ts';
import { openTask } from '#web/kit/open-task.tsx';
import { invoke } from '#web/lib/calls.ts';
import { companyToDomain } from '../definition.ts';
import { CompanyCell, ConfidenceCell, DomainCell, LogosContext, ReasonCell, SourceCell } from './cells.tsx';
import { CompanyReceipt } from './receipt.tsx';
import { type CompanyView, companyView, SOURCE_LABELS } from './view.ts';

/** Spec lead tools §4. */
const PREVIEW_ROWS = 25;

/** The columns. In narrow windows, the first one also has the domain. */
export const COLUMNS: readonly GridColumn<CompanyView>[] = [
  {
    id: 'company',
    header: 'Company',
    fields: ['company_name'],
    width: 'lg:w-60',
    sort: ({ row }) => row.company_name.toLowerCase(),
    cell: (view) => <CompanyCell view={view} />,
  },
  {
    id: 'domain',
    header: 'Domain',
    fields: ['domain', 'logo'],
    filterFields: ['domain'],
    wide: true,
    width: 'w-48',
    sort: ({ row }) => row.domain ?? '',
    cell: (view) => <DomainCell view={view} />,
  },
  {
    id: 'confidence',
    header: 'Confidence',
    fields: ['confidence'],
    number: true,
    width: 'w-32',
    sort: ({ row }) => row.confidence,
    cell: (view) => <ConfidenceCell view={view} />,
  },
  {
    id: 'source',
    header: 'Decided by',
    fields: ['source'],
    values: SOURCE_LABELS,
    wide: true,
    width: 'w-40',
    sort: ({ row }) => (row.source === null ? '' : SOURCE_LABELS[row.source]),
    cell: (view) => <SourceCell view={view} />,
  },
  {
    id: 'reason',
    header: 'Reason',
    fields: ['explanation', 'error'],
    wide: true,
    wraps: true,
    width: 'w-66',
    sort: ({ row }) => row.explanation,
    cell: (view) => <ReasonCell view={view} />,
  },
  CHARGE_COLUMN,
];

/** Logos of the shown rows by domain, as data URLs from our server: nothing is loaded from other sites. */
function Logos(props: { taskId: string; views: readonly CompanyView[]; children: ReactNode }) {
  const { taskId: id, views, children } = props;
  const positions = views
    .flatMap(({ row, position }) => (row.logo && row.domain ? [position] : []))
    .sort((a, b) => a - b);
  const { data } = useQuery({
    queryKey: ['company-logos', id, positions],
    queryFn: ({ signal }) => invoke(companyToDomain.calls.logos, { id, positions }, { signal }),
    enabled: positions.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    // Rows arrive one by one; the logos so far stay.
    placeholderData: (before) => before,
  });
  return <LogosContext value={data?.logos ?? NO_LOGOS}>{children}</LogosContext>;
}

const NO_LOGOS = {};

/** The results of a list: a preview of 25 rows. The CSV file has all (spec lead tools §4). */
export default openTask<CompanyView>({
  type: companyToDomain.task.type,
  label: 'Companies and their domains',
  columns: COLUMNS,
  className: 'lg:min-w-[70rem]',
  toView: companyView,
  title: ({ row }) => row.company_name,
  receipt: (view) => <CompanyReceipt view={view} />,
  preview: {
    rows: PREVIEW_ROWS,
    note: (isCut) => (isCut ? 'Download the CSV file to get all of them.' : ''),
  },
  Around: Logos,
});
