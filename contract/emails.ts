import { z } from 'zod';
import { MESSAGES } from './messages.ts';

export const EMAIL_STATUSES = ['deliverable', 'risky', 'undeliverable', 'unknown'] as const;
/**
 * - deliverable: the domain's server takes mail for this mailbox, and refuses others
 * - risky: it takes the mail, but that proves nothing, or the mail would not arrive today
 * - undeliverable: proved that there is no such mailbox, or no server for it
 * - unknown: nobody told
 */
export type EmailStatus = (typeof EMAIL_STATUSES)[number];

export const EMAIL_REASONS = [
  'accepted',
  'accepts-all',
  'accepts-all-untested',
  'mailbox-full',
  'disposable',
  'mailbox-missing',
  'mailbox-disabled',
  'no-address-exists',
  'not-an-address',
  'no-domain',
  'no-mail-server',
  'refuses-mail',
  'no-name',
  'not-a-domain',
  'personal-provider',
  'greylisted',
  'rate-limited',
  'blocked',
  'refused-by-policy',
  'tls-failed',
  'not-international',
  'domain-unclear',
  'not-public',
  'unreachable',
  'connection-lost',
  'too-slow',
  'not-a-mail-server',
  'unclear-reply',
  'port-25-blocked',
  'opted-out',
] as const;
export type EmailReason = (typeof EMAIL_REASONS)[number];

/** Who told: the domain's own mail server, what was learned before, or a verifier outside. */
export const EMAIL_SOURCES = ['mail-server', 'memory', 'hunter', 'reacher'] as const;
export type EmailSource = (typeof EMAIL_SOURCES)[number];

/** One item of the email finder as it was given: a person at a domain, or an address. */
export const EmailInput = z.union([
  z.strictObject({ first_name: z.string(), last_name: z.string(), domain: z.string() }),
  z.strictObject({ address: z.string() }),
]);
export type EmailInput = z.infer<typeof EmailInput>;

/** One question to a mail server and its answer. */
export const EmailEvidence = z.object({
  address: z.string(),
  host: z.string(),
  /** as the server wrote it, code first, cut */
  reply: z.string(),
});
export type EmailEvidence = z.infer<typeof EmailEvidence>;

/**
 * One result of the email finder. The first five columns are the specification's (lead tools §3). An address that is only
 * guessed stands in `best_guess` and never in `verified_email`.
 */
export const EmailRow = z.object({
  first_name: z.string(),
  last_name: z.string(),
  domain: z.string(),
  name: z.string(),
  verified_email: z.string().nullable(),
  /** the likeliest address where none is verified; null where nothing speaks for any */
  best_guess: z.string().nullable(),
  /** the address that was given, where one was */
  address: z.string().nullable(),
  status: z.enum(EMAIL_STATUSES),
  reason: z.enum(EMAIL_REASONS),
  /** the reason in words */
  explanation: z.string(),
  score: z.int().min(0).max(100),
  /** how the address is formed: first.last, flast ... */
  pattern: z.string().nullable(),
  source: z.enum(EMAIL_SOURCES).nullable(),
  /** whether the domain takes mail for every mailbox; null: not known */
  catch_all: z.boolean().nullable(),
  disposable: z.boolean(),
  role: z.boolean(),
  free: z.boolean(),
  mail_host: z.string().nullable(),
  /** further addresses, likelier ones first */
  runners_up: z.array(z.string()),
  evidence: z.array(EmailEvidence),
});
export type EmailRow = z.infer<typeof EmailRow>;

/** Columns of a result in files, in order: the row's fields without the receipt. */
export const EMAIL_CSV_COLUMNS = Object.keys(EmailRow.shape).filter(
  (key) => key !== 'evidence' && key !== 'address',
) as readonly Exclude<keyof EmailRow, 'evidence' | 'address'>[];

/** Which column of a list holds what, counted from 0. Persons need a domain and a name; an email is verified as it stands. */
export const PersonColumns = z.object({
  first_name: z.int().min(0).nullable(),
  last_name: z.int().min(0).nullable(),
  /** first and last name in one; counts where the other two have nothing */
  full_name: z.int().min(0).nullable().default(null),
  domain: z.int().min(0).nullable(),
  email: z.int().min(0).nullable(),
});
export type PersonColumns = z.infer<typeof PersonColumns>;

/** Body of `csv-extraction`. Only `csv_content` is needed: delimiter, header and columns are detected. */
export const CsvExtractionInput = z.object({
  csv_content: z.string({ error: MESSAGES.csv.empty }),
  file_name: z.string().max(255).optional(),
  columns: PersonColumns.optional(),
  has_header: z.boolean().optional(),
});
export type CsvExtractionInput = z.infer<typeof CsvExtractionInput>;

/** The plain synchronous reply of `csv-extraction` (spec lead tools §7). Identical rows of the list have one result. */
export const CsvExtractionReply = z.object({
  success: z.boolean(),
  results: z.array(EmailRow),
  processed: z.int(),
  total: z.int(),
  timeout: z.boolean(),
  message: z.string(),
  processingTimeMs: z.int(),
  task_id: z.uuid(),
  stop_reason: z.enum(['user', 'credits', 'time']).nullable(),
});
export type CsvExtractionReply = z.infer<typeof CsvExtractionReply>;

/**
 * Whether mail servers can be asked from where the tasks are worked: `blocked`: the network lets nothing out to port 25;
 * `untested`: nobody knows yet. `outside`: verifiers that are asked where mail servers do not tell.
 */
export const MailReach = z.object({
  port25: z.enum(['open', 'blocked', 'untested']),
  outside: z.array(z.enum(['hunter', 'reacher'])),
});
export type MailReach = z.infer<typeof MailReach>;
