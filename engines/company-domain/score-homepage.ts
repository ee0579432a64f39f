import { type CompanyName, registrable } from './company-name.ts';
import { countryCode, countryOfDomain } from './countries.ts';
import { isGenericWord, isPlaceWord, tradeOf } from './generic-words.ts';
import { stripAttached, stripLegalForms } from './legal-forms.ts';
import { domainSpellings, isConnector, nameKey, nameWords } from './name-words.ts';
import { PAGE_KIND_REASONS, type PageKind, pageKind } from './page-kind.ts';
import type { Homepage, NameSource } from './read-homepage.ts';

/** One reason for or against a domain, for people. */
export interface PageEvidence {
  source: NameSource | 'domain' | 'hint' | 'index' | 'page' | 'country' | 'legal-form' | 'trade';
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
  evidence: PageEvidence[];
}

export interface PageContext {
  /** the page's registrable domain, after redirects */
  domain: string;
  /** ISO code of the country the list gives; null if it doesn't */
  country: string | null;
  /** who else names this domain for the company */
  prior: 'hint' | 'index' | 'leads' | 'provider' | null;
}

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
const PRIOR: Readonly<Record<'hint' | 'index' | 'leads' | 'provider', number>> = {
  hint: 0.5,
  index: 0.4,
  leads: 0.35,
  provider: 0.4,
};
const LABEL_FULL = 0.26;
const LABEL_AFFIXED = 0.22;
const LABEL_PART = 0.06;
/** A name of several own words is hardly shared by two companies. */
const TWO_WORDS = 0.28;
const LONG_WORD = 0.15;
const LONG_WORD_CHARS = 6;

const WRONG_FORM = 0.5;
const OTHER_BRANCH = 0.5;
const UNMENTIONED = 0.55;
const WRONG_COUNTRY = 0.6;
const WRONG_TRADE = 0.3;
const MISSING_WORD = 0.5;

type Match = 'exact' | 'other-name' | 'generic-missing' | 'part' | 'extra' | 'branch' | 'none';

