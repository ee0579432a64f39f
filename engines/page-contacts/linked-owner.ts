import { companySite } from '#engines/list-items/company-site.ts';
import { lastUpTo, type PageSource, type SourceLink, withoutMarks } from './html/page-source.ts';
import { letters } from './letters.ts';
import { isOnlyLabels } from './phones/phone-label.ts';
import { isSocialHost } from './socials/social-profile.ts';

/** Between the name and the contact: `Acme, 030 1234`, `Acme (Tel. 030 1234` */
const SIGNS = /^[\s,:(–—-]*$/;
const MAX_BETWEEN = 40;
/** As many letters of a name and its domain are the same at the start: `Yare Web Design` and `yarewebdesign.co.uk`. */
const SAME_LETTERS = 5;

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

/** The site of a link whose text is its name. A link to a booking service, a map or a directory has another text. */
function siteOf({ href }: SourceLink, text: string): string | null {
  const host = URL.parse(href, 'https://page.invalid')?.hostname ?? '';
  const site = isSocialHost(host) ? null : companySite(host);
  const [name, label] = [letters(text), letters(site?.split('.')[0] ?? '')];
  const isName = name.length >= SAME_LETTERS && name.slice(0, SAME_LETTERS) === label.slice(0, SAME_LETTERS);
  return isName ? site : null;
}
