import type { EmailEvidence } from '#contract/emails.ts';
import { type EmailCandidate, rankCandidates } from '#engines/email-candidates/email-candidates.ts';
import type { AddressFlags } from '#engines/smtp-verdict/address-flags.ts';
import type { CatchAllAnswer } from '#engines/smtp-verdict/smtp-verdict.ts';
import type { MailHost } from '#net/mail-hosts.ts';
import type { KnownAddress, KnownDomain } from '../email-memory.ts';
import type { EmailRequest } from '../email-request.ts';
import type { RequestGroup } from '../group-requests.ts';
import { type Asked, type MailLine, NOT_INTERNATIONAL } from './mail-line.ts';

/** One request of a run, with what was found out about it so far. */
export interface Asking {
  request: EmailRequest;
  /** positions of the items that ask for it; the first one pays */
  positions: number[];
  /** addresses that were refused as missing */
  missing: Set<string>;
  /** an address whose mailbox is disabled */
  disabled: EmailCandidate | null;
  /** what is remembered of its addresses */
  known: ReadonlyMap<string, KnownAddress>;
  evidence: EmailEvidence[];
  /** its candidates as of some number of learned addresses */
  ranked: { learned: number; candidates: EmailCandidate[] } | null;
}

const MOST_EVIDENCE = 25;
/** Probes of one domain: what is inconclusive three times will be so again. */
const PROBES = 3;

/** The requests of one domain and what they share. */
export class DomainJob {
  readonly domain: string;
  readonly flags: AddressFlags;
  readonly hosts: readonly MailHost[];
  readonly probeAddress: string;
  /** not asked yet in this round; taken from the front */
  pending: Asking[] = [];
  /** to be asked again after a wait */
  later: Asking[] = [];
  /** waits that were waited */
  round = 0;
  /** lines at work on it */
  lines = 0;
  /** sessions lost in the middle */
  losses = 0;
  catchAll: CatchAllAnswer;
  readonly #patterns: Record<string, number>;
  readonly #depth: number;
  #probing: Promise<CatchAllAnswer> | null = null;
  #probes = 0;
  #announced = false;
  #learned = 0;
  #probed = false;

  constructor(parts: {
    domain: string;
    flags: AddressFlags;
    hosts: readonly MailHost[];
    known: KnownDomain;
    probeName: string;
    /** candidates of a person that are asked about */
    depth: number;
  }) {
    this.domain = parts.domain;
    this.flags = parts.flags;
    this.hosts = parts.hosts;
    this.probeAddress = `${parts.probeName}@${parts.domain}`;
    this.catchAll = parts.known.catchAll === null ? 'not-run' : parts.known.catchAll ? 'accepted' : 'refused';
    this.#patterns = { ...parts.known.patterns };
    this.#depth = parts.depth;
  }

  /** A request of this domain, not asked yet. */
  add({ request, positions }: RequestGroup): Asking {
    return {
      request,
      positions,
      missing: new Set(),
      disabled: null,
      known: new Map(),
      evidence: [],
      ranked: null,
    };
  }

  /** Addresses to ask about, likeliest first by what is known by now; the given one where one was given. */
  candidates(asking: Asking): EmailCandidate[] {
    if (asking.ranked?.learned === this.#learned) return asking.ranked.candidates;
    asking.ranked = { learned: this.#learned, candidates: this.#rank(asking.request) };
    return asking.ranked.candidates;
  }

  #rank(request: EmailRequest): EmailCandidate[] {
    if (request.kind === 'address') return [{ localPart: request.address.local, pattern: 'first', share: 1 }];
    return rankCandidates(request.name, { domain: this.domain, known: this.#patterns, limit: this.#depth });
  }

  addressOf({ request }: Asking, candidate: EmailCandidate): string {
    return request.kind === 'address' ? request.address.canonical : `${candidate.localPart}@${this.domain}`;
  }

  /** Counts a verified address, so that the next person's best guess follows it. */
  learn({ request }: Asking, candidate: EmailCandidate): void {
    if (request.kind !== 'person') return;
    this.#learned += 1;
    this.#patterns[candidate.pattern] = (this.#patterns[candidate.pattern] ?? 0) + 1;
  }

  /** Asks a line about an address and keeps the answer as evidence. */
  async ask(asking: Asking, line: MailLine, address: string, fresh = false): Promise<Asked> {
    const asked = await line.ask(this.domain, this.hosts, address, fresh);
    if (asked.ok && asked.reply !== NOT_INTERNATIONAL && asking.evidence.length < MOST_EVIDENCE)
      asking.evidence.push({ address, host: asked.host, reply: asked.reply });
    return asked;
  }

  /**
   * Whether the domain takes mail for a mailbox that nobody has, asked once for all requests, after the first accept. An
   * inconclusive answer is asked for again, a few times.
   */
  async probe(asking: Asking, line: MailLine): Promise<CatchAllAnswer> {
    if (this.catchAll === 'accepted' || this.catchAll === 'refused') return this.catchAll;
    if (this.#probing) return this.#probing;
    if (this.#probes >= PROBES) return 'inconclusive';
    this.#probes += 1;
    this.#probing = this.ask(asking, line, this.probeAddress, true).then(catchAllAnswer);
    this.catchAll = await this.#probing.finally(() => {
      this.#probing = null;
    });
    this.#probed = this.catchAll !== 'inconclusive';
    return this.catchAll;
  }

  /** What the probe showed, to be remembered; told once, null before and after. */
  takeProbeNews(): boolean | null {
    if (!this.#probed) return null;
    this.#probed = false;
    return this.catchAll === 'accepted';
  }

  /** Whether the probe's address is still to be named to a greylisting server; true once. */
  announceProbe(): boolean {
    const first = !this.#announced && this.catchAll !== 'accepted' && this.catchAll !== 'refused';
    this.#announced = true;
    return first;
  }
}

/** Only a clear answer about the mailbox counts: a refusal of us could be the answer to our asking twice. */
function catchAllAnswer(asked: Asked): CatchAllAnswer {
  if (!asked.ok) return 'inconclusive';
  if (asked.meaning === 'accepted') return 'accepted';
  return asked.meaning === 'mailbox-missing' || asked.meaning === 'mailbox-disabled'
    ? 'refused'
    : 'inconclusive';
}
