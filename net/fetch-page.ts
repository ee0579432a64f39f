import { siteKey } from '#engines/list-items/site.ts';
import { type CpuShares, createCpuShares, type Owner } from './cpu-shares.ts';
import { createHostResolver } from './dns.ts';
import { refuseUrl } from './guard.ts';
import { alternatives, nameRank } from './http/alternatives.ts';
import { createOriginPools } from './http/connect.ts';
import { createHttpGet, type GetBudget } from './http/http-get.ts';
import { type FetchedPage, type WantedAnswer, wantedImage, wantedPage } from './http/page-answer.ts';
import { isConnectFault, type PageFault, pageFault, refusalFault } from './http/page-fault.ts';
import { createRedirectCookies } from './http/redirect-cookies.ts';
import { redirectTarget } from './http/redirect-target.ts';
import { createMiningOptOuts } from './mining-opt-outs.ts';
import { createPoliteness } from './politeness.ts';
import { createRobots } from './robots.ts';
import { countPage } from './site-visits.ts';

export interface PageFetcher {
  readonly userAgent: string;
  /** The CPU shares that its own work uses. */
  readonly cpu: CpuShares;
  /** Fetches a web page. Never throws. */
  fetchPage(url: string, options: FetchPageOptions): Promise<FetchedPage>;
  /**
   * Fetches an image of at most `maxBytes`, without checking what its bytes are. Doesn't follow redirects to other
   * sites. Never throws.
   */
  fetchImage(
    url: string,
    options: { signal: AbortSignal | null; owner?: Owner; maxBytes: number },
  ): Promise<FetchedPage>;
  close(): Promise<void>;
}

export interface FetchPageOptions {
  signal: AbortSignal | null;
  /** also tries the other of http and https, and the host with or without www */
  fallback: boolean;
  /** null, the default: the fetcher has no other owners */
  owner?: Owner;
}

export interface PageFetcherOptions {
  /** Maximum concurrent requests. */
  concurrency: number;
  /** Entries of `address` or `address:port`; null for the system resolver. */
  dnsServers: readonly string[] | null;
  allowPrivateNetwork: boolean;
  /** How many origins' robots.txt are kept; 2,000 by default. */
  robotsOrigins?: number;
  /** Reads no page of which its site reserves data mining (TDM_OPT_OUT); false by default. */
  respectsMiningOptOut?: boolean;
  /** Sites, as registrable domains, that get no request, also not after a redirect, nor for their robots.txt. */
  avoidedSites?: readonly string[];
  /** Email or URL where site owners can reach the operator. Part of the user agent. */
  contact: string | null;
  limits?: Partial<FetchLimits>;
}

export interface FetchLimits {
  connectMs: number;
  headersMs: number;
  /** Network time for a page, including redirects and the retry. */
  pageMs: number;
  robotsMs: number;
  maxWireBytes: number;
  maxInflatedBytes: number;
  maxRedirects: number;
  /** Concurrent requests of one owner. */
  perDomain: number;
  perAddress: number;
  /** More of them per site and address, for owners that have none yet. */
  forOthers: number;
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
  forOthers: 1,
  retryPauseMs: 1_000,
  maxRetryAfterMs: 30_000,
  maxCrawlDelayMs: 10_000,
};

