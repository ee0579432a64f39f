import { z } from 'zod';

/** Reports that one call takes. */
export const BOUNCES_PER_CALL = 500;
/** How long an address that bounced hard counts as undeliverable for everyone. */
export const BOUNCE_DAYS = 30;
/** How long after we called an address deliverable its credit comes back. */
export const BOUNCE_RETURN_DAYS = 14;
/** The hard bounces of an account that count for others in BOUNCE_DAYS: these, or this share of the addresses it got. */
export const BOUNCES_TRUSTED = 10;
export const BOUNCE_SHARE_TRUSTED = 0.2;
/** The list that addresses of complaints are added to. */
export const COMPLAINTS_LIST = 'Complaints';

/** What a report is about. `bounce`: its class follows from `code` and `text`. */
const BOUNCE_KINDS = ['bounce', 'hard', 'soft', 'policy', 'complaint', 'delivered', 'other'] as const;

/** One report about an email that was sent. */
export const NewBounce = z.object({
  email: z.string().trim().min(1).max(320),
  kind: z.enum(BOUNCE_KINDS).default('bounce'),
  /** the reply code, like 550, the enhanced code, like 5.1.1, or both */
  code: z.string().max(40).optional(),
  /** what the mail server said */
  text: z.string().max(20_000).optional(),
  /** when it happened; tells two reports about the same address apart */
  at: z.iso.datetime({ offset: true, error: 'Enter a time like 2026-11-26T08:00:00Z' }).optional(),
});
export type NewBounce = z.infer<typeof NewBounce>;

const Count = z.int().nonnegative();
/** Reports by class. `uncounted`: hard bounces that count for no one else. `returned`: credits that came back. */
export const BounceCounts = z.object({
  hard: Count,
  soft: Count,
  policy: Count,
  complaint: Count,
  other: Count,
  delivered: Count,
  uncounted: Count,
  returned: Count,
});
export type BounceCounts = z.infer<typeof BounceCounts>;
/** Where counting starts. */
export const NO_BOUNCES: Readonly<BounceCounts> = {
  hard: 0,
  soft: 0,
  policy: 0,
  complaint: 0,
  other: 0,
  delivered: 0,
  uncounted: 0,
  returned: 0,
};

/** `repeated`: reports that we had. `invalid`: without a usable email. */
export const BounceReceipt = BounceCounts.extend({ repeated: Count, invalid: Count });
export type BounceReceipt = z.infer<typeof BounceReceipt>;

/** `day`: a UTC day, YYYY-MM-DD. */
export const BounceDay = BounceCounts.extend({ day: z.string() });
export type BounceDay = z.infer<typeof BounceDay>;

/** Providers whose reports we can check. */
export const BOUNCE_PROVIDERS = ['ses', 'sendgrid', 'postmark', 'mailgun'] as const;
export type BounceProvider = (typeof BOUNCE_PROVIDERS)[number];

export const BOUNCE_PROVIDER_LABELS: Readonly<Record<BounceProvider, string>> = {
  ses: 'Amazon SES',
  sendgrid: 'SendGrid',
  postmark: 'Postmark',
  mailgun: 'Mailgun',
};

/** What checks the reports of a provider, as the person who enters it reads it. */
export const BOUNCE_KEY_TEXTS: Readonly<Record<BounceProvider, string>> = {
  ses: 'ARN of the SNS topic',
  sendgrid: 'Verification key of the signed event webhook',
  postmark: 'User and password of the webhook, with a colon between them',
  mailgun: 'HTTP webhook signing key',
};

const Key = z.string().trim().min(8, 'This key is too short.').max(1000).nullable();
export const BounceSettings = z.object({
  /** Makes a new address. The old one ends. */
  rotate: z.boolean().optional(),
  /** Keys to set; null removes one */
  keys: z.object({ ses: Key, sendgrid: Key, postmark: Key, mailgun: Key }).partial().optional(),
});

export const BounceOverview = z.object({
  /** the address for providers, with its secret; null: there is none yet */
  url: z.string().nullable(),
  /** providers with a key. If there are any, unsigned reports are refused at the address. */
  keys: z.array(z.enum(BOUNCE_PROVIDERS)),
  total: BounceCounts,
  /** with reports, latest first */
  days: z.array(BounceDay),
});
export type BounceOverview = z.infer<typeof BounceOverview>;
