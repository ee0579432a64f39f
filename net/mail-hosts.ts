import type { MxRecord } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { atMost, failure, type HostResolver, LOOKUPS_AT_ONCE, QUERY_TIMES } from './dns.ts';

/** A mail server of a domain. */
export interface MailHost {
  /** as the MX record names it, lower case; the domain itself where it has no MX */
  name: string;
  /** judged by the guard, IPv4 first; never empty */
  addresses: readonly string[];
}

/**
 * - null-mx: the domain says that it takes no mail (RFC 7505)
 * - no-domain, no-mail-host: there is nobody to deliver to
 * - refused: every host leads to an address that the guard refuses
 * - undecided: no name server told
 */
type MailFault = 'null-mx' | 'no-domain' | 'no-mail-host' | 'refused' | 'undecided';

/** The servers for a domain's mail, in the order to try them; or why there are none. */
export type MailRoute =
  | { ok: true; hosts: readonly [MailHost, ...MailHost[]] }
  | { ok: false; why: MailFault };

export interface MailHosts {
  /** `domain`: in ASCII and lower case. Asks DNS once for all who ask. Never throws. */
  find(domain: string): Promise<MailRoute>;
  /** The route to an address literal (user@[192.0.2.1]); `ip` without brackets. */
  findLiteral(ip: string): Promise<MailRoute>;
  close(): void;
}

export interface MailHostsOptions {
  resolver: HostResolver;
  /** `address:port` each; null for the system's servers */
  dnsServers: readonly string[] | null;
  /** Domains kept at once. */
  cacheSize?: number;
  /** 0 up to 1, for hosts of equal preference */
  random?: () => number;
}

/** Hosts whose addresses are looked up: the next ones are tried only where the ones before do not answer. */
const MOST_HOSTS = 3;
const CACHE_SIZE = 5_000;
/** Node's resolver does not tell the TTL of MX records. Ten minutes is below that of nearly all of them. */
const KEEP_MS = 600_000;
const KEEP_UNDECIDED_MS = 30_000;

type MxAnswer = readonly MxRecord[] | 'no-domain' | 'undecided';

/**
 * Finds a domain's mail servers by RFC 5321 5.1: MX records by preference, equal ones in random order; without any MX the
 * domain's own address. A host that the guard refuses is left out, since another one may stand in the open.
 */
export function createMailHosts(options: MailHostsOptions): MailHosts {
  const servers = new Resolver(QUERY_TIMES);
  if (options.dnsServers) servers.setServers(options.dnsServers);
  const askMx = atMost(
    LOOKUPS_AT_ONCE,
    (domain): Promise<MxAnswer> => servers.resolveMx(domain).catch(mxFailure),
  );
  const random = options.random ?? Math.random;
  const cacheSize = options.cacheSize ?? CACHE_SIZE;
  const cache = new Map<string, { route: Promise<MailRoute>; until: number }>();

  async function lookUp(domain: string): Promise<MailRoute> {
    const records = await askMx(domain);
    if (typeof records === 'string') return { ok: false, why: records };
    const names = hostsInOrder(records, random);
    if (names.length > 0) return route(names);
    return records.length > 0 ? { ok: false, why: 'null-mx' } : route([domain]);
  }

  async function route(names: readonly string[]): Promise<MailRoute> {
    const found = await Promise.all(
      names.slice(0, MOST_HOSTS).map(async (name) => ({ name, told: await options.resolver.resolve(name) })),
    );
    const [best, ...others] = found.flatMap(({ name, told }) =>
      told.ok ? [{ name, addresses: told.addresses }] : [],
    );
    if (best) return { ok: true, hosts: [best, ...others] };
    const whys = found.map(({ told }) => (told.ok ? null : told.why));
    if (whys.includes('undecided')) return { ok: false, why: 'undecided' };
    return { ok: false, why: whys.every((why) => why === 'not-found') ? 'no-mail-host' : 'refused' };
  }

  return {
    find(domain) {
      const known = cache.get(domain);
      if (known && known.until > Date.now()) return known.route;
      const entry = { route: lookUp(domain), until: Date.now() + KEEP_MS };
      cache.delete(domain);
      cache.set(domain, entry);
      if (cache.size > cacheSize) cache.delete(cache.keys().next().value ?? '');
      void entry.route.then((found) => {
        if (!found.ok && found.why === 'undecided') entry.until = Date.now() + KEEP_UNDECIDED_MS;
      });
      return entry.route;
    },
    findLiteral: (ip) => route([ip.includes(':') ? `[${ip}]` : ip]),
    close() {
      servers.cancel();
      cache.clear();
    },
  };
}

function mxFailure(error: NodeJS.ErrnoException): MxAnswer {
  if (error.code === 'ENODATA') return [];
  return failure(error) === 'not-found' ? 'no-domain' : 'undecided';
}

/** Names by preference, each once. The root, which alone is a null MX, is nobody's server. */
function hostsInOrder(records: readonly MxRecord[], random: () => number): string[] {
  const shuffled = records
    .map((record) => ({ ...record, order: random() }))
    .sort((one, other) => one.priority - other.priority || one.order - other.order);
  const names = shuffled.map(({ exchange }) => exchange.toLowerCase().replace(/\.$/, ''));
  return [...new Set(names.filter((name) => name !== ''))];
}
