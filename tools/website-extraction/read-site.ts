import { getDomain } from 'tldts';
import { rankContactLinks } from '#engines/contact-links/contact-links.ts';
import type { PageContacts } from '#engines/page-contacts/page-contacts.ts';
import { siteContacts } from '#engines/page-contacts/site-contacts.ts';
import type { WebsiteRow } from './definition.ts';
import { type SitePage, type SitePages, sameSite } from './site-pages.ts';
import { failedRow, readRow } from './website-row.ts';

/** Pages read in addition to the requested one (engines.md 8). */
const MORE_PAGES = 3;

/** Reads the page at `url` and, if needed, the site's contact pages. Null if the run was stopped. */
export async function readSite(
  url: string,
  pages: SitePages,
): Promise<{ row: WebsiteRow; read: boolean } | null> {
  const requested = await pages.page(url, true);
  if (requested.stopped) return null;
  if (!requested.contacts) {
    const reason = requested.receipt.reason ?? '';
    return { row: failedRow(url, getDomain(url), reason, [requested.receipt]), read: false };
  }
  const siteUrl = requested.receipt.url;
  const receipts = [requested.receipt];
  const read = [requested.contacts];
  const seen = new Set([url, siteUrl]);
  const links = hasEnough(read, siteUrl) ? [] : rankContactLinks(requested.contacts.links, siteUrl);
  for (const link of links) {
    if (receipts.length > MORE_PAGES || hasEnough(read, siteUrl)) break;
    if (seen.has(link)) continue;
    const page = await pages.page(link, false);
    if (page.stopped) return null;
    if (seen.has(page.receipt.url)) continue;
    seen.add(link).add(page.receipt.url);
    receipts.push(ownReceipt(page, siteUrl));
    if (page.contacts && sameSite(page.receipt.url, siteUrl)) read.push(page.contacts);
  }
  return { row: readRow(url, siteContacts(read, siteUrl), receipts), read: true };
}

/** The contacts of a page that redirected to another site don't count. */
function ownReceipt(page: SitePage, siteUrl: string): SitePage['receipt'] {
  if (!page.contacts || sameSite(page.receipt.url, siteUrl)) return page.receipt;
  return { ...page.receipt, reason: 'This page belongs to another website, so its contacts were left out' };
}

/** With a phone and an email at the site's own domain, more pages rarely add anything. */
function hasEnough(pages: readonly PageContacts[], siteUrl: string): boolean {
  const domain = getDomain(siteUrl);
  const ownEmail = pages.some((page) =>
    page.emails.some(
      ({ value }) => domain !== null && getDomain(value.slice(value.indexOf('@') + 1)) === domain,
    ),
  );
  return ownEmail && pages.some((page) => page.phones.length > 0);
}
