import { type AddressFlags, addressFlags } from '#engines/email-address/address-flags.ts';
import type { Owner } from '#net/cpu-shares.ts';
import { type EmailCandidate, rankCandidates } from '../engine/email-candidates.ts';
import type { EmailRequest } from '../engine/email-request.ts';
import type { MailHost, MailHosts, MailRoute } from '../net/mail-hosts.ts';
import { CatchAll } from './catch-all.ts';
import { type EmailLookup, isMissing } from './email-lookup.ts';
import type { EmailMemory, KnownAddress, KnownDomain } from './email-memory.ts';
import { findOptedOut, type OptOutList } from './opt-outs.ts';

export interface DomainSources {
  hosts: MailHosts;
  memory: EmailMemory;
  optOuts: OptOutList | null;
  /** 0 up to 1 */
  random: () => number;
  /** candidates to query for one person */
  depth: number;
  /** whose run it is (tools/tool.ts) */
  owner: Owner;
}

/** What the lookups of one domain share. */
export class DomainContext {
  /** in ASCII and lower case */
  readonly name: string;
  readonly flags: AddressFlags;
  readonly route: MailRoute;
  readonly catchAll: CatchAll;
  readonly optedOut: ReadonlySet<EmailLookup>;
  readonly reports: KnownDomain['reports'];
  readonly #depth: number;
  /** grows with each verified address */
  readonly #patterns: Record<string, number>;
  #patternsVersion = 0;
  #remembered: ReadonlyMap<string, KnownAddress> = new Map();

  constructor(facts: {
    name: string;
    route: MailRoute;
    known: KnownDomain;
    optedOut: ReadonlySet<EmailLookup>;
    random: () => number;
    depth: number;
  }) {
    this.name = facts.name;
    this.flags = addressFlags(null, facts.name);
    this.route = facts.route;
    this.catchAll = new CatchAll(facts.name, facts.known.catchAll, facts.random);
    this.optedOut = facts.optedOut;
    this.reports = facts.known.reports;
    this.#depth = facts.depth;
    this.#patterns = { ...facts.known.patterns };
  }

  /**
   * Loads everything about a domain that its lookups need. Rejects when the memory or the opt-out list
   * rejects.
   */
  static async load(
    name: string,
    lookups: readonly EmailLookup[],
    { hosts, memory, optOuts, random, depth, owner }: DomainSources,
  ): Promise<DomainContext> {
    const optedOut = optOuts ? await findOptedOut(optOuts, lookups) : new Set<EmailLookup>();
    const others = lookups.filter((lookup) => !optedOut.has(lookup));
    const [first] = others;
    if (!first) return new DomainContext({ name, ...NOTHING_LOADED, optedOut, random, depth });
    const [route, known] = await Promise.all([findRoute(first.request, hosts, owner), memory.domain(name)]);
    const domain = new DomainContext({ name, route, known, optedOut, random, depth });
    domain.#remembered = await memory.addresses([...domain.#lookupAddresses(others)]);
    return domain;
  }

  /** The domain's mail servers, best first; empty without a route. */
  get hosts(): readonly MailHost[] {
    return this.route.ok ? this.route.hosts : [];
  }

  /** The addresses to query, likeliest first. A given address is its own only candidate. */
  candidates(lookup: EmailLookup): EmailCandidate[] {
    if (lookup.ranked?.version === this.#patternsVersion) return lookup.ranked.candidates;
    lookup.ranked = { version: this.#patternsVersion, candidates: this.#rank(lookup.request) };
    return lookup.ranked.candidates;
  }

  #rank(request: EmailRequest): EmailCandidate[] {
    if (request.kind === 'address') return [{ localPart: request.address.local, pattern: 'first', share: 1 }];
    return rankCandidates(request.name, { domain: this.name, known: this.#patterns, limit: this.#depth });
  }

  candidateAddress({ request }: EmailLookup, candidate: EmailCandidate): string {
    return request.kind === 'address' ? request.address.canonical : `${candidate.localPart}@${this.name}`;
  }

  /** What memory knows about an address; undefined where it knows nothing. */
  remembered(address: string): KnownAddress | undefined {
    return this.#remembered.get(address.toLowerCase());
  }

  /** Counts the pattern of a verified address, so that it ranks higher for the next person. */
  countPattern({ request }: EmailLookup, { pattern }: EmailCandidate): void {
    if (request.kind !== 'person') return;
    this.#patternsVersion += 1;
    this.#patterns[pattern] = (this.#patterns[pattern] ?? 0) + 1;
  }

  /** Whether a known pattern of the domain gives an address of this person that was not tried. */
  hasLearned(lookup: EmailLookup): boolean {
    return this.candidates(lookup).some(
      (candidate) =>
        (this.#patterns[candidate.pattern] ?? 0) > 0 &&
        !isMissing(lookup, this.candidateAddress(lookup, candidate)),
    );
  }

  #lookupAddresses(lookups: readonly EmailLookup[]): Set<string> {
    const addresses = new Set<string>();
    for (const lookup of lookups)
      for (const candidate of this.candidates(lookup))
        addresses.add(this.candidateAddress(lookup, candidate).toLowerCase());
    return addresses;
  }
}

/** A domain whose lookups are all opted out: we do not even query DNS. */
const NOTHING_LOADED: { route: MailRoute; known: KnownDomain } = {
  route: { ok: false, why: 'undecided' },
  known: { patterns: {}, catchAll: null },
};

function findRoute(request: EmailRequest, hosts: MailHosts, owner: Owner): Promise<MailRoute> {
  const ip = request.kind === 'address' ? request.address.ip : null;
  return ip === null ? hosts.find(request.domain, owner) : hosts.findLiteral(ip);
}
