import { z } from 'zod';
import { AdminKey } from './admin.ts';

/** An email address, a LinkedIn profile or a phone with its country code. */
const Identifier = z
  .string()
  .trim()
  .min(1, 'Enter an email address, a LinkedIn profile or a phone number.')
  .max(2000, 'An email address, profile or phone has 2,000 characters at most.');

const PERSON_IDENTIFIERS_MAX = 20;
export const PersonInput = z.object({
  /** all of one person */
  person: z.array(Identifier).min(1).max(PERSON_IDENTIFIERS_MAX),
});
export const AdminPersonInput = PersonInput.extend({ adminKey: AdminKey });

const IdentifierKind = z.enum(['email', 'profile', 'phone']);

/** Where a lead came from. Times are ISO 8601 in UTC. */
const LeadOrigin = z.object({
  source: z.string(),
  license: z.string(),
  importedAt: z.string(),
  /** when the person was collected first from this source; the notice is due a month later */
  collectedAt: z.string(),
  /** of the data, as the operator said; empty: unknown */
  dataDate: z.string(),
});
export type LeadOrigin = z.infer<typeof LeadOrigin>;

/** Something stored that names the person. */
export const PersonRecord = z.object({
  /** in plain words: "Lead database Apollo", "Rows of lists" */
  place: z.string(),
  /** whose it is: an email; null: of the server */
  account: z.string().nullable(),
  /** the name of the list or task that it is in */
  within: z.string().nullable(),
  /** when it was stored; null: unknown */
  at: z.string().nullable(),
  /** of leads: the import, or the imports of which one had it */
  origins: z.array(LeadOrigin),
  /** what is stored, by field */
  data: z.record(z.string(), z.string()),
});
export type PersonRecord = z.infer<typeof PersonRecord>;

/** An account that got the person in an export of leads. */
export const PersonExport = z.object({
  account: z.string(),
  /** its title */
  database: z.string(),
  /** the exports of that day, ISO 8601; one of them had the person */
  at: z.array(z.string()),
  /** YYYY-MM-DD */
  day: z.string(),
});
export type PersonExport = z.infer<typeof PersonExport>;

/** Everything that a server stores about a person. */
export const PersonReport = z.object({
  at: z.string(),
  person: z.array(z.object({ kind: IdentifierKind, value: z.string() })),
  /** whether the person is on the opt-out list */
  optedOut: z.boolean(),
  records: z.array(PersonRecord),
  /** records beyond PERSON_RECORDS_MAX, which are counted only */
  more: z.int(),
  exports: z.array(PersonExport),
  /** other addresses, profiles and phones in records of a single person, which may be theirs, too */
  alsoNamed: z.array(z.string()),
  /** files that can't be searched and may have the person */
  backups: z.array(z.object({ file: z.string(), at: z.string() })),
  /** how many tables, lead databases and files were searched */
  searched: z.object({ tables: z.int(), leadDatabases: z.int(), files: z.int() }),
});
export type PersonReport = z.infer<typeof PersonReport>;
export const PERSON_RECORDS_MAX = 5000;

/** A report, and the letter for the person. */
export const PersonReportReply = z.object({ report: PersonReport, letter: z.string() });

/** What an erasure did. */
export const ErasureReceipt = z.object({
  at: z.string(),
  endedAt: z.string(),
  person: z.array(z.object({ kind: IdentifierKind, value: z.string() })),
  /** records that are gone, by place */
  deleted: z.array(z.object({ place: z.string(), records: z.int() })),
  /** records that are still there without what named the person, such as leads without their company's phone, by place */
  cleared: z.array(z.object({ place: z.string(), records: z.int() })),
  /** what the server keeps, and why */
  kept: z.array(z.object({ what: z.string(), why: z.string() })),
  /** records that are still there; empty after an erasure that worked */
  left: z.array(z.object({ place: z.string(), records: z.int() })),
  /** accounts that got the person, and were told */
  notices: z.array(z.object({ account: z.string(), webhooks: z.int() })),
  /** whether the bytes are gone from the files of the lead databases */
  leadFilesCleaned: z.boolean(),
});
export type ErasureReceipt = z.infer<typeof ErasureReceipt>;
export const ErasureReply = z.object({ receipt: ErasureReceipt, text: z.string() });
