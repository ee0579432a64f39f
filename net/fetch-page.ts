import { createHostResolver } from './dns.ts';
import { refuseUrl } from './guard.ts';
import { createChainCookies } from './http/chain-cookies.ts';
import { createOriginPools } from './http/connect.ts';
import { createHttpGet, type GetBudget, type HttpAnswer } from './http/http-get.ts';
import { isConnectFault, type PageFault, pageFault, refusalFault, statusFault } from './http/page-fault.ts';
import { createPoliteness } from './politeness.ts';
import { createRobots } from './robots.ts';

/** What became of one page. `url` is where the last answer came from, after redirects. */
export type FetchedPage =
  | { read: true; url: string; status: number; contentType: string | null; bytes: Uint8Array }
  | ({ read: false; url: string } & PageFault);

export interface PageFetcher {
  readonly userAgent: string;
  /** Reads one web page. `fallback`: also tries http for https and the name with or without www. Never throws. */
  fetchPage(url: string, options: { signal: AbortSignal | null; fallback: boolean }): Promise<FetchedPage>;
  close(): Promise<void>;
}

export interface PageFetcherOptions {
  /** Requests under way at once. */
  concurrency: number;
  /** `address` or `address:port` each; null for the system's own resolution. */
  dnsServers: readonly string[] | null;
  allowPrivateNetwork: boolean;
  /** How a site's owner reaches whoever runs this, a mail or web address; part of the user agent. */
  contact: string | null;
  limits?: Partial<FetchLimits>;
}

export interface FetchLimits {
  connectMs: number;
  headersMs: number;
  /** One page with its redirects and its second try, on the wire. */
  pageMs: number;
  robotsMs: number;
  maxWireBytes: number;
  maxInflatedBytes: number;
  maxRedirects: number;
  perDomain: number;
  perAddress: number;
  retryPauseMs: number;
  maxRetryAfterMs: number;
  maxCrawlDelayMs: number;
}

const FETCH_LIMITS: FetchLimits = {
  connectMs: 10_000,
  headersMs: 10_000,
  pageMs: 20_000,
  robotsMs: 10_000,
  maxWireBytes: 2_000_000,
  maxInflatedBytes: 5_000_000,
  maxRedirects: 5,
  perDomain: 2,
  perAddress: 2,
  retryPauseMs: 1_000,
  maxRetryAfterMs: 30_000,
  maxCrawlDelayMs: 10_000,
};

/** The name a robots.txt may call us by. */
const PRODUCT = 'LeadwellBot';

export function createPageFetcher(options: PageFetcherOptions): PageFetcher {
  const limits = { ...FETCH_LIMITS, ...options.limits };
  const policy = { allowPrivateNetwork: options.allowPrivateNetwork };
  const resolver = createHostResolver({ dnsServers: options.dnsServers, policy });
  const pools = createOriginPools({
    resolver,
    policy,
    connectTimeoutMs: limits.connectMs,
    headersTimeoutMs: limits.headersMs,
    connections: limits.perDomain,
    origins: options.concurrency * 2,
  });
  const contact = options.contact ? `; +${options.contact}` : '';
  const userAgent = `Mozilla/5.0 (compatible; ${PRODUCT}/0.1${contact})`;
  const get = createHttpGet({
    pools,
    resolver,
    policy,
    politeness: createPoliteness({
      total: options.concurrency,
      perDomain: limits.perDomain,
      perAddress: limits.perAddress,
    }),
    userAgent,
    retryPauseMs: limits.retryPauseMs,
    maxRetryAfterMs: limits.maxRetryAfterMs,
  });
  const robots = createRobots({
    get,
    product: PRODUCT,
    budgetMs: limits.robotsMs,
    maxCrawlDelayMs: limits.maxCrawlDelayMs,
    maxRedirects: limits.maxRedirects,
  });

  async function follow(start: URL, signal: AbortSignal | null, budget: GetBudget): Promise<FetchedPage> {
    let url = start;
    const cookies = createChainCookies();
    const failed = (fault: PageFault): FetchedPage => ({ read: false, url: url.href, ...fault });
    for (let hop = 0; hop <= limits.maxRedirects; hop += 1) {
      const refusal = refuseUrl(url, policy);
      if (refusal) return failed(refusalFault(refusal));
      const { fault, spacingMs } = await robots.check(url, signal);
      if (fault) return failed(fault);
      const result = await get({
        url,
        accept: 'text/html,application/xhtml+xml;q=0.9',
        budget,
        maxWireBytes: limits.maxWireBytes,
        maxInflatedBytes: limits.maxInflatedBytes,
        beyondCap: 'refuse',
        cookie: cookies.headerFor(url),
        spacingMs,
        signal,
        judge: judgeHead,
      });
      if (!result.ok) return failed(result.fault);
      const target = redirectTarget(result, url);
      if (target === null) return readAnswer(result, url);
      cookies.keep(url, result.headers['set-cookie']);
      url = target;
    }
    return failed(pageFault('too-many-redirects'));
  }

  return {
    userAgent,
    async fetchPage(written, { signal, fallback }) {
      if (!URL.canParse(written)) return { read: false, url: written, ...pageFault('unsupported-scheme') };
      const url = new URL(written);
      if (url.hash !== '') url.hash = '';
      const budget: GetBudget = { remainingMs: limits.pageMs, retries: 1 };
      const first = await follow(url, signal, budget);
      if (first.read || !fallback || !isConnectFault(first)) return first;
      for (const other of alternatives(url, first)) {
        if (budget.remainingMs <= 0 || signal?.aborted) break;
        const page = await follow(other, signal, budget);
        if (page.read || !isConnectFault(page)) return page;
      }
      return first;
    },
    async close() {
      await pools.close();
      resolver.close();
    },
  };
}

