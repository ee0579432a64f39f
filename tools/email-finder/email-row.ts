import { z } from 'zod';
import type { AddressFlags } from '#engines/smtp-verdict/address-flags.ts';
import {
  EMAIL_REASON_WORDS,
  EMAIL_REASONS,
  EMAIL_STATUSES,
  type Verdict,
} from '#engines/smtp-verdict/smtp-verdict.ts';
import type { EmailInput } from './email-request.ts';

/** Who told: the domain's own mail server, what was learned before, or a verifier outside. */
export const EMAIL_SOURCES = ['mail-server', 'memory', 'hunter', 'reacher'] as const;
export type EmailSource = (typeof EMAIL_SOURCES)[number];

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

/** What a row is made of. */
export interface RowFacts {
  written: EmailInput;
  verdict: Verdict;
  flags: AddressFlags;
  /** the address that the verdict is about */
  address: string | null;
  pattern: string | null;
  source: EmailSource | null;
  catchAll: boolean | null;
  mailHost: string | null;
  runnersUp: readonly string[];
  evidence: readonly EmailEvidence[];
  /** instead of the reason's own words */
  explanation?: string;
}

/** A guess is worth showing where nothing says that the address does not exist. */
const GUESSABLE = new Set(['risky', 'unknown']);

export function emailRow(facts: RowFacts): EmailRow {
  const { written, verdict, flags, address } = facts;
  const given = 'address' in written ? written.address : null;
  const person =
    'address' in written ? { first_name: '', last_name: '', domain: domainOf(address) } : written;
  return {
    ...person,
    name: `${person.first_name.trim()} ${person.last_name.trim()}`.trim(),
    verified_email: verdict.status === 'deliverable' ? address : null,
    best_guess: given === null && GUESSABLE.has(verdict.status) ? address : null,
    address: given,
    status: verdict.status,
    reason: verdict.reason,
    explanation: facts.explanation ?? EMAIL_REASON_WORDS[verdict.reason],
    score: verdict.score,
    pattern: facts.pattern,
    source: facts.source,
    catch_all: facts.catchAll,
    ...flags,
    mail_host: facts.mailHost,
    runners_up: [...facts.runnersUp],
    evidence: [...facts.evidence],
  };
}

function domainOf(address: string | null): string {
  return address === null ? '' : address.slice(address.lastIndexOf('@') + 1);
}
