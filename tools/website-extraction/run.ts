import { toWebUrl } from '#contract/website.ts';
import { isTracker } from '#engines/list-items/redirect-links.ts';
import { siteKey } from '#engines/list-items/site.ts';
import { websiteUrl } from '#engines/list-items/website.ts';
import type { Owner } from '#net/cpu-shares.ts';
import { createPageFetcher, type PageFetcherOptions } from '#net/fetch-page.ts';
import { type BoundedQueue, streamResults } from '../list-tool/stream-results.ts';
import type { Tool, ToolItem, ToolOutcome } from '../tool.ts';
import { parseDepth, type WebsiteRow, wantsPeople } from './definition.ts';
import { shardKey } from './engine/item-keys.ts';
import { failedRow, hasContacts } from './engine/row.ts';
import { createPageRenderer } from './net/render/page-renderer.ts';
import { createPageParser } from './run/page-parser.ts';
import { readSite, type SiteOptions } from './run/read-site.ts';
import { createSitePages, type SitePages } from './run/site-pages.ts';

export interface WebsiteExtractionOptions extends PageFetcherOptions {
  /** Limit of CPU time to parse one page, in ms. Results found before the limit count. */
  cpuBudgetMs?: number;
  /** Threads that read pages, this one among them. Default: 1 */
  threads?: number;
  /** Path of a Chromium that renders pages which are empty without JavaScript. null or absent: no browser. */
  chromiumPath?: string | null;
}

type Outcome = ToolOutcome<WebsiteRow>;

const CPU_BUDGET_MS = 250;
/** Active sites per request slot. A site that waits for Crawl-delay or Retry-After frees its slot. */
const SITES_PER_SLOT = 2;
/** Active URLs per site, equal to its limit of parallel requests. */
const URLS_PER_SITE = 2;
/** Results that wait for the consumer. */
const MAX_READY = 500;

const NOT_AN_ADDRESS = 'This is not a web address';
const TRACKER = 'This is the link of an advertisement, not a website';
const INTERNAL = 'An error on our side stopped this page';

/** Emails, phones and social profiles of websites. */
export function createRun(options: WebsiteExtractionOptions): Tool<WebsiteRow> {
  const fetcher = createPageFetcher(options);
  const { chromiumPath, dnsServers, allowPrivateNetwork } = options;
  const renderer = chromiumPath
    ? createPageRenderer({ chromiumPath, dnsServers, allowPrivateNetwork, userAgent: fetcher.userAgent })
    : null;
  const parser = createPageParser(fetcher.cpu, options.threads ?? 1);
  const cpuBudgetMs = options.cpuBudgetMs ?? CPU_BUDGET_MS;
  const sitesAtOnce = options.concurrency * SITES_PER_SLOT;

  async function processSites(
    sites: IterableIterator<Site>,
    { owner, ...options }: SiteOptions & { owner: Owner },
    signal: AbortSignal,
    ready: BoundedQueue<Outcome>,
  ): Promise<void> {
    for (const site of sites) {
      const followsLinks = options.depth !== 'quick';
      const { people } = options;
      const parts = { fetcher, parser, renderer, cpuBudgetMs, followsLinks, people, owner, signal };
      const pages = createSitePages(parts);
      const urls = site.entries();
      await Promise.all(
        Array.from({ length: Math.min(URLS_PER_SITE, site.size) }, () =>
          processUrls(urls, options, pages, signal, ready),
        ),
      );
      if (signal.aborted) return;
    }
  }

  return {
    type: 'website-extraction',
    shardKey,
    async *run(items, signal, { owner = null, chosen = {} } = {}) {
      const { sites, invalid } = bySite(items);
      const options = { depth: parseDepth(chosen.depth), people: wantsPeople(chosen) };
      yield* streamResults<Outcome>(MAX_READY, signal, async (ready, stopped) => {
        for (const item of invalid) ready.push(invalidOutcome(item));
        // All workers share one iterator, so that a slow site delays no other.
        const queue = sites.values();
        const workers = Array.from({ length: Math.min(sitesAtOnce, sites.size) }, () =>
          processSites(queue, { owner, ...options }, stopped, ready),
        );
        await Promise.all(workers);
      });
    },
    async close() {
      await Promise.all([fetcher.close(), parser.close(), renderer?.close()]);
    },
  };
}

/** The URLs of one site, each with its items. */
type Site = Map<string, ToolItem[]>;

function bySite(items: readonly ToolItem[]): { sites: Map<string, Site>; invalid: ToolItem[] } {
  const sites = new Map<string, Site>();
  const invalid: ToolItem[] = [];
  for (const item of items) {
    const url = websiteUrl(item.input.trim());
    if (!url || isTracker(url)) {
      invalid.push(item);
      continue;
    }
    const key = siteKey(new URL(url));
    const site: Site = sites.get(key) ?? new Map();
    const sameUrl = site.get(url) ?? [];
    sameUrl.push(item);
    sites.set(key, site.set(url, sameUrl));
  }
  return { sites, invalid };
}

async function processUrls(
  urls: IterableIterator<[string, ToolItem[]]>,
  options: SiteOptions,
  pages: SitePages,
  signal: AbortSignal,
  ready: BoundedQueue<Outcome>,
): Promise<void> {
  for (const [url, items] of urls) {
    await ready.room();
    if (signal.aborted) return;
    // A bug of ours fails one row, not the run. Failures of the web are values, not exceptions.
    const result = await readSite(url, options, pages).catch(() => ({
      row: failedRow(url, null, INTERNAL, []),
      read: false,
      final: false,
    }));
    if (!result) return;
    const { row, read, final } = result;
    // Identical URLs are processed and charged once (docs/deviations.md 11).
    items.forEach(({ position, input }, index) => {
      ready.push({
        position,
        row: { ...row, input },
        found: hasContacts(row),
        failed: !read,
        final,
        billable: read && index === 0,
      });
    });
  }
}

function invalidOutcome({ position, input }: ToolItem): Outcome {
  const reason = toWebUrl(input.trim()) === null ? NOT_AN_ADDRESS : TRACKER;
  const row = { ...failedRow(input.slice(0, 2_048), null, reason, []), input };
  return { position, row, found: false, failed: true, final: true, billable: false };
}
