import type { ReplyMeaning } from '#engines/mail-replies/classify-reply.ts';
import type { EmailCandidate } from '../engine/email-candidates.ts';
import type { Evidence } from '../engine/smtp-verdict.ts';
import type { SmtpFault, SmtpFaultKind } from '../net/smtp/smtp-fault.ts';
import type { DomainContext } from './domain-context.ts';
import { type EmailLookup, isMissing } from './email-lookup.ts';
import { type LookupEvidence, notQueried, recallCertain } from './resolve-lookup.ts';
import { NOT_INTERNATIONAL, type ServerReply, type SmtpClient } from './smtp-client.ts';

/**
 * What the mail servers say about one lookup. With a problem, the evidence counts only if no retry follows.
 */
export interface ServerAnswer extends LookupEvidence {
  problem:
    | null
    /** the server wants us to come back later */
    | { kind: 'temporary' }
    /** the session broke; `opening`: it never opened */
    | { kind: 'lost-session'; fault: SmtpFault; opening: boolean };
}

const MAX_REPLIES = 25;

/** The server may answer differently after a wait. */
const TEMPORARY: ReadonlySet<ReplyMeaning> = new Set([
  'greylist',
  'temporary',
  'rate-limit',
  'too-many-recipients',
]);

/** Replies ahead of a wait, after which the next address is queried. */
const GOES_ON: ReadonlySet<ReplyMeaning> = new Set(['greylist', 'temporary', 'mailbox-missing']);

const FAULT_REASONS = {
  unreachable: 'unreachable',
  'not-public': 'not-public',
  timeout: 'too-slow',
  closed: 'connection-lost',
  'not-smtp': 'not-a-mail-server',
  tls: 'tls-failed',
} as const satisfies Record<Exclude<SmtpFaultKind, 'refused'>, string>;

/**
 * Queries the candidates of a lookup in rank order until the server accepts one, then checks whether the
 * domain accepts everything. Missing addresses stay in the lookup, so that a retry continues with the rest.
 */
export async function queryServers(
  lookup: EmailLookup,
  domain: DomainContext,
  client: SmtpClient,
): Promise<ServerAnswer> {
  const candidates = domain.candidates(lookup);
  for (const [index, candidate] of candidates.entries()) {
    const address = domain.candidateAddress(lookup, candidate);
    if (isMissing(lookup, address)) continue;
    const remembered = recallCertain(lookup, domain, candidate);
    if (remembered) return { ...remembered, problem: null };
    const reply = await query(lookup, domain, client, address);
    if (!reply.ok) return lostSession(reply, candidate);

    const { meaning, host } = reply;
    if (reply.text === NOT_INTERNATIONAL)
      return { ...notQueried('not-international'), candidate, host, problem: null };
    if (meaning === 'accepted') return checkCatchAll(lookup, domain, client, candidate, host);
    if (TEMPORARY.has(meaning)) {
      const isGrey = meaning === 'greylist';
      const isAgain = lookup.postponedAt === address;
      lookup.postponedAt = address;
      const ahead =
        isGrey || meaning === 'temporary'
          ? await queryAheadOfWait(lookup, domain, client, candidates.slice(index + 1))
          : null;
      // A greylisting server may only know the other address from before, so it counts after a wait.
      if (!ahead || (isGrey && !isAgain))
        return temporary({ kind: 'reply', meaning, catchAll: 'not-run' }, candidate);
      const answer = await checkCatchAll(lookup, domain, client, ahead.candidate, ahead.host);
      // A server that puts off an address again without asking us to come back does so for ever.
      return isAgain && !isGrey ? answer : { ...answer, problem: { kind: 'temporary' } };
    }
    const isGone = meaning === 'mailbox-missing' || meaning === 'mailbox-disabled';
    if (isGone) lookup.missing.set(address, meaning);
    if (!isGone || lookup.request.kind === 'address')
      return final({ kind: 'reply', meaning, catchAll: 'not-run' }, candidate, host);
    if (meaning === 'mailbox-disabled') lookup.disabled ??= candidate;
  }
  return lookup.disabled
    ? final({ kind: 'reply', meaning: 'mailbox-disabled', catchAll: 'not-run' }, lookup.disabled, null)
    : final({ kind: 'none-exists' }, null, null);
}