/** How well a homepage fits a company name. */
export function scoreHomepage(name: CompanyName, page: Homepage, context: PageContext): ScoredPage {
  const kind = pageKind(page);
  if (kind !== 'site') {
    const text = PAGE_KIND_REASONS[kind];
    return { score: 0, kind, clear: false, evidence: [{ source: 'page', text, supports: false }] };
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
  /** legal forms beside the name, and where the page says them */
  const forms = new Map<string, string>();
  for (const { source, text } of page.names) {
    // A page that is named after its domain doesn't name a company.
    if (isDomainName(text) && name.domain === null) continue;
    const stated = readStated(text);
    const match = matchNames(name, stated.words);
    if (match === 'branch') branch ??= text;
    if (match === 'none') continue;
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
  const [part] = parts.sort(([, one], [, other]) => other.proof - one.proof);
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
    prove(PRIOR[context.prior], context.prior === 'hint' ? 'hint' : 'index', PRIOR_TEXTS[context.prior]);
  if (strong) {
    const own = name.words.filter((word) => !isGenericWord(word) && word !== 'and');
    if (own.length >= 2) doubt *= 1 - TWO_WORDS;
    else if ((own[0] ?? '').length >= LONG_WORD_CHARS) doubt *= 1 - LONG_WORD;
  }

  if (branch !== null) weaken(OTHER_BRANCH, 'page', `The page is of a branch: ${branch}`);
  const exact = [...best.values()].some(({ match }) => match === 'exact');
  const missingWords = exact ? [] : unmentioned(name, page);
  if (strong && missingWords.length > 0)
    weaken(UNMENTIONED, 'page', `The page never mentions ${missingWords.join(' ')}`);
  const sameForm = name.forms.find((form) => forms.has(form));
  if (sameForm !== undefined && strong)
    prove(LEGAL_PROOF, 'legal-form', `The same on the page: ${forms.get(sameForm)}`);
  else if (name.forms.length > 0 && forms.size > 0 && !sameLegalFamily(name.forms, [...forms.keys()]))
    weaken(WRONG_FORM, 'legal-form', `Another one on the page: ${[...forms.values()][0]}`);

  const country = context.country;
  const pageCountries = countriesOf(page, context.domain);
  if (country !== null && pageCountries.length > 0) {
    if (pageCountries.includes(country))
      prove(0.15, 'country', `The website belongs to the same country: ${country}`);
    else
      weaken(WRONG_COUNTRY, 'country', `The website belongs to another country: ${pageCountries.join(', ')}`);
  }
  const missing = exact ? null : missingTrade(name, page);
  if (missing !== null) weaken(WRONG_TRADE, 'trade', missing);
  if (stated && !strong && label !== 'full' && label !== 'affixed') factor *= MISSING_WORD;
  // A domain name alone proves nothing.
  const score = stated || context.prior === 'hint' ? Math.round(100 * (1 - doubt) * factor) : 0;
  return { score, kind, clear: strong && factor === 1, evidence };
}

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
const PRIOR_TEXTS = {
  hint: 'Your list names this website',
  index: 'Our index of companies lists this domain',
  leads: 'Your lead databases name this domain',
  provider: 'The data provider names this domain',
} as const;

function readStated(text: string): { words: string[]; forms: string[] } {
  const attached = stripAttached(text.normalize('NFKC').toLowerCase());
  const stripped = stripLegalForms(nameWords(attached.forms.length > 0 ? attached.text : text));
  const words =
    stripped.words[0] === 'the' && stripped.words.length > 1 ? stripped.words.slice(1) : stripped.words;
  return { words, forms: [...attached.forms, ...stripped.forms] };
}

/** How a stated name relates to the company's. */
function matchNames(name: CompanyName, stated: readonly string[]): Match {
  const key = nameKey(stated);
  if (key === '') return 'none';
  if (key === name.key || key === name.legalKey) return 'exact';
  if (name.others.includes(key)) return 'other-name';
  const own = name.words.filter((word) => word !== 'and');
  const said = stated.filter((word) => word !== 'and');
  const missing = own.filter((word) => !said.includes(word));
  const extra = said.filter((word) => !own.includes(word));
  const shared = own.length - missing.length;
  if (shared === 0 || own[0] !== said[0]) {
    // Romanized and compound spellings.
    return domainSpellings(name.short).some((spelling) => spelling.replaceAll(' ', '') === key)
      ? 'exact'
      : 'none';
  }
  const optional = (word: string) => isGenericWord(word) && !isPlaceWord(word);
  if (
    missing.every(optional) &&
    extra.every(optional) &&
    said.length > 0 &&
    own.some((word) => !isGenericWord(word))
  )
    return 'generic-missing';
  if (missing.length === 0) return extra.some(isPlaceWord) ? 'branch' : 'extra';
  if (extra.length === 0) return 'part';
  return 'none';
}

/** The whole name in running text, with its legal form if it has one. */
function mentionIn(name: CompanyName, page: Homepage): { text: string; proof: number } | null {
  const written = name.written.toLowerCase();
  const text = `${page.description}\n${page.text}`.toLowerCase();
  if (name.forms.length > 0 && written.length >= 8 && text.includes(written))
    return { text: name.written, proof: LEGAL_MENTION };
  if (name.words.length < 2 || !text.includes(name.short.toLowerCase())) return null;
  return { text: name.short, proof: name.words.length > 2 ? LONG_MENTION : PROOF.text };
}

/** "acme.com" or "www.acme.com" */
function isDomainName(text: string): boolean {
  return (
    /^(?:https?:\/\/)?[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+\/?$/u.test(text.trim()) &&
    registrable(text.trim()) !== null
  );
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
      !said.some((each) => each.startsWith(word.slice(0, Math.max(4, word.length - 3)))),
  );
}
/** Words that say nothing about the trade. */
const NEUTRAL = new Set(
  'group gruppe groupe grupo gruppo holding holdings international intl global worldwide company companies enterprise enterprises the'.split(
    ' ',
  ),
);

/** What start-ups add when their name is taken. */
const AFFIXED: readonly ((label: string) => string)[] = [
  ...['get', 'try', 'use', 'join', 'go', 'hello', 'the', 'my'].map(
    (prefix) => (label: string) => prefix + label,
  ),
  ...['hq', 'app', 'inc', 'group', 'online', 'global', 'tech', 'labs'].map(
    (suffix) => (label: string) => label + suffix,
  ),
];

function labelMatch(name: CompanyName, domain: string): 'full' | 'affixed' | 'part' | null {
  const label = domain.slice(0, domain.indexOf('.')).replaceAll('-', '');
  const spellings = domainSpellings(name.short);
  for (const spelling of spellings) {
    const words = spelling.split(' ');
    const joined = [words.join(''), words.filter((_, at) => !isConnector(words, at)).join('')];
    if (joined.includes(label)) return 'full';
    if (joined.some((one) => AFFIXED.some((affixed) => affixed(one) === label))) return 'affixed';
  }
  if (name.domain === domain) return 'full';
  const words = (spellings[0] ?? '').split(' ');
  const initials = words.map((word) => word[0]).join('');
  if (label.length > 1 && label === initials) return 'part';
  if ((words[0]?.length ?? 0) >= 3 && label.startsWith(words[0] ?? '')) return 'part';
  return spellings.some((one) => label.includes(one.replaceAll(' ', ''))) ? 'part' : null;
}

/** Forms that one company may use side by side: Ltd and Limited, GmbH and GmbH & Co. KG. */
function sameLegalFamily(one: readonly string[], other: readonly string[]): boolean {
  const family = (form: string) => FAMILIES.findIndex((forms) => forms.has(form));
  return one.some((form) =>
    other.some((said) => form === said || (family(form) >= 0 && family(form) === family(said))),
  );
}
const FAMILIES: readonly ReadonlySet<string>[] = [
  'ltd|limited|plc|public limited company|llp',
  'inc|incorporated|corp|corporation|co|company|llc|lp',
  'pty ltd|pty limited|pty|ltd',
  'pvt ltd|private limited|pvt limited|ltd|limited',
  'pte ltd|pte limited|private limited|ltd',
  'gmbh|kg|mbh|ohg|ug|ug haftungsbeschrankt|gmbh and co kg|and co kg|ag|se|ek|ag and co kg|gmbh and co kgaa|kgaa',
  'sa|sas|sasu|sarl|eurl|snc',
  'spa|srl|srls|snc|soc coop',
  'sl|slu|sa|sau|sociedad limitada|sociedad anonima',
  'sa de cv|s de rl de cv|sapi de cv|sab de cv|s de rl',
  'ag|gmbh|sa|sarl|sagl',
  'bv|nv|bvba|sprl|vof',
  'oy|oyj|oy ab|ab|abp',
  'ab|aktiebolag|ab publ',
  '株式会社|(株)|kk|kabushiki kaisha|co ltd|inc|corp',
  'sp zoo|sp z oo|sp k|sp zoo sp k|sp z oo sp k|sa|spolka z oo',
  'doo|dd|jdoo|ad',
  'ooo|ооо|ao|ао|pao|пао|oao|оао|zao|зао|llc',
  'as|asa|aps|a s',
  'ltda|sa|s a|eireli|limitada',
  'as|ltd sti|anonim sirketi|limited sirketi',
].map((forms) => new Set(forms.split('|')));

/** Countries the site belongs to: its ending, its structured address. */
function countriesOf(page: Homepage, domain: string): string[] {
  const ending = countryOfDomain(domain);
  if (ending !== null) return [ending];
  const codes = page.countries.flatMap((written) => countryCode(written) ?? []);
  return [...new Set(codes)];
}

/**
 * Why the page is of a namesake in another trade; null if nothing says so. The name has a trade ("Nordwind
 * Logistics"), the page never mentions it, and shows another one.
 */
function missingTrade(name: CompanyName, page: Homepage): string | null {
  const own = name.words.filter((word) => tradeOf(word) !== null);
  if (own.length === 0) return null;
  const trades = new Set(own.map(tradeOf));
  const counts = new Map<string, number>();
  const said = nameWords(`${page.title} ${page.description} ${page.text.slice(0, 8_000)}`);
  for (const word of said) {
    const trade = tradeOf(word);
    if (trade !== null) counts.set(trade, (counts.get(trade) ?? 0) + 1);
  }
  if ([...trades].some((trade) => trade !== null && counts.has(trade))) return null;
  const [other] = [...counts].sort((one, two) => two[1] - one[1])[0] ?? [];
  const stem = own.some((word) =>
    said.some((each) => each.startsWith(word.slice(0, Math.max(4, word.length - 3)))),
  );
  if (stem) return null;
  return other === undefined
    ? null
    : `The page never mentions ${own.join(' ')}; it is about another trade (${other})`;
}
