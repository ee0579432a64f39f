import { getDomain } from 'tldts';
import { rankContactLinks } from '#engines/contact-links/contact-links.ts';
import type { PageContacts } from '#engines/page-contacts/page-contacts.ts';
import { siteContacts } from '#engines/page-contacts/site-contacts.ts';
import type { WebsiteRow } from './definition.ts';
import { type SitePage, type SitePages, sameSite } from './site-pages.ts';
import { failedRow, readRow } from './website-row.ts';

/** Pages read besides the one asked for (engines.md 8). */
const MORE_PAGES = 3;

/** Reads the page at `url` and what else the site says about contacts. Null when the run was stopped meanwhile. */
export async function readSite(
  url: string,
  pages: SitePages,
): Promise<{ row: WebsiteRow; read: boolean } | null> {
  const asked = await pages.page(url, true);
  if (asked.stopped) return null;
  if (!asked.contacts) {
    const reason = asked.receipt.reason ?? '';
    return { row: failedRow(url, getDomain(url), reason, [asked.receipt]), read: false };
  }
  const siteUrl = asked.receipt.url;
  const receipts = [asked.receipt];
  const read = [asked.contacts];
  const seen = new Set([url, siteUrl]);
  const links = hasEnough(read, siteUrl) ? [] : rankContactLinks(asked.contacts.links, siteUrl);
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

/** A page that forwarded away from the site was read, but its contacts are somebody else's. */
function ownReceipt(page: SitePage, siteUrl: string): SitePage['receipt'] {
  if (!page.contacts || sameSite(page.receipt.url, siteUrl)) return page.receipt;
  return { ...page.receipt, reason: 'This page belongs to another website, so its contacts were left out' };
}

/** An email of the site's own domain and a phone: more pages would hardly add to them. */
function hasEnough(pages: readonly PageContacts[], siteUrl: string): boolean {
  const domain = getDomain(siteUrl);
  const ownEmail = pages.some((page) =>
    page.emails.some(
      ({ value }) => domain !== null && getDomain(value.slice(value.indexOf('@') + 1)) === domain,
    ),
  );
  return ownEmail && pages.some((page) => page.phones.length > 0);
}
