import type { ComponentProps } from 'react';
import { gridColumns, ResultGrid } from '#web/kit/result-grid.tsx';
import { ResultsCard } from '#web/kit/results-card.tsx';
import { AskedCell, EmailCell, EmailStatusBadge, ScoreCell, SourceCell, TextCell } from './email-cells.tsx';
import { EmailReceipt } from './email-receipt.tsx';
import {
  EMAIL_SORT_KEYS,
  type EmailView,
  emailView,
  matchesFilter,
  STATUS_FILTERS,
  STATUS_WORDS,
} from './email-view.ts';

const helper = gridColumns<EmailView>();
const columns = helper.columns([
  helper.display({
    id: 'asked',
    header: 'Asked about',
    cell: ({ row }) => <AskedCell view={row.original} />,
  }),
  helper.display({ id: 'email', header: 'Email', cell: ({ row }) => <EmailCell view={row.original} /> }),
  helper.display({
    id: 'status',
    header: 'Status',
    cell: ({ row: { original } }) => (
      <EmailStatusBadge status={original.row.status} title={original.row.explanation} />
    ),
  }),
  helper.display({ id: 'score', header: 'Score', cell: ({ row }) => <ScoreCell view={row.original} /> }),
  helper.display({
    id: 'domain',
    header: 'Domain',
    cell: ({ row }) => <TextCell text={row.original.row.domain} />,
  }),
  helper.display({ id: 'source', header: 'Source', cell: ({ row }) => <SourceCell view={row.original} /> }),
  helper.display({
    id: 'pattern',
    header: 'Pattern',
    cell: ({ row }) => <TextCell text={row.original.row.pattern} />,
  }),
  helper.display({
    id: 'why',
    header: 'Why',
    cell: ({ row }) => <TextCell text={row.original.row.explanation} />,
  }),
  helper.accessor('charge', { id: 'charge', header: 'Credits' }),
]);

const WIDTHS: Record<string, string> = {
  asked: 'w-36 lg:w-48',
  domain: 'w-36',
  email: 'w-56 lg:w-64',
  status: 'w-36',
  score: 'w-22',
  source: 'w-32',
  pattern: 'w-24',
  why: 'w-64',
  charge: 'w-26',
};

type EmailResultsProps = Pick<
  ComponentProps<typeof ResultsCard>,
  'task' | 'rows' | 'error' | 'onRetry' | 'onNeed' | 'filter' | 'onFilter' | 'actions'
>;

/** The results of the email finder, while it runs and after. */
export function EmailResults(props: EmailResultsProps) {
  const { processed, outcomes } = props.task;
  return (
    <ResultsCard
      {...props}
      choices={STATUS_FILTERS.map((show) => ({
        show,
        word: show === 'all' ? 'All' : STATUS_WORDS[show],
        count: show === 'all' ? processed : (outcomes[show] ?? 0),
      }))}
      viewOf={emailView}
      matches={matchesFilter}
      sortKeys={EMAIL_SORT_KEYS}
      nothingDone="The task stopped before the first answer came, so nothing was charged."
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
