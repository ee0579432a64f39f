import robotsModule from 'robots-parser';
import type { HttpGet } from './http/http-get.ts';
import { type PageFault, pageFault } from './http/page-fault.ts';

/** What a site's robots.txt says about one URL. */
interface RobotsVerdict {
  /** why the page must not be read; null when it may be */
  fault: PageFault | null;
  /** Crawl-delay, capped */
  spacingMs: number;
}

export interface Robots {
  /** Fetches the origin's robots.txt once for all who ask. Never throws. */
  check(url: URL, signal: AbortSignal | null): Promise<RobotsVerdict>;
}

export interface RobotsOptions {
  get: HttpGet;
  /** The name that groups of a robots.txt may call us by. */
  product: string;
  budgetMs: number;
  maxCrawlDelayMs: number;
  maxRedirects: number;
  /** Origins kept. */
  cacheSize?: number;
}

const CACHE_SIZE = 2_000;
/** RFC 9309 2.4: not longer than 24 hours. */
const KEEP_MS = 3_600_000;
const KEEP_FAULT_MS = 30_000;
/** RFC 9309 2.5: at least 500 KiB are parsed. */
const MAX_BYTES = 512_000;
const MAX_INFLATED_BYTES = 5_000_000;

/**
 * robots-parser compares every rule with every path, and a rule with wildcards costs its length times the path's: these
 * keep one look under some 50 ms whatever a site writes. Real files have hundreds of rules.
 */
const MAX_RULES = 5_000;
const MAX_RULE_CHARS = 2_000;
const MAX_WILDCARD_CHARS = 20_000;

// Its types describe an ES module, but it is CommonJS: what is imported is the function itself.
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
 * robots.txt by RFC 9309: 4xx allows everything, 5xx and a silent server forbid everything. A server that cannot be
 * connected to gives its own fault, since the page would only meet the same.
 */
export function createRobots(options: RobotsOptions): Robots {
  const cacheSize = options.cacheSize ?? CACHE_SIZE;
  const cache = new Map<string, Entry>();

  function keep(origin: string, entry: Entry): void {
    cache.delete(origin);
    cache.set(origin, entry);
    if (cache.size > cacheSize) cache.delete(cache.keys().next().value ?? '');
  }

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
        beyondCap: 'keep',
        cookie: null,
        spacingMs: 0,
        signal,
        judge: () => null,
      });
      if (!result.ok) {
        entry.until = Date.now() + (result.fault.code === 'stopped' ? 0 : KEEP_FAULT_MS);
        // Connected but no readable answer: unreachable in the words of RFC 9309 2.3.1.4.
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
        entry.until = Date.now() + KEEP_FAULT_MS;
        return refuseAll(pageFault('robots-unreadable', status, `${status}`));
      }
      if (status < 200 || status >= 300) return ALLOW_ALL;
      const text = new TextDecoder().decode(body.subarray(0, MAX_BYTES));
      const rules = readRules(text, options.product, options.maxCrawlDelayMs);
      // Sites forward http to https and to www: the file read here is that origin's own.
      if (url.pathname === '/robots.txt' && url.origin !== origin && !cache.has(url.origin))
        keep(url.origin, { rules: Promise.resolve(rules), until: Date.now() + KEEP_MS });
      return rules;
    }
    // RFC 9309 2.3.1.2: after five redirects a crawler may take the file as unavailable, which allows everything.
    return ALLOW_ALL;
  }

  return {
    async check(url, signal) {
      for (;;) {
        let entry = cache.get(url.origin);
        if (!entry || entry.until <= Date.now()) {
          const fresh: Entry = { rules: Promise.resolve(ALLOW_ALL), until: Date.now() + KEEP_MS };
          fresh.rules = load(url.origin, fresh, signal);
          entry = fresh;
          keep(url.origin, entry);
        }
        const verdict = (await entry.rules)(url);
        // Whoever began this look-up was stopped; that is not ours to suffer.
        if (verdict.fault?.code !== 'stopped' || signal?.aborted) return verdict;
        if (cache.get(url.origin) === entry) cache.delete(url.origin);
      }
    },
  };
}

/** The text of a robots.txt -> what it says to `product` (lower-case comparison). */
export function readRules(text: string, product: string, maxCrawlDelayMs: number): Rules {
  // A page in its place is a site that answers everything with its start page.
  if (text.trimStart().startsWith('<')) return ALLOW_ALL;
  const lines = linesFor(text, product);
  if (lines === 'too-many') return refuseAll(pageFault('robots-unreadable'));
  if (lines.length === 0) return ALLOW_ALL;
  const body = ['User-agent: *', ...lines].join('\n');
  // The rules are asked by path alone; one origin stands for all who share the file.
  const origin = 'https://site.invalid';
  const parser = robotsParser(`${origin}/robots.txt`, body);
  const delay = Math.max(0, parser.getCrawlDelay() ?? 0) * 1000;
  const spacingMs = Math.min(delay, maxCrawlDelayMs);
  return (url) => {
    const allowed = parser.isAllowed(`${origin}${url.pathname}${url.search}`) ?? true;
    return { fault: allowed ? null : pageFault('robots'), spacingMs };
  };
}

/** The rule lines of the groups that hold for us: those that name us, else those for everybody (RFC 9309 2.2.1). */
function linesFor(text: string, product: string): string[] | 'too-many' {
  const ours: string[] = [];
  const everybodys: string[] = [];
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
      } else if (agent === '*' && !group.includes(everybodys)) {
        group.push(everybodys);
      }
    } else if (key === 'allow' || key === 'disallow' || key === 'crawl-delay') {
      inAgents = false;
      if (value !== '') for (const lines of group) lines.push(`${key}: ${value.replace(/\*{2,}/g, '*')}`);
    }
  }
  const lines = named ? ours : everybodys;
  const wildcardChars = lines.reduce((sum, line) => sum + (line.includes('*') ? line.length : 0), 0);
  return lines.length > MAX_RULES || wildcardChars > MAX_WILDCARD_CHARS ? 'too-many' : lines;
}
