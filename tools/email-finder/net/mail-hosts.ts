import type { MxRecord } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { LRUCache } from 'lru-cache';
import type { Owner } from '#net/cpu-shares.ts';
import { createSharedLookups, dnsFailure, type HostResolver, QUERY_OPTIONS } from '#net/dns.ts';

/** A mail server of a domain. */
export interface MailHost {
  /** lowercase name from the MX record; the domain itself if it has no MX record */
  name: string;
  /** allowed by the guard, IPv4 first; never empty */
  addresses: readonly string[];
}

/**
 * - null-mx: the domain declares that it accepts no mail (RFC 7505)
 * - no-domain, no-mail-host: the domain or its mail hosts don't exist
 * - refused: the guard refuses the addresses of every host
 * - undecided: the name servers didn't respond
 */
type MailFault = 'null-mx' | 'no-domain' | 'no-mail-host' | 'refused' | 'undecided';

/** A domain's mail servers in the order to try them, or why it has none. */
export type MailRoute =
  | { ok: true; hosts: readonly [MailHost, ...MailHost[]] }
  | { ok: false; why: MailFault };

export interface MailHosts {
  /** `domain`: lowercase ASCII. Shares concurrent lookups. Never throws. */
  find(domain: string, owner?: Owner): Promise<MailRoute>;
  /** The route to an address literal (user@[192.0.2.1]); `ip` without brackets. */
  findLiteral(ip: string): Promise<MailRoute>;
  close(): void;
}

export interface MailHostsOptions {
  resolver: HostResolver;
  /** entries of `address:port`; null for the system's servers */
  dnsServers: readonly string[] | null;
  /** Maximum number of cached domains. */
  cacheSize?: number;
  /** returns 0 to 1; shuffles hosts of equal preference */
  random?: () => number;
}

/** Hosts whose addresses are looked up. Later hosts matter only if these don't respond. */
const MAX_HOSTS = 3;
const CACHE_SIZE = 5_000;
/** Node's resolver doesn't return the TTL of MX records. Ten minutes is shorter than almost all of them. */
const CACHE_TTL_MS = 600_000;
const UNDECIDED_TTL_MS = 30_000;

type MxAnswer = readonly MxRecord[] | 'no-domain' | 'undecided';

/**
 * Finds a domain's mail servers by RFC 5321 5.1: MX records by preference, in random order if equal; without
 * MX records, the domain's own address. Skips a host that the guard refuses, because another one may be
 * public.
 */
export function createMailHosts(options: MailHostsOptions): MailHosts {
  const dnsResolver = new Resolver(QUERY_OPTIONS);
  if (options.dnsServers) dnsResolver.setServers(options.dnsServers);
  const random = options.random ?? Math.random;
  const cache = new LRUCache<string, Promise<MailRoute>>({
    max: options.cacheSize ?? CACHE_SIZE,
    ttl: CACHE_TTL_MS,
  });

  const lookUpOnce = createSharedLookups(cache, lookUp, (route) =>
    !route.ok && route.why === 'undecided' ? UNDECIDED_TTL_MS : CACHE_TTL_MS,
  );

  async function lookUp(domain: string, owner: Owner, queried: () => void): Promise<MailRoute> {
    const records: MxAnswer = await dnsResolver.resolveMx(domain).catch(mxFailure).finally(queried);
    if (typeof records === 'string') return { ok: false, why: records };
    const names = hostsInOrder(records, random);
    if (names.length > 0) return route(names, owner);
    return records.length > 0 ? { ok: false, why: 'null-mx' } : route([domain], owner);
  }

  async function route(names: readonly string[], owner: Owner): Promise<MailRoute> {
    const found = await Promise.all(
      names
        .slice(0, MAX_HOSTS)
        .map(async (name) => ({ name, result: await options.resolver.resolve(name, owner) })),
    );
    const [best, ...others] = found.flatMap(({ name, result }) =>
      result.ok ? [{ name, addresses: result.addresses }] : [],
    );
    if (best) return { ok: true, hosts: [best, ...others] };
    const whys = found.map(({ result }) => (result.ok ? null : result.why));
    if (whys.includes('undecided')) return { ok: false, why: 'undecided' };
    return { ok: false, why: whys.every((why) => why === 'not-found') ? 'no-mail-host' : 'refused' };
  }

  return {
    find: (domain, owner = null) => lookUpOnce(domain, owner),
    findLiteral: (ip) => route([ip.includes(':') ? `[${ip}]` : ip], null),
    close() {
      dnsResolver.cancel();
      cache.clear();
    },
  };
}

/** The first IPv4 address and the first IPv6 address, as far as there are any. */
export function oneOfEachFamily(addresses: readonly string[]): string[] {
  const isV6 = (address: string) => address.includes(':');
  const found = [addresses.find((address) => !isV6(address)), addresses.find(isV6)];
  return found.filter((address) => address !== undefined);
}

function mxFailure(error: NodeJS.ErrnoException): MxAnswer {
  if (error.code === 'ENODATA') return [];
  return dnsFailure(error) === 'not-found' ? 'no-domain' : 'undecided';
}

/** Distinct names by preference. Drops the root, which on its own is a null MX. */
function hostsInOrder(records: readonly MxRecord[], random: () => number): string[] {
  const shuffled = records
    .map((record) => ({ ...record, order: random() }))
    .sort((a, b) => a.priority - b.priority || a.order - b.order);
  const names = shuffled.map(({ exchange }) => exchange.toLowerCase().replace(/\.$/, ''));
  return [...new Set(names.filter((name) => name !== ''))];
}