/** Our name in robots.txt files. */
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
    connections: limits.perDomain + limits.forOthers,
    origins: options.concurrency * 2,
  });
  const contact = options.contact ? `; +${options.contact}` : '';
  const userAgent = `Mozilla/5.0 (compatible; ${PRODUCT}/0.1${contact})`;
  const cpu = createCpuShares();
  const get = createHttpGet({
    pools,
    resolver,
    policy,
    politeness: createPoliteness({
      total: options.concurrency,
      perDomain: limits.perDomain,
      perAddress: limits.perAddress,
      forOthers: limits.forOthers,
    }),
    cpu,
    avoidedSites: options.avoidedSites ?? [],
    userAgent,
    retryPauseMs: limits.retryPauseMs,
    maxRetryAfterMs: limits.maxRetryAfterMs,
  });
  const originFiles = {
    get,
    cpu,
    product: PRODUCT,
    budgetMs: limits.robotsMs,
    maxRedirects: limits.maxRedirects,
    ...(options.robotsOrigins === undefined ? {} : { cacheSize: options.robotsOrigins }),
  };
  const robots = createRobots({ ...originFiles, maxCrawlDelayMs: limits.maxCrawlDelayMs });
  const optOuts = options.respectsMiningOptOut ? createMiningOptOuts(originFiles) : null;
  const pageAnswer = wantedPage(limits);

  async function follow(
    start: URL,
    owner: Owner,
    signal: AbortSignal | null,
    budget: GetBudget,
    wanted: WantedAnswer = pageAnswer,
  ): Promise<FetchedPage> {
    let url = start;
    const cookies = createRedirectCookies();
    const failed = (fault: PageFault): FetchedPage => ({ read: false, url: url.href, ...fault });
    for (let hop = 0; hop <= limits.maxRedirects; hop += 1) {
      const refusal = refuseUrl(url, policy);
      if (refusal) return failed(refusalFault(refusal));
      const { fault, spacingMs } = await robots.check(url, owner, signal);
      if (fault) return failed(fault);
      if (await optOuts?.coversUrl(url, { owner, signal, spacingMs }))
        return failed(pageFault('mining-reserved'));
      const result = await get({
        url,
        owner,
        accept: wanted.accept,
        budget,
        maxWireBytes: wanted.maxWireBytes,
        maxInflatedBytes: wanted.maxInflatedBytes,
        onTooLarge: 'fail',
        cookie: cookies.headerFor(url),
        spacingMs,
        signal,
        checkHead: wanted.checkHead,
      });
      if (!result.ok) return failed(result.fault);
      const target = redirectTarget(result, url);
      if (target === null) {
        if (await optOuts?.coversAnswer(result, owner))
          return failed(pageFault('mining-reserved', result.status));
        return wanted.read(result, url);
      }
      if (wanted.sameSite && siteKey(target) !== siteKey(start))
        return failed(pageFault('unexpected-answer', result.status, 'a redirect to another site'));
      cookies.store(url, result.headers['set-cookie']);
      url = target;
    }
    return failed(pageFault('too-many-redirects'));
  }

  async function fetchOrTryAlternatives(
    address: string,
    { signal, fallback, owner = null }: FetchPageOptions,
  ): Promise<FetchedPage> {
    if (!URL.canParse(address)) return { read: false, url: address, ...pageFault('unsupported-scheme') };
    const url = new URL(address);
    if (url.hash !== '') url.hash = '';
    const budget: GetBudget = { remainingMs: limits.pageMs, retries: 1 };
    const first = await follow(url, owner, signal, budget);
    if (first.read || !fallback || !isConnectFault(first)) return first;
    let failed = first;
    for (const other of alternatives(url, first)) {
      if (budget.remainingMs <= 0 || signal?.aborted) break;
      const page = await follow(other, owner, signal, budget);
      if (page.read || !isConnectFault(page)) return page;
      if (nameRank(failed) < nameRank(page)) failed = page;
    }
    return failed;
  }

  return {
    userAgent,
    cpu,
    async fetchPage(address, options) {
      const page = await fetchOrTryAlternatives(address, options);
      countPage(page.read ? null : page.code);
      return page;
    },
    async fetchImage(address, { signal, owner = null, maxBytes }) {
      if (!URL.canParse(address)) return { read: false, url: address, ...pageFault('unsupported-scheme') };
      const budget: GetBudget = { remainingMs: limits.pageMs, retries: 0 };
      return follow(new URL(address), owner, signal, budget, wantedImage(maxBytes));
    },
    async close() {
      await pools.close();
      resolver.close();
    },
  };
}
