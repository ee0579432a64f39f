import { hasKeyword, kindsIn, PAGE_KINDS, type PageKind } from './link-keywords.ts';

/** The fields of an extracted link that ranking needs. */
export interface RankedLink {
  href: string;
  text: string;
  frame: boolean;
}

/** A page of the site that likely lists contacts. */
export interface ContactLink {
  href: string;
  /** `frame`: part of the page itself. `guess`: no link leads there. */
  kind: PageKind | 'frame' | 'guess';
  score: number;
  /** the page likely shows who works there, whatever its kind */
  isTeam: boolean;
}

const NOT_A_PAGE =
  /\.(?:pdf|jpe?g|png|gif|svg|webp|zip|docx?|xlsx?|pptx?|mp[34]|avi|mov|ics|vcf|xml|rss|css|js|exe|dmg)$/i;
const NOISE =
  /\/(?:cart|basket|checkout|login|signin|sign-in|register|wp-admin|wp-json|feed|tag|category|search|share)(?:[/?]|$)|[?&](?:add-to-cart|replytocom|share|print)=/i;
const MAX_RESULT = 10;
/** A longer link text is prose, where any keyword may appear. */
const MAX_LINK_TEXT_CHARS = 60;
/** Articles have a date in their path or stand below a blog; contact pages don't. */
const ARTICLE =
  /\/\d{4}\/\d{1,2}\/|\/(?:blogs?|news|nieuws|aktuelles|actualites|noticias|notizie|artikel|articles?|posts?|magazine?|stories|events?)\/[^/]/i;
const ARTICLE_PENALTY = 110;

/**
 * Returns same-site pages that likely list contacts, best first, at most 10. Frames come before links because
 * they are part of the page. The best imprint is always among them, even if many contact pages score higher, and the best team
 * page comes after them if it isn't. Without `people`, pages that have only those are left out. Guesses `/contact` only when no link matches.
 */
export function rankContactLinks(
  links: readonly RankedLink[],
  pageUrl: string,
  people = false,
): ContactLink[] {
  const page = URL.parse(pageUrl);
  if (!page) return [];
  const scored: ContactLink[] = [];
  const seen = new Set([addressKey(page)]);
  for (const link of links) {
    if (!mayBeContactLink(link)) continue;
    const url = URL.parse(link.href);
    if (!url || !/^https?:$/.test(url.protocol) || withoutWww(url.hostname) !== withoutWww(page.hostname))
      continue;
    if (NOT_A_PAGE.test(url.pathname) || NOISE.test(url.pathname + url.search)) continue;
    const key = addressKey(url);
    const { score, kind, isTeam } = scoreLink(link, url);
    if (score <= 0 || seen.has(key) || (kind === 'people' && !people)) continue;
    seen.add(key);
    url.hash = '';
    scored.push({ href: url.href, kind, score, isTeam });
  }
  scored.sort((a, b) => b.score - a.score);
  if (scored.some(({ kind }) => kind !== 'people')) return bestLinks(scored);
  const guess = new URL('/contact', page);
  if (seen.has(addressKey(guess))) return bestLinks(scored);
  return [...bestLinks(scored), { href: guess.href, kind: 'guess', score: 0, isTeam: false }];
}

function bestLinks(ranked: readonly ContactLink[]): ContactLink[] {
  const best = ranked.slice(0, MAX_RESULT);
  const imprint = ranked.find(({ kind }) => kind === 'imprint');
  if (imprint && !best.includes(imprint)) best.splice(MAX_RESULT - 1, 1, imprint);
  const team = ranked.find(({ isTeam }) => isTeam);
  return team && !best.includes(team) ? [...best, team] : best;
}

/** Equal for addresses of one page: with or without www, a trailing slash, or index.html. */
export function pageKey(url: string): string {
  const parsed = URL.parse(url);
  return parsed ? addressKey(parsed) : url;
}

/** Whether a link may lead to contacts. Cheap check before URL parsing; has no false negatives. */
export function mayBeContactLink({ href, text, frame }: RankedLink): boolean {
  if (frame || (text.length <= MAX_LINK_TEXT_CHARS && hasKeyword(text))) return true;
  const fragment = href.indexOf('#');
  return hasKeyword(decoded(fragment < 0 ? href : href.slice(0, fragment)));
}

function withoutWww(host: string): string {
  return host.toLowerCase().replace(/^www\d?\./, '');
}

function addressKey(url: URL): string {
  return `${withoutWww(url.hostname)}${url.pathname.replace(/\/(?:index\.\w+)?$/, '').toLowerCase()}${url.search}`;
}

function scoreLink(link: RankedLink, url: URL): Pick<ContactLink, 'score' | 'kind' | 'isTeam'> {
  if (link.frame) return { kind: 'frame', score: 120, isTeam: false };
  const text = link.text.toLowerCase();
  const inText = text.length <= MAX_LINK_TEXT_CHARS ? kindsIn(text) : 0;
  const inPath = kindsIn(decoded(url.pathname + url.search).toLowerCase());
  let best = 0;
  let kind: PageKind = 'other';
  let isTeam = false;
  for (const [index, pageKind] of PAGE_KINDS.entries()) {
    const bit = 1 << index;
    if (((inText | inPath) & bit) === 0) continue;
    isTeam ||= pageKind.kind === 'team' || pageKind.kind === 'people';
    const score = pageKind.points + ((inText & inPath & bit) !== 0 ? 8 : 0) - (text.length > 40 ? 10 : 0);
    if (score <= best) continue;
    best = score;
    kind = pageKind.kind;
  }
  // A deep path that contains a keyword is usually a blog article.
  const depth = url.pathname.split('/').filter(Boolean).length;
  const penalty = Math.max(0, depth - 1) * 4 + (ARTICLE.test(url.pathname) ? ARTICLE_PENALTY : 0);
  return { kind, score: best === 0 ? 0 : best - penalty, isTeam };
}

function decoded(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
