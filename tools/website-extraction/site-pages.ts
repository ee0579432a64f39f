import { getDomain } from 'tldts';
import type { PageReceipt } from '#contract/website.ts';
import { decodeHtml } from '#engines/page-contacts/decode-html.ts';
import { extractPage } from '#engines/page-contacts/extract-page.ts';
import type { PageContacts } from '#engines/page-contacts/page-contacts.ts';
import type { PageFetcher } from '#net/fetch-page.ts';

/** Below this much wall time no page can have used its CPU budget, and the cheap clock will do. */
const WALL_CLOCK_MS = 20;

/**
 * A clock for one page's CPU budget: a machine that is busy with other things cuts no page short. Node before 23.9 has
 * only the wall clock.
 */
function pageClock(): () => number {
  const wallStart = performance.now();
  if (typeof process.threadCpuUsage !== 'function') return () => performance.now() - wallStart;
  const cpuStart = process.threadCpuUsage();
  return () => {
    const wall = performance.now() - wallStart;
    if (wall < WALL_CLOCK_MS) return wall;
    const { user, system } = process.threadCpuUsage(cpuStart);
    return (user + system) / 1000;
  };
}

/** One page of a site: what it says, or null with the reason in the receipt. */
export interface SitePage {
  receipt: PageReceipt;
  contacts: PageContacts | null;
  /** the run was stopped before the page was read: this says nothing about the page */
  stopped: boolean;
}

/** The pages of one site, each fetched and parsed once for all URLs that want it. */
export interface SitePages {
  /** `asked`: the person named this address, so its other spellings may be tried. */
  page(url: string, asked: boolean): Promise<SitePage>;
}

/** A site with 10,000 asked-for pages must not keep them all; what it shares are its few contact pages. */
const PAGES_KEPT = 64;

export function createSitePages(fetcher: PageFetcher, cpuBudgetMs: number, signal: AbortSignal): SitePages {
  const pages = new Map<string, Promise<SitePage>>();

  async function read(url: string, asked: boolean): Promise<SitePage> {
    const fetched = await fetcher.fetchPage(url, { signal, fallback: asked });
    if (!fetched.read) {
      const receipt = { url: fetched.url, read: false, status: fetched.status, reason: fetched.reason };
      return { receipt, contacts: null, stopped: fetched.code === 'stopped' };
    }
    const html = decodeHtml(fetched.bytes, fetched.contentType);
    const contacts = extractPage(html, fetched.url, { cpuBudgetMs, now: pageClock() });
    const receipt = { url: fetched.url, read: true, status: fetched.status, reason: remark(contacts) };
    return { receipt, contacts, stopped: false };
  }

  return {
    page(url, asked) {
      const known = pages.get(url);
      if (known) {
        pages.delete(url);
        pages.set(url, known);
        return known;
      }
      const fresh = read(url, asked);
      pages.set(url, fresh);
      if (pages.size > PAGES_KEPT) pages.delete(pages.keys().next().value ?? '');
      return fresh;
    },
  };
}

function remark(contacts: PageContacts): string | null {
  if (contacts.truncated) return 'Only the first part of this very large page was read';
  if (contacts.rendersWithScript) return 'This page shows its content only with JavaScript';
  return null;
}

/** Whether two addresses belong to one site: the same registrable domain, or the same host where there is none. */
export function sameSite(one: string, other: string): boolean {
  const key = (url: string) => getDomain(url) ?? new URL(url).hostname;
  return key(one) === key(other);
}
