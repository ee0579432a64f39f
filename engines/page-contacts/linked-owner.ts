import { companySite } from '#engines/list-items/company-site.ts';
import { lastUpTo, type PageSource, type SourceLink, withoutMarks } from './html/page-source.ts';
import { isOnlyLabels } from './phones/phone-label.ts';
import { isSocialHost } from './socials/social-profile.ts';

/** Between the name and the contact: `Acme, 030 1234`, `Acme (Tel. 030 1234` */
const SIGNS = /^[\s,:(–—-]*$/;
const MAX_BETWEEN = 40;
/** Maps, whose links have addresses as their texts. */
const MAPS = /(?:^|\.)(?:google|goo|openstreetmap|bing|apple|waze|here|what3words)\.[a-z.]+$/;
const NAME = /\p{L}{3}/u;
/** Names of what a link leads to, not of its owner. */
const ADDRESS = /\d/;

/**
 * The site of another company whose linked name stands directly before an offset: `Site by <a href="...">Acme</a>, 030 1234`.
 * Null if there is none.
 */
export function linkedOwner(
  { text, links }: Pick<PageSource, 'text' | 'links'>,
  index: number,
): string | null {
  for (let at = lastUpTo(links, ({ start }) => start, index - 1); at >= 0; at -= 1) {
    const link = links[at]!;
    if (index - link.end > MAX_BETWEEN) return null;
    if (link.end > index || link.tag !== 'a' || !/^(?:https?:)?\/\//i.test(link.href)) continue;
    const between = withoutMarks(text.slice(link.end, index));
    if (between.includes('\n') || !(SIGNS.test(between) || isOnlyLabels(between))) return null;
    return siteOf(link, withoutMarks(text.slice(link.start, link.end)));
  }
  return null;
}

/** The site of a link with a name. */
function siteOf({ href }: SourceLink, name: string): string | null {
  const host = URL.parse(href, 'https://page.invalid')?.hostname ?? '';
  if (!NAME.test(name) || ADDRESS.test(name) || MAPS.test(host) || isSocialHost(host)) return null;
  return companySite(host);
}
