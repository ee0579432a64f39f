import { EMAIL_STATUSES, type EmailStatus } from '#contract/emails.ts';
import { plural } from '#contract/plural.ts';
import { STATUS_FIELD } from '#contract/task-csv.ts';
import type { TaskView } from '#contract/tasks.ts';
import { CHARGE_COLUMN, type GridColumn } from '#web/kit/grid-column.ts';
import { type OpenTaskProps, openTask } from '#web/kit/open-task.tsx';
import { Alert } from '#web/ui/alert.tsx';
import { EMAIL_STATUS_LABELS, type EmailRow, emailFinder } from '../definition.ts';
import { ContactCell, EmailCell, EmailStatusBadge, ScoreCell, SourceCell, TextCell } from './cells.tsx';
import { LookupCard } from './lookup-card.tsx';
import { EmailReceipt } from './receipt.tsx';
import { TryAgain } from './try-again.tsx';
import { type EmailView, emailView, SOURCE_LABELS } from './view.ts';

/** Statuses sort from best to worst. */
const BEST_FIRST: readonly EmailStatus[] = ['deliverable', 'risky', 'unknown', 'not_found', 'undeliverable'];

/** The columns. In narrow windows, the first one has the contact and the email, next to the status. */
export const COLUMNS: readonly GridColumn<EmailView>[] = [
  {
    id: 'contact',
    header: 'Contact',
    fields: ['first_name', 'last_name', 'name'],
    filterFields: ['name', 'address', 'domain'],
    width: 'lg:w-48',
    sort: ({ contact }) => contact,
    cell: (view) => <ContactCell view={view} />,
  },
  {
    id: 'email',
    header: 'Email',
    fields: ['verified_email', 'best_guess'],
    wide: true,
    width: 'w-64',
    sort: ({ row }) => row.verified_email ?? row.best_guess ?? '',
    cell: (view) => <EmailCell view={view} />,
  },
  {
    id: 'status',
    status: true,
    header: 'Status',
    fields: [STATUS_FIELD],
    values: EMAIL_STATUS_LABELS,
    width: 'w-34 lg:w-36',
    sort: ({ status }) => BEST_FIRST.indexOf(status),
    cell: ({ row }) => <EmailStatusBadge status={row.status} title={row.explanation} />,
  },
  {
    id: 'reason',
    header: 'Reason',
    fields: ['reason', 'explanation'],
    wide: true,
    wraps: true,
    width: 'w-64',
    sort: ({ row }) => row.explanation,
    cell: ({ row }) => <span className="break-words">{row.explanation}</span>,
  },
  {
    id: 'score',
    header: 'Score',
    fields: ['score'],
    number: true,
    wide: true,
    width: 'w-22',
    sort: ({ row }) => row.score,
    cell: (view) => <ScoreCell view={view} />,
  },
  {
    id: 'domain',
    header: 'Domain',
    fields: ['domain'],
    wide: true,
    width: 'w-36',
    sort: ({ row }) => row.domain,
    cell: (view) => <TextCell text={view.row.domain} />,
  },
  {
    id: 'catch_all',
    header: 'Catch-all',
    fields: ['catch_all'],
    values: { true: 'Yes', false: 'No' },
    wide: true,
    width: 'w-26',
    sort: ({ row }) => (row.catch_all === null ? '' : Number(row.catch_all)),
    cell: ({ row }) => <TextCell text={row.catch_all === null ? null : row.catch_all ? 'Yes' : 'No'} />,
  },
  {
    id: 'source',
    header: 'Source',
    fields: ['source'],
    values: SOURCE_LABELS,
    wide: true,
    width: 'w-36',
    sort: ({ row }) => (row.source ? SOURCE_LABELS[row.source] : ''),
    cell: (view) => <SourceCell view={view} />,
  },
  {
    id: 'pattern',
    header: 'Pattern',
    fields: ['pattern'],
    wide: true,
    width: 'w-24',
    sort: ({ row }) => row.pattern ?? '',
    cell: (view) => <TextCell text={view.row.pattern} />,
  },
  CHARGE_COLUMN,
];

const EmailTask = openTask<EmailView>({
  type: emailFinder.task.type,
  label: 'Email results',
  columns: COLUMNS,
  className: 'lg:min-w-[84rem]',
  toView: emailView,
  statuses: Object.fromEntries(EMAIL_STATUSES.map((status) => [status, EMAIL_STATUS_LABELS[status]])),
  title: ({ contact }) => contact,
  receipt: (view) => <EmailReceipt view={view} />,
  notices: (task) => (
    <>
      <FoundLater task={task} />
      <TryAgain task={task} />
    </>
  ),
});

interface EmailTaskProps extends OpenTaskProps {
  /** called with the answer of a single lookup when it is known */
  onAnswer?: (row: EmailRow) => void;
}

/** The results of a list, or on the page of the tool, a single lookup with its answer. */
export default function OpenEmailTask({ onAnswer, ...props }: EmailTaskProps) {
  return (
    <EmailTask
      {...props}
      {...(onAnswer && {
        single: (task, tick) => <LookupCard task={task} tick={tick} onAnswer={onAnswer} />,
      })}
    />
  );
}

/** Says how many people a second try found after the task had ended. */
function FoundLater({ task }: { task: Pick<TaskView, 'foundlater'> }) {
  if (task.foundlater === 0) return null;
  return (
    <Alert
      tone="success"
      title={`${plural(task.foundlater, 'more email', 'more emails')} found later that day`}
    >
      <p>
        After this task, we learned how addresses at some of these companies are formed. We tried the people
        who weren’t found again, free of charge.
      </p>
    </Alert>
  );
}