/** Whether a server that refused the session may accept it after a wait. */
export function isTemporary(fault: SmtpFault): boolean {
  return fault.meaning !== null && TEMPORARY.has(fault.meaning);
}

async function checkCatchAll(
  lookup: EmailLookup,
  domain: DomainContext,
  client: SmtpClient,
  candidate: EmailCandidate,
  host: string,
): Promise<ServerAnswer> {
  const catchAll = await domain.catchAll.probe((address) => query(lookup, domain, client, address, true));
  const evidence: Evidence = { kind: 'reply', meaning: 'accepted', catchAll };
  return catchAll === 'inconclusive' ? temporary(evidence, candidate) : final(evidence, candidate, host);
}

/**
 * A greylisting server makes every new recipient wait. So the other candidates and the catch-all probe are
 * queried now, as long as the session has room, and their wait is over when the retry comes. Returns the first
 * candidate that the server accepts.
 */
async function queryAheadOfWait(
  lookup: EmailLookup,
  domain: DomainContext,
  client: SmtpClient,
  candidates: readonly EmailCandidate[],
): Promise<{ candidate: EmailCandidate; host: string } | null> {
  if (domain.catchAll.claimEarlyProbe()) {
    if (!client.hasRoom) return null;
    const reply = await query(lookup, domain, client, domain.catchAll.probeAddress);
    if (!reply.ok || !GOES_ON.has(reply.meaning)) return null;
  }
  for (const candidate of candidates) {
    const address = domain.candidateAddress(lookup, candidate);
    if (isMissing(lookup, address)) continue;
    if (!client.hasRoom) return null;
    const reply = await query(lookup, domain, client, address);
    if (!reply.ok) return null;
    if (reply.meaning === 'accepted') return { candidate, host: reply.host };
    if (!GOES_ON.has(reply.meaning)) return null;
    if (reply.meaning === 'mailbox-missing') lookup.missing.set(address, reply.meaning);
  }
  return null;
}

/** Queries one address and keeps the server's reply for the row. */
async function query(
  lookup: EmailLookup,
  domain: DomainContext,
  client: SmtpClient,
  address: string,
  fresh = false,
): Promise<ServerReply> {
  const reply = await client.query(domain.name, domain.hosts, address, fresh);
  if (reply.ok && reply.text !== NOT_INTERNATIONAL && lookup.replies.length < MAX_REPLIES)
    lookup.replies.push({ address, host: reply.host, reply: reply.text });
  return reply;
}

function final(evidence: Evidence, candidate: EmailCandidate | null, host: string | null): ServerAnswer {
  return { evidence, candidate, host, source: 'mail-server', problem: null };
}

function temporary(evidence: Evidence, candidate: EmailCandidate): ServerAnswer {
  return { evidence, candidate, host: null, source: 'mail-server', problem: { kind: 'temporary' } };
}

/** A lost session says nothing about the address, but a refusal says why we got no session. */
function lostSession(
  { fault, opening }: Extract<ServerReply, { ok: false }>,
  candidate: EmailCandidate,
): ServerAnswer {
  const problem = { kind: 'lost-session', fault, opening } as const;
  if (fault.kind !== 'refused') return { ...notQueried(FAULT_REASONS[fault.kind]), candidate, problem };
  const meaning = fault.meaning ?? 'unknown';
  const evidence: Evidence = { kind: 'reply', meaning, catchAll: 'not-run' };
  return { evidence, candidate, host: null, source: 'mail-server', problem };
}
