import { z } from 'zod';
import { CSV_COLUMNS_MAX } from './limits.ts';

export const EMAIL_STATUSES = ['deliverable', 'risky', 'undeliverable', 'not_found', 'unknown'] as const;
/**
 * - deliverable: the domain's server accepts mail for this mailbox and rejects unknown ones
 * - risky: the server accepts the mail, but that proves nothing, or the mail can't arrive right now
 * - undeliverable: the mailbox of a given address doesn't exist, or its domain has no mail server
 * - not_found: no address of this person was found, or the row has none to verify. They may have one that we don't know
 * - unknown: no source has an answer
 */
export type EmailStatus = (typeof EMAIL_STATUSES)[number];

export const EMAIL_REASONS = [
  'accepted',
  'accepts-all',
  'accepts-all-untested',
  'mailbox-full',
  'bounced',
  'bounced-for-now',
  'disposable',
  'mailbox-missing',
  'mailbox-disabled',
  'no-address-exists',
  'no-company-domain',
  'company-unclear',
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

/** Where a verdict comes from: the domain's own mail server, an earlier result, or an external verifier. */
export const EMAIL_SOURCES = ['mail-server', 'memory', 'hunter', 'reacher'] as const;
export type EmailSource = (typeof EMAIL_SOURCES)[number];

/**
 * One item to look up: a person at a domain, or an address. Of a person with a `company` and no
 * domain, the domain is found first.
 */
export const EmailInput = z.union([
  z.strictObject({
    first_name: z.string(),
    last_name: z.string(),
    domain: z.string(),
    company: z.string().optional(),
    /** tried again for free, since we know more about the domain */
    again: z.literal(true).optional(),
  }),
  z.strictObject({ address: z.string() }),
]);
export type EmailInput = z.infer<typeof EmailInput>;

/** One address checked with a mail server, and the server's reply. */
export const EmailEvidence = z.object({
  address: z.string(),
  host: z.string(),
  /** The server's raw reply, starting with the code, truncated. */
  reply: z.string(),
});
export type EmailEvidence = z.infer<typeof EmailEvidence>;

/** A line without a header can have as many addresses as a row has cells. */
export const MORE_EMAIL_COLUMNS_MAX = CSV_COLUMNS_MAX - 1;
const Column = z
  .int()
  .min(0)
  .max(CSV_COLUMNS_MAX - 1)
  .nullable();

/** Column indexes of a list, from 0. Finding needs a name and a domain or company; an email is verified as is. */
export const PersonColumns = z.object({
  first_name: Column,
  last_name: Column,
  /** First and last name combined; used if the other two columns are empty. */
  full_name: Column.default(null),
  domain: Column,
  /** Names of companies, for rows without a domain. */
  company: Column.default(null),
  email: Column,
  /** Other columns with emails, which are verified, too. Default: none */
  more_emails: z
    .array(
      z
        .int()
        .min(0)
        .max(CSV_COLUMNS_MAX - 1),
    )
    .max(MORE_EMAIL_COLUMNS_MAX)
    .optional(),
});
export type PersonColumns = z.infer<typeof PersonColumns>;
