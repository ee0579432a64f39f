import type { EmailSource, EmailStatus } from '#contract/emails.ts';
import type { TaskRow } from '#contract/tasks.ts';
import type { RowFilter } from '#web/kit/row-filter.ts';
import type { SortKeys } from '#web/ui/row-sort.ts';
import { EmailRow } from '../../definition.ts';

/** One result as the table shows it. */
export interface EmailView {
  position: number;
  charge: number;
  row: EmailRow;
  /** who or what was asked about */
  asked: string;
  /** what the text filter looks through, in lower case */
  haystack: string;
}

export const STATUS_WORDS: Record<EmailStatus, string> = {
  deliverable: 'Deliverable',
  risky: 'Risky',
  undeliverable: 'Undeliverable',
  unknown: 'Unknown',
};

export const SOURCE_WORDS: Record<EmailSource, string> = {
  'mail-server': 'Mail server',
  memory: 'Checked earlier',
  hunter: 'Hunter',
  reacher: 'Reacher',
};

export const STATUS_FILTERS = ['all', 'deliverable', 'risky', 'undeliverable', 'unknown'] as const;

const STATUSES: readonly EmailStatus[] = ['deliverable', 'risky', 'unknown', 'undeliverable'];

/** What rows can be ordered by; the status by how good it is. */
export const EMAIL_SORT_KEYS: SortKeys<EmailView> = {
  asked: ({ asked }) => asked,
  domain: ({ row }) => row.domain,
  email: ({ row }) => row.verified_email ?? row.best_guess ?? '',
  status: ({ row }) => STATUSES.indexOf(row.status),
  score: ({ row }) => row.score,
  source: ({ row }) => (row.source ? SOURCE_WORDS[row.source] : ''),
  pattern: ({ row }) => row.pattern ?? '',
  charge: ({ charge }) => charge,
};

const views = new WeakMap<TaskRow, EmailView>();

/** The view of a settled row; made once for each, since rows never change. */
export function emailView(taskRow: TaskRow): EmailView {
  const known = views.get(taskRow);
  if (known) return known;
  const parsed = EmailRow.safeParse(taskRow.row);
  const row = parsed.success ? parsed.data : unreadable();
  const asked = row.address ?? (row.name || row.domain);
  const view: EmailView = {
    position: taskRow.position,
    charge: taskRow.charge,
    row,
    asked,
    haystack: [asked, row.name, row.domain, row.verified_email, row.best_guess, row.explanation, row.pattern]
      .join('\n')
      .toLowerCase(),
  };
  views.set(taskRow, view);
  return view;
}

export function matchesFilter(view: EmailView, { show, text }: Pick<RowFilter, 'show' | 'text'>): boolean {
  if (show !== 'all' && view.row.status !== show) return false;
  return view.haystack.includes(text.trim().toLowerCase());
}

/** What a row cost and why (docs/deviations.md 11). */
export function chargeWords({ charge, row }: EmailView): string {
  if (charge > 0) return '1 credit, for the answer';
  if (row.status === 'unknown') return 'Nothing. What nobody tells us is never billed';
  return row.source === null ? 'Nothing. Nobody had to be asked' : 'Nothing';
}

/** A row of another shape is told apart from one that nobody knows anything about. */
function unreadable(): EmailRow {
  return {
    first_name: '',
    last_name: '',
    domain: '',
    name: '',
    verified_email: null,
    best_guess: null,
    address: null,
    status: 'unknown',
    reason: 'unclear-reply',
    explanation:
      'This result was stored in a form that this page cannot show. It is complete in the CSV file.',
    score: 0,
    pattern: null,
    source: null,
    catch_all: null,
    disposable: false,
    role: false,
    free: false,
    mail_host: null,
    runners_up: [],
    evidence: [],
  };
}
