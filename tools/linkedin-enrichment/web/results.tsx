import type { ComponentProps } from 'react';
import { LINKEDIN_PREVIEW_ROWS } from '#contract/limits.ts';
import { MESSAGES } from '#contract/messages.ts';
import type { GridColumn } from '#web/kit/grid-column.ts';
import { ResultGrid } from '#web/kit/result-grid.tsx';
import { ResultsCard, type ShownRows } from '#web/kit/results-card.tsx';
import { formatNumber, plural } from '#web/lib/format.ts';
import { CompletenessCell, CopyCell, PersonCell, ReasonCell, TextCell } from './cells.tsx';
import { ProfileReceipt } from './receipt.tsx';
import { matchesFilter, PROFILE_SORT_KEYS, type ProfileView, profileView } from './view.ts';

type CardProps = ComponentProps<typeof ResultsCard>;
type ProfileResultsProps = Pick<
  CardProps,
  'task' | 'rows' | 'error' | 'onRetry' | 'onNeed' | 'filter' | 'onFilter'
>;

/** The columns. In narrow windows, the first one also has the email or the reason. */
const columns: readonly GridColumn<ProfileView>[] = [
  {
    id: 'profile',
    header: 'Name',
    fields: ['linkedinUrl', 'name'],
    wraps: true,
    cell: (view) => <PersonCell view={view} />,
  },
  {
    id: 'title',
    header: 'Title',
    fields: ['title'],
    wide: true,
    cell: ({ row }) => <TextCell value={row.title} />,
  },
  {
    id: 'company',
    header: 'Company',
    fields: ['company'],
    wide: true,
    cell: ({ row }) => <TextCell value={row.company} />,
  },
  {
    id: 'email',
    header: 'Email',
    fields: ['email'],
    wide: true,
    cell: ({ row }) => <CopyCell value={row.email} />,
  },
  {
    id: 'phone',
    header: 'Phone',
    fields: ['phone'],
    wide: true,
    cell: ({ row }) => <CopyCell value={row.phone} />,
  },
  {
    id: 'completeness',
    header: 'Completeness',
    fields: ['completeness'],
    number: true,
    cell: (view) => <CompletenessCell view={view} />,
  },
  {
    id: 'reason',
    header: 'Reason',
    filterFields: ['explanation'],
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
  profile: 'lg:w-48',
  title: 'w-40',
  company: 'w-36',
  email: 'w-48',
  phone: 'w-32',
  completeness: 'w-34',
  reason: 'w-60',
  charge: 'w-20',
};

/** The results of a list: a preview of 25 rows. The CSV file has all with data (spec lead tools §4). */
export function ProfileResults(props: ProfileResultsProps) {
  const { processed, found, failed, status } = props.task;
  const summary = `${plural(processed, 'profile')} processed, ${formatNumber(found)} with data`;
  return (
    <ResultsCard
      {...props}
      heading={status === 'completed' ? { title: MESSAGES.linkedin.complete, summary } : undefined}
      choices={[
        { show: 'all', label: 'All', count: processed },
        { show: 'found', label: 'With data', count: found },
        { show: 'not_found', label: 'No data', count: Math.max(0, processed - found - failed) },
        { show: 'failed', label: 'Failed', count: failed },
      ]}
      columns={columns}
      viewOf={profileView}
      matches={matchesFilter}
      sortKeys={PROFILE_SORT_KEYS}
      emptyMessage="The task stopped before its first result, so you weren't charged."
    >
      {(shown) => <Preview {...shown} />}
    </ResultsCard>
  );
}

function Preview(shown: ShownRows<ProfileView>) {
  const isCut = shown.count > LINKEDIN_PREVIEW_ROWS;
  return (
    <>
      <ResultGrid
        label="LinkedIn profiles and their data"
        columns={columns}
        widths={WIDTHS}
        className="lg:min-w-[76rem]"
        title={titleOf}
        receipt={receiptOf}
        {...shown}
        views={shown.views.slice(0, LINKEDIN_PREVIEW_ROWS)}
        count={Math.min(shown.count, LINKEDIN_PREVIEW_ROWS)}
      />
      <p className="border-t border-border px-4 py-3 text-sm text-muted-foreground md:px-5">
        {isCut && `Showing the first ${LINKEDIN_PREVIEW_ROWS} of ${formatNumber(shown.count)} rows. `}
        Only profiles with found data are exported to the CSV file.
      </p>
    </>
  );
}

function titleOf({ label }: ProfileView): string {
  return label;
}

function receiptOf(view: ProfileView) {
  return <ProfileReceipt view={view} />;
}
