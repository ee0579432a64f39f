import { plural } from '#contract/plural.ts';
import { CHARGE_COLUMN, type GridColumn } from '#web/kit/grid-column.ts';
import { openTask } from '#web/kit/open-task.tsx';
import { formatNumber } from '#web/lib/format.ts';
import { linkedinEnrichment } from '../definition.ts';
import { LINKEDIN_MESSAGES } from '../messages.ts';
import { CompletenessCell, CopyCell, PersonCell, ReasonCell, TextCell } from './cells.tsx';
import { ProfileReceipt } from './receipt.tsx';
import { type ProfileView, profileView } from './view.ts';

/** Spec lead tools §4. */
const PREVIEW_ROWS = 25;

/** The columns. In narrow windows, the first one also has the email or the reason. */
export const COLUMNS: readonly GridColumn<ProfileView>[] = [
  {
    id: 'profile',
    header: 'Name',
    fields: ['linkedinUrl', 'name'],
    wraps: true,
    width: 'lg:w-48',
    sort: ({ label }) => label.toLowerCase(),
    cell: (view) => <PersonCell view={view} />,
  },
  {
    id: 'title',
    header: 'Title',
    fields: ['title'],
    wide: true,
    width: 'w-40',
    sort: ({ row }) => row.title?.toLowerCase() ?? '',
    cell: ({ row }) => <TextCell value={row.title} />,
  },
  {
    id: 'company',
    header: 'Company',
    fields: ['company'],
    wide: true,
    width: 'w-36',
    sort: ({ row }) => row.company?.toLowerCase() ?? '',
    cell: ({ row }) => <TextCell value={row.company} />,
  },
  {
    id: 'email',
    header: 'Email',
    fields: ['email'],
    wide: true,
    width: 'w-48',
    sort: ({ row }) => row.email ?? '',
    cell: ({ row }) => <CopyCell value={row.email} />,
  },
  {
    id: 'phone',
    header: 'Phone',
    fields: ['phone'],
    wide: true,
    width: 'w-32',
    cell: ({ row }) => <CopyCell value={row.phone} />,
  },
  {
    id: 'completeness',
    header: 'Completeness',
    fields: ['completeness'],
    number: true,
    width: 'w-34',
    sort: ({ row }) => row.completeness,
    cell: (view) => <CompletenessCell view={view} />,
  },
  {
    id: 'reason',
    header: 'Reason',
    filterFields: ['explanation'],
    wide: true,
    wraps: true,
    width: 'w-60',
    cell: (view) => <ReasonCell view={view} />,
  },
  { ...CHARGE_COLUMN, width: 'w-20' },
];

/** The results of a list: a preview of 25 rows. The CSV file has all with data (spec lead tools §4). */
export default openTask<ProfileView>({
  type: linkedinEnrichment.task.type,
  label: 'LinkedIn profiles and their data',
  columns: COLUMNS,
  className: 'lg:min-w-[76rem]',
  toView: profileView,
  statuses: { found: 'With data', not_found: 'No data', failed: 'Failed' },
  title: ({ label }) => label,
  receipt: (view) => <ProfileReceipt view={view} />,
  heading: ({ status, processed, found }) =>
    status === 'completed'
      ? {
          title: LINKEDIN_MESSAGES.complete,
          summary: `${plural(processed, 'profile')} processed, ${formatNumber(found)} with data`,
        }
      : undefined,
  preview: {
    rows: PREVIEW_ROWS,
    note: () => 'Only profiles with found data are exported to the CSV file.',
  },
});
