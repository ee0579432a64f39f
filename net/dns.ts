import { lookup, Resolver } from 'node:dns/promises';
import { isIPv4 } from 'node:net';
import { LRUCache } from 'lru-cache';
import type { Owner } from './cpu-shares.ts';
import { createFairLimit, sharedRule } from './fair-slots.ts';
import { literalAddress, type ReachPolicy, type Refusal, refuseAddress } from './guard.ts';
import { measureLostTime } from './lost-time.ts';

/** A host's addresses, all allowed by the guard, IPv4 first; or why it has none. */
type Resolution =
  | { ok: true; addresses: readonly string[] }
  | { ok: false; why: Refusal | 'not-found' | 'undecided' };

export interface HostResolver {
  /**
   * `hostname`: the hostname of a URL (a name, or an IP address with or without brackets). Owners share the
   * queries fairly. Never throws.
   */
  resolve(hostname: string, owner?: Owner): Promise<Resolution>;
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
const MAX_CONCURRENT_LOOKUPS = 64;
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
  const systemLimit = createFairLimit(sharedRule(MAX_CONCURRENT_SYSTEM_LOOKUPS));
  const cache = new LRUCache<string, Promise<Resolution>>({
    max: options.cacheSize ?? CACHE_SIZE,
    ttl: CACHE_TTL_MS,
  });
  const lookUpOnce = createSharedLookups(cache, lookUp, (result) =>
    !result.ok && result.why === 'undecided' ? UNDECIDED_TTL_MS : CACHE_TTL_MS,
  );
  let serversAnswered = false;
  let systemSilent = false;

  async function findAddresses(name: string, owner: Owner, queried: () => void): Promise<Answer> {
    const answer = await queryPatiently(resolver, name).finally(queried);
    if (answer.addresses.length > 0) {
      serversAnswered = true;
      return answer;
    }
    if (options.dnsServers) return answer;
    // Skip the system resolver where it would likely just time out as well.
    if (answer.why === 'undecided' && (serversAnswered || systemSilent)) return answer;
    const done = await systemLimit(owner);
    const systemAnswer = await systemLookup(name).finally(done);
    systemSilent = systemAnswer.addresses.length === 0 && systemAnswer.why === 'undecided';
    return systemAnswer;
  }

  async function lookUp(name: string, owner: Owner, queried: () => void): Promise<Resolution> {
    const { addresses, why } = await findAddresses(name, owner, queried);
    for (const address of addresses) {
      const refusal = refuseAddress(address, options.policy);
      if (refusal) return { ok: false, why: refusal };
    }
    return addresses.length > 0 ? { ok: true, addresses } : { ok: false, why };
  }

  return {
    resolve(hostname, owner = null) {
      const literal = literalAddress(hostname);
      if (literal !== null) {
        const refusal = refuseAddress(literal, options.policy);
        return Promise.resolve(refusal ? { ok: false, why: refusal } : { ok: true, addresses: [literal] });
      }
      return lookUpOnce(hostname.replace(/\.$/, '').toLowerCase(), owner);
    },
    close() {
      resolver.cancel();
      cache.clear();
    },
  };
}

/** Asks again if the servers seemed to be silent while this process could hardly run. */
async function queryPatiently(resolver: Resolver, name: string): Promise<Answer> {
  const lostTime = measureLostTime();
  const answer = await query(resolver, name);
  return answer.why === 'undecided' && answer.addresses.length === 0 && lostTime().isMuch
    ? query(resolver, name)
    : answer;
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

/**
 * Looks each name up once and shares the result. At most MAX_CONCURRENT_LOOKUPS run at once, shared fairly by
 * owners. Another owner's lookup is shared only once it runs: while it waits, it waits for that owner's turn.
 * `lookUp` calls `queried` when its DNS queries are done.
 */
export function createSharedLookups<T extends object>(
  cache: LRUCache<string, Promise<T>>,
  lookUp: (name: string, owner: Owner, queried: () => void) => Promise<T>,
  ttlMs: (result: T) => number,
): (name: string, owner: Owner) => Promise<T> {
  const limit = createFairLimit(sharedRule(MAX_CONCURRENT_LOOKUPS));
  const waiting = new Map<string, Promise<T>>();

  async function start(name: string, owner: Owner): Promise<T> {
    const release = await limit(owner);
    const running = cache.get(name);
    if (running) {
      release();
      return running;
    }
    const result = lookUp(name, owner, release);
    cache.set(name, result);
    void result.then((found) => {
      const ttl = ttlMs(found);
      if (cache.peek(name) === result) cache.set(name, result, { ttl });
    });
    return result;
  }

  return (name, owner) => {
    const known = cache.get(name);
    if (known) return known;
    const key = `${owner ?? ''} ${name}`;
    let result = waiting.get(key);
    if (!result) {
      result = start(name, owner).finally(() => waiting.delete(key));
      waiting.set(key, result);
    }
    return result;
  };
}
