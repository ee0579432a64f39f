import { ANY_PAGE_KIND, PAGE_KINDS } from './link-keywords.ts';

/** The fields of an extracted link that ranking needs. */
export interface RankedLink {
  href: string;
  text: string;
  frame: boolean;
}

const NOT_A_PAGE =
  /\.(?:pdf|jpe?g|png|gif|svg|webp|zip|docx?|xlsx?|pptx?|mp[34]|avi|mov|ics|vcf|xml|rss|css|js|exe|dmg)$/i;
const NOISE =
  /\/(?:cart|basket|checkout|login|signin|sign-in|register|wp-admin|wp-json|feed|tag|category|search|share)(?:[/?]|$)|[?&](?:add-to-cart|replytocom|share|print)=/i;
const MAX_RESULT = 10;
/** A longer link text is prose, where any keyword may appear. */
const MAX_LINK_TEXT_CHARS = 60;
/** Contact pages have no date in their path; articles do. */
const ARTICLE_PENALTY = 110;

/**
 * Returns same-site pages that likely list contacts, best first, at most 10. Frames come before links because
 * they are part of the page. Guesses `/contact` only when no link matches.
 */
export function rankContactLinks(links: readonly RankedLink[], pageUrl: string): string[] {
  const page = URL.parse(pageUrl);
  if (!page) return [];
  const scored: { href: string; score: number }[] = [];
  const seen = new Set([addressKey(page)]);
  for (const link of links) {
    if (!mayMatch(link)) continue;
    const url = URL.parse(link.href);
    if (!url || !/^https?:$/.test(url.protocol) || siteOf(url.hostname) !== siteOf(page.hostname)) continue;
    if (NOT_A_PAGE.test(url.pathname) || NOISE.test(url.pathname + url.search)) continue;
    const key = addressKey(url);
    const score = scoreOf(link, url);
    if (score <= 0 || seen.has(key)) continue;
    seen.add(key);
    url.hash = '';
    scored.push({ href: url.href, score });
  }
  scored.sort((a, b) => b.score - a.score);
  if (scored.length > 0) return scored.slice(0, MAX_RESULT).map(({ href }) => href);
  const guess = new URL('/contact', page);
  return seen.has(addressKey(guess)) ? [] : [guess.href];
}

/** Cheap check before URL parsing; has no false negatives. */
function mayMatch({ href, text, frame }: RankedLink): boolean {
  const shortText = text.length <= MAX_LINK_TEXT_CHARS ? text : '';
  return frame || ANY_PAGE_KIND.test(`${shortText}\n${decoded(href.split('#', 1)[0] ?? '')}`);
}

function siteOf(host: string): string {
  return host.toLowerCase().replace(/^www\d?\./, '');
}

function addressKey(url: URL): string {
  return `${siteOf(url.hostname)}${url.pathname.replace(/\/(?:index\.\w+)?$/, '').toLowerCase()}${url.search}`;
}

function scoreOf(link: RankedLink, url: URL): number {
  if (link.frame) return 120;
  const path = decoded(url.pathname + url.search).toLowerCase();
  const text = link.text.toLowerCase();
  let best = 0;
  for (const [points, kind] of PAGE_KINDS) {
    const inText = text.length <= MAX_LINK_TEXT_CHARS && kind.test(text);
    const inPath = kind.test(path);
    if (inText || inPath)
      best = Math.max(best, points + (inText && inPath ? 8 : 0) - (text.length > 40 ? 10 : 0));
  }
  // A deep path that contains a keyword is usually a blog article.
  const depth = url.pathname.split('/').filter(Boolean).length;
  return best === 0
    ? 0
    : best - Math.max(0, depth - 1) * 4 - (/\/\d{4}\/\d{1,2}\//.test(url.pathname) ? ARTICLE_PENALTY : 0);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
