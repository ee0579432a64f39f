import { LRUCache } from 'lru-cache';
import robotsModule from 'robots-parser';
import type { HttpGet } from './http/http-get.ts';
import { type PageFault, pageFault } from './http/page-fault.ts';

/** The robots.txt rules for a URL. */
interface RobotsVerdict {
  /** why the page must not be read, else null */
  fault: PageFault | null;
  /** Crawl-delay, capped */
  spacingMs: number;
}

export interface Robots {
  /** Shares concurrent fetches of an origin's robots.txt. Never throws. */
  check(url: URL, signal: AbortSignal | null): Promise<RobotsVerdict>;
}

export interface RobotsOptions {
  get: HttpGet;
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

/**
 * robots-parser compares every rule with every path, and a wildcard rule costs its length times the path's.
 * These limits keep a check under about 50 ms for any file. Real files have hundreds of rules.
 */
const MAX_RULES = 5_000;
const MAX_RULE_CHARS = 2_000;
const MAX_WILDCARD_CHARS = 20_000;

// The types describe an ES module, but the package is CommonJS, so the import is the function itself.
const robotsParser = robotsModule as unknown as typeof robotsModule.default;

type Rules = (url: URL) => RobotsVerdict;

interface Entry {
  rules: Promise<Rules>;
  until: number;
}

const ALLOW_ALL: Rules = () => ({ fault: null, spacingMs: 0 });
const refuseAll =
  (fault: PageFault): Rules =>
  () => ({ fault, spacingMs: 0 });

/**
 * Applies robots.txt by RFC 9309: 4xx allows everything, 5xx and a timeout forbid everything. A connection
 * failure is returned as its own fault, because the page would fail the same way.
 */
export function createRobots(options: RobotsOptions): Robots {
  const cache = new LRUCache<string, Entry>({ max: options.cacheSize ?? CACHE_SIZE });

  async function load(origin: string, entry: Entry, signal: AbortSignal | null): Promise<Rules> {
    const budget = { remainingMs: options.budgetMs, retries: 1 };
    let url = new URL('/robots.txt', origin);
    for (let hop = 0; hop <= options.maxRedirects; hop += 1) {
      const result = await options.get({
        url,
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
        entry.until = Date.now() + (result.fault.code === 'stopped' ? 0 : FAULT_TTL_MS);
        // RFC 9309 2.3.1.4 calls this "unreachable": the server responded, but not with a readable file.
        const connected = result.fault.status !== null || result.fault.code === 'too-large';
        return refuseAll(connected ? pageFault('robots-unreadable') : result.fault);
      }
      const { status, headers, body } = result;
      if (status >= 300 && status < 400 && typeof headers.location === 'string') {
        if (!URL.canParse(headers.location, url.href)) return ALLOW_ALL;
        url = new URL(headers.location, url);
        continue;
      }
      if (status >= 500) {
        entry.until = Date.now() + FAULT_TTL_MS;
        return refuseAll(pageFault('robots-unreadable', status, `${status}`));
      }
      if (status < 200 || status >= 300) return ALLOW_ALL;
      const text = new TextDecoder().decode(body.subarray(0, MAX_BYTES));
      const rules = readRules(text, options.product, options.maxCrawlDelayMs);
      // After a redirect to https or www, this is also the target origin's own file.
      if (url.pathname === '/robots.txt' && url.origin !== origin && !cache.has(url.origin))
        cache.set(url.origin, { rules: Promise.resolve(rules), until: Date.now() + CACHE_TTL_MS });
      return rules;
    }
    // RFC 9309 2.3.1.2: after five redirects a crawler may treat the file as unavailable, which allows
    // everything.
    return ALLOW_ALL;
  }

  return {
    async check(url, signal) {
      for (;;) {
        let entry = cache.get(url.origin);
        if (!entry || entry.until <= Date.now()) {
          const fresh: Entry = { rules: Promise.resolve(ALLOW_ALL), until: Date.now() + CACHE_TTL_MS };
          fresh.rules = load(url.origin, fresh, signal);
          entry = fresh;
          cache.set(url.origin, entry);
        }
        const verdict = (await entry.rules)(url);
        // The caller that started this fetch was aborted; this one wasn't, so retry.
        if (verdict.fault?.code !== 'stopped' || signal?.aborted) return verdict;
        if (cache.get(url.origin) === entry) cache.delete(url.origin);
      }
    },
  };
}

/** Parses a robots.txt file for `product` (case-insensitive). */
export function readRules(text: string, product: string, maxCrawlDelayMs: number): Rules {
  // Some sites return their home page for any path.
  if (text.trimStart().startsWith('<')) return ALLOW_ALL;
  const lines = linesFor(text, product);
  if (lines === 'too-many') return refuseAll(pageFault('robots-unreadable'));
  if (lines.length === 0) return ALLOW_ALL;
  const body = ['User-agent: *', ...lines].join('\n');
  // Rules depend only on the path, so a placeholder origin serves all origins that share the file.
  const origin = 'https://site.invalid';
  const parser = robotsParser(`${origin}/robots.txt`, body);
  const delay = Math.max(0, parser.getCrawlDelay() ?? 0) * 1000;
  const spacingMs = Math.min(delay, maxCrawlDelayMs);
  return (url) => {
    const allowed = parser.isAllowed(`${origin}${url.pathname}${url.search}`) ?? true;
    return { fault: allowed ? null : pageFault('robots'), spacingMs };
  };
}

/** The rules of the groups that apply to us: those that name us, else those for `*` (RFC 9309 2.2.1). */
function linesFor(text: string, product: string): string[] | 'too-many' {
  const ours: string[] = [];
  const wildcard: string[] = [];
  let named = false;
  let group: string[][] = [];
  let inAgents = false;
  for (const raw of text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)) {
    const line = raw.split('#', 1)[0]!.slice(0, MAX_RULE_CHARS);
    const colon = line.indexOf(':');
    if (colon < 0) continue;
    const key = line.slice(0, colon).trim().toLowerCase();
    const value = line.slice(colon + 1).trim();
    if (key === 'user-agent') {
      if (!inAgents) group = [];
      inAgents = true;
      const agent = value.split('/', 1)[0]!.trim().toLowerCase();
      if (agent === product.toLowerCase()) {
        named = true;
        if (!group.includes(ours)) group.push(ours);
      } else if (agent === '*' && !group.includes(wildcard)) {
        group.push(wildcard);
      }
    } else if (key === 'allow' || key === 'disallow' || key === 'crawl-delay') {
      inAgents = false;
      if (value !== '') for (const lines of group) lines.push(`${key}: ${value.replace(/\*{2,}/g, '*')}`);
    }
  }
  const lines = named ? ours : wildcard;
  const wildcardChars = lines.reduce((sum, line) => sum + (line.includes('*') ? line.length : 0), 0);
  return lines.length > MAX_RULES || wildcardChars > MAX_WILDCARD_CHARS ? 'too-many' : lines;
}
