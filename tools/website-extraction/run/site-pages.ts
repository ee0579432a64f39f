import type { PageReceipt } from '#contract/website.ts';
import type { PageContacts } from '#engines/page-contacts/page-contacts.ts';
import type { Owner } from '#net/cpu-shares.ts';
import type { PageFetcher } from '#net/fetch-page.ts';
import type { FetchedPage } from '#net/http/page-answer.ts';
import type { PageFaultCode } from '#net/http/page-fault.ts';
import type { Rendering } from '../definition.ts';
import type { PageRenderer } from '../net/render/page-renderer.ts';
import type { PageParser } from './page-parser.ts';
import type { PageToParse, ParsedPage } from './parse-page.ts';
import { createSiteRendering } from './site-rendering.ts';

/** One page of a site: its contacts, or null with the reason in the receipt. */
export interface SitePage extends Omit<ParsedPage, 'contacts'> {
  receipt: PageReceipt;
  contacts: PageContacts | null;
  /** the fault of a page that wasn't read */
  fault: PageFaultCode | null;
  rendering: Rendering;
  /** the run was stopped before the page was read */
  stopped: boolean;
}

/** The pages of one site, each fetched and parsed once. */
export interface SitePages {
  /**
   * `requested`: the URL comes from the person, so its variants may be tried. `isContactPage`: a link says that it has contacts,
   * so it is rendered if it has none.
   */
  page(url: string, from: { requested: boolean; isContactPage?: boolean }): Promise<SitePage>;
}

/** Pages kept per site. A list may have 10,000 pages of one site, which share only its few contact pages. */
const PAGES_KEPT = 64;

export interface SitePagesParts {
  fetcher: PageFetcher;
  parser: PageParser;
  /** renders pages that are empty without JavaScript; null if no browser is configured */
  renderer: PageRenderer | null;
  cpuBudgetMs: number;
  /** false: only the requested pages are read */
  followsLinks: boolean;
  /** whether the people of pages are read */
  people: boolean;
  owner: Owner;
  signal: AbortSignal;
}

export function createSitePages({
  fetcher,
  parser,
  renderer,
  cpuBudgetMs,
  followsLinks,
  people,
  owner,
  signal,
}: SitePagesParts): SitePages {
  const pages = new Map<string, { page: Promise<SitePage>; requested: boolean }>();
  const parse = (page: Pick<PageToParse, 'html' | 'url' | 'requestedUrl'>) =>
    parser.parse(owner, { ...page, followsLinks, people, cpuBudgetMs });

  const visit = async (url: string) => {
    const fetched = await fetcher.fetchPage(url, { signal, fallback: false, owner });
    return fetched.read ? fetched.url : null;
  };
  const render = createSiteRendering({ renderer, visit, parse, owner, signal });

  async function read(url: string, requested: boolean, isContactPage: boolean): Promise<SitePage> {
    const fetched = await fetcher.fetchPage(url, { signal, fallback: requested, owner });
    if (!fetched.read) {
      const receipt = { url: fetched.url, read: false, status: fetched.status, reason: fetched.reason };
      return notRead(receipt, fetched.code);
    }
    const requestedUrl = requested ? url : null;
    const { bytes, contentType } = fetched;
    const bare = await parse({ html: { bytes, contentType }, url: fetched.url, requestedUrl });
    const { page, rendering, helped } = await render(bare, { url: fetched.url, requestedUrl, isContactPage });
    if (signal.aborted) return notRead(pageReceipt(fetched, null), 'stopped');
    const receipt = pageReceipt(fetched, helped ? RENDERED : remark(page.contacts));
    return { ...page, receipt, fault: null, rendering, stopped: false };
  }

  return {
    page(url, { requested, isContactPage = false }) {
      const known = pages.get(url);
      pages.delete(url);
      // The variants of a URL are tried only if the list has it, and then also if a link failed before.
      const again = known && requested && !known.requested;
      const page = again
        ? known.page.then(ifRead(() => read(url, true, isContactPage)))
        : (known?.page ?? read(url, requested, isContactPage));
      pages.set(url, { page, requested: requested || (known?.requested ?? false) });
      if (pages.size > PAGES_KEPT) pages.delete(pages.keys().next().value ?? '');
      return page;
    },
  };
}

/** Keeps a page that was read. */
function ifRead(otherwise: () => Promise<SitePage>): (page: SitePage) => SitePage | Promise<SitePage> {
  return (page) => (page.contacts || page.stopped ? page : otherwise());
}

function notRead(receipt: PageReceipt, fault: PageFaultCode): SitePage {
  return {
    receipt,
    contacts: null,
    links: [],
    parked: null,
    forwardsTo: null,
    fault,
    rendering: 'read without JavaScript',
    stopped: fault === 'stopped',
  };
}

const RENDERED = 'This page was read with JavaScript';

function pageReceipt({ url, status }: FetchedPage, reason: string | null): PageReceipt {
  return { url, read: true, status, reason };
}

function remark(contacts: PageContacts): string | null {
  if (contacts.truncated) return 'Only the first part of this very large page was read';
  if (contacts.rendersWithScript) return 'This page shows its content only with JavaScript';
  return null;
}
