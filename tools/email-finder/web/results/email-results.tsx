import type { ComponentProps } from 'react';
import { type GridColumn, ResultGrid } from '#web/kit/result-grid.tsx';
import { ResultsCard } from '#web/kit/results-card.tsx';
import { ContactCell, EmailCell, EmailStatusBadge, ScoreCell, SourceCell, TextCell } from './email-cells.tsx';
import { EmailReceipt } from './email-receipt.tsx';
import {
  EMAIL_SORT_KEYS,
  type EmailView,
  emailView,
  matchesFilter,
  STATUS_FILTERS,
  STATUS_LABELS,
} from './email-view.ts';

const columns: readonly GridColumn<EmailView>[] = [
  {
    id: 'contact',
    header: 'Contact',
    cell: (view) => <ContactCell view={view} />,
  },
  { id: 'email', header: 'Email', cell: (view) => <EmailCell view={view} /> },
  {
    id: 'status',
    header: 'Status',
    cell: ({ row }) => <EmailStatusBadge status={row.status} title={row.explanation} />,
  },
  { id: 'score', header: 'Score', cell: (view) => <ScoreCell view={view} /> },
  {
    id: 'domain',
    header: 'Domain',
    cell: (view) => <TextCell text={view.row.domain} />,
  },
  { id: 'source', header: 'Source', cell: (view) => <SourceCell view={view} /> },
  {
    id: 'pattern',
    header: 'Pattern',
    cell: (view) => <TextCell text={view.row.pattern} />,
  },
  {
    id: 'reason',
    header: 'Reason',
    cell: (view) => <TextCell text={view.row.explanation} />,
  },
  { id: 'charge', header: 'Credits', cell: ({ charge }) => charge },
];

const WIDTHS: Record<string, string> = {
  contact: 'w-36 lg:w-48',
  domain: 'w-36',
  email: 'w-56 lg:w-64',
  status: 'w-36',
  score: 'w-22',
  source: 'w-32',
  pattern: 'w-24',
  reason: 'w-64',
  charge: 'w-26',
};

type EmailResultsProps = Pick<
  ComponentProps<typeof ResultsCard>,
  'task' | 'rows' | 'error' | 'onRetry' | 'onNeed' | 'filter' | 'onFilter' | 'actions'
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
      viewOf={emailView}
      matches={matchesFilter}
      sortKeys={EMAIL_SORT_KEYS}
      emptyMessage="The task stopped before its first result, so you weren't charged."
    >
      {(shown) => (
        <ResultGrid
          label="Email results"
          columns={columns}
          widths={WIDTHS}
          className="min-w-[75rem]"
          receipt={receiptOf}
          {...shown}
        />
      )}
    </ResultsCard>
  );
}

function receiptOf(view: EmailView) {
  return <EmailReceipt view={view} />;
}
