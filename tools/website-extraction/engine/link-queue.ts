import type { WebsiteDepth } from '../definition.ts';
import { type ContactLink, pageKey } from './contact-links.ts';

/** The pages of a site to read next. */
export interface LinkQueue {
  /** Adds the links of a page that was read. */
  add(links: readonly ContactLink[]): void;
  /** Marks an address as read. Returns whether it was new. */
  see(url: string): boolean;
  /**
   * The next page, best first; null if none is left. `left`: how many pages may still be read. With `enough` contacts, standard
   * depth takes only contact and imprint pages, and with `people`, pages about the company and its team.
   */
  next(enough: boolean, left: number): ContactLink | null;
}

/** The last pages that a site may have read, which are for its team if people are wanted. */
const TEAM_PAGES: Readonly<Record<WebsiteDepth, number>> = { quick: 0, standard: 1, deep: 3 };

/** Above all scores of links. */
const IMPRINT_FIRST = 1000;
const TEAM_FIRST = 2000;

/** `firstUrl`: the requested page, which is read already. `people`: the people of the site are wanted. */
export function createLinkQueue(depth: WebsiteDepth, firstUrl: string, people: boolean): LinkQueue {
  const seen = new Set([pageKey(firstUrl)]);
  const waiting = new Map<string, ContactLink>();
  const taken = new Set<ContactLink['kind']>();

  const mayTake = ({ kind, isTeam }: ContactLink, enough: boolean) =>
    depth === 'deep' ||
    !enough ||
    kind === 'contact' ||
    kind === 'imprint' ||
    (people && (isTeam || kind === 'about'));
  /** One contact page and the imprint come before further contact pages, which may use up all pages. */
  const rank = ({ kind, score, isTeam }: ContactLink, left: number) => {
    if (people && isTeam && left <= TEAM_PAGES[depth]) return TEAM_FIRST + score;
    return kind === 'imprint' && taken.has('contact') && !taken.has('imprint') ? IMPRINT_FIRST : score;
  };

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
    next(enough, left) {
      let best: ContactLink | null = null;
      for (const link of waiting.values())
        if (mayTake(link, enough) && (best === null || rank(link, left) > rank(best, left))) best = link;
      if (best) {
        waiting.delete(pageKey(best.href));
        taken.add(best.kind);
      }
      return best;
    },
  };
}
