import type { EmailReason, EmailStatus } from '#contract/emails.ts';
import type { AddressFlags } from './address-flags.ts';
import type { ReplyMeaning } from './classify-reply.ts';

/** Each reason in words that a salesperson understands. */
export const EMAIL_REASON_WORDS: Record<EmailReason, string> = {
  accepted: 'The mail server takes mail for this address and refuses made-up ones',
  'accepts-all': 'The mail server takes mail for every address, so it proves nothing about this one',
  'accepts-all-untested':
    'The mail server takes mail for this address, but we could not test whether it takes any',
  'mailbox-full': 'The mailbox exists but is full',
  disposable: 'The address is of a service for throw-away addresses',
  'mailbox-missing': 'The mail server says that there is no such mailbox',
  'mailbox-disabled': 'The mail server says that this mailbox is disabled',
  'no-address-exists': 'None of the usual addresses of this person exists',
  'not-an-address': 'This is not an email address',
  'no-domain': 'The domain does not exist',
  'no-mail-server': 'The domain has no mail server',
  'refuses-mail': 'The domain says that it takes no mail',
  'not-a-domain': 'This is not a domain',
  'no-name': 'There is no name to form an address from',
  'personal-provider': 'This domain gives addresses to everybody, so a guess could be somebody else',
  greylisted: 'The mail server asked us to come back later, again and again',
  'rate-limited': 'The mail server takes no more questions from us at the moment',
  blocked: 'The mail server blocks our address, so it answered nothing about this one',
  'refused-by-policy': 'The mail server refused to answer for reasons of its own',
  'tls-failed': 'The mail server wants encryption, which could not be set up',
  'not-international': 'The mail server does not take addresses with such letters from us',
  'domain-unclear': 'The name servers of the domain did not answer',
  'not-public': 'The mail server of the domain has no public address',
  unreachable: 'The mail server could not be reached',
  'connection-lost': 'The mail server ended the conversation',
  'too-slow': 'The mail server took too long to answer',
  'not-a-mail-server': 'What answered is not a mail server',
  'unclear-reply': 'The mail server answered in a way that tells nothing',
  'port-25-blocked': 'Our network lets no questions to mail servers out (port 25)',
  'opted-out': 'This person or firm asked not to be listed, so nobody was asked',
};

/** What a random mailbox of the domain got after an accept. */
export const CATCH_ALL_ANSWERS = ['accepted', 'refused', 'inconclusive', 'not-run'] as const;
export type CatchAllAnswer = (typeof CATCH_ALL_ANSWERS)[number];

/** Why no server could be asked, or none told. */
export type Unasked = Extract<
  EmailReason,
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

/** What is known about one address at the end. */
export type Evidence =
  | { kind: 'reply'; meaning: ReplyMeaning; catchAll: CatchAllAnswer }
  /** every candidate of a person was refused as missing or disabled */
  | { kind: 'none-exists' }
  | { kind: 'unasked'; why: Unasked };

export interface Verdict {
  status: EmailStatus;
  reason: EmailReason;
  /** How safe it is to write to the address, 0 to 100. */
  score: number;
}

/** Only these prove that mail cannot be delivered where no server was asked. */
const PROOF: ReadonlySet<EmailReason> = new Set([
  'not-an-address',
  'no-domain',
  'no-mail-server',
  'refuses-mail',
]);

const UNTOLD: Record<Exclude<ReplyMeaning, 'accepted' | `mailbox-${string}`>, EmailReason> = {
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
 * Evidence -> verdict. `share` is how likely the address was before anybody was asked (0 to 1; 1 for an address that was
 * given): it alone tells guesses apart where the server does not.
 */
export function judge(evidence: Evidence, flags: AddressFlags, share: number): Verdict {
  const { status, reason } = outcome(evidence, flags);
  return { status, reason, score: score(status, reason, flags, share) };
}

function outcome(evidence: Evidence, flags: AddressFlags): { status: EmailStatus; reason: EmailReason } {
  if (evidence.kind === 'unasked')
    return { status: PROOF.has(evidence.why) ? 'undeliverable' : 'unknown', reason: evidence.why };
  if (evidence.kind === 'none-exists') return { status: 'undeliverable', reason: 'no-address-exists' };
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
      return { status: 'unknown', reason: UNTOLD[meaning] };
  }
}

function score(status: EmailStatus, reason: EmailReason, flags: AddressFlags, share: number): number {
  if (status === 'undeliverable') return 0;
  if (status === 'deliverable') return flags.role ? 90 : 98;
  // What is only guessed is never as good as half of what is known.
  if (status === 'unknown') return Math.round(5 + 40 * share);
  if (reason === 'disposable') return 10;
  if (reason === 'mailbox-full') return 30;
  return Math.round(reason === 'accepts-all' ? 20 + 40 * share : 30 + 45 * share);
}
