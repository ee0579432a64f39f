import type { CompanyName } from '#engines/company-domain/company-name.ts';
import { sameLegalFamily } from '#engines/company-domain/legal-forms.ts';
import { nameKey, nameWords } from '#engines/company-domain/name-words.ts';
import { PAGE_KIND_REASONS, type PageKind, pageKind } from '#engines/company-domain/page-kind.ts';
import type { Homepage } from '#engines/company-domain/read-homepage.ts';
import type { NameSource } from '#engines/company-domain/stated-names.ts';
import { countryCode } from '#engines/country-names/country-names.ts';
import { countryOfDomain } from './countries.ts';
import { findTrade, isDistinctive, isGenericWord } from './generic-words.ts';
import { isDomainName, labelMatch, type Match, matchNames, readStated } from './match-names.ts';

/** One reason for or against a domain, for people. */
export interface PageEvidence {
  source:
    | NameSource
    | 'domain'
    | 'hint'
    | 'index'
    | 'preset'
    | 'page'
    | 'country'
    | 'city'
    | 'legal-form'
    | 'trade';
  /** what the page says, or our remark */
  text: string;
  /** whether it speaks for the domain */
  supports: boolean;
}

export interface ScoredPage {
  /** 0 to 100: how sure it is that the site belongs to the company */
  score: number;
  kind: PageKind;
  /** the page states the whole name, and nothing speaks against it */
  clear: boolean;
  /** more than a name of one word agrees: two words of its own, the legal form, the country or the city */
  proven: boolean;
  /** something on the page speaks against the company, or it states only the name of another one */
  isOthers: boolean;
  evidence: PageEvidence[];
}

export interface PageContext {
  /** the page's registrable domain, after redirects */
  domain: string;
  /** ISO code of the country the list gives; null if it doesn't */
  country: string | null;
  /** who else names this domain for the company */
  prior: Prior | null;
  /** where the company is, as keys of cities (`nameKey`); empty if unknown */
  cities?: readonly string[];
  /** names of the company besides its own that a register gives (`nameKey`) */
  otherNames?: readonly string[];
}

type Prior = 'hint' | 'index' | 'leads' | 'preset' | 'provider';

/** How much an exact name proves by its place, 0 to 1. Tuned on half of the measured names. */
const PROOF: Readonly<Record<NameSource, number>> = {
  'json-ld': 0.62,
  'site-name': 0.55,
  imprint: 0.6,
  copyright: 0.52,
  title: 0.5,
  logo: 0.48,
  heading: 0.44,
  text: 0.2,
};
/** The whole name in running text: by its legal form, or by three words or more. */
const LEGAL_MENTION = 0.5;
const LONG_MENTION = 0.35;
/** The legal form beside the name, as in the list. */
const LEGAL_PROOF = 0.5;
const PRIOR: Readonly<Record<Prior, number>> = {
  hint: 0.5,
  index: 0.4,
  leads: 0.35,
  preset: 0.4,
  provider: 0.4,
};
const LABEL_FULL = 0.26;
const LABEL_AFFIXED = 0.22;
const LABEL_PART = 0.06;
/** A name of several own words is hardly shared by two companies. */
const TWO_WORDS = 0.28;
const LONG_WORD = 0.15;
const LONG_WORD_CHARS = 6;

const SAME_CITY = 0.15;

const WRONG_FORM = 0.5;
const OTHER_BRANCH = 0.5;
const UNMENTIONED = 0.55;
const WRONG_COUNTRY = 0.6;
const WRONG_TRADE = 0.3;
const MISSING_WORD = 0.5;

