import type { WebsiteDepth } from '../definition.ts';
import { type ContactLink, pageKey } from './contact-links.ts';

/** The pages of a site to read next. */
export interface LinkQueue {
  /** Adds the links of a page that was read. */
  add(links: readonly ContactLink[]): void;
  /** Marks an address as read. Returns whether it was new. */
  see(url: string): boolean;
  /**
   * The next page, best first; null if none is left. With `enough` contacts, standard depth takes only contact
   * and imprint pages.
   */
  next(enough: boolean): ContactLink | null;
}

/** `firstUrl`: the requested page, which is read already. */
export function createLinkQueue(depth: WebsiteDepth, firstUrl: string): LinkQueue {
  const seen = new Set([pageKey(firstUrl)]);
  const waiting = new Map<string, ContactLink>();
  const taken = new Set<ContactLink['kind']>();

  const mayTake = ({ kind }: ContactLink, enough: boolean) =>
    depth === 'deep' || !enough || kind === 'contact' || kind === 'imprint';
  /** One contact page and the imprint come before further contact pages, which may use up all pages. */
  const rank = ({ kind, score }: ContactLink) =>
    kind === 'imprint' && taken.has('contact') && !taken.has('imprint') ? Number.POSITIVE_INFINITY : score;

  return {
    add(links) {
      for (const link of links) {
        const key = pageKey(link.href);
        if (!seen.has(key) && !waiting.has(key)) waiting.set(key, link);
      }
    },
    see(url) {
      const key = pageKey(url);
      waiting.delete(key);
      if (seen.has(key)) return false;
      seen.add(key);
      return true;
    },
    next(enough) {
      let best: ContactLink | null = null;
      for (const link of waiting.values())
        if (mayTake(link, enough) && (best === null || rank(link) > rank(best))) best = link;
      if (best) {
        waiting.delete(pageKey(best.href));
        taken.add(best.kind);
      }
      return best;
    },
  };
}
