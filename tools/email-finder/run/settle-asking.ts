import type { EmailSource } from '#contract/emails.ts';
import type { EmailCandidate } from '#engines/email-candidates/email-candidates.ts';
import { addressFlags } from '#engines/smtp-verdict/address-flags.ts';
import { type Evidence, judge, type Verdict } from '#engines/smtp-verdict/smtp-verdict.ts';
import type { OutsideVerifier } from '#net/verifiers/outside-verifier.ts';
import type { EmailRow } from '../definition.ts';
import type { EmailNews, KnownAddress } from '../email-memory.ts';
import { emailRow } from '../email-row.ts';
import type { Asking, DomainJob } from './domain-job.ts';

/** What a request came to: its row, and what is worth remembering. */
export interface Settled {
  row: EmailRow;
  news: EmailNews[];
}

/** What is told of a request when it is settled. */
export interface Told {
  evidence: Evidence;
  /** the one that the evidence is about; null: the likeliest that is left */
  candidate: EmailCandidate | null;
  host: string | null;
  source: EmailSource | null;
}

const RUNNERS_UP = 4;
/** Candidates of a person that are worth a verifier's credit. */
const OUTSIDE_CHECKS = 3;

/** Evidence -> row. */
export function settleAsking(asking: Asking, job: DomainJob, told: Told): Settled {
  const flags = flagsOf(asking, job);
  const candidates = leftOver(asking, job);
  const candidate = told.evidence.kind === 'none-exists' ? null : (told.candidate ?? candidates[0] ?? null);
  const verdict = judge(told.evidence, flags, candidate?.share ?? 0);
  return finish(asking, job, verdict, { ...told, candidate, candidates, catchAll: knownCatchAll(job) });
}

/** What is remembered from an earlier question, where that settles the request; marks what was missing then. */
export function recallAsking(asking: Asking, job: DomainJob): Settled | null {
  for (const candidate of job.candidates(asking)) {
    const address = job.addressOf(asking, candidate);
    const known = asking.known.get(address.toLowerCase());
    if (!known) continue;
    const certain = known.status === 'deliverable' || known.reason === 'mailbox-full';
    if (asking.request.kind === 'address' || certain) return recalled(asking, job, candidate, known);
    if (known.status === 'undeliverable') asking.missing.add(address);
  }
  return null;
}

/** Asks verifiers outside about what the servers left unknown; null where they do not know either. */
export async function askOutside(
  asking: Asking,
  job: DomainJob,
  verifiers: readonly OutsideVerifier[],
  signal: AbortSignal,
): Promise<Settled | null> {
  for (const candidate of leftOver(asking, job).slice(0, OUTSIDE_CHECKS)) {
    const address = job.addressOf(asking, candidate);
    for (const verifier of verifiers) {
      const answer = await verifier.verify(address, signal);
      if (signal.aborted) return null;
      if (!answer) continue;
      const { status, reason, catchAll } = answer;
      if (status === 'undeliverable' && asking.request.kind === 'person') break;
      const verdict = { status, reason, score: scoreOf(status, candidate.share) };
      const told = {
        candidate,
        candidates: leftOver(asking, job),
        host: null,
        source: verifier.name,
        catchAll,
      };
      return finish(asking, job, verdict, told);
    }
  }
  return null;
}

/** Verdicts without evidence of our own keep a distance to those with it. */
function scoreOf(status: Verdict['status'], share: number): number {
  if (status === 'deliverable') return 95;
  return status === 'risky' ? Math.round(20 + 40 * share) : 0;
}

function recalled(asking: Asking, job: DomainJob, candidate: EmailCandidate, known: KnownAddress): Settled {
  const { status, reason, mailHost } = known;
  const score = status === 'deliverable' ? 98 : scoreOf(status, candidate.share);
  const told = { candidate, candidates: leftOver(asking, job), host: mailHost, source: 'memory' as const };
  const settled = finish(asking, job, { status, reason, score }, { ...told, catchAll: knownCatchAll(job) });
  return { ...settled, news: [] };
}

function finish(
  asking: Asking,
  job: DomainJob,
  verdict: Verdict,
  told: {
    candidate: EmailCandidate | null;
    candidates: readonly EmailCandidate[];
    host: string | null;
    source: EmailSource | null;
    catchAll: boolean | null;
  },
): Settled {
  const { candidate, host, source, catchAll } = told;
  const isPerson = asking.request.kind === 'person';
  const address = candidate === null ? null : job.addressOf(asking, candidate);
  const pattern = isPerson ? (candidate?.pattern ?? null) : null;
  const row = emailRow({
    written: asking.request.written,
    verdict,
    flags: flagsOf(asking, job),
    address,
    pattern,
    source,
    catchAll,
    mailHost: host,
    runnersUp: isPerson ? runnersUp(asking, job, told.candidates, address, verdict) : [],
    evidence: asking.evidence,
  });
  return { row, news: source === null ? [] : newsOf(asking, job, verdict, address, pattern, host) };
}

/** What is left to be tried, where the address is not certain. */
function runnersUp(
  asking: Asking,
  job: DomainJob,
  candidates: readonly EmailCandidate[],
  address: string | null,
  { status }: Verdict,
): string[] {
  if (status === 'deliverable' || address === null) return [];
  return candidates
    .map((candidate) => job.addressOf(asking, candidate))
    .filter((other) => other !== address)
    .slice(0, RUNNERS_UP);
}

function leftOver(asking: Asking, job: DomainJob): EmailCandidate[] {
  return job.candidates(asking).filter((candidate) => !asking.missing.has(job.addressOf(asking, candidate)));
}

function knownCatchAll({ catchAll }: DomainJob): boolean | null {
  return catchAll === 'accepted' ? true : catchAll === 'refused' ? false : null;
}

/** A person's candidate may be spelled like a task (grant, mark), and is a person all the same. */
function flagsOf(asking: Asking, job: DomainJob) {
  const { request } = asking;
  return request.kind === 'address' ? addressFlags(request.address.local, job.domain) : job.flags;
}

/** Every address that was found missing, and the one that the verdict is about. A mere guess is no news. */
function newsOf(
  asking: Asking,
  job: DomainJob,
  { status, reason }: Verdict,
  address: string | null,
  pattern: string | null,
  mailHost: string | null,
): EmailNews[] {
  const { domain } = job;
  const news: EmailNews[] = [...asking.missing].map((missing) => ({
    kind: 'address',
    address: missing.toLowerCase(),
    domain,
    pattern: null,
    status: 'undeliverable',
    reason: 'mailbox-missing',
    mailHost,
  }));
  const catchAll = job.takeProbeNews();
  if (catchAll !== null) news.push({ kind: 'domain', domain, catchAll });
  const given = asking.request.kind === 'address';
  if (
    address !== null &&
    !asking.missing.has(address) &&
    (given || (status !== 'unknown' && status !== 'undeliverable'))
  )
    news.push({ kind: 'address', address: address.toLowerCase(), domain, pattern, status, reason, mailHost });
  return news;
}