/** How well a homepage fits a company name. */
export function scoreHomepage(name: CompanyName, page: Homepage, context: PageContext): ScoredPage {
  const kind = pageKind(page);
  if (kind !== 'site') {
    const text = PAGE_KIND_REASONS[kind];
    return {
      score: 0,
      kind,
      clear: false,
      proven: false,
      isOthers: true,
      evidence: [{ source: 'page', text, supports: false }],
    };
  }
  const evidence: PageEvidence[] = [];
  let doubt = 1;
  let factor = 1;
  const prove = (share: number, source: PageEvidence['source'], text: string) => {
    doubt *= 1 - share;
    evidence.push({ source, text, supports: true });
  };
  const weaken = (share: number, source: PageEvidence['source'], text: string) => {
    factor *= share;
    evidence.push({ source, text, supports: false });
  };

  const best = new Map<NameSource, { match: Match; proof: number; text: string }>();
  let branch: string | null = null;
  let isRegisteredName = false;
  /** legal forms beside the name, and where the page says them */
  const forms = new Map<string, string>();
  for (const { source, text } of page.names) {
    // A page that is named after its domain doesn't name a company.
    if (isDomainName(text) && name.domain === null) continue;
    const stated = readStated(text);
    const match = matchNames(name, stated.words);
    if (match === 'branch') branch ??= text;
    if (match === 'none') continue;
    if (match === 'other-name' && context.otherNames?.includes(nameKey(stated.words)))
      isRegisteredName = true;
    if (match === 'exact' || match === 'generic-missing')
      for (const form of stated.forms) if (!forms.has(form)) forms.set(form, text);
    const proof = PROOF[source] * MATCH_SHARE[match];
    if (proof > (best.get(source)?.proof ?? 0)) best.set(source, { match, proof, text });
  }
  if (![...best.values()].some(({ match }) => STRONG.has(match))) {
    const mention = mentionIn(name, page);
    if (mention) best.set('text', { match: 'exact', ...mention });
  }
  // A part of the name proves no more when it is repeated.
  const parts = [...best].filter(([, { match }]) => !STRONG.has(match));
  const [part] = parts.sort(([, a], [, b]) => b.proof - a.proof);
  for (const [source, { match, proof, text }] of best)
    if (STRONG.has(match) || source === part?.[0]) prove(proof, source, text);
  const strong = [...best.values()].some(({ match }) => STRONG.has(match));
  const stated = best.size > 0;

  const label = labelMatch(name, context.domain);
  if (label === 'full') prove(LABEL_FULL, 'domain', `${context.domain} is the company's name`);
  else if (label === 'affixed') prove(LABEL_AFFIXED, 'domain', `${context.domain} has the company's name`);
  else if (label === 'part')
    prove(LABEL_PART, 'domain', `${context.domain} has a part of the company's name`);
  if (context.prior !== null && (stated || (context.prior === 'hint' && label !== null)))
    prove(PRIOR[context.prior], PRIOR_SOURCES[context.prior], PRIOR_TEXTS[context.prior]);
  if (strong) {
    const own = name.words.filter((word) => !isGenericWord(word) && word !== 'and');
    if (own.length >= 2) doubt *= 1 - TWO_WORDS;
    else if ((own[0] ?? '').length >= LONG_WORD_CHARS) doubt *= 1 - LONG_WORD;
  }

  if (branch !== null) weaken(OTHER_BRANCH, 'page', `The page is of a branch: ${branch}`);
  // What the page doesn't say of one name means nothing if it states another name of the same company.
  const exact = isRegisteredName || [...best.values()].some(({ match }) => match === 'exact');
  const missingWords = exact ? [] : unmentioned(name, page);
  if (strong && missingWords.length > 0)
    weaken(UNMENTIONED, 'page', `The page never mentions ${missingWords.join(' ')}`);
  const sameForm = name.forms.find((form) => forms.has(form));
  if (sameForm !== undefined && strong)
    prove(LEGAL_PROOF, 'legal-form', `The same on the page: ${forms.get(sameForm)}`);
  else if (name.forms.length > 0 && forms.size > 0 && !sameLegalFamily(name.forms, [...forms.keys()]))
    weaken(WRONG_FORM, 'legal-form', `Another one on the page: ${[...forms.values()][0]}`);

  const country = context.country;
  const pageCountries = siteCountries(page, context.domain);
  if (country !== null && pageCountries.length > 0) {
    if (pageCountries.includes(country))
      prove(0.15, 'country', `The website belongs to the same country: ${country}`);
    else
      weaken(WRONG_COUNTRY, 'country', `The website belongs to another country: ${pageCountries.join(', ')}`);
  }
  const city = strong ? namedCity(page, context.cities ?? []) : null;
  if (city !== null) prove(SAME_CITY, 'city', `The website names the city: ${city}`);
  const missing = exact ? null : missingTrade(name, page);
  if (missing !== null) weaken(WRONG_TRADE, 'trade', missing);
  if (stated && !strong && label !== 'full' && label !== 'affixed') factor *= MISSING_WORD;
  // A domain name alone proves nothing.
  const score = stated || context.prior === 'hint' ? Math.round(100 * (1 - doubt) * factor) : 0;
  const places = evidence.some(({ source, supports }) => supports && SECOND_PROOFS.has(source));
  const proven = places || (exact && isDistinctive(name));
  const isOthers = evidence.some(({ supports }) => !supports) || (!stated && namesOwner(page));
  return { score, kind, clear: strong && factor === 1, proven, isOthers, evidence };
}

