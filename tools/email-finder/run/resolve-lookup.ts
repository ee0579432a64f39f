import type { EmailReason, EmailSource, EmailStatus } from '#contract/emails.ts';
import { type AddressFlags, addressFlags } from '#engines/email-address/address-flags.ts';
import type { EmailRow } from '../definition.ts';
import type { EmailCandidate } from '../engine/email-candidates.ts';
import { emailRow } from '../engine/row.ts';
import {
  EMAIL_REASON_LABELS,
  type Evidence,
  judge,
  type NotQueriedReason,
  type Verdict,
} from '../engine/smtp-verdict.ts';
import type { OutsideVerifier } from '../net/verifiers/outside-verifier.ts';
import type { DomainContext } from './domain-context.ts';
import { type EmailLookup, isMissing } from './email-lookup.ts';
import type { KnownAddress, MemoryUpdate } from './email-memory.ts';

/** The result of a lookup: its row, and what memory should keep. */
export interface LookupResult {
  row: EmailRow;
  updates: MemoryUpdate[];
}

/** What a lookup found out. */
export interface LookupEvidence {
  evidence: Evidence;
  /** the candidate that the evidence is about; null: the likeliest one left */
  candidate: EmailCandidate | null;
  host: string | null;
  source: EmailSource | null;
}

const MAX_RUNNERS_UP = 4;
/** Outside verifiers cost credits, so a person gets this many checks at most. */
const OUTSIDE_CHECKS = 3;

/** The evidence of a lookup that got no answer from a mail server. */
export function notQueried(why: NotQueriedReason): LookupEvidence {
  return { evidence: { kind: 'not-queried', why }, candidate: null, host: null, source: null };
}

/** The evidence of a lookup at a domain that accepts mail for every mailbox. */
export function acceptsAll(source: 'memory' | 'mail-server'): LookupEvidence {
  const evidence: Evidence = { kind: 'reply', meaning: 'accepted', catchAll: 'accepted' };
  return { evidence, candidate: null, host: null, source };
}

/** Evidence -> row and memory updates. */
export function resolveLookup(
  lookup: EmailLookup,
  domain: DomainContext,
  { evidence, candidate: queried, host, source }: LookupEvidence,
): LookupResult {
  const candidate =
    evidence.kind === 'none-exists' ? null : (queried ?? candidatesLeft(lookup, domain)[0] ?? null);
  const verdict = judge(evidence, lookupFlags(lookup, domain), candidate?.share ?? 0);
  return toResult(lookup, domain, verdict, { candidate, host, source });
}

/**
 * Resolves a lookup from memory; null where memory does not know enough. An address of a person counts only if
 * all likelier ones are missing: john@ may be another John. Addresses that memory knows as missing are marked,
 * so that the mail server gets no query for them.
 */
export function recallLookup(lookup: EmailLookup, domain: DomainContext): LookupResult | null {
  let likeliest: EmailCandidate | null = null;
  for (const candidate of domain.candidates(lookup)) {
    const address = domain.candidateAddress(lookup, candidate);
    const known = domain.remembered(address);
    if (lookup.request.kind === 'address')
      return known ? resolveLookup(lookup, domain, rememberedEvidence(candidate, known)) : null;
    if (known?.status === 'undeliverable' && !lookup.missing.has(address)) lookup.knownMissing.add(address);
    if (known?.reason === 'mailbox-disabled') lookup.disabled ??= candidate;
    if (!isMissing(lookup, address)) likeliest ??= candidate;
  }
  const certain = likeliest && recallCertain(lookup, domain, likeliest);
  return certain && resolveLookup(lookup, domain, certain);
}

/** What memory knows for certain about a candidate of a person; null if that is nothing. */
export function recallCertain(
  lookup: EmailLookup,
  domain: DomainContext,
  candidate: EmailCandidate,
): LookupEvidence | null {
  const known = domain.remembered(domain.candidateAddress(lookup, candidate));
  const isCertain =
    known?.status === 'deliverable' ||
    known?.reason === 'mailbox-full' ||
    known?.reason === 'bounced-for-now';
  return known && isCertain ? rememberedEvidence(candidate, known) : null;
}

function rememberedEvidence(
  candidate: EmailCandidate,
  { status, reason, mailHost }: KnownAddress,
): LookupEvidence {
  const score = status === 'deliverable' ? 98 : guessScore(status, candidate.share);
  const evidence: Evidence = { kind: 'remembered', verdict: { status, reason, score } };
  return { evidence, candidate, host: mailHost, source: 'memory' };
}

/** Resolves a lookup that stays unknown, with the likeliest candidate that no verifier called missing. */
export function resolveUnknown(
  lookup: EmailLookup,
  domain: DomainContext,
  found: LookupEvidence,
): LookupResult {
  if (candidatesLeft(lookup, domain).length === 0)
    return resolveLookup(lookup, domain, { ...found, evidence: { kind: 'none-exists' } });
  const isGone = found.candidate && isMissing(lookup, domain.candidateAddress(lookup, found.candidate));
  return resolveLookup(lookup, domain, isGone ? { ...found, candidate: null } : found);
}

/**
 * Checks the likeliest candidates with outside verifiers; null where they do not know the answer either.
 * Addresses of a person that they call undeliverable are missing.
 */
