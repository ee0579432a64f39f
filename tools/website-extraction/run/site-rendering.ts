import { sameSite } from '#engines/list-items/site.ts';
import type { PageContacts } from '#engines/page-contacts/page-contacts.ts';
import type { Owner } from '#net/cpu-shares.ts';
import type { Rendering } from '../definition.ts';
import type { PageRenderer, RenderedPage } from '../net/render/page-renderer.ts';
import type { PageToParse, ParsedPage } from './parse-page.ts';

export interface RenderedSitePage {
  page: ParsedPage;
  rendering: Rendering;
  /** the contacts are those of the rendered page */
  helped: boolean;
}

/** After as many renderings of a site that brought nothing, its pages are only fetched. */
const VAIN_RENDERINGS = 2;

export interface SiteRenderingParts {
  /** null: no browser */
  renderer: PageRenderer | null;
  /** Visits a page by the rules for all visits. Its final address; null if it wasn't read. */
  visit: (url: string) => Promise<string | null>;
  parse: (page: Pick<PageToParse, 'html' | 'url' | 'requestedUrl'>) => Promise<ParsedPage>;
  owner: Owner;
  signal: AbortSignal;
}

/**
 * Decides which pages of one site a browser renders, and joins what it shows with the page as fetched. If that helped
 * on the first page, all pages are rendered that a script may fill.
 */
export function createSiteRendering({ renderer, visit, parse, owner, signal }: SiteRenderingParts) {
  let helpedBefore = false;
  let inVain = 0;

  /** A page in the browser, or the one that its scripts open instead, if the site allows visits to it. */
  async function show(browser: PageRenderer, url: string): Promise<RenderedPage> {
    const shown = await browser.render(url, signal, owner);
    if (!shown.ok || shown.leadsTo === null || !sameSite(shown.leadsTo, url)) return shown;
    const target = await visit(shown.leadsTo);
    if (target === null || !sameSite(target, url)) return shown;
    const next = await browser.render(target, signal, owner);
    return next.ok ? next : shown;
  }

  return async function render(
    bare: ParsedPage,
    page: { url: string; requestedUrl: string | null; isContactPage: boolean },
  ): Promise<RenderedSitePage> {
    const { contacts } = bare;
    const isEmptyContactPage = page.isContactPage && contacts.hasScriptRoot && !hasReach(contacts);
    const needs =
      contacts.rendersWithScript || isEmptyContactPage || (helpedBefore && contacts.hasScriptRoot);
    if (!needs) return { page: bare, rendering: 'read without JavaScript', helped: false };
    const asFetched: RenderedSitePage = { page: bare, rendering: 'would need rendering', helped: false };
    if (!renderer || inVain >= VAIN_RENDERINGS) return asFetched;
    const shown = await show(renderer, page.url);
    if (signal.aborted) return asFetched;
    if (!shown.ok || !sameSite(shown.url, page.url)) {
      inVain += 1;
      return asFetched;
    }
    const rendered = await parse({
      html: shown.html,
      url: shown.url,
      requestedUrl: page.requestedUrl,
    });
    if (!hasMore(rendered, bare)) {
      inVain += 1;
      return { ...asFetched, rendering: 'rendered' };
    }
    helpedBefore = true;
    return { page: withFetched(rendered, bare), rendering: 'rendered', helped: true };
  };
}

/** A rendered page with what only the fetched one has: a question about cookies may hide it. */
function withFetched(rendered: ParsedPage, { contacts, links }: ParsedPage): ParsedPage {
  const shown = rendered.contacts;
  const hrefs = new Set(rendered.links.map(({ href }) => href));
  return {
    ...rendered,
    links: [...rendered.links, ...links.filter(({ href, kind }) => kind !== 'guess' && !hrefs.has(href))],
    contacts: {
      ...shown,
      emails: joined(shown.emails, contacts.emails),
      phones: joined(shown.phones, contacts.phones),
      faxes: joined(shown.faxes, contacts.faxes),
      unplacedPhones: joined(shown.unplacedPhones, contacts.unplacedPhones),
      socials: joined(shown.socials, contacts.socials),
    },
  };
}

function joined<Value extends { value: string }>(first: readonly Value[], more: readonly Value[]): Value[] {
  const known = new Set(first.map(({ value }) => value));
  return [...first, ...more.filter(({ value }) => !known.has(value))];
}

/** Whether a page has a way to reach someone. */
function hasReach({ emails, phones, unplacedPhones }: PageContacts): boolean {
  return emails.length + phones.length + unplacedPhones.length > 0;
}

/** Whether a rendered page has a contact or a page of contacts that it doesn't have as fetched. */
function hasMore(rendered: ParsedPage, bare: ParsedPage): boolean {
  const known = new Set(valuesOf(bare));
  return valuesOf(rendered).some((value) => !known.has(value));
}

function valuesOf({ contacts, links }: ParsedPage): string[] {
  const { emails, phones, faxes, unplacedPhones, socials, organization, people } = contacts;
  return [
    ...[...emails, ...phones, ...faxes, ...unplacedPhones].map(({ value }) => value),
    ...socials.map(({ value }) => value),
    ...people.map(({ name }) => name),
    ...organization.map(({ field, value }) => `${field} ${value}`),
    ...links.flatMap(({ href, kind }) => (kind === 'guess' ? [] : [href])),
  ];
}
