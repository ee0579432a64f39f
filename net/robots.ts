import { LRUCache } from 'lru-cache';
import type { CpuShares, Owner } from './cpu-shares.ts';
import type { HttpGet } from './http/http-get.ts';
import { type PageFault, pageFault } from './http/page-fault.ts';
import { parseRobots } from './robots-rules.ts';

/** The robots.txt rules for a URL. */
interface RobotsVerdict {
  /** why the page must not be read, else null */
  fault: PageFault | null;
  /** Crawl-delay, capped */
  spacingMs: number;
}

export interface Robots {
  /** Fetches an origin's robots.txt once for all concurrent checks of an owner. Never throws. */
  check(url: URL, owner: Owner, signal: AbortSignal | null): Promise<RobotsVerdict>;
}

export interface RobotsOptions {
  get: HttpGet;
  cpu: CpuShares;
  /** Our user agent name in robots.txt. */
  product: string;
  budgetMs: number;
  maxCrawlDelayMs: number;
  maxRedirects: number;
  /** Maximum number of cached origins. */
  cacheSize?: number;
}

const CACHE_SIZE = 2_000;
/** RFC 9309 2.4 allows at most 24 hours. */
const CACHE_TTL_MS = 3_600_000;
const FAULT_TTL_MS = 30_000;
/** RFC 9309 2.5 requires parsing at least 500 KiB. */
const MAX_BYTES = 512_000;
const MAX_INFLATED_BYTES = 5_000_000;

/** Memory of all cached rules, approximately. */
const MAX_CACHED_BYTES = 32_000_000;

interface Rules {
  verdict(url: URL): RobotsVerdict;
  /** approximate memory in bytes */
  size: number;
}

/** A file's rules and when they expire, in ms since the epoch. */
interface Entry {
  rules: Rules;
  until: number;
}

const NO_RULES_SIZE = 100;
const ALLOW_ALL: Rules = { verdict: () => ({ fault: null, spacingMs: 0 }), size: NO_RULES_SIZE };
const refuseAll = (fault: PageFault): Rules => ({
  verdict: () => ({ fault, spacingMs: 0 }),
  size: NO_RULES_SIZE,
});

/**
 * Applies robots.txt by RFC 9309: 4xx allows everything, 5xx and a timeout forbid everything. A connection
 * failure is returned as its own fault, because the page would fail the same way.
 */
export function createRobots(options: RobotsOptions): Robots {
  const cache = new LRUCache<string, Entry>({
    max: options.cacheSize ?? CACHE_SIZE,
    maxSize: MAX_CACHED_BYTES,
    sizeCalculation: ({ rules }) => rules.size,
  });
  // One fetch per owner: the fetch of another owner may wait for many of its other requests.
  const loading = new Map<string, Promise<Entry>>();

  async function load(origin: string, owner: Owner, signal: AbortSignal | null): Promise<Entry> {
    const lasting = (rules: Rules): Entry => ({ rules, until: Date.now() + CACHE_TTL_MS });
    const brief = (fault: PageFault): Entry => ({
      rules: refuseAll(fault),
      until: Date.now() + (fault.code === 'stopped' ? 0 : FAULT_TTL_MS),
    });
    const budget = { remainingMs: options.budgetMs, retries: 1 };
    let url = new URL('/robots.txt', origin);
    for (let hop = 0; hop <= options.maxRedirects; hop += 1) {
      const result = await options.get({
        url,
        owner,
        accept: 'text/plain,*/*;q=0.5',
        budget,
        maxWireBytes: MAX_BYTES,
        maxInflatedBytes: MAX_INFLATED_BYTES,
        onTooLarge: 'truncate',
        cookie: null,
        spacingMs: 0,
        signal,
        checkHead: () => null,
      });
      if (!result.ok) {
        // RFC 9309 2.3.1.4 calls this "unreachable": the server responded, but not with a readable file.
        const connected = result.fault.status !== null || result.fault.code === 'too-large';
        return brief(connected ? pageFault('robots-unreadable') : result.fault);
      }
      const { status, headers, body } = result;
      if (status >= 300 && status < 400 && typeof headers.location === 'string') {
        if (!URL.canParse(headers.location, url.href)) return lasting(ALLOW_ALL);
        url = new URL(headers.location, url);
        continue;
      }
      if (status >= 500) return brief(pageFault('robots-unreadable', status, `${status}`));
      if (status < 200 || status >= 300) return lasting(ALLOW_ALL);
      const entry = lasting(
        await options.cpu.run(owner, () => {
          const text = new TextDecoder().decode(body.subarray(0, MAX_BYTES));
          return readRules(text, options.product, options.maxCrawlDelayMs);
        }),
      );
      // After a redirect to https or www, this is also the target origin's own file.
      if (url.pathname === '/robots.txt' && url.origin !== origin && !cache.has(url.origin))
        cache.set(url.origin, entry);
      return entry;
    }
    // RFC 9309 2.3.1.2: after five redirects a crawler may treat the file as unavailable, which allows
    // everything.
    return lasting(ALLOW_ALL);
  }

  async function loadEntry(origin: string, owner: Owner, signal: AbortSignal | null): Promise<Entry> {
    const known = cache.get(origin);
    if (known && known.until > Date.now()) return known;
    const key = `${owner ?? ''} ${origin}`;
    let fetched = loading.get(key);
    if (!fetched) {
      fetched = load(origin, owner, signal).finally(() => loading.delete(key));
      loading.set(key, fetched);
    }
    const entry = await fetched;
    if (entry.until > Date.now()) cache.set(origin, entry);
    return entry;
  }

  return {
    async check(url, owner, signal) {
      for (;;) {
        const { rules } = await loadEntry(url.origin, owner, signal);
        // Through the CPU shares, so that many look-ups don't keep the event loop from running.
        const verdict = await options.cpu.run(owner, () => rules.verdict(url));
        // The caller that started this fetch was aborted; this one wasn't, so retry.
        if (verdict.fault?.code !== 'stopped' || signal?.aborted) return verdict;
      }
    },
  };
}

/**
 * The rules of a robots.txt file for `product` (case-insensitive). A URL that takes too many steps to check is
 * refused.
 */
export function readRules(text: string, product: string, maxCrawlDelayMs: number): Rules {
  // Some sites return their home page for any path.
  if (text.trimStart().startsWith('<')) return ALLOW_ALL;
  const rules = parseRobots(text, product);
  if (rules === 'too-many-rules') return refuseAll(pageFault('robots-unreadable'));
  const spacingMs = Math.min(rules.crawlDelayMs, maxCrawlDelayMs);
  return {
    verdict(url) {
      const { access } = rules.match(url);
      if (access === 'allowed') return { fault: null, spacingMs };
      return { fault: pageFault(access === 'forbidden' ? 'robots' : 'robots-unreadable'), spacingMs };
    },
    size: rules.size,
  };
}
