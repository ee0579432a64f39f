import type { EmailCandidate } from '#engines/email-candidates/email-candidates.ts';
import { classifyReply, type ReplyMeaning } from '#engines/smtp-verdict/classify-reply.ts';
import type { Evidence } from '#engines/smtp-verdict/smtp-verdict.ts';
import type { SmtpFault, SmtpFaultKind } from '#net/smtp/smtp-fault.ts';
import type { Asking, DomainJob } from './domain-job.ts';
import { type MailLine, NOT_INTERNATIONAL } from './mail-line.ts';

/** What asking the servers about one request came to. */
export type ServerOutcome =
  /** `candidate`: the one that the evidence is about; null where it is about none */
  | { kind: 'told'; evidence: Evidence; candidate: EmailCandidate | null; host: string | null }
  /** to be asked again after a wait; `evidence` is for when there is no more waiting */
  | { kind: 'later'; evidence: Evidence; candidate: EmailCandidate | null }
  /** the servers cannot be talked to at all */
  | {
      kind: 'lost';
      fault: SmtpFault;
      opening: boolean;
      evidence: Evidence;
      candidate: EmailCandidate | null;
    };

/** What may be answered otherwise after a wait. */
const AGAIN: ReadonlySet<ReplyMeaning> = new Set([
  'greylist',
  'temporary',
  'rate-limit',
  'too-many-recipients',
]);

const FAULT_REASONS = {
  unreachable: 'unreachable',
  'not-public': 'not-public',
  timeout: 'too-slow',
  closed: 'connection-lost',
  'not-smtp': 'not-a-mail-server',
  tls: 'tls-failed',
} as const satisfies Record<Exclude<SmtpFaultKind, 'refused'>, string>;

/** What a session that was not had says about the address: nothing, but why. */
export function faultEvidence(fault: SmtpFault): Evidence {
  if (fault.kind !== 'refused') return { kind: 'unasked', why: FAULT_REASONS[fault.kind] };
  const meaning = fault.reply ? classifyReply(fault.reply, fault.phase) : 'unknown';
  return { kind: 'reply', meaning, catchAll: 'not-run' };
}

/** Whether a server that refused us may talk to us after a wait. */
export function isPassing(fault: SmtpFault): boolean {
  return fault.reply !== null && AGAIN.has(classifyReply(fault.reply, fault.phase));
}

/**
 * Asks about a request's candidates in rank order until one is accepted, then whether the domain takes everything. Missing
 * ones are remembered in the asking, so that a later round goes on with the rest.
 */
export async function askServers(asking: Asking, job: DomainJob, line: MailLine): Promise<ServerOutcome> {
  const candidates = job.candidates(asking);
  for (const [index, candidate] of candidates.entries()) {
    const address = job.addressOf(asking, candidate);
    if (asking.missing.has(address)) continue;
    const asked = await job.ask(asking, line, address);
    if (!asked.ok) {
      const { fault, opening } = asked;
      return { kind: 'lost', fault, opening, evidence: faultEvidence(fault), candidate };
    }
    const { meaning, host } = asked;
    const told = (evidence: Evidence): ServerOutcome => ({ kind: 'told', evidence, candidate, host });
    if (asked.reply === NOT_INTERNATIONAL) return told({ kind: 'unasked', why: 'not-international' });
    if (meaning === 'accepted') return await judgeAccepted(asking, job, line, candidate, host);
    if (AGAIN.has(meaning)) {
      if (meaning === 'greylist' || meaning === 'temporary')
        await announce(asking, job, line, candidates.slice(index + 1));
      return { kind: 'later', evidence: { kind: 'reply', meaning, catchAll: 'not-run' }, candidate };
    }
    if (meaning !== 'mailbox-missing' && meaning !== 'mailbox-disabled')
      return told({ kind: 'reply', meaning, catchAll: 'not-run' });
    asking.missing.add(address);
    if (meaning === 'mailbox-disabled') asking.disabled ??= candidate;
    if (asking.request.kind === 'address') return told({ kind: 'reply', meaning, catchAll: 'not-run' });
  }
  if (!asking.disabled)
    return { kind: 'told', evidence: { kind: 'none-exists' }, candidate: null, host: null };
  const evidence: Evidence = { kind: 'reply', meaning: 'mailbox-disabled', catchAll: 'not-run' };
  return { kind: 'told', evidence, candidate: asking.disabled, host: null };
}

async function judgeAccepted(
  asking: Asking,
  job: DomainJob,
  line: MailLine,
  candidate: EmailCandidate,
  host: string,
): Promise<ServerOutcome> {
  const catchAll = await job.probe(asking, line);
  const evidence: Evidence = { kind: 'reply', meaning: 'accepted', catchAll };
  if (catchAll === 'inconclusive') return { kind: 'later', evidence, candidate };
  return { kind: 'told', evidence, candidate, host };
}

/**
 * Greylisting keeps a list of sender and recipient pairs, so a candidate or probe named for the first time after the wait
 * would be put off anew. All that may be asked then are named now, as far as the session has room.
 */
async function announce(
  asking: Asking,
  job: DomainJob,
  line: MailLine,
  candidates: readonly EmailCandidate[],
): Promise<void> {
  const addresses = candidates.map((candidate) => job.addressOf(asking, candidate));
  if (job.announceProbe()) addresses.unshift(job.probeAddress);
  for (const address of addresses) {
    if (asking.missing.has(address)) continue;
    if (!line.hasRoom) return;
    const asked = await job.ask(asking, line, address);
    if (!asked.ok) return;
    if (asked.meaning === 'mailbox-missing') asking.missing.add(address);
    else if (asked.meaning !== 'greylist' && asked.meaning !== 'temporary') return;
  }
}
