import { LRUCache } from 'lru-cache';
import { getDomain } from 'tldts';
import { companySite } from './company-site.ts';

const sites = new LRUCache<string, string>({ max: 1_000 });

/**
 * The site of a URL, for turns and shards: its registrable domain, else its host. The sites of a shared host,
 * such as acme.github.io, count separately. Cached, because every request looks it up several times.
 */
export function siteKey({ hostname }: URL): string {
  let site = sites.get(hostname);
  if (site === undefined) {
    site = getDomain(hostname, { allowPrivateDomains: true }) ?? hostname;
    sites.set(hostname, site);
  }
  return site;
}

/** Whether two URLs belong to the site of one company. */
export function sameSite(url: string, otherUrl: string): boolean {
  return companyHost(url) === companyHost(otherUrl);
}

function companyHost(url: string): string {
  return companySite(url) ?? new URL(url).hostname;
}
