import { z } from 'zod';
import { call } from '#contract/call.ts';
import {
  EMAIL_REASONS,
  EMAIL_SOURCES,
  EMAIL_STATUSES,
  EmailEvidence,
  EmailInput,
  type EmailStatus,
  PersonColumns,
} from '#contract/emails.ts';
import { ITEM_KEY_MAX_CHARS, OWN_KEY_FIELDS } from '#contract/item-keys.ts';
import { CSV_COLUMNS_MAX, CSV_ROWS_PER_TASK } from '#contract/limits.ts';
import { StartCap } from '#contract/start-cap.ts';
import { StartSave } from '#contract/start-save.ts';
import { StartWebhook } from '#contract/start-webhook.ts';
import { TEXT_ENCODINGS } from '#contract/task-csv.ts';
import { StopReason, TaskView } from '#contract/tasks.ts';
import { defineTool } from '../tool.ts';
import { EMAIL_MESSAGES } from './messages.ts';

export const CSV_FILE_MAX_BYTES = 50 * 1024 * 1024;
/** Room for a 50 MB file and its JSON escapes. */
const UPLOAD_MAX_BYTES = 72 * 1024 * 1024;
const LABEL_MAX_CHARS = 200;

/** What people read for each verdict. */
export const EMAIL_STATUS_LABELS: Readonly<Record<EmailStatus, string>> = {
  deliverable: 'Deliverable',
  risky: 'Risky',
  undeliverable: 'Undeliverable',
  not_found: 'Not found',
  unknown: 'Unknown',
};

/**
 * How long a verdict is fresh, in days. Until then we remember it, and an account that paid for it gets it again
 * for free. People rarely change jobs, but a full mailbox may be emptied.
 */
export const VERDICT_FRESH_DAYS = { deliverable: 30, risky: 7, undeliverable: 7, not_found: 7 } as const;

/** The tool that finds the domains of companies, by the type of its tasks. */
export const COMPANY_TOOL = 'company-to-domain';

/** One result. The first five fields are the spec's (lead tools §3). A guess is never in `verified_email`. */
export const EmailRow = z.object({
  first_name: z.string(),
  last_name: z.string(),
  domain: z.string(),
  name: z.string(),
  verified_email: z.string().nullable(),
  /** the most likely address if none is verified; null without any indication */
  best_guess: z.string().nullable(),
  /** the address to verify, if one was given */
  address: z.string().nullable(),
  status: z.enum(EMAIL_STATUSES),
  reason: z.enum(EMAIL_REASONS),
  /** the reason in plain words */
  explanation: z.string(),
  score: z.int().min(0).max(100),
  /** how the address is formed: first.last, flast ... */
  pattern: z.string().nullable(),
  source: z.enum(EMAIL_SOURCES).nullable(),
  /** whether the domain accepts mail for every mailbox; null if unknown */
  catch_all: z.boolean().nullable(),
  disposable: z.boolean(),
  role: z.boolean(),
  free: z.boolean(),
  mail_host: z.string().nullable(),
  /** other likely addresses, best first */
  runners_up: z.array(z.string()),
  evidence: z.array(EmailEvidence),
});
export type EmailRow = z.infer<typeof EmailRow>;

/** CSV columns in order: the row's fields without the receipt. */
export const EMAIL_CSV_COLUMNS = Object.keys(EmailRow.shape).filter(
  (key) => key !== 'evidence' && key !== 'address',
) as readonly Exclude<keyof EmailRow, 'evidence' | 'address'>[];

/** The item as text: what `ToolItem.input` holds. Identical items have identical texts. */
export function writeEmailInput(input: EmailInput): string {
  return JSON.stringify(
    'address' in input
      ? { address: input.address }
      : {
          first_name: input.first_name,
          last_name: input.last_name,
          domain: input.domain,
          ...(input.company === undefined ? {} : { company: input.company }),
          ...(input.again ? { again: true } : {}),
        },
  );
}

/**
 * Two published mailboxes of public organizations to verify, and two made-up people. example.com takes no mail
 * (RFC 2606), so the people are not found.
 */
const SAMPLE_ITEMS: readonly EmailInput[] = [
  { address: 'info@eff.org' },
  { address: 'press@debian.org' },
  { first_name: 'Jane', last_name: 'Miller', domain: 'example.com' },
  { first_name: 'José', last_name: 'García', domain: 'example.org' },
];

