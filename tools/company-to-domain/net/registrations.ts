import { randomBytes } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import { LRUCache } from 'lru-cache';
import type { Owner } from '#net/cpu-shares.ts';
import { createSharedLookups, dnsFailure } from '#net/dns.ts';
import { isParked } from '../engine/parking-servers.ts';

/**
 * Whether someone has a domain. `free`: it doesn't exist, or its ending answers for every name. `parked`: its name servers are those of a
 * seller of domains. `undecided`: the DNS servers didn't answer.
 */
export type Registration = 'registered' | 'parked' | 'free' | 'undecided';

export interface Registrations {
  /** One DNS query, cached for five minutes. `domain`: an ending and one label before it. Never throws. */
  of(domain: string, owner?: Owner): Promise<Registration>;
  close(): void;
}

export interface RegistrationsOptions {
  /** Entries of `address` or `address:port`; null for those of the system. */
  dnsServers: readonly string[] | null;
}

type NameServers =
  | { kind: 'delegated'; servers: readonly string[] }
  /** the name exists, and has no name servers of its own */
  | { kind: 'inside' }
  | { kind: 'free' }
  | { kind: 'undecided' };

const QUERY_OPTIONS = { timeout: 2_000, maxTimeout: 2_000, tries: 2 };
const CACHE_SIZE = 20_000;
const CACHE_MS = 300_000;
const UNDECIDED_MS = 10_000;
/** Random names that are asked for in an ending. Servers that answer for every name may not give all the same answer. */
const PROBES = 2;
/** After so many lookups in a row without an answer, the DNS servers aren't asked for name servers for a while. */
const SILENT_AFTER = 80;
const SILENT_MS = 60_000;

/**
 * Finds out by name servers (NS) which domains exist. A domain that is missing costs one query, instead of four for the addresses with and
 * without www. At most 64 run at once, shared fairly by owners.
 */
export function createRegistrations({ dnsServers }: RegistrationsOptions): Registrations {
  const resolver = new Resolver(QUERY_OPTIONS);
  if (dnsServers) resolver.setServers(dnsServers);
  const cache = new LRUCache<string, Promise<NameServers>>({ max: CACHE_SIZE, ttl: CACHE_MS });
  const lookUp = createSharedLookups(cache, ask, ({ kind }) =>
    kind === 'undecided' ? UNDECIDED_MS : CACHE_MS,
  );
  const probes = Array.from({ length: PROBES }, () => `q${randomBytes(9).toString('hex')}`);
  let silent = 0;
  let silentUntil = Number.NEGATIVE_INFINITY;

  async function ask(domain: string, _owner: Owner, queried: () => void): Promise<NameServers> {
    if (performance.now() < silentUntil) {
      queried();
      return { kind: 'undecided' };
    }
    const answer = await resolver
      .resolveNs(domain)
      .then(
        (servers): NameServers => (servers.length > 0 ? { kind: 'delegated', servers } : { kind: 'inside' }),
      )
      .catch(nameServerFailure)
      .finally(queried);
    silent = answer.kind === 'undecided' ? silent + 1 : 0;
    if (silent >= SILENT_AFTER) {
      silent = 0;
      silentUntil = performance.now() + SILENT_MS;
    }
    return answer;
  }

  /** Whether the ending gives the same answer for a name that no one has. */
  async function answersAll(domain: string, found: NameServers, owner: Owner): Promise<boolean> {
    const ending = domain.slice(domain.indexOf('.') + 1);
    const answers = await Promise.all(probes.map((probe) => lookUp(`${probe}.${ending}`, owner)));
    if (found.kind !== 'delegated')
      return answers.some(({ kind }) => kind === 'inside' || kind === 'delegated');
    const ofAll = new Set(answers.flatMap((answer) => (answer.kind === 'delegated' ? answer.servers : [])));
    return found.servers.some((server) => ofAll.has(server));
  }

  return {
    async of(domain, owner = null) {
      const found = await lookUp(domain.toLowerCase(), owner);
      if (found.kind === 'free' || found.kind === 'undecided') return found.kind;
      if (found.kind === 'delegated' && isParked(found.servers)) return 'parked';
      return (await answersAll(domain.toLowerCase(), found, owner)) ? 'free' : 'registered';
    },
    close() {
      resolver.cancel();
      cache.clear();
    },
  };
}

function nameServerFailure(error: NodeJS.ErrnoException): NameServers {
  if (error.code === 'ENODATA') return { kind: 'inside' };
  return { kind: dnsFailure(error) === 'not-found' ? 'free' : 'undecided' };
}
