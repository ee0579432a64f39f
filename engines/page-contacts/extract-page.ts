import { cutText } from '#contract/cut-text.ts';
import { companySite } from '#engines/list-items/company-site.ts';
import { pageEmails } from './emails/page-emails.ts';
import type { PageSource } from './html/page-source.ts';
import { withoutMarks } from './html/page-source.ts';
import { readPage } from './html/read-page.ts';
import { readStructuredData } from './html/structured-data.ts';
import { type IslandContacts, islandContacts } from './islands/island-contacts.ts';
import { islandData } from './islands/island-json.ts';
import type { pageOrganization } from './organization/page-organization.ts';
import { OtherOwners } from './other-owners.ts';
import type { PageContacts, PageLink } from './page-contacts.ts';
import type { pagePeople } from './people/page-people.ts';
import { pagePhones } from './phones/page-phones.ts';
import { type Places, placesIn } from './phones/place-names.ts';
import { pageSocials } from './socials/page-socials.ts';

export type { Found, FoundSocial, PageContacts, PageLink } from './page-contacts.ts';

export interface ExtractOptions {
  /** total time limit in ms; default 250 */
  cpuBudgetMs?: number;
  /** clock for the budget, in ms; use a CPU clock so that a busy machine doesn't truncate pages */
  now?: () => number;
  /**
   * which links to other pages to return: their URL (absolute, or as written if it has a whole path) and text.
   * Absent: none, because most of the time spent on a link is for resolving its URL
   */
  wantsLink?: (link: PageLink) => boolean;
  /** reads the organization of the page. Absent: none. Given, because its tables are too large for the extensions */
  organization?: typeof pageOrganization;
  /** reads the people of the page. Absent: none. Given, because its names are too large for the extensions */
  people?: typeof pagePeople;
}

const DEFAULT_BUDGET_MS = 250;
/** Each stage stops when this share of the budget is used, to leave time for the next ones. */
const READ_SHARE = 0.4;
const EMAIL_SHARE = 0.55;
const PHONE_SHARE = 0.7;
const LINK_SHARE = 0.8;
const PEOPLE_SHARE = 0.95;

const MAX_LINKS = 3000;
/** Length of text searched for countries and cities. */
const MAX_PLACE_CHARS = 200_000;
const MAX_TEXT_CHARS = 2000;
const MAX_LINK_TEXT_CHARS = 120;
/** A page with scripts and less visible text than this is filled by a script. */
const BARE_TEXT_CHARS = 250;

/**
 * Extracts contacts and links from an HTML page. If `url` is null, uses its `<base href>`. Never throws. When
 * the budget is used up, returns what it has found so far (`truncated`).
 */
export function extractPage(html: string, url: string | null, options: ExtractOptions = {}): PageContacts {
  const now = options.now ?? (() => performance.now());
  const start = now();
  const budget = options.cpuBudgetMs ?? DEFAULT_BUDGET_MS;
  let truncated = false;
  const until = (share: number) => () => {
    const over = now() - start > budget * share;
    if (over) truncated = true;
    return over;
  };
  const source = readPage(html, until(READ_SHARE));
  const data = readStructuredData(source.jsonLd);
  const filledByScript = isFilledByScript(source);
  const baseUrl = absoluteUrl(source.base ?? '', url);
  const pageUrl = url ?? baseUrl;
  const canonicalUrl = absoluteUrl(canonical(source), pageUrl);
  const host = urlHost(pageUrl) ?? urlHost(canonicalUrl);
  const ownDomains = companySites([url, baseUrl, canonicalUrl]);
  const owners = new OtherOwners(source, ownDomains);
  let knownState: IslandContacts | null = null;
  const state = (): IslandContacts => {
    knownState ??= islandContacts(
      islandData(source.stateScripts, [...source.appState, ...source.islands]),
      ownDomains,
    );
    return knownState;
  };
  const emails = pageEmails(source, data, state, ownDomains, owners, until(EMAIL_SHARE));
  const emailHosts = emails.map((email) => email.value.slice(email.value.lastIndexOf('@') + 1));
  let knownPlaces: Places | null = null;
  const places = (): Places => {
    knownPlaces ??= placesIn(source.text.slice(0, MAX_PLACE_CHARS));
    return knownPlaces;
  };
  const { phones, faxes, unplaced } = pagePhones(
    source,
    data,
    () => state().telephones,
    { host, emailHosts, places, owners },
    until(PHONE_SHARE),
  );
  const names = siteNames(source, data.names);
  const people = options.people
    ? options.people(
        source,
        {
          html,
          siteNames: names,
          emails,
          phones,
          faxes: faxes.map(({ value }) => value),
          ownDomains: [...ownDomains],
        },
        until(PEOPLE_SHARE),
      )
    : [];
  return copyContacts({
    url: pageUrl,
    title: text(source.title ?? source.metas.get('og:title')),
    description: text(source.metas.get('description') ?? source.metas.get('og:description')),
    keywords: text(source.metas.get('keywords')),
    siteNames: names,
    lang: source.lang?.toLowerCase().trim() || null,
    emails,
    phones,
    faxes,
    unplacedPhones: unplaced,
    socials: pageSocials(source, data, host),
    organization: options.organization?.(source, data, { url: pageUrl, host, ownDomains, owners }) ?? [],
    people,
    links: options.wantsLink ? pageLinks(source, baseUrl ?? url, options.wantsLink, until(LINK_SHARE)) : [],
    truncated: truncated || source.truncated,
    rendersWithScript: filledByScript && emails.length === 0 && phones.length === 0,
    hasScriptRoot: source.hasAppRoot && source.scriptCount > 0,
  });
}

