import type { CpuShares, Owner } from './cpu-shares.ts';
import type { HttpGet } from './http/http-get.ts';
import { type PageFault, pageFault } from './http/page-fault.ts';
import { createOriginFiles, type FileAnswer, type OriginFile } from './origin-files.ts';
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

/** RFC 9309 2.4 allows at most 24 hours. */
const CACHE_TTL_MS = 3_600_000;
const FAULT_TTL_MS = 30_000;

interface Rules {
  verdict(url: URL): RobotsVerdict;
  /** approximate memory in bytes */
  size: number;
}

const NO_RULES_SIZE = 100;
const ALLOW_ALL: Rules = { verdict: () => ({ fault: null, spacingMs: 0 }), size: NO_RULES_SIZE };
const refuseAll = (fault: PageFault): Rules => ({
  verdict: () => ({ fault, spacingMs: 0 }),
  size: NO_RULES_SIZE,
});

/**
 * Applies robots.txt by RFC 9309: 4xx allows everything, 5xx, a timeout and a web page in its place forbid
 * everything. A connection failure is returned as its own fault, because the page would fail the same way.
 */
export function createRobots(options: RobotsOptions): Robots {
  const { product, maxCrawlDelayMs } = options;
  const files = createOriginFiles<Rules>({
    ...options,
    path: '/robots.txt',
    accept: 'text/plain,*/*;q=0.5',
    read: (answer) => readAnswer(answer, product, maxCrawlDelayMs),
  });
  return {
    async check(url, owner, signal) {
      const rules = await files.load(url.origin, { owner, signal, spacingMs: 0 });
      // Through the CPU shares, so that many look-ups don't keep the event loop from running.
      return options.cpu.run(owner, () => rules.verdict(url));
    },
  };
}

function readAnswer(answer: FileAnswer, product: string, maxCrawlDelayMs: number): OriginFile<Rules> {
  const lasting = (rules: Rules) => ({ content: rules, size: rules.size, ttlMs: CACHE_TTL_MS });
  const brief = (fault: PageFault) => {
    const rules = refuseAll(fault);
    return { content: rules, size: rules.size, ttlMs: FAULT_TTL_MS };
  };
  switch (answer.kind) {
    case 'file':
      return lasting(readRules(answer.text, product, maxCrawlDelayMs));
    case 'refused':
      if (answer.status < 500) return lasting(ALLOW_ALL);
      return brief(pageFault('robots-unreadable', answer.status, `${answer.status}`));
    case 'lost':
      // RFC 9309 2.3.1.2: after five redirects a crawler may treat the file as unavailable, which allows
      // everything.
      return lasting(ALLOW_ALL);
    case 'fault': {
      // RFC 9309 2.3.1.4 calls this "unreachable": the server responded, but not with a readable file.
      const connected = answer.fault.status !== null || answer.fault.code === 'too-large';
      return brief(connected ? pageFault('robots-unreadable') : answer.fault);
    }
  }
}

/**
 * The rules of a robots.txt file for `product` (case-insensitive). A URL that takes too many steps to check is
 * refused.
 */
export function readRules(text: string, product: string, maxCrawlDelayMs: number): Rules {
  // Some sites return their home page for any path, and others a page that blocks us. Neither is a permission.
  if (text.trimStart().startsWith('<')) return refuseAll(pageFault('robots-html'));
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
