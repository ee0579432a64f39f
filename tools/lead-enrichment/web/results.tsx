import { STATUS_FIELD } from '#contract/task-csv.ts';
import type { TaskOptions } from '#contract/tasks.ts';
import { CHARGE_COLUMN, type GridColumn } from '#web/kit/grid-column.ts';
import { openTask } from '#web/kit/open-task.tsx';
import { ReceiptDetails, ReceiptToggle } from '#web/kit/receipt.tsx';
import { STATUSES } from '#web/kit/tool-results.ts';
import { CopyValue } from '#web/ui/copy-value.tsx';
import { EmptyValue } from '#web/ui/empty-value.tsx';
import { leadEnrichment } from '../definition.ts';
import { type LeadView, leadView } from './view.ts';

/** A run of a list has cells, and the specification shows leads (spec lead tools §3). */
const isRun = ({ list }: TaskOptions) => list !== undefined;
const isLeads = (options: TaskOptions) => !isRun(options);

const COLUMNS: readonly GridColumn<LeadView>[] = [
  {
    id: 'column',
    header: 'Column',
    width: 'lg:w-60',
    fields: ['column'],
    only: isRun,
    sort: ({ column }) => column,
    cell: ({ position, column, line }) => (
      <span className="flex min-w-0 items-center gap-1">
        <ReceiptToggle position={position} label={cellTitle({ column, line })} />
        <span className="truncate font-medium" title={column}>
          {column}
        </span>
        {line > 0 && (
          <span className="shrink-0 text-muted-foreground tabular-nums lg:hidden">row {line}</span>
        )}
      </span>
    ),
  },
  {
    id: 'line',
    header: 'Row',
    width: 'w-20',
    fields: ['line'],
    number: true,
    wide: true,
    only: isRun,
    sort: ({ line }) => line,
    cell: ({ line }) => line || <EmptyValue />,
  },
  {
    id: 'status',
    status: true,
    header: 'Status',
    width: 'w-28 lg:w-32',
    filterFields: [STATUS_FIELD],
    values: STATUSES,
    only: isRun,
    sort: ({ result }) => result,
    cell: ({ result }) => result,
  },
  {
    id: 'note',
    header: 'Note',
    width: 'w-80',
    fields: ['note'],
    wide: true,
    wraps: true,
    only: isRun,
    cell: ({ note }) => note || <EmptyValue />,
  },
  {
    id: 'domain',
    header: 'Domain',
    width: 'lg:w-60',
    fields: ['domain'],
    only: isLeads,
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
    fields: ['company'],
    only: isLeads,
    width: 'w-48',
    wide: true,
    sort: ({ company }) => company,
    cell: ({ company }) => company || <EmptyValue />,
  },
  {
    id: 'employees',
    header: 'Employees',
    fields: ['employees'],
    only: isLeads,
    width: 'w-64',
    wide: true,
    wraps: true,
    cell: ({ employees }) => employees.join(', ') || <EmptyValue />,
  },
  CHARGE_COLUMN,
];

/** "Find domains, row 12" */
function cellTitle({ column, line }: Pick<LeadView, 'column' | 'line'>): string {
  return line > 0 ? `${column}, row ${line}` : column;
}

/** What a run of a list did in each cell, and the leads of stored tasks. The values and their evidence are in the list. */
export default openTask<LeadView>({
  type: leadEnrichment.task.type,
  label: 'Results',
  columns: COLUMNS,
  className: 'lg:min-w-[60rem]',
  toView: leadView,
  title: (view) => cellTitle(view) || view.domain,
  receipt: ({ column, line, result, note, domain, company, employees }) => (
    <div className="p-4">
      <ReceiptDetails
        details={[
          ['Column', column],
          ['Row', line > 0 ? String(line) : ''],
          ['Status', result],
          ['Note', note],
          ['Domain', domain],
          ['Company', company],
          ['Employees', employees.join(', ')],
        ]}
      />
    </div>
  ),
});
