import { toWebUrl } from '#contract/website.ts';
import { createPageFetcher, type PageFetcherOptions } from '#net/fetch-page.ts';
import { siteOf } from '#net/politeness.ts';
import { createPageRenderer } from '#net/render/page-renderer.ts';
import { type BoundedQueue, createBoundedQueue } from '../bounded-queue.ts';
import type { Tool, ToolItem, ToolOutcome } from '../tool.ts';
import type { WebsiteRow } from './definition.ts';
import { readSite } from './read-site.ts';
import { websiteShardKey } from './shard-key.ts';
import { createSitePages, type SitePages } from './site-pages.ts';
import { failedRow, hasContacts } from './website-row.ts';

export interface WebsiteExtractionOptions extends PageFetcherOptions {
  /** CPU time one page's parsing may take; what was found by then counts. */
  cpuBudgetMs?: number;
  /** An installed Chromium that shows pages which are empty without JavaScript; null or absent: no browser. */
  chromiumPath?: string | null;
}

type Outcome = ToolOutcome<WebsiteRow>;

const CPU_BUDGET_MS = 250;
/** Sites in hand for each request slot: those that wait for Crawl-delay or Retry-After leave their slot to others. */
const SITES_PER_SLOT = 2;
/** URLs of one site in hand, as many as may be asked of it at once. */
const URLS_PER_SITE = 2;
/** Outcomes that nobody has taken yet. */
const MAX_READY = 500;

const NOT_AN_ADDRESS = 'This is not a web address';
const INTERNAL = 'This page could not be worked because of an error of ours';

/** Emails, phones and social profiles of websites. */
export function createWebsiteExtraction(options: WebsiteExtractionOptions): Tool<WebsiteRow> {
  const fetcher = createPageFetcher(options);
  const { chromiumPath, dnsServers, allowPrivateNetwork } = options;
  const renderer = chromiumPath
    ? createPageRenderer({ chromiumPath, dnsServers, allowPrivateNetwork, userAgent: fetcher.userAgent })
    : null;
  const cpuBudgetMs = options.cpuBudgetMs ?? CPU_BUDGET_MS;
  const sitesAtOnce = options.concurrency * SITES_PER_SLOT;

  async function workSites(
    sites: IterableIterator<Site>,
    signal: AbortSignal,
    ready: BoundedQueue<Outcome>,
  ): Promise<void> {
    for (const site of sites) {
      const pages = createSitePages({ fetcher, renderer, cpuBudgetMs, signal });
      const urls = site.entries();
      await Promise.all(
        Array.from({ length: Math.min(URLS_PER_SITE, site.size) }, () =>
          workUrls(urls, pages, signal, ready),
        ),
      );
      if (signal.aborted) return;
    }
  }

  return {
    type: 'website-extraction',
    shardKey: websiteShardKey,
    async *run(items, signal) {
      const stop = new AbortController();
      const ready = createBoundedQueue<Outcome>(MAX_READY);
      const end = () => {
        stop.abort(signal.reason);
        ready.end();
      };
      if (signal.aborted) return;
      signal.addEventListener('abort', end, { once: true });
      try {
        const { sites, invalid } = bySite(items);
        // All workers draw from one iterator, so that a slow site holds up nobody else.
        const queue = sites.values();
        const workers = Array.from({ length: Math.min(sitesAtOnce, sites.size) }, () =>
          workSites(queue, stop.signal, ready),
        );
        void Promise.all(workers).finally(() => ready.end());
        for (const item of invalid) yield invalidOutcome(item);
        for (let outcome = await ready.next(); outcome; outcome = await ready.next()) {
          if (stop.signal.aborted) return;
          yield outcome;
        }
      } finally {
        signal.removeEventListener('abort', end);
        end();
      }
    },
    async close() {
      await Promise.all([fetcher.close(), renderer?.close()]);
    },
  };
}

/** The URLs of one site, each with the items that ask for it. */
type Site = Map<string, ToolItem[]>;

function bySite(items: readonly ToolItem[]): { sites: Map<string, Site>; invalid: ToolItem[] } {
  const sites = new Map<string, Site>();
  const invalid: ToolItem[] = [];
  for (const item of items) {
    const url = toWebUrl(item.input.trim());
    if (!url) {
      invalid.push(item);
      continue;
    }
    const key = siteOf(new URL(url));
    const site: Site = sites.get(key) ?? new Map();
    const asking = site.get(url) ?? [];
    asking.push(item);
    sites.set(key, site.set(url, asking));
  }
  return { sites, invalid };
}

async function workUrls(
  urls: IterableIterator<[string, ToolItem[]]>,
  pages: SitePages,
  signal: AbortSignal,
  ready: BoundedQueue<Outcome>,
): Promise<void> {
  for (const [url, items] of urls) {
    await ready.room();
    if (signal.aborted) return;
    // A bug of ours on one page costs that row, not the run; everything the web does wrong is a value already.
    const result = await readSite(url, pages).catch(() => ({
      row: failedRow(url, null, INTERNAL, []),
      read: false,
    }));
    if (!result) return;
    const { row, read } = result;
    // An identical URL is worked once and paid once (docs/deviations.md 11).
    items.forEach(({ position }, index) => {
      ready.push({ position, row, found: hasContacts(row), failed: !read, billable: read && index === 0 });
    });
  }
}

function invalidOutcome({ position, input }: ToolItem): Outcome {
  const row = failedRow(input.slice(0, 2_048), null, NOT_AN_ADDRESS, []);
  return { position, row, found: false, failed: true, billable: false };
}
