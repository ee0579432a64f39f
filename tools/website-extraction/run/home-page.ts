import { sharedPage } from '#engines/company-domain/company-name.ts';
import { type SitePage, sameSite } from './site-pages.ts';

/**
 * The home page to read instead of a requested page that no longer exists (404 or 410). Null for any other
 * page, and if the home page belongs to another company, as at a site of many companies such as LinkedIn.
 */
export function homePage(url: string, { fault, receipt }: SitePage): string | null {
  if (fault !== 'not-found') return null;
  // A redirect may have led to the host name that the site uses.
  const base = sameSite(receipt.url, url) ? receipt.url : url;
  const home = new URL('/', base).href;
  if (home === receipt.url || home === url) return null;
  // acme.wordpress.com has a home page of its own; linkedin.com/company/acme doesn't.
  return sharedPage(url) !== null && sharedPage(home) === null ? null : home;
}
