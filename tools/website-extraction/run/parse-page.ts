import { decodeHtml } from '#engines/page-contacts/decode-html.ts';
import { extractPage } from '#engines/page-contacts/extract-page.ts';
import { pageOrganization } from '#engines/page-contacts/organization/page-organization.ts';
import type { PageContacts } from '#engines/page-contacts/page-contacts.ts';
import { pagePeople } from '#engines/page-contacts/people/page-people.ts';
import { type ContactLink, mayBeContactLink, rankContactLinks } from '../engine/contact-links.ts';
import { forwardTarget } from '../engine/forwarding-page.ts';
import { parkedReason } from '../engine/parked-page.ts';
import { pageClock } from './page-clock.ts';

/** A page to read. It can be sent to a thread. */
export interface PageToParse {
  /** the HTML of a rendered page, or the bytes of a response with its content type */
  html: string | { bytes: Uint8Array; contentType: string | null };
  url: string;
  /** the address before redirects, where to check for a parked domain and a page that only forwards; null: nowhere */
  requestedUrl: string | null;
  followsLinks: boolean;
  /** whether its people are read, too */
  people: boolean;
  /** the limit of CPU time, in ms */
  cpuBudgetMs: number;
}

export interface ParsedPage {
  contacts: PageContacts;
  /** why the page isn't the site of a company: its domain is for sale or parked; else null */
  parked: string | null;
  /** the page to read instead, if this one only forwards to it; else null */
  forwardsTo: string | null;
  /** pages of the site that likely list contacts; empty if links aren't followed */
  links: ContactLink[];
}

/** Reads the contacts and links of a page. Never throws for a page, whatever it contains. */
export function parsePage(page: PageToParse): ParsedPage {
  const { html: source, url, requestedUrl, followsLinks, people, cpuBudgetMs } = page;
  const html = typeof source === 'string' ? source : decodeHtml(source.bytes, source.contentType);
  const wantsLink = followsLinks ? { wantsLink: mayBeContactLink } : {};
  const contacts = extractPage(html, url, {
    cpuBudgetMs,
    now: pageClock(),
    organization: pageOrganization,
    ...wantsLink,
    ...(people && { people: pagePeople }),
  });
  return {
    contacts,
    parked: requestedUrl === null ? null : parkedReason(html, requestedUrl, url),
    forwardsTo: requestedUrl === null ? null : forwardTarget(html, url),
    links: followsLinks ? rankContactLinks(contacts.links, url, people) : [],
  };
}
