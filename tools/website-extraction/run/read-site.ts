import { PEOPLE_PER_SITE } from '#contract/website-people.ts';
import { sharedPage } from '#engines/company-domain/company-name.ts';
import { companySite } from '#engines/list-items/company-site.ts';
import { sameSite } from '#engines/list-items/site.ts';
import type { PageContacts } from '#engines/page-contacts/page-contacts.ts';
import { sitePeople } from '#engines/page-contacts/people/site-people.ts';
import { siteContacts } from '#engines/page-contacts/site-contacts.ts';
import type { PageFaultCode } from '#net/http/page-fault.ts';
import { WEBSITE_DEPTHS, type WebsiteDepth, type WebsiteRow } from '../definition.ts';
import type { ContactLink } from '../engine/contact-links.ts';
import { createLinkQueue } from '../engine/link-queue.ts';
import { failedRow, readRow } from '../engine/row.ts';
import type { SitePage, SitePages } from './site-pages.ts';

/** `final`: another try can't change that nothing was read. */
export interface SiteResult {
  row: WebsiteRow;
  read: boolean;
  final: boolean;
}

/** What the person chose. */
export interface SiteOptions {
  depth: WebsiteDepth;
  people: boolean;
}

/** Faults that stay: of the address, or of what the site says about it. */
const FINAL_FAULTS: readonly (PageFaultCode | null)[] = [
  'domain-not-found',
  'unsupported-scheme',
  'port-refused',
  'private-address',
  'not-found',
  'not-html',
  'too-large',
  'robots',
  'robots-html',
  'mining-reserved',
];
const FORWARDS = 'This page only leads to another one';
const HOME_INSTEAD = 'This page no longer exists, so we read the home page';

/**
 * Reads the page at `url` and the pages of the site that the depth includes; the home page instead of a page
 * that is gone. With `people`, the pages of its team come before others. Null if the run was stopped.
 */
export async function readSite(
  url: string,
  { depth, people }: SiteOptions,
  pages: SitePages,
): Promise<SiteResult | null> {
  const requested = await pages.page(url, { requested: true });
  if (requested.stopped) return null;
  const homeUrl = homePage(url, requested);
  const home = homeUrl === null ? null : await pages.page(homeUrl, { requested: true });
  if (home?.stopped) return null;
  const start = home ?? requested;
  const receipts = home ? [requested.receipt, home.receipt] : [requested.receipt];
  const failed = (reason: string, fault: PageFaultCode | null): SiteResult => ({
    row: failedRow(url, companySite(url), reason, receipts),
    read: false,
    final: fault === null || FINAL_FAULTS.includes(fault),
  });
  if (start.parked) return failed(start.parked, null);
  const target = start.forwardsTo === null ? null : await pages.page(start.forwardsTo, { requested: true });
  if (target?.stopped) return null;
  if (target) receipts.splice(-1, 1, { ...start.receipt, reason: FORWARDS }, target.receipt);
  // Like a redirect, unless it leads nowhere and the page has what is looked for.
  const first = target && (target.contacts || !hasReach(start.contacts)) ? target : start;
  if (!first.contacts) return failed(first.receipt.reason ?? '', first.fault);
  if (first.parked) return failed(first.parked, null);
  const siteUrl = first.receipt.url;
  const read = [first.contacts];
  const renderings = new Set([first.rendering]);
  const queue = createLinkQueue(depth, url, people);
  queue.see(siteUrl);
  queue.add(first.links);
  // Addresses that lead to a page again count too, so that redirects can't cause more requests.
  for (let more = WEBSITE_DEPTHS[depth].maxPages - 1; more > 0; more -= 1) {
    const link = queue.next(hasEnough(read, siteUrl), more);
    if (!link) break;
    const page = await pages.page(link.href, { requested: false, isContactPage: isContactPage(link) });
    if (page.stopped) return null;
    queue.see(link.href);
    const redirected = page.receipt.url !== link.href;
    if (redirected && !queue.see(page.receipt.url)) continue;
    receipts.push(ownReceipt(page, siteUrl));
    renderings.add(page.rendering);
    if (!page.contacts || !sameSite(page.receipt.url, siteUrl)) continue;
    read.push(page.contacts);
    queue.add(page.links.filter(isNotGuessed));
  }
  const note = home ? HOME_INSTEAD : null;
  const found = {
    pages: receipts,
    finalUrl: siteUrl,
    renderings,
    note,
    people: sitePeople(read, PEOPLE_PER_SITE),
  };
  return { row: readRow(url, siteContacts(read, siteUrl), found), read: true, final: false };
}

/**
 * The home page to read instead of a requested page that no longer exists (404 or 410). Null for any other
 * page, and if the home page belongs to another company, as at a site of many companies such as LinkedIn.
 */
function homePage(url: string, { fault, receipt }: SitePage): string | null {
  if (fault !== 'not-found') return null;
  // A redirect may have led to the host name that the site uses.
  const base = sameSite(receipt.url, url) ? receipt.url : url;
  const home = new URL('/', base).href;
  if (home === receipt.url || home === url) return null;
  // acme.wordpress.com has a home page of its own; linkedin.com/company/acme doesn't.
  return sharedPage(url) !== null && sharedPage(home) === null ? null : home;
}

/** Whether a page has any way to reach someone. */
function hasReach(page: PageContacts | null): boolean {
  return page !== null && page.emails.length + page.phones.length + page.socials.length > 0;
}

/** The links say that the page is there to reach the company. */
function isContactPage({ kind }: ContactLink): boolean {
  return kind === 'contact' || kind === 'imprint';
}

/** A guess is worth a request only if the first page links to no contact page. */
function isNotGuessed({ kind }: ContactLink): boolean {
  return kind !== 'guess';
}

/** The contacts of a page that redirected to another site don't count. */
function ownReceipt(page: SitePage, siteUrl: string): SitePage['receipt'] {
  if (!page.contacts || sameSite(page.receipt.url, siteUrl)) return page.receipt;
  return { ...page.receipt, reason: 'This page belongs to another website, so its contacts were left out' };
}

/** With a phone and an email at the site's own domain, about and team pages rarely add anything. */
function hasEnough(pages: readonly PageContacts[], siteUrl: string): boolean {
  const domain = companySite(siteUrl);
  const ownEmail = pages.some((page) =>
    page.emails.some(
      ({ value }) => domain !== null && companySite(value.slice(value.lastIndexOf('@') + 1)) === domain,
    ),
  );
  return ownEmail && pages.some((page) => page.phones.length > 0);
}