/** Reads an item's text. Any other text counts as an address. */
export function parseEmailInput(text: string): EmailInput {
  let value: unknown = null;
  try {
    value = JSON.parse(text);
  } catch {
    // Not written by writeEmailInput.
  }
  const parsed = EmailInput.safeParse(value);
  return parsed.success ? parsed.data : { address: text };
}

/** A row with an unknown status and the reason for it. */
export function unknownEmailRow(
  input: EmailInput,
  reason: EmailRow['reason'],
  explanation: string,
): EmailRow {
  const { first_name, last_name, domain } =
    'address' in input ? { first_name: '', last_name: '', domain: '' } : input;
  const person = { first_name, last_name, domain };
  return {
    ...person,
    name: `${person.first_name.trim()} ${person.last_name.trim()}`.trim(),
    verified_email: null,
    best_guess: null,
    address: 'address' in input ? input.address : null,
    status: 'unknown',
    reason,
    explanation,
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

/** Body of `csv-extraction`. Only the file is required: delimiter, header and columns are detected. */
export const CsvExtractionInput = z
  .object({
    csv_content: z
      .string()
      .optional()
      .describe(`The text of a CSV file, with at most ${CSV_ROWS_PER_TASK.toLocaleString('en-US')} rows.`),
    xlsx_content: z
      .string()
      .optional()
      .describe('An Excel workbook (.xlsx) in Base64, in place of `csv_content`.'),
    sheet: z
      .string()
      .max(255)
      .optional()
      .describe('The sheet of the workbook. Default: the first one with rows.'),
    file_name: z.string().max(255).optional(),
    columns: PersonColumns.optional(),
    key_column: z
      .int()
      .min(0)
      .max(CSV_COLUMNS_MAX - 1)
      .optional()
      .describe(
        `The column with your keys, from 0: up to ${ITEM_KEY_MAX_CHARS} characters, each of them once. Each result has the key of its row.`,
      ),
    has_header: z.boolean().optional(),
    /** of the file before it was read as text; a download can have it again */
    encoding: z.enum(TEXT_ENCODINGS).optional(),
    cap: StartCap.optional(),
    saveTo: StartSave.optional(),
    webhook: StartWebhook.optional(),
  })
  .superRefine(({ csv_content, xlsx_content, sheet }, { addIssue }) => {
    const refuse = (field: string, message: string) => addIssue({ code: 'custom', path: [field], message });
    if (csv_content === undefined && xlsx_content === undefined) refuse('csv_content', EMAIL_MESSAGES.empty);
    if (csv_content !== undefined && xlsx_content !== undefined)
      refuse('xlsx_content', 'Send `csv_content` or `xlsx_content`, not both.');
    if (sheet !== undefined && xlsx_content === undefined)
      refuse('sheet', '`sheet` is only for `xlsx_content`.');
  });
export type CsvExtractionInput = z.infer<typeof CsvExtractionInput>;

/** The synchronous reply of `csv-extraction` (spec lead tools §7). Identical rows share one result. */
export const CsvExtractionReply = z.object({
  success: z.boolean(),
  results: z.array(EmailRow.extend(OWN_KEY_FIELDS)),
  processed: z.int(),
  total: z.int(),
  timeout: z.boolean(),
  message: z.string(),
  processingTimeMs: z.int(),
  task_id: z.uuid(),
  stop_reason: StopReason.nullable(),
});

/**
 * Whether the workers can reach mail servers. `blocked`: the network blocks outgoing port 25; `untested`: not
 * known yet. `outside`: the verifiers used when mail servers give no answer.
 */
const MailReach = z.object({
  port25: z.enum(['open', 'blocked', 'untested']),
  outside: z.array(z.enum(['hunter', 'reacher'])),
});
export type MailReach = z.infer<typeof MailReach>;

export const emailFinder = defineTool({
  folder: 'email-finder',
  label: 'Verified Email Finder',
  title: 'Verified Email Finder',
  description: 'Find work emails, verified with the mail server. Guesses are marked as guesses.',
  path: '/dashboard/verified-email-finder',
  nav: { group: 'Find', order: 30 },
  icon: 'MailCheck',
  shortcut: 'e',
  hasPicture: true,
  card: { order: 20, text: 'Work emails, verified with the mail server.' },
  takes: {
    emails: {
      label: 'Email addresses',
      action: 'verify them',
      toInput: (items) => ({ csv_content: ['email', ...items].join('\n') }),
    },
    people: {
      label: 'People with a company',
      action: 'find their emails',
      toInput: (items) => ({ csv_content: ['first_name,last_name,domain', ...items].join('\n') }),
    },
  },
  planLines: ['Email finder', 'Email verification'],
  calls: {
    start: call({
      name: 'csv-extraction',
      method: 'POST',
      summary:
        'Find emails by first name, last name and domain, or verify emails, from a CSV file or an Excel workbook. `Prefer: respond-async` returns 202 with the task.',
      costs: true,
      maxBodyBytes: UPLOAD_MAX_BYTES,
      scope: 'run',
      input: CsvExtractionInput,
      example: { csv_content: 'first_name,last_name,domain\nJane,Miller,acme.com\n' },
      reply: z.union([CsvExtractionReply, TaskView]),
      accepted: 'respond-async',
    }),
    knownMore: call({
      name: 'email-known-more',
      method: 'GET',
      summary:
        'How many people of a task, not found then, have a likelier address now. `free`: trying them again costs nothing.',
      scope: 'read',
      input: z.object({ id: z.uuid() }),
      example: { id: '4c1e7a52-5d0f-4a3c-9a51-0f4f1f0f3a10' },
      reply: z.object({ people: z.int().nonnegative(), free: z.boolean() }),
    }),
    tryAgain: call({
      name: 'email-try-again',
      method: 'POST',
      summary:
        'Try these people again, once, in a new task. Free for a day after the first one. With `free`, only if it costs nothing.',
      costs: true,
      scope: 'run',
      input: z.object({ id: z.uuid(), free: z.boolean().optional() }),
      example: { id: '4c1e7a52-5d0f-4a3c-9a51-0f4f1f0f3a10' },
      reply: TaskView,
    }),
    mailReach: call({
      name: 'mail-reach',
      method: 'GET',
      summary: 'Whether this server can reach mail servers to verify addresses.',
      scope: 'read',
      input: z.object({}),
      reply: MailReach,
    }),
  },
  task: {
    type: 'csv-extraction',
    creditsPerItem: 1,
    maxItems: CSV_ROWS_PER_TASK,
    itemNoun: 'row',
    sample: SAMPLE_ITEMS.map(writeEmailInput),
    freshDays: (outcome) =>
      outcome === 'deliverable' ? VERDICT_FRESH_DAYS.deliverable : VERDICT_FRESH_DAYS.undeliverable,
    failedLabel: 'Unknown',
    opensTasks: true,
    row: EmailRow,
    csv: { fileName: () => 'csv_extraction_results.csv', columns: EMAIL_CSV_COLUMNS, keepsUpload: true },
    receiptFields: ['evidence'],
    filter: {
      status: { field: 'status', values: EMAIL_STATUSES },
      text: ['address', 'name', 'domain', 'verified_email', 'best_guess', 'explanation', 'pattern'],
    },
    contactFields: { emails: 'verified_email' },
    givenAddress({ verified_email, address, best_guess, status }) {
      // A guess without any answer is free, so nothing can be claimed for it.
      if (status === 'unknown') return null;
      const given = verified_email ?? best_guess ?? (status === 'risky' ? address : null);
      return typeof given === 'string' ? { address: given, verified: status === 'deliverable' } : null;
    },
    messages: {
      failed: EMAIL_MESSAGES.failed,
      completed: ({ found, total }) => EMAIL_MESSAGES.completed(found, total),
    },
    itemLabel: (text) => {
      const input = parseEmailInput(text);
      if ('address' in input) return input.address.slice(0, LABEL_MAX_CHARS);
      const name = `${input.first_name} ${input.last_name}`.trim();
      return [name, input.domain || input.company].filter(Boolean).join(', ').slice(0, LABEL_MAX_CHARS);
    },
    failureRow: (text, reason) => {
      const row = unknownEmailRow(parseEmailInput(text), 'unreachable', reason);
      return { row, outcome: row.status };
    },
    optedOutRow: (text, reason) => {
      const row = unknownEmailRow(parseEmailInput(text), 'opted-out', reason);
      return { row, outcome: row.status };
    },
  },
});
