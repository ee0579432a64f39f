import { countryCode, countryOfDomain } from './countries.ts';
import type { CompanyName } from './company-name.ts';
import { isGenericWord, isPlaceWord, tradeOf } from './generic-words.ts';
import { stripAttached, stripLegalForms } from './legal-forms.ts';
import { domainSpellings, nameKey, nameWords } from './name-words.ts';
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
  title: 0.46,
  logo: 0.42,
  heading: 0.3,
  text: 0.2,
};
/** The legal form beside the name, as in the list. */
const LEGAL_PROOF = 0.5;
const PRIOR: Readonly<Record<'hint' | 'index' | 'leads' | 'provider', number>> = {
  hint: 0.5,
  index: 0.3,
  leads: 0.35,
  provider: 0.4,
};
const LABEL_FULL = 0.2;
const LABEL_PART = 0.06;
/** A name of several own words is hardly shared by two companies. */
const TWO_WORDS = 0.28;
const LONG_WORD = 0.15;
const LONG_WORD_CHARS = 8;

const WRONG_FORM = 0.55;
const WRONG_COUNTRY = 0.6;
const WRONG_TRADE = 0.3;
const MISSING_WORD = 0.5;

type Match = 'exact' | 'other-name' | 'generic-missing' | 'part' | 'extra' | 'none';

/** How well a homepage fits a company name. */
export function scoreHomepage(name: CompanyName, page: Homepage, context: PageContext): ScoredPage {
  const kind = pageKind(page);
  if (kind !== 'site') {
    const text = PAGE_KIND_REASONS[kind];
    return { score: 0, kind, evidence: [{ source: 'page', text, supports: false }] };
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
  const forms = new Set<string>();
  for (const { source, text } of page.names) {
    const stated = readStated(text);
    const match = matchNames(name, stated.words);
    if (match === 'none') continue;
    if (match === 'exact' || match === 'generic-missing') for (const form of stated.forms) forms.add(form);
    const proof = PROOF[source] * MATCH_SHARE[match];
    if (proof > (best.get(source)?.proof ?? 0)) best.set(source, { match, proof, text });
  }
  if (![...best.values()].some(({ match }) => STRONG.has(match))) {
    const mention = mentionIn(name, page);
    if (mention) best.set('text', { match: 'exact', proof: mention.legal ? 0.45 : PROOF.text, text: mention.text });
  }
  for (const [source, { proof, text }] of best) prove(proof, source, text);
  const strong = [...best.values()].some(({ match }) => STRONG.has(match));
  const stated = best.size > 0;

  const label = labelMatch(name, context.domain);
  if (label === 'full') prove(LABEL_FULL, 'domain', `${context.domain} is the company's name`);
  else if (label === 'part') prove(LABEL_PART, 'domain', `${context.domain} has a part of the company's name`);
  if (context.prior !== null && (stated || (context.prior === 'hint' && label !== null)))
    prove(PRIOR[context.prior], context.prior === 'hint' ? 'hint' : 'index', PRIOR_TEXTS[context.prior]);
  if (strong) {
    const own = name.words.filter((word) => !isGenericWord(word) && word !== 'and');
    if (own.length >= 2) doubt *= 1 - TWO_WORDS;
    else if ((own[0] ?? '').length >= LONG_WORD_CHARS) doubt *= 1 - LONG_WORD;
  }

  const sameForm = name.forms.some((form) => forms.has(form));
  if (sameForm && strong) prove(LEGAL_PROOF, 'legal-form', `The page names the same legal form: ${name.forms.join(' ')}`);
  else if (name.forms.length > 0 && forms.size > 0 && !sameLegalFamily(name.forms, [...forms]))
    weaken(WRONG_FORM, 'legal-form', `The page names another legal form: ${[...forms].join(', ')}`);

  const country = context.country;
  const pageCountries = countriesOf(page, context.domain);
  if (country !== null && pageCountries.length > 0) {
    if (pageCountries.includes(country)) prove(0.15, 'country', `The website belongs to the same country: ${country}`);
    else weaken(WRONG_COUNTRY, 'country', `The website belongs to another country: ${pageCountries.join(', ')}`);
  }
  const missing = missingTrade(name, page);
  if (missing !== null) weaken(WRONG_TRADE, 'trade', missing);
  if (stated && !strong && label !== 'full') factor *= MISSING_WORD;
  // A domain name alone proves nothing.
  const score = stated || context.prior === 'hint' ? Math.round(100 * (1 - doubt) * factor) : 0;
  return { score, kind, evidence };
}

const STRONG: ReadonlySet<Match> = new Set(['exact', 'other-name', 'generic-missing']);
const MATCH_SHARE: Readonly<Record<Match, number>> = {
  exact: 1,
  'other-name': 0.75,
  'generic-missing': 0.85,
  part: 0.35,
  extra: 0.3,
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
  const words = stripped.words[0] === 'the' && stripped.words.length > 1 ? stripped.words.slice(1) : stripped.words;
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
    return domainSpellings(name.short).some((spelling) => spelling.replaceAll(' ', '') === key) ? 'exact' : 'none';
  }
  const optional = (word: string) => isGenericWord(word) && !isPlaceWord(word);
  if (missing.every(optional) && extra.every(optional) && said.length > 0 && own.some((word) => !isGenericWord(word)))
    return 'generic-missing';
  if (missing.length === 0) return 'extra';
  if (extra.length === 0) return 'part';
  return 'none';
}