export async function verifyOutside(
  lookup: EmailLookup,
  domain: DomainContext,
  verifiers: readonly OutsideVerifier[],
  signal: AbortSignal,
): Promise<LookupResult | null> {
  for (const candidate of candidatesLeft(lookup, domain).slice(0, OUTSIDE_CHECKS)) {
    const address = domain.candidateAddress(lookup, candidate);
    for (const verifier of verifiers) {
      const answer = await verifier.verify(address, signal);
      if (signal.aborted) return null;
      if (!answer) continue;
      const { status, reason, catchAll } = answer;
      if (status === 'undeliverable' && lookup.request.kind === 'person') {
        lookup.missing.set(address, 'mailbox-missing');
        break;
      }
      const verdict = { status, reason, score: outsideScore(status, candidate.share) };
      return toResult(lookup, domain, verdict, { candidate, host: null, source: verifier.name, catchAll });
    }
  }
  return null;
}

/** Lower than the score of our own evidence. */
function outsideScore(status: EmailStatus, share: number): number {
  return status === 'deliverable' ? 95 : guessScore(status, share);
}

function guessScore(status: EmailStatus, share: number): number {
  return status === 'risky' ? Math.round(20 + 40 * share) : 0;
}

interface ResultFacts {
  candidate: EmailCandidate | null;
  host: string | null;
  source: EmailSource | null;
  /** what an outside verifier says; the domain's own catch-all answer counts where this is absent */
  catchAll?: boolean | null;
}

function toResult(
  lookup: EmailLookup,
  domain: DomainContext,
  verdict: Verdict,
  facts: ResultFacts,
): LookupResult {
  const row = toRow(lookup, domain, verdict, facts);
  return { row, updates: memoryUpdates(lookup, domain, verdict, facts) };
}

function toRow(lookup: EmailLookup, domain: DomainContext, verdict: Verdict, facts: ResultFacts): EmailRow {
  const { candidate, host, source, catchAll = domain.catchAll.acceptsAll } = facts;
  const address = candidate === null ? null : domain.candidateAddress(lookup, candidate);
  return emailRow({
    written: lookup.request.written,
    verdict,
    flags: lookupFlags(lookup, domain),
    address,
    pattern: lookupPattern(lookup, candidate),
    source,
    catchAll,
    mailHost: host,
    runnersUp: runnersUp(lookup, domain, address, verdict),
    evidence: lookup.replies,
    ...explanationOf(lookup, domain, verdict),
  });
}

/** What replaces the text of a reason. */
function explanationOf(
  lookup: EmailLookup,
  domain: DomainContext,
  { reason }: Verdict,
): { explanation?: string } {
  if (reason === 'no-address-exists')
    return { explanation: notFound(lookup.missing.size + lookup.knownMissing.size) };
  const { reports } = domain;
  if (reason !== 'accepts-all' || !reports) return {};
  const count = (value: number) => value.toLocaleString('en-US');
  // Some people report only what bounced. Their number says nothing of what they sent.
  const reported =
    reports.bounced < reports.sent
      ? `${count(reports.bounced)} of ${count(reports.sent)} sent to this domain bounced`
      : `${count(reports.bounced)} sent to this domain bounced`;
  return { explanation: `${EMAIL_REASON_LABELS[reason]}. ${reported}` };
}

function notFound(tried: number): string {
  return tried === 1 ? 'Not found (1 address tried)' : `Not found (${tried} addresses tried)`;
}

/** Other addresses to try, where the result is not certain. */
function runnersUp(
  lookup: EmailLookup,
  domain: DomainContext,
  address: string | null,
  { status }: Verdict,
): string[] {
  if (lookup.request.kind !== 'person' || status === 'deliverable' || address === null) return [];
  return candidatesLeft(lookup, domain)
    .map((candidate) => domain.candidateAddress(lookup, candidate))
    .filter((other) => other !== address)
    .slice(0, MAX_RUNNERS_UP);
}

function candidatesLeft(lookup: EmailLookup, domain: DomainContext): EmailCandidate[] {
  return domain
    .candidates(lookup)
    .filter((candidate) => !isMissing(lookup, domain.candidateAddress(lookup, candidate)));
}

/** A candidate of a person never gets the role flag: people are called Grant or Mark. */
function lookupFlags({ request }: EmailLookup, domain: DomainContext): AddressFlags {
  return request.kind === 'address' ? addressFlags(request.address.local, domain.name) : domain.flags;
}

function lookupPattern({ request }: EmailLookup, candidate: EmailCandidate | null): string | null {
  return request.kind === 'person' ? (candidate?.pattern ?? null) : null;
}

/**
 * The missing addresses, and the address of the result unless it is only a guess. What memory said isn't saved
 * again, so that it expires.
 */
function memoryUpdates(
  lookup: EmailLookup,
  domain: DomainContext,
  { status, reason }: Verdict,
  { candidate, host: mailHost, source }: ResultFacts,
): MemoryUpdate[] {
  const update = (
    address: string,
    pattern: string | null,
    known: { status: EmailStatus; reason: EmailReason },
  ) =>
    ({
      kind: 'address',
      address: address.toLowerCase(),
      domain: domain.name,
      pattern,
      ...known,
      mailHost,
    }) as const;
  const updates: MemoryUpdate[] = [...lookup.missing].map(([address, reason]) =>
    update(address, null, { status: 'undeliverable', reason }),
  );
  if (candidate === null || source === null || source === 'memory') return updates;
  const address = domain.candidateAddress(lookup, candidate);
  const isGuess = lookup.request.kind === 'person' && (status === 'unknown' || status === 'undeliverable');
  if (!isGuess && !lookup.missing.has(address))
    updates.push(update(address, lookupPattern(lookup, candidate), { status, reason }));
  return updates;
}
