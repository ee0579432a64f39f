import type { CompanyName } from '#engines/company-domain/company-name.ts';
import { domainSpellings, isConnector } from '#engines/company-domain/name-words.ts';
import { countryEndings } from './countries.ts';
import { isGenericWord } from './generic-words.ts';

/** How a domain was made from a name. */
export type CandidateFamily =
  | 'hint'
  | 'named'
  | 'full'
  | 'hyphens'
  | 'first-word'
  | 'short'
  | 'other-name'
  | 'acronym'
  | 'start-up'
  | 'prefixed';

export interface Candidate {
  domain: string;
  family: CandidateFamily;
}

export interface NameContext {
  /** ISO code from a column of the list; null if there is none */
  country: string | null;
  /** registrable domain from a column of the list */
  website: string | null;
}

/** The most domains looked at per name. */
export const MAX_CANDIDATES = 8;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const ACRONYM_MIN_WORDS = 3;
const ACRONYM_MAX_CHARS = 6;
const FIRST_WORD_MIN_CHARS = 3;
/** Countries whose companies mostly use .com. */
const COM_FIRST = new Set([
  'US',
  'CA',
  'IN',
  'IL',
  'CN',
  'HK',
  'SG',
  'AE',
  'SA',
  'EG',
  'TR',
  'KR',
  'PH',
  'ID',
]);

/**
 * Domains a company of this name may have, most likely first, at most `MAX_CANDIDATES`. The order depends on the
 * context (docs/decisions): a known country puts its endings first, a legal form shows an
 * established company, and a short name without one looks like a start-up.
 */
export function candidateDomains(name: CompanyName, context: NameContext): Candidate[] {
  const labels = labelsOf(name);
  const country = context.country ?? name.countries[0] ?? null;
  const [, nextCountry = null] = context.country === null ? name.countries : [];
  const found = new Map<string, CandidateFamily>();
  const add = (domain: string | null, family: CandidateFamily) => {
    if (domain !== null && !found.has(domain)) found.set(domain, family);
  };
  add(context.website, 'hint');
  add(name.domain, 'named');
  const make = (label: string | undefined, endings: readonly string[], family: CandidateFamily) => {
    for (const ending of endings) if (label && LABEL.test(label)) add(`${label}.${ending}`, family);
  };
  const local = country === null ? [] : countryEndings(country).filter((ending) => ending !== 'com');
  const [home = 'com', second] = local;
  const endings = COM_FIRST.has(country ?? 'US') ? ['com', ...local.slice(0, 1)] : [home, 'com'];
  const { full, hyphens, firstWord, short, acronym, own, other } = labels;
  const startUp = name.forms.length === 0 && context.country === null && name.words.length <= 2;

  if (local.length > 0) {
    make(full[0], endings, 'full');
    make(full[1], endings.slice(0, 1), 'full');
    make(hyphens, endings.slice(0, 1), 'hyphens');
    make(other, endings.slice(0, 1), 'other-name');
    make(short, endings, 'short');
    make(firstWord, endings.slice(0, 1), 'first-word');
    make(acronym, endings.slice(0, 1), 'acronym');
    make(hyphens, ['com'], 'hyphens');
    make(firstWord, ['com'], 'first-word');
    make(own, endings.slice(0, 1), 'full');
    make(full[0], second ? [second] : [], 'full');
    make(full[0], nextCountry === null ? [] : countryEndings(nextCountry).slice(0, 1), 'full');
    make(acronym, ['com'], 'acronym');
    make(full[0], ['eu', 'net', 'org'], 'full');
  } else if (startUp) {
    make(full[0], ['com', 'io', 'ai'], 'start-up');
    make(other, ['com'], 'other-name');
    make(hyphens, ['com'], 'hyphens');
    make(`get${full[0]}`, ['com'], 'prefixed');
    make(`${full[0]}hq`, ['com'], 'prefixed');
    make(full[0], ['co'], 'start-up');
    make(short, ['com'], 'short');
    make(firstWord, ['com'], 'first-word');
    make(full[1], ['com'], 'full');
    make(full[0], ['app', 'org', 'net', 'dev'], 'start-up');
    make(own, ['com'], 'full');
  } else {
    make(full[0], ['com'], 'full');
    make(other, ['com'], 'other-name');
    make(short, ['com'], 'short');
    make(hyphens, ['com'], 'hyphens');
    make(firstWord, ['com'], 'first-word');
    make(acronym, ['com'], 'acronym');
    make(full[1], ['com'], 'full');
    make(full[0], name.words.length === 1 ? ['io', 'net', 'org', 'co'] : ['net', 'org', 'io', 'co'], 'full');
    make(own, ['com'], 'full');
    make(acronym, ['org'], 'acronym');
  }
  return [...found].slice(0, MAX_CANDIDATES).map(([domain, family]) => ({ domain, family }));
}

interface Labels {
  /** all words joined, in each spelling: `muellersoehne`, `mullersohne` */
  full: string[];
  hyphens: string | undefined;
  firstWord: string | undefined;
  /** without words such as "group" and "solutions" */
  short: string | undefined;
  acronym: string | undefined;
  /** a short, former or trading name */
  other: string | undefined;
  /** the name in its own letters: `xn--mller-kva` */
  own: string | undefined;
}

function labelsOf(name: CompanyName): Labels {
  const spellings = domainSpellings(name.short);
  const words = (spellings[0] ?? '').split(' ').filter((word, at) => !(at === 0 && word === 'the'));
  const plain = withoutConnectors(words);
  const full = [
    ...spellings.map((spelling) => withoutConnectors(spelling.split(' ')).join('')),
    ...(plain.length < words.length ? [words.join('')] : []),
  ];
  const core = plain.filter((word, at) => at === 0 || !isGenericWord(word));
  const first = plain[0] ?? '';
  const initials = plain.map((word) => word[0]).join('');
  const apart = plain.length > 1;
  return {
    full: [...new Set(full)],
    hyphens: apart ? plain.join('-') : undefined,
    firstWord: apart && first.length >= FIRST_WORD_MIN_CHARS && !isGenericWord(first) ? first : undefined,
    short: core.length < plain.length ? core.join('') : undefined,
    acronym: plain.length >= ACRONYM_MIN_WORDS && initials.length <= ACRONYM_MAX_CHARS ? initials : undefined,
    other: domainSpellings(name.others.find((key) => key !== name.legalKey) ?? '')[0]?.replaceAll(' ', ''),
    own: ownLetters(name),
  };
}

/** `marks and spencer` -> `marks spencer`. Two words stay as they are. */
function withoutConnectors(words: readonly string[]): string[] {
  return words.filter((_, at) => !isConnector(words, at));
}

function ownLetters(name: CompanyName): string | undefined {
  const label = name.short
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '');
  if (/^[a-z0-9]*$/.test(label) || label.length > 40) return undefined;
  try {
    const { hostname } = new URL(`http://${label}.com`);
    return hostname.replace(/\.com$/, '');
  } catch {
    return undefined;
  }
}