/**
 * Other addresses where the site a person means may be, when the way to the first one failed: plain http, and the name
 * with or without www. A server that does not answer at all is not asked under its other name: it would cost the
 * same wait again.
 */
function alternatives(url: URL, fault: PageFault): URL[] {
  const variant = (protocol: string, hostname: string) => {
    const other = new URL(url);
    other.protocol = protocol;
    other.hostname = hostname;
    return other;
  };
  const isName = /[a-z]$/i.test(url.hostname);
  const otherName = url.hostname.startsWith('www.') ? url.hostname.slice(4) : `www.${url.hostname}`;
  const protocols = url.protocol === 'https:' ? ['https:', 'http:'] : ['http:'];
  const sameName = protocols.slice(1).map((protocol) => variant(protocol, url.hostname));
  const underOtherName = isName ? protocols.map((protocol) => variant(protocol, otherName)) : [];
  if (fault.code === 'domain-not-found' || fault.code === 'dns-failed') return underOtherName;
  if (fault.code === 'timeout') return sameName;
  return [...sameName, ...underOtherName];
}

const HTML_TYPES = ['text/html', 'application/xhtml+xml', 'application/vnd.wap.xhtml+xml'];

/** Ends what is no page before its body is read. */
function judgeHead(status: number, headers: HttpAnswer['headers']): PageFault | null {
  if (headers['cf-mitigated'] === 'challenge') return pageFault('blocked', status, `${status}`);
  if (status < 200 || status >= 300) return null;
  const type = mediaType(headers['content-type']);
  if (type !== null && !HTML_TYPES.includes(type)) return pageFault('not-html', status, type.slice(0, 60));
  if (/^\s*attachment/i.test(String(headers['content-disposition'] ?? '')))
    return pageFault('not-html', status);
  return null;
}

function mediaType(header: string | string[] | undefined): string | null {
  const type = String(header ?? '')
    .split(/[;,]/, 1)[0]!
    .trim()
    .toLowerCase();
  return type === '' ? null : type;
}

function redirectTarget(answer: HttpAnswer, from: URL): URL | null {
  const { status, headers } = answer;
  if (![301, 302, 303, 307, 308].includes(status) || typeof headers.location !== 'string') return null;
  // Header bytes come as Latin-1; servers that put raw UTF-8 into a path mean UTF-8.
  const location = Buffer.from(headers.location, 'latin1').toString('utf8');
  if (!URL.canParse(location, from.href)) return null;
  const target = new URL(location, from);
  target.hash = '';
  return target;
}

function readAnswer(answer: HttpAnswer, url: URL): FetchedPage {
  const { status, headers, body } = answer;
  const failed = (fault: PageFault): FetchedPage => ({ read: false, url: url.href, ...fault });
  if (status < 200 || status >= 300) return failed(statusFault(status));
  if (body.length === 0) return failed(pageFault('empty', status));
  const contentType = typeof headers['content-type'] === 'string' ? headers['content-type'] : null;
  if (mediaType(contentType ?? undefined) === null && !startsLikeMarkup(body))
    return failed(pageFault('not-html', status));
  return { read: true, url: url.href, status, contentType, bytes: body };
}

/** Without a declared type, markup is what begins with `<` after white space, byte order marks and UTF-16's zeros. */
function startsLikeMarkup(body: Uint8Array): boolean {
  const skipped = new Set([0x00, 0x09, 0x0a, 0x0c, 0x0d, 0x20, 0xef, 0xbb, 0xbf, 0xfe, 0xff]);
  return body.find((byte) => !skipped.has(byte)) === 0x3c;
}
