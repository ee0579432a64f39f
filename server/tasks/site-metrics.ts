import type { SiteVisits } from '#net/site-visits.ts';
import { counter } from '../platform/metrics/metrics.ts';
import { createRecentSums } from '../platform/metrics/recent-sums.ts';

const pages = counter('site_pages_total', 'Pages of sites that tasks asked for: read, or why not.', [
  'result',
]);

/** The pages of the last minutes by result. */
export const recentPages = createRecentSums();
/** The requests of the last minutes by host; `sum`: their time in ms. */
export const recentHosts = createRecentSums();

/** Counts what the crawl thread of this process visited. */
export function countVisits({ results, hosts }: SiteVisits): void {
  for (const [result, count] of Object.entries(results)) {
    pages.inc({ result }, count);
    recentPages.add(result, count, 0);
  }
  for (const { host, requests, ms } of hosts) recentHosts.add(host, requests, ms);
}
