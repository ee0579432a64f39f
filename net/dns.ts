import { lookup, Resolver } from 'node:dns/promises';
import { isIPv4 } from 'node:net';
import { literalAddress, type ReachPolicy, type Refusal, refuseAddress } from './guard.ts';

/** A host's addresses, each judged by the guard, IPv4 first; or why there is none to connect to. */
type Resolution =
  | { ok: true; addresses: readonly string[] }
  | { ok: false; why: Refusal | 'not-found' | 'undecided' };

export interface HostResolver {
  /** A URL's hostname (name or literal, brackets allowed). Never throws. */
  resolve(hostname: string): Promise<Resolution>;
  close(): void;
}

export interface HostResolverOptions {
  /** `address` or `address:port` each; null for the system's own resolution. */
  dnsServers: readonly string[] | null;
  policy: ReachPolicy;
  /** Answers kept at once. */
  cacheSize?: number;
}

const CACHE_SIZE = 2_000;
const KEEP_MS = 300_000;
const KEEP_UNDECIDED_MS = 10_000;
export const QUERY_TIMES = { timeout: 2_000, maxTimeout: 3_000, tries: 3 };
/** A burst of thousands of UDP questions overflows the server's socket buffer, and the lost ones cost seconds. */
export const LOOKUPS_AT_ONCE = 64;
/** getaddrinfo holds a libuv thread; files, zlib and password hashing need the other ones. */
const SYSTEM_LOOKUPS_AT_ONCE = 2;

interface Answer {
  addresses: string[];
  why: 'not-found' | 'undecided';
}

/**
 * Looks hosts up: A and AAAA together, one look-up for all who ask at the same time, answers kept for five minutes in a
 * bounded cache. One refused address refuses the host: a name that mixes public and private addresses is an attack or
 * a mistake, and either way its site cannot be told from what stands in our own network.
 */
export function createHostResolver(options: HostResolverOptions): HostResolver {
  const resolver = new Resolver(QUERY_TIMES);
  if (options.dnsServers) resolver.setServers(options.dnsServers);
  const askServers = atMost(LOOKUPS_AT_ONCE, (name) => query(resolver, name));
  const askSystem = options.dnsServers ? null : atMost(SYSTEM_LOOKUPS_AT_ONCE, systemLookup);
  const cacheSize = options.cacheSize ?? CACHE_SIZE;
  const cache = new Map<string, { resolution: Promise<Resolution>; until: number }>();
  let queriesAnswered = false;
  let systemSilent = false;

  async function ask(name: string): Promise<Answer> {
    const answer = await askServers(name);
    if (answer.addresses.length > 0) {
      queriesAnswered = true;
      return answer;
    }
    if (!askSystem) return answer;
    // Servers that answered before and are silent now, or a system as silent as they, would only cost the same wait again.
    if (answer.why === 'undecided' && (queriesAnswered || systemSilent)) return answer;
    const told = await askSystem(name);
    systemSilent = told.addresses.length === 0 && told.why === 'undecided';
    return told;
  }

  async function lookUp(name: string): Promise<Resolution> {
    const { addresses, why } = await ask(name);
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
      const known = cache.get(name);
      if (known && known.until > Date.now()) return known.resolution;
      const entry = { resolution: lookUp(name), until: Date.now() + KEEP_MS };
      cache.delete(name);
      cache.set(name, entry);
      if (cache.size > cacheSize) cache.delete(cache.keys().next().value ?? '');
      void entry.resolution.then((resolution) => {
        if (!resolution.ok && resolution.why === 'undecided') entry.until = Date.now() + KEEP_UNDECIDED_MS;
      });
      return entry.resolution;
    },
    close() {
      resolver.cancel();
      cache.clear();
    },
  };
}

async function query(resolver: Resolver, name: string): Promise<Answer> {
  const answers = await Promise.all([
    resolver.resolve4(name).catch(failure),
    resolver.resolve6(name).catch(failure),
  ]);
  const addresses = answers.filter((answer) => Array.isArray(answer)).flat();
  return { addresses, why: answers.includes('undecided') ? 'undecided' : 'not-found' };
}

/** NXDOMAIN, no record, and a name no server takes are answers; the rest means that nobody answered. */
export function failure(error: NodeJS.ErrnoException): 'not-found' | 'undecided' {
  const answered = ['ENOTFOUND', 'ENODATA', 'EBADNAME', 'EBADQUERY', 'ENONAME'];
  return answered.includes(error.code ?? '') ? 'not-found' : 'undecided';
}

/** getaddrinfo (hosts file, mDNS, VPN rules) for what DNS itself does not know. */
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

/** The same question, asked by at most `limit` at once, first come first served. */
export function atMost<T>(limit: number, ask: (name: string) => Promise<T>): (name: string) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (name) => {
    if (running >= limit) await new Promise<void>((resume) => waiting.push(resume));
    else running += 1;
    try {
      return await ask(name);
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
