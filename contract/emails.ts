import { z } from 'zod';

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
