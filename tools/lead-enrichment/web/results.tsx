import { CHARGE_COLUMN, type GridColumn } from '#web/kit/grid-column.ts';
import { openTask } from '#web/kit/open-task.tsx';
import { ReceiptDetails, ReceiptToggle } from '#web/kit/receipt.tsx';
import { CopyValue } from '#web/ui/copy-value.tsx';
import { EmptyValue } from '#web/ui/empty-value.tsx';
import { leadEnrichment } from '../definition.ts';
import { type LeadView, leadView } from './view.ts';

/** What the specification shows of a lead (spec lead tools §3). */
const COLUMNS: readonly GridColumn<LeadView>[] = [
  {
    id: 'domain',
    header: 'Domain',
    width: 'lg:w-60',
    fields: ['domain'],
    sort: ({ domain }) => domain,
    cell: ({ position, domain }) => (
      <span className="flex min-w-0 items-center gap-1">
        <ReceiptToggle position={position} label={domain} />
        <CopyValue value={domain} className="min-w-0 font-medium" />
      </span>
    ),
  },
  {
    id: 'company',
    header: 'Company',
    width: 'w-48',
    wide: true,
    sort: ({ company }) => company,
    cell: ({ company }) => company || <EmptyValue />,
  },
  {
    id: 'employees',
    header: 'Employees',
    width: 'w-64',
    wide: true,
    wraps: true,
    cell: ({ employees }) => employees.join(', ') || <EmptyValue />,
  },
  CHARGE_COLUMN,
];

/** The results of stored tasks. New ones can't be started. */
export default openTask<LeadView>({
  type: leadEnrichment.task.type,
  label: 'Lead results',
  columns: COLUMNS,
  className: 'lg:min-w-[60rem]',
  toView: leadView,
  title: ({ domain }) => domain,
  receipt: ({ domain, company, employees }) => (
    <div className="p-4">
      <ReceiptDetails
        details={[
          ['Domain', domain],
          ['Company', company],
          ['Employees', employees.join(', ')],
        ]}
      />
    </div>
  ),
});
