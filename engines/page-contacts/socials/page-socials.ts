import { parse } from 'tldts';
import type { EvidenceSource } from '#contract/website.ts';
import { areaAt, type PageSource } from '../html/page-source.ts';
import type { StructuredData } from '../html/structured-data.ts';
import { letters } from '../letters.ts';
import type { FoundSocial, PageArea } from '../page-contacts.ts';
import { isSiteCredit } from '../site-credit.ts';
import { isTemplateAccount, type SocialProfile, toSocialProfile } from './social-profile.ts';

const MAX_PROFILES = 300;
/** From this bonus on, the page says that the profile is its own. */
const CLAIM_BONUS = 4;

/** Where a page mentions a profile. */
interface Mention {
  source: EvidenceSource;
  area: PageArea;
  /** added to the score */
  bonus: number;
  /** offset in the text */
  at?: number;
  /** the page says that it belongs to a person */
  ofPerson?: boolean;
}

/**
 * Returns the profiles a page links to. Ranks those in structured data, header, footer or with rel=me, and
 * those named like the site first. Skips the accounts of templates and links that credit the site's maker.
 */
export function pageSocials(source: PageSource, data: StructuredData, host: string | null): FoundSocial[] {
  const site = host ? (parse(host).domainWithoutSuffix ?? '') : '';
  const found = new Map<string, FoundSocial>();
  const add = (href: string, { source: from, area, bonus, at: index, ofPerson = false }: Mention): void => {
    const profile = toSocialProfile(href);
    if (
      profile &&
      index !== undefined &&
      !isNamedLike(profile.username, site) &&
      isSiteCredit(source.text, index)
    )
      return;
    if (!profile || (isTemplateAccount(profile.username) && profile.username.toLowerCase() !== site)) return;
    const score = scoreProfile(profile, area, site) + bonus;
    const isClaimed = isNamedLike(profile.username, site) || (bonus >= CLAIM_BONUS && !ofPerson);
    const isOther = (ofPerson || profile.personal === true) && !isClaimed;
    // Someone else's repository or post isn't a profile of this site.
    if (
      profile.rank === 0 &&
      !/^(?:linkedin|xing)$/.test(profile.network) &&
      !isNamedLike(profile.username, site)
    )
      return;
    const key = `${profile.network} ${profile.username.toLowerCase()}`;
    const known = found.get(key);
    if (known) {
      known.count += 1;
      known.score = Math.max(known.score, score) + 0.1;
      known.isOther &&= isOther;
      return;
    }
    if (found.size >= MAX_PROFILES) return;
    const { network, url, username } = profile;
    found.set(key, {
      network,
      username,
      value: url,
      written: href.slice(0, 200),
      source: from,
      area,
      count: 1,
      score,
      isOther,
    });
  };
  for (const href of data.sameAs) add(href, { source: 'json-ld', area: 'head', bonus: 5 });
  for (const href of data.peopleSameAs)
    add(href, { source: 'json-ld', area: 'head', bonus: 0, ofPerson: true });
  for (const item of source.microdata)
    if (item.name === 'sameas')
      add(item.value || source.text.slice(item.index, item.end), {
        source: 'microdata',
        area: item.area,
        bonus: CLAIM_BONUS,
      });
  for (const link of source.links) {
    if (link.isPath || link.tag === 'frame') continue;
    const own = /\bme\b|\bpublisher\b/.test(link.rel) ? CLAIM_BONUS : 0;
    const bonus = own + (/social|follow/i.test(link.hint) ? 1 : 0);
    add(link.href, { source: 'link', area: link.area, bonus, at: link.start });
  }
  // The creator is the author of the page.
  for (const name of ['twitter:site', 'twitter:creator']) {
    const handle = source.metas.get(name);
    if (!handle || !/^@?\w{1,15}$/.test(handle)) continue;
    const ofPerson = name === 'twitter:creator';
    add(`https://twitter.com/${handle.replace('@', '')}`, {
      source: 'meta',
      area: 'head',
      bonus: 2,
      ofPerson,
    });
  }
  for (const [href, index] of urlsInText(source.text))
    add(href, { source: 'text', area: areaAt(source, index), bonus: -1 });
  return [...found.values()].sort((a, b) => b.score - a.score);
}

function scoreProfile(profile: SocialProfile, area: PageArea, site: string): number {
  let score = profile.rank;
  if (area === 'footer' || area === 'header') score += 3;
  else if (area === 'nav' || area === 'address') score += 2;
  if (isNamedLike(profile.username, site)) score += 4;
  return score;
}

/** Whether a username and a domain look like the same name. */
function isNamedLike(username: string, site: string): boolean {
  const a = letters(username);
  const b = letters(site);
  if (a.length < 3 || b.length < 3) return a !== '' && a === b;
  return a.includes(b) || b.includes(a);
}

/** URLs of networks in the text. */
function urlsInText(text: string): [string, number][] {
  const found: [string, number][] = [];
  const pattern =
    /(?:(?<![\p{L}\p{N}_])https?:\/\/|(?<![\p{L}\p{N}_@./-]))(?:[a-z]{1,8}(?:-[a-z]{2})?\.)?(?:twitter|x|facebook|fb|instagram|instagr|linkedin|github|youtube|plus\.google|tiktok|pinterest|t|wa|discord|threads|bsky|xing|medium)\.(?:com|me|am|gg|net|app)\/[^\s\ue000-\ue002"'<>),;]{2,120}/giu;
  if (!hasHostAndPath(text)) return found;
  for (const match of text.matchAll(pattern)) {
    found.push([match[0].replace(/[.:!?\]]+$/, ''), match.index]);
    if (found.length >= MAX_PROFILES) break;
  }
  return found;
}

/** Cheap pre-check: a slash after a domain. */
function hasHostAndPath(text: string): boolean {
  for (let index = text.indexOf('/'); index >= 0; index = text.indexOf('/', index + 1))
    if (/\.(?:com|me|am|gg|net|app)$/.test(text.slice(Math.max(0, index - 4), index))) return true;
  return false;
}