/** A copy with strings of its own. Parts of the page's markup and text would keep all of it in memory. */
function copyContacts(contacts: PageContacts): PageContacts {
  return JSON.parse(JSON.stringify(contacts)) as PageContacts;
}

function text(value: string | null | undefined): string | null {
  return cutText(value?.replace(/\s+/g, ' ').trim() ?? '', MAX_TEXT_CHARS) || null;
}

function canonical(source: PageSource): string {
  return (
    source.links.find((link) => link.tag === 'link' && link.rel.includes('canonical'))?.href ??
    source.metas.get('og:url') ??
    ''
  );
}

function absoluteUrl(href: string, base: string | null): string | null {
  if (!href) return null;
  // Parsing the base for every link is slow, so absolute URLs skip it.
  const whole = /^https?:\/\//i.test(href);
  const resolved = URL.parse(href, whole ? undefined : (base ?? undefined));
  if (!resolved || !/^https?:$/.test(resolved.protocol)) return null;
  if (resolved.hash) resolved.hash = '';
  return resolved.href;
}

function urlHost(url: string | null): string | null {
  return url ? (URL.parse(url)?.hostname ?? null) : null;
}

function companySites(urls: readonly (string | null)[]): ReadonlySet<string> {
  return new Set(urls.flatMap((url) => (url && companySite(url)) || []));
}

function siteNames(source: PageSource, structured: readonly string[]): string[] {
  const names = [source.metas.get('og:site_name'), source.metas.get('application-name'), ...structured];
  return [...new Set(names.flatMap((name) => text(name) ?? []))].slice(0, 10);
}

/** The wanted links to pages, distinct by URL, each with the first text found for it. */
function pageLinks(
  source: PageSource,
  base: string | null,
  wantsLink: (link: PageLink) => boolean,
  expired: () => boolean,
): PageLink[] {
  const byRawHref = new Map<string, PageLink | null>();
  let checked = 0;
  for (const link of source.links) {
    if (byRawHref.size >= MAX_LINKS) break;
    checked += 1;
    if (checked % 256 === 0 && expired()) break;
    if (link.tag === 'link') continue;
    const fragment = link.href.indexOf('#');
    const written = fragment > 0 ? link.href.slice(0, fragment) : link.href;
    let page = byRawHref.get(written);
    if (page === undefined) {
      const href = link.isPath ? written : pageHref(written, base);
      page = href ? { href, text: '', frame: link.tag === 'frame' } : null;
      byRawHref.set(written, page);
    }
    if (page && !page.text) page.text = linkText(source, link.start, link.end, link.label);
  }
  const byHref = new Map<string, PageLink>();
  for (const page of byRawHref.values()) {
    if (!page || !wantsLink(page)) continue;
    const href = absoluteUrl(page.href, base);
    if (!href) continue;
    const known = byHref.get(href);
    if (!known) byHref.set(href, { ...page, href });
    else known.text ||= page.text;
  }
  return [...byHref.values()];
}

/**
 * The URL of a link to a page, resolved only if its path depends on the page's. Null for a fragment, phone, email or
 * script.
 */
function pageHref(href: string, base: string | null): string | null {
  if (href.startsWith('//')) return href;
  if (href.startsWith('#')) return null;
  const hasScheme = href.includes(':') && /^[a-z][a-z0-9+.-]*:/i.test(href);
  if (hasScheme && !/^https?:/i.test(href)) return null;
  return /^https?:\/\//i.test(href) ? href : absoluteUrl(href, base);
}

function linkText(source: PageSource, start: number, end: number, label: string): string {
  let text = source.text.slice(start, Math.min(end, start + 400));
  if (/[\ue000-\ue002\n\t]| {2}/.test(text)) text = withoutMarks(text).replace(/\s+/g, ' ');
  return cutText(text.trim() || label.trim(), MAX_LINK_TEXT_CHARS);
}

function isFilledByScript(source: PageSource): boolean {
  if (source.scriptCount === 0 || source.text.length > BARE_TEXT_CHARS * 4) return false;
  const visible = withoutMarks(source.text).replace(/\s+/g, '').length;
  if (visible >= BARE_TEXT_CHARS) return false;
  return source.hasAppRoot || visible < 60 || /javascript/i.test(source.text);
}