/** The whole name in running text, with its legal form if it has one. */
function mentionIn(name: CompanyName, page: Homepage): { text: string; legal: boolean } | null {
  const written = name.written.toLowerCase();
  const text = `${page.description}\n${page.text}`.toLowerCase();
  if (name.forms.length > 0 && written.length >= 8 && text.includes(written)) return { text: name.written, legal: true };
  if (name.words.length >= 2 && text.includes(name.short.toLowerCase())) return { text: name.short, legal: false };
  return null;
}

function labelMatch(name: CompanyName, domain: string): 'full' | 'part' | null {
  const label = domain.slice(0, domain.indexOf('.')).replaceAll('-', '');
  const spellings = domainSpellings(name.short);
  for (const spelling of spellings) {
    const words = spelling.split(' ');
    const joined = [words.join(''), words.filter((word) => word !== 'and').join('')];
    if (joined.includes(label)) return 'full';
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
  const family = (form: string) => FAMILIES.find((words) => words.some((word) => form.split(' ').includes(word)));
  return one.some((form) =>
    other.some((said) => form === said || (family(form) !== undefined && family(form) === family(said))),
  );
}
const FAMILIES: readonly (readonly string[])[] = [
  ['ltd', 'limited', 'plc', 'pty', 'pvt', 'pte'],
  ['inc', 'incorporated', 'corp', 'corporation', 'co', 'company'],
  ['gmbh', 'kg', 'mbh', 'ohg', 'ug'],
  ['sa', 'sas', 'sasu', 'sarl', 'eurl'],
  ['spa', 'srl', 'srls'],
  ['sl', 'slu', 'sau'],
  ['ag', 'se', 'kgaa'],
  ['bv', 'nv'],
  ['oy', 'oyj', 'ab'],
  ['llc', 'lp', 'llp'],
  ['株式会社', '(株)', 'kk', 'kabushiki'],
  ['sp', 'spolka', 'zoo'],
  ['doo', 'dd', 'jdoo'],
  ['ooo', 'ооо', 'ao', 'ао', 'pao', 'пао'],
  ['as', 'asa', 'aps'],
];

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
  const stem = own.some((word) => said.some((each) => each.startsWith(word.slice(0, Math.max(4, word.length - 3)))));
  if (stem) return null;
  return other === undefined ? null : `The page never mentions ${own.join(' ')}; it is about another trade (${other})`;
}