/**
 * Where pages name the company that they are of, with its legal form. Titles and headings are often slogans, and beside a
 * copyright sign or "Imprint" there are also links, authors and themes.
 */
const OWNER_SOURCES: ReadonlySet<NameSource> = new Set(['site-name', 'copyright', 'imprint']);

/** Whether a page names a company where its owner stands. */
function namesOwner(page: Homepage): boolean {
  return page.names.some(({ source, text }) => {
    if (isDomainName(text)) return false;
    const { words, forms } = readStated(text);
    return words.length > 0 && (source === 'json-ld' || (OWNER_SOURCES.has(source) && forms.length > 0));
  });
}

const SECOND_PROOFS: ReadonlySet<PageEvidence['source']> = new Set(['legal-form', 'country', 'city']);
const STRONG: ReadonlySet<Match> = new Set(['exact', 'other-name', 'generic-missing']);
const MATCH_SHARE: Readonly<Record<Match, number>> = {
  exact: 1,
  'other-name': 0.75,
  'generic-missing': 0.85,
  part: 0.35,
  extra: 0.3,
  branch: 0.15,
  none: 0,
};
const PRIOR_SOURCES = {
  hint: 'hint',
  index: 'index',
  leads: 'index',
  preset: 'preset',
  provider: 'index',
} as const;
const PRIOR_TEXTS = {
  hint: 'Your list names this website',
  index: 'Our index of companies lists this domain',
  leads: 'Your lead databases name this domain',
  preset: 'Imported data names this domain',
  provider: 'The data provider names this domain',
} as const;

/** The whole name in running text, with its legal form if it has one. */
function mentionIn(name: CompanyName, page: Homepage): { text: string; proof: number } | null {
  const written = name.written.toLowerCase();
  const text = `${page.description}\n${page.text}`.toLowerCase();
  if (name.forms.length > 0 && written.length >= 8 && text.includes(written))
    return { text: name.written, proof: LEGAL_MENTION };
  if (name.words.length < 2 || !text.includes(name.short.toLowerCase())) return null;
  return { text: name.short, proof: name.words.length > 2 ? LONG_MENTION : PROOF.text };
}

/** Words such as "software" that companies may leave out, and that the page doesn't say anywhere. */
function unmentioned(name: CompanyName, page: Homepage): string[] {
  const said = nameWords(
    `${page.title} ${page.description} ${page.names.map(({ text }) => text).join(' ')} ${page.text}`,
  );
  return name.words.filter(
    (word) =>
      word !== 'and' &&
      !NEUTRAL.has(word) &&
      !said.some((term) => term.startsWith(word.slice(0, Math.max(4, word.length - 3)))),
  );
}
/** Words that say nothing about the trade. */
const NEUTRAL = new Set(
  'group gruppe groupe grupo gruppo holding holdings international intl global worldwide company companies enterprise enterprises the'.split(
    ' ',
  ),
);

/** Countries the site belongs to: its ending, its structured address. */
function siteCountries(page: Homepage, domain: string): string[] {
  const ending = countryOfDomain(domain);
  if (ending !== null) return [ending];
  const codes = page.countries.flatMap((written) => countryCode(written) ?? []);
  return [...new Set(codes)];
}

/** A city that the page names. Short names are parts of other words. */
function namedCity(page: Homepage, cities: readonly string[]): string | null {
  const long = cities.filter((city) => city.length >= 4);
  if (long.length === 0) return null;
  const said = nameKey(nameWords(`${page.title} ${page.description} ${page.text.slice(0, 8_000)}`));
  return long.find((city) => said.includes(city)) ?? null;
}

/**
 * Why the page is of a namesake in another trade; null if nothing says so. The name has a trade ("Nordwind
 * Logistics"), the page never mentions it, and shows another one.
 */
function missingTrade(name: CompanyName, page: Homepage): string | null {
  const own = name.words.filter((word) => findTrade(word) !== null);
  if (own.length === 0) return null;
  const trades = new Set(own.map(findTrade));
  const counts = new Map<string, number>();
  const said = nameWords(`${page.title} ${page.description} ${page.text.slice(0, 8_000)}`);
  for (const word of said) {
    const trade = findTrade(word);
    if (trade !== null) counts.set(trade, (counts.get(trade) ?? 0) + 1);
  }
  if ([...trades].some((trade) => trade !== null && counts.has(trade))) return null;
  const [other] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? [];
  const stem = own.some((word) =>
    said.some((term) => term.startsWith(word.slice(0, Math.max(4, word.length - 3)))),
  );
  if (stem) return null;
  return other === undefined
    ? null
    : `The page never mentions ${own.join(' ')}; it is about another trade (${other})`;
}
