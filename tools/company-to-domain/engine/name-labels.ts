import type { CompanyName } from '#engines/company-domain/company-name.ts';
import { domainSpellings, isConnector, nameKey, nameWords } from '#engines/company-domain/name-words.ts';
import { countryOfName } from '#engines/country-names/country-names.ts';
import { findTrade, isGenericWord } from './generic-words.ts';

/** How the part of a domain before its ending is made from a name. */
export type LabelFamily =
  /** all words joined */
  | 'full'
  /** all words in another spelling, or with their "and" */
  | 'full-other'
  /** the name in its own letters: `xn--mller-kva` */
  | 'own'
  | 'hyphens'
  /** without words such as "group" and "solutions" */
  | 'short'
  | 'short-hyphens'
  /** also without words of a trade */
  | 'no-trade'
  | 'first-word'
  /** a first word that says little, such as "International" */
  | 'first-generic'
  | 'first-two'
  | 'first-two-hyphens'
  | 'last-word'
  | 'last-two'
  | 'second-word'
  | 'acronym'
  | 'first-initials'
  /** the first word, and a word that trades cut short: "Therapeutics" is `tx` */
  | 'cut'
  /** a short, former or trading name */
  | 'other-name'
  /** all words or the first one, with the legal form */
  | 'form';

export interface NameLabel {
  label: string;
  family: LabelFamily;
}

const ACRONYM_MIN_WORDS = 3;
const ACRONYM_MAX_CHARS = 6;
const WORD_MIN_CHARS = 3;
const FORM_MAX_CHARS = 5;
const OTHER_NAMES_MAX = 2;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Words that companies cut short in their domains, and how. */
const CUTS = new Map(
  (
    'therapeutics tx|therapeutic tx|pharmaceuticals pharma|pharmaceutical pharma|biosciences bio|bioscience bio|biotherapeutics bio|' +
    'biotechnology bio|biotechnologies bio|biotech bio|technologies tech|technology tech|chemicals chem|chemical chem|laboratories labs|' +
    'laboratory lab|engineering eng|sciences sci|diagnostics dx|medicines med|medical med|systems sys|solutions sol|industries ind|' +
    'manufacturing mfg|financial fin|communications com|corporation corp|properties props|architects arch|consulting consult|' +
    'technologie tech|technik tech|maschinenbau mb|versicherung vers|immobilien immo|automobile auto|elektronik elektro|electronics elec'
  )
    .split('|')
    .map((pair) => pair.split(' ') as [word: string, cut: string]),
);

/** The words of a name as domains write them, without "the" at the start and "and" between others. */
export function domainWords(name: CompanyName): string[] {
  return plainWords(domainSpellings(name.short)[0] ?? '');
}

/** A country in parentheses: "Acme (Germany)" is `DE`; null without one. */
export function countryInName(name: CompanyName): string | null {
  return notes(name).flatMap((note) => countryOfName(note) ?? [])[0] ?? null;
}

function notes({ written }: CompanyName): string[] {
  return [...written.matchAll(/[(（]([^()（）]{2,40})[)）]/g)].map((found) => found[1] ?? '');
}

/** The labels that a company of this name may have, each once, with the likeliest family first. */
export function nameLabels(name: CompanyName): NameLabel[] {
  const found = new Map<string, LabelFamily>();
  const add = (label: string | undefined, family: LabelFamily) => {
    if (label !== undefined && LABEL.test(label) && !found.has(label)) found.set(label, family);
  };
  const [main = '', ...spellings] = domainSpellings(name.short);
  const words = plainWords(main);
  const [first = '', second, third] = words;
  add(words.join(''), 'full');
  for (const other of otherNames(name)) add(other, 'other-name');
  if (words.length > 1) {
    const isGeneric = isGenericWord(first) || findTrade(first) !== null;
    const core = words.filter((word, index) => index === 0 || !isGenericWord(word));
    const own = words.filter((word, index) => index === 0 || !(isGenericWord(word) || findTrade(word)));
    add(words.join('-'), 'hyphens');
    add(core.length < words.length ? core.join('') : undefined, 'short');
    add(core.length < words.length ? core.join('-') : undefined, 'short-hyphens');
    add(own.length < words.length ? own.join('') : undefined, 'no-trade');
    add(first.length >= WORD_MIN_CHARS ? first : undefined, isGeneric ? 'first-generic' : 'first-word');
    const cut = words.slice(1).flatMap((word) => CUTS.get(word) ?? [])[0];
    add(cut === undefined ? undefined : `${first}${cut}`, 'cut');
    if (third !== undefined) {
      add(`${first}${second}`, 'first-two');
      add(`${first}-${second}`, 'first-two-hyphens');
      add(words.slice(-2).join(''), 'last-two');
      add(first + initials(words.slice(1)), 'first-initials');
      add((second ?? '').length >= WORD_MIN_CHARS ? second : undefined, 'second-word');
    }
    if (words.length >= ACRONYM_MIN_WORDS && words.length <= ACRONYM_MAX_CHARS)
      add(initials(words), 'acronym');
    const last = words.at(-1) ?? '';
    const isOwn = last.length > WORD_MIN_CHARS && !isGenericWord(last) && findTrade(last) === null;
    add(isOwn ? last : undefined, 'last-word');
  }
  for (const spelling of spellings) add(plainWords(spelling).join(''), 'full-other');
  add(main.split(' ').join(''), 'full-other');
  add(ownLetters(name), 'own');
  for (const form of name.forms.map((written) => written.replace(/[^a-z]/g, ''))) {
    if (form === '' || form.length > FORM_MAX_CHARS) continue;
    add(`${words.join('')}${form}`, 'form');
    add(`${words.join('-')}-${form}`, 'form');
    if (words.length > 1) add(`${first}${form}`, 'form');
  }
  return [...found].map(([label, family]) => ({ label, family }));
}

function initials(words: readonly string[]): string {
  return words.map((word) => word[0]).join('');
}

/** `the marks and spencer` -> `marks spencer`. Two words stay as they are. */
function plainWords(spelling: string): string[] {
  const words = spelling.split(' ').filter((word, index) => word !== '' && !(index === 0 && word === 'the'));
  return words.filter((_, index) => !isConnector(words, index));
}

/** Short, former and trading names. The country in "Acme (Germany)" is none. */
function otherNames(name: CompanyName): string[] {
  const countries = notes(name).filter((note) => countryOfName(note) !== null);
  const places = new Set(countries.map((note) => nameKey(nameWords(note))));
  return name.others
    .filter((key) => key !== name.legalKey && !places.has(key))
    .slice(0, OTHER_NAMES_MAX)
    .flatMap((key) => domainSpellings(key)[0]?.replaceAll(' ', '') ?? []);
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
