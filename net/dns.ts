import { lookup, Resolver } from 'node:dns/promises';
import { isIPv4 } from 'node:net';
import { LRUCache } from 'lru-cache';
import { literalAddress, type ReachPolicy, type Refusal, refuseAddress } from './guard.ts';

/** A host's addresses, all allowed by the guard, IPv4 first; or why it has none. */
type Resolution =
  | { ok: true; addresses: readonly string[] }
  | { ok: false; why: Refusal | 'not-found' | 'undecided' };

export interface HostResolver {
  /** `hostname`: the hostname of a URL (a name, or an IP address with or without brackets). Never throws. */
  resolve(hostname: string): Promise<Resolution>;
  close(): void;
}

export interface HostResolverOptions {
  /** Entries of `address` or `address:port`; null for the system resolver. */
  dnsServers: readonly string[] | null;
  policy: ReachPolicy;
  /** Maximum number of cached results. */
  cacheSize?: number;
}

const CACHE_SIZE = 2_000;
const CACHE_TTL_MS = 300_000;
const UNDECIDED_TTL_MS = 10_000;
export const QUERY_OPTIONS = { timeout: 2_000, maxTimeout: 3_000, tries: 3 };
/**
 * A burst of thousands of UDP queries overflows the server's socket buffer, and each lost query costs
 * seconds.
 */
export const MAX_CONCURRENT_LOOKUPS = 64;
/** getaddrinfo blocks a libuv thread; files, zlib and password hashing need the other ones. */
const MAX_CONCURRENT_SYSTEM_LOOKUPS = 2;

interface Answer {
  addresses: string[];
  why: 'not-found' | 'undecided';
}

/**
 * Resolves hosts: queries A and AAAA together, shares concurrent lookups of a name, and caches results for
 * five minutes. One refused address refuses the host, because a name with public and private addresses is an
 * attack or a mistake.
 */
export function createHostResolver(options: HostResolverOptions): HostResolver {
  const resolver = new Resolver(QUERY_OPTIONS);
  if (options.dnsServers) resolver.setServers(options.dnsServers);
  const queryServers = limitConcurrency(MAX_CONCURRENT_LOOKUPS, (name) => query(resolver, name));
  const querySystem = options.dnsServers
    ? null
    : limitConcurrency(MAX_CONCURRENT_SYSTEM_LOOKUPS, systemLookup);
  const cache = new LRUCache<string, Promise<Resolution>>({
    max: options.cacheSize ?? CACHE_SIZE,
    ttl: CACHE_TTL_MS,
  });
  let serversAnswered = false;
  let systemSilent = false;

  async function findAddresses(name: string): Promise<Answer> {
    const answer = await queryServers(name);
    if (answer.addresses.length > 0) {
      serversAnswered = true;
      return answer;
    }
    if (!querySystem) return answer;
    // Skip the system resolver where it would likely just time out as well.
    if (answer.why === 'undecided' && (serversAnswered || systemSilent)) return answer;
    const systemAnswer = await querySystem(name);
    systemSilent = systemAnswer.addresses.length === 0 && systemAnswer.why === 'undecided';
    return systemAnswer;
  }

  async function lookUp(name: string): Promise<Resolution> {
    const { addresses, why } = await findAddresses(name);
    for (const address of addresses) {
      const refusal = refuseAddress(address, options.policy);
      if (refusal) return { ok: false, why: refusal };
    }
    return addresses.length > 0 ? { ok: true, addresses } : { ok: false, why };
  }

  return {
    resolve(hostname) {
      const literal = literalAddress(hostname);
      if (literal !== null) {
        const refusal = refuseAddress(literal, options.policy);
        return Promise.resolve(refusal ? { ok: false, why: refusal } : { ok: true, addresses: [literal] });
      }
      const name = hostname.replace(/\.$/, '').toLowerCase();
      const cached = cache.get(name);
      if (cached) return cached;
      const resolution = lookUp(name);
      cache.set(name, resolution);
      void resolution.then((result) => {
        if (!result.ok && result.why === 'undecided' && cache.peek(name) === resolution)
          cache.set(name, resolution, { ttl: UNDECIDED_TTL_MS });
      });
      return resolution;
    },
    close() {
      resolver.cancel();
      cache.clear();
    },
  };
}

async function query(resolver: Resolver, name: string): Promise<Answer> {
  const answers = await Promise.all([
    resolver.resolve4(name).catch(dnsFailure),
    resolver.resolve6(name).catch(dnsFailure),
  ]);
  const addresses = answers.filter((answer) => Array.isArray(answer)).flat();
  return { addresses, why: answers.includes('undecided') ? 'undecided' : 'not-found' };
}

/** NXDOMAIN, an empty answer and an invalid name are definite answers. Anything else may be temporary. */
export function dnsFailure(error: NodeJS.ErrnoException): 'not-found' | 'undecided' {
  const answered = ['ENOTFOUND', 'ENODATA', 'EBADNAME', 'EBADQUERY', 'ENONAME'];
  return answered.includes(error.code ?? '') ? 'not-found' : 'undecided';
}

/** getaddrinfo (hosts file, mDNS, VPN rules) for names that DNS doesn't know. */
async function systemLookup(name: string): Promise<Answer> {
  try {
    const found = (await lookup(name, { all: true })).map(({ address }) => address);
    const v6 = found.filter((address) => !isIPv4(address));
    return { addresses: [...found.filter((address) => isIPv4(address)), ...v6], why: 'not-found' };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    return { addresses: [], why: code === 'ENOTFOUND' ? 'not-found' : 'undecided' };
  }
}

/** Runs at most `limit` lookups concurrently, in order. */
export function limitConcurrency<T>(
  limit: number,
  lookUp: (name: string) => Promise<T>,
): (name: string) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (name) => {
    if (running >= limit) await new Promise<void>((resume) => waiting.push(resume));
    else running += 1;
    try {
      return await lookUp(name);
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
