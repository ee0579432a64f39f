import type { EmailReason, EmailStatus } from '#contract/emails.ts';
import type { AddressFlags } from '#engines/email-address/address-flags.ts';
import type { ReplyMeaning } from '#engines/mail-replies/classify-reply.ts';

/** Explains each reason to a salesperson. */
export const EMAIL_REASON_LABELS: Record<EmailReason, string> = {
  accepted: 'The mail server accepts this address and rejects made-up ones',
  'accepts-all': "The mail server accepts every address, so we can't confirm this one",
  'accepts-all-untested':
    "The mail server accepts this address, but we couldn't test whether it accepts every address",
  'mailbox-full': 'The mailbox exists but is full',
  bounced: 'An email that was sent to this address came back: the mailbox is gone',
  'bounced-for-now': 'An email that was sent to this address came back, but the mailbox may work again',
  disposable: 'The address belongs to a disposable email service',
  'mailbox-missing': "The mail server says this mailbox doesn't exist",
  'mailbox-disabled': 'The mail server says this mailbox is disabled',
  'no-address-exists': "None of this person's likely addresses exist",
  'no-company-domain': "We didn't find the company's domain",
  'company-unclear': "We couldn't look for the company's domain right now",
  'not-an-address': "This isn't an email address",
  'no-domain': "The domain doesn't exist",
  'no-mail-server': 'The domain has no mail server',
  'refuses-mail': "The domain doesn't accept email",
  'not-a-domain': "This isn't a domain",
  'no-name': 'The name is missing or has no letters',
  'personal-provider': 'This domain offers mailboxes to the public, so a guess could belong to someone else',
  greylisted: 'The mail server kept asking us to try again later',
  'rate-limited': 'The mail server is limiting our requests right now',
  blocked: "The mail server blocks our IP address, so we couldn't verify this email",
  'refused-by-policy': 'The mail server rejected our request for policy reasons',
  'tls-failed': "The mail server requires encryption, but we couldn't set it up",
  'not-international': "The mail server doesn't support the special characters in this address",
  'domain-unclear': "The domain's name servers didn't respond",
  'not-public': "The domain's mail server isn't on the public internet",
  unreachable: "We couldn't reach the mail server",
  'connection-lost': 'The mail server closed the connection',
  'too-slow': 'The mail server took too long to respond',
  'not-a-mail-server': "The server that responded isn't a mail server",
  'unclear-reply': "The mail server's reply was unclear",
  'port-25-blocked': 'Our network blocks connections to mail servers (port 25)',
  'opted-out': "This person or company asked not to be listed, so we didn't look them up",
};

/** Reply to a random mailbox of the domain, tested after the server accepted an address. */
export const CATCH_ALL_ANSWERS = ['accepted', 'refused', 'inconclusive', 'not-run'] as const;
export type CatchAllAnswer = (typeof CATCH_ALL_ANSWERS)[number];

/** Why no mail server was queried, or none gave a result. */
export type NotQueriedReason = Extract<
  EmailReason,
  | 'no-company-domain'
  | 'company-unclear'
  | 'not-an-address'
  | 'no-domain'
  | 'no-mail-server'
  | 'refuses-mail'
  | 'no-name'
  | 'not-a-domain'
  | 'personal-provider'
  | 'domain-unclear'
  | 'not-public'
  | 'unreachable'
  | 'connection-lost'
  | 'too-slow'
  | 'not-a-mail-server'
  | 'tls-failed'
  | 'not-international'
  | 'port-25-blocked'
  | 'opted-out'
>;

/** The final evidence about an address. */
export type Evidence =
  | { kind: 'reply'; meaning: ReplyMeaning; catchAll: CatchAllAnswer }
  /** the server rejected every candidate as missing or disabled */
  | { kind: 'none-exists' }
  /** an earlier lookup found it out */
  | { kind: 'remembered'; verdict: Verdict }
  | { kind: 'not-queried'; why: NotQueriedReason };

export interface Verdict {
  status: EmailStatus;
  reason: EmailReason;
  /** How safe it is to email the address, 0 to 100. */
  score: number;
}

/** Reasons that prove an address undeliverable without querying a mail server. */
const UNDELIVERABLE: ReadonlySet<EmailReason> = new Set([
  'not-an-address',
  'no-domain',
  'no-mail-server',
  'refuses-mail',
]);

const INCONCLUSIVE: Record<Exclude<ReplyMeaning, 'accepted' | `mailbox-${string}`>, EmailReason> = {
  greylist: 'greylisted',
  temporary: 'greylisted',
  'too-many-recipients': 'rate-limited',
  'rate-limit': 'rate-limited',
  'block-list': 'blocked',
  policy: 'refused-by-policy',
  'tls-required': 'tls-failed',
  unknown: 'unclear-reply',
};

/**
 * Turns evidence into a verdict. `share` is the prior probability of the address (0 to 1; 1 for an address
 * the user gave). It ranks guesses that the mail server doesn't distinguish.
 */
export function judge(evidence: Evidence, flags: AddressFlags, share: number): Verdict {
  if (evidence.kind === 'remembered') return evidence.verdict;
  const { status, reason } = outcome(evidence, flags);
  return { status, reason, score: score(status, reason, flags, share) };
}

function outcome(
  evidence: Exclude<Evidence, { kind: 'remembered' }>,
  flags: AddressFlags,
): { status: EmailStatus; reason: EmailReason } {
  if (evidence.kind === 'not-queried')
    return { status: notQueriedStatus(evidence.why), reason: evidence.why };
  if (evidence.kind === 'none-exists') return { status: 'not_found', reason: 'no-address-exists' };
  const { meaning, catchAll } = evidence;
  switch (meaning) {
    case 'accepted':
      if (flags.disposable) return { status: 'risky', reason: 'disposable' };
      if (catchAll === 'refused') return { status: 'deliverable', reason: 'accepted' };
      return { status: 'risky', reason: catchAll === 'accepted' ? 'accepts-all' : 'accepts-all-untested' };
    case 'mailbox-full':
      return { status: 'risky', reason: 'mailbox-full' };
    case 'mailbox-missing':
    case 'mailbox-disabled':
      return { status: 'undeliverable', reason: meaning };
    default:
      return { status: 'unknown', reason: INCONCLUSIVE[meaning] };
  }
}

function notQueriedStatus(why: NotQueriedReason): EmailStatus {
  if (why === 'no-company-domain') return 'not_found';
  return UNDELIVERABLE.has(why) ? 'undeliverable' : 'unknown';
}

function score(status: EmailStatus, reason: EmailReason, flags: AddressFlags, share: number): number {
  if (status === 'undeliverable' || status === 'not_found') return 0;
  if (status === 'deliverable') return flags.role ? 90 : 98;
  // A guess scores below 50.
  if (status === 'unknown') return Math.round(5 + 40 * share);
  if (reason === 'disposable') return 10;
  if (reason === 'mailbox-full') return 30;
  return Math.round(reason === 'accepts-all' ? 20 + 40 * share : 30 + 45 * share);
}
