import type { ComponentProps } from 'react';
import type { GridColumn } from '#web/kit/grid-column.ts';
import { ResultGrid } from '#web/kit/result-grid.tsx';
import { ResultsCard } from '#web/kit/results-card.tsx';
import { ContactCell, EmailCell, EmailStatusBadge, ScoreCell, SourceCell, TextCell } from './cells.tsx';
import { EmailReceipt } from './receipt.tsx';
import {
  EMAIL_SORT_KEYS,
  type EmailView,
  emailView,
  matchesFilter,
  SOURCE_LABELS,
  STATUS_FILTERS,
  STATUS_LABELS,
} from './view.ts';

/** The columns. In narrow windows, the first one has the contact and the email, next to the status. */
const COLUMNS: readonly GridColumn<EmailView>[] = [
  {
    id: 'contact',
    header: 'Contact',
    fields: ['first_name', 'last_name', 'name'],
    filterFields: ['name', 'address', 'domain'],
    cell: (view) => <ContactCell view={view} />,
  },
  {
    id: 'email',
    header: 'Email',
    fields: ['verified_email', 'best_guess'],
    wide: true,
    cell: (view) => <EmailCell view={view} />,
  },
  {
    id: 'status',
    status: true,
    header: 'Status',
    fields: ['status'],
    cell: ({ row }) => <EmailStatusBadge status={row.status} title={row.explanation} />,
  },
  {
    id: 'reason',
    header: 'Reason',
    fields: ['reason', 'explanation'],
    wide: true,
    wraps: true,
    cell: ({ row }) => <span className="break-words">{row.explanation}</span>,
  },
  {
    id: 'score',
    header: 'Score',
    fields: ['score'],
    number: true,
    wide: true,
    cell: (view) => <ScoreCell view={view} />,
  },
  {
    id: 'domain',
    header: 'Domain',
    fields: ['domain'],
    wide: true,
    cell: (view) => <TextCell text={view.row.domain} />,
  },
  {
    id: 'catch_all',
    header: 'Catch-all',
    fields: ['catch_all'],
    values: { true: 'Yes', false: 'No' },
    wide: true,
    cell: ({ row }) => <TextCell text={row.catch_all === null ? null : row.catch_all ? 'Yes' : 'No'} />,
  },
  {
    id: 'source',
    header: 'Source',
    fields: ['source'],
    values: SOURCE_LABELS,
    wide: true,
    cell: (view) => <SourceCell view={view} />,
  },
  {
    id: 'pattern',
    header: 'Pattern',
    fields: ['pattern'],
    wide: true,
    cell: (view) => <TextCell text={view.row.pattern} />,
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

const WIDTHS: Record<string, string> = {
  contact: 'lg:w-48',
  email: 'w-64',
  status: 'w-33 lg:w-36',
  reason: 'w-64',
  score: 'w-22',
  domain: 'w-36',
  catch_all: 'w-26',
  source: 'w-36',
  pattern: 'w-24',
  charge: 'w-26',
};

type EmailResultsProps = Pick<
  ComponentProps<typeof ResultsCard>,
  'task' | 'rows' | 'error' | 'onRetry' | 'onNeed' | 'filter' | 'onFilter'
>;

/** The results of the email finder. */
export function EmailResults(props: EmailResultsProps) {
  const { processed, outcomes } = props.task;
  return (
    <ResultsCard
      {...props}
      choices={STATUS_FILTERS.map((show) => ({
        show,
        label: show === 'all' ? 'All' : STATUS_LABELS[show],
        count: show === 'all' ? processed : (outcomes[show] ?? 0),
      }))}
      columns={COLUMNS}
      viewOf={emailView}
      matches={matchesFilter}
      sortKeys={EMAIL_SORT_KEYS}
      emptyMessage="The task stopped before its first result, so you weren't charged."
    >
      {(shown) => (
        <ResultGrid
          label="Email results"
          columns={COLUMNS}
          widths={WIDTHS}
          className="lg:min-w-[84rem]"
          title={titleOf}
          receipt={receiptOf}
          {...shown}
        />
      )}
    </ResultsCard>
  );
}

function titleOf({ contact }: EmailView): string {
  return contact;
}

function receiptOf(view: EmailView) {
  return <EmailReceipt view={view} />;
}
