import { LRUCache } from 'lru-cache';
import { getDomain } from 'tldts';

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

/** Whether two URLs belong to one site. */
export function sameSite(url: string, otherUrl: string): boolean {
  return siteKey(new URL(url)) === siteKey(new URL(otherUrl));
}
