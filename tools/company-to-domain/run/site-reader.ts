import { LRUCache } from 'lru-cache';
import { registrable } from '#engines/company-domain/company-name.ts';
import { isDomainMarket, isPlatform } from '#engines/company-domain/page-kind.ts';
import { type Homepage, readHomepage } from '#engines/company-domain/read-homepage.ts';
import { decodeHtml } from '#engines/page-contacts/decode-html.ts';
import type { Owner } from '#net/cpu-shares.ts';
import type { HostResolver } from '#net/dns.ts';
import type { PageFetcher } from '#net/fetch-page.ts';
import type { Registration, Registrations } from '../net/registrations.ts';

/**
 * The homepage of a domain. `missing`: it has no website; `isFree`: it doesn't even exist. `unread`: it exists and its page couldn't be
 * read. `elsewhere`: it leads to a market for domains or a platform, so it is no company's own site.
 */
export type SiteReading =
  | { kind: 'page'; url: string; domain: string; page: Homepage }
  | { kind: 'missing'; isFree: boolean }
  | { kind: 'elsewhere'; url: string; reason: string }
  | { kind: 'unread'; url: string; reason: string; temporary: boolean; stopped: boolean };

export interface SiteReader {
  /** Whether someone has the domain, and it isn't parked. */
  registration(domain: string, owner?: Owner): Promise<Registration>;
  /** Whether the domain has an address. `undecided`: the name servers didn't answer. */
  exists(domain: string, owner?: Owner): Promise<'yes' | 'no' | 'undecided'>;
  /** Reads a homepage once; the other names that ask for it share it. */
  read(domain: string, signal: AbortSignal, owner?: Owner): Promise<SiteReading>;
}

export interface SiteReaderOptions {
  fetcher: PageFetcher;
  resolver: HostResolver;
  registrations: Registrations;
  /** null for the standard ports */
  port: number | null;
}

/** Characters of kept pages; a page of 20,000 visible characters is long. */
const KEPT_CHARS = 12_000_000;
/** What a page costs besides its text. */
const PAGE_CHARS = 2_000;
const TEMPORARY = new Set([
  'dns-failed',
  'timeout',
  'cut-off',
  'unreachable',
  'rate-limited',
  'server-error',
]);

export function createSiteReader({ fetcher, resolver, registrations, port }: SiteReaderOptions): SiteReader {
  const kept = new LRUCache<string, SiteReading>({
    maxSize: KEPT_CHARS,
    sizeCalculation: readingSize,
    ttl: 3_600_000,
  });
  const reading = new Map<string, Promise<SiteReading>>();

  async function fetchSite(domain: string, signal: AbortSignal, owner: Owner): Promise<SiteReading> {
    const address = port === null ? `https://${domain}/` : `http://${domain}:${port}/`;
    const fetched = await fetcher.fetchPage(address, { signal, owner, fallback: true });
    if (!fetched.read) {
      if (fetched.code === 'domain-not-found')
        return { kind: 'missing', isFree: (await registrations.of(domain, owner)) === 'free' };
      if (fetched.code === 'avoided') return { kind: 'elsewhere', url: fetched.url, reason: fetched.reason };
      return {
        kind: 'unread',
        url: fetched.url,
        reason: fetched.reason,
        temporary: TEMPORARY.has(fetched.code),
        stopped: fetched.code === 'stopped',
      };
    }
    const final = registrable(fetched.url);
    if (final === null)
      return { kind: 'elsewhere', url: fetched.url, reason: 'The website has no domain of its own' };
    const elsewhere = final === domain ? null : noCompanyReason(final);
    if (elsewhere !== null) return { kind: 'elsewhere', url: fetched.url, reason: elsewhere };
    const page = readHomepage(decodeHtml(fetched.bytes, fetched.contentType), fetched.url);
    const forward = page.forwardsTo === null ? null : registrable(page.forwardsTo);
    if (forward !== null && forward !== final && noCompanyReason(forward) !== null)
      return { kind: 'elsewhere', url: fetched.url, reason: noCompanyReason(forward) ?? '' };
    return { kind: 'page', url: fetched.url, domain: final, page };
  }

  return {
    registration: (domain, owner = null) => registrations.of(domain, owner),
    async exists(domain, owner = null) {
      // Some companies have an address only for www.
      for (const host of [domain, `www.${domain}`]) {
        const found = await resolver.resolve(host, owner);
        if (found.ok) return 'yes';
        if (found.why === 'undecided') return 'undecided';
      }
      return 'no';
    },
    async read(domain, signal, owner = null) {
      const known = kept.get(domain);
      if (known) return known;
      const running = reading.get(domain);
      if (running) {
        const shared = await running;
        // The run that started this fetch was stopped; this one wasn't.
        if (shared.kind === 'unread' && shared.stopped && !signal.aborted)
          return this.read(domain, signal, owner);
        return shared;
      }
      const fresh = fetchSite(domain, signal, owner).finally(() => reading.delete(domain));
      reading.set(domain, fresh);
      const result = await fresh;
      if (result.kind !== 'unread' || !(result.temporary || result.stopped)) kept.set(domain, result);
      return result;
    },
  };
}

function noCompanyReason(domain: string): string | null {
  if (isDomainMarket(domain)) return 'The domain is for sale';
  if (isPlatform(domain)) return `The domain leads to a page at ${domain}`;
  return null;
}

function readingSize(reading: SiteReading): number {
  if (reading.kind !== 'page') return 200;
  const { page } = reading;
  const names = page.names.reduce((sum, { text }) => sum + text.length, 0);
  return PAGE_CHARS + page.text.length + names + page.linkedHosts.length * 30;
}
