import type { LabelFamily } from './name-labels.ts';

/**
 * How companies make domains of their names, as shares in thousandths. Counted on half of 9,300 pairs of real names and domains (ROR,
 * datenanfragen.de, a list of logos; all CC0) and rounded. The other half is the check (docs/measures.md).
 */

/** What kind of company a name looks like. */
export type CompanyKind =
  /** a country whose companies mostly use its own ending */
  | 'local'
  /** a country whose companies mostly use .com */
  | 'com-first'
  /** no country is known */
  | 'unplaced'
  /** one or two words, no legal form, no country */
  | 'start-up';

/** Countries whose companies mostly use .com. */
const COM_FIRST = new Set('US CA IN IL CN HK SG AE SA EG TR KR PH ID'.split(' '));

export function companyKind(country: string | null, hasForm: boolean, words: number): CompanyKind {
  if (country !== null) return COM_FIRST.has(country) ? 'com-first' : 'local';
  return hasForm || words > 2 ? 'unplaced' : 'start-up';
}

type Shares<Key extends string> = Readonly<Partial<Record<Key, number>>>;

/** Families of labels by the number of words; four stand for more. */
export const FAMILY_SHARES: readonly Shares<LabelFamily>[] = [
  { full: 800, 'full-other': 60, own: 30, 'other-name': 150, form: 8 },
  {
    full: 300,
    short: 300,
    'no-trade': 250,
    'first-word': 180,
    'first-generic': 40,
    hyphens: 100,
    'other-name': 120,
    cut: 150,
    'last-word': 30,
    acronym: 10,
    'full-other': 40,
    own: 20,
    form: 5,
  },
  {
    'first-word': 170,
    short: 130,
    acronym: 80,
    'no-trade': 90,
    full: 80,
    'first-two': 70,
    'first-two-hyphens': 60,
    'other-name': 120,
    cut: 70,
    'short-hyphens': 40,
    'first-generic': 30,
    'second-word': 25,
    'last-two': 20,
    'first-initials': 20,
    'last-word': 20,
    hyphens: 20,
    'full-other': 10,
    own: 10,
    form: 3,
  },
  {
    'first-word': 150,
    'first-two': 70,
    'other-name': 120,
    acronym: 70,
    'first-two-hyphens': 40,
    cut: 40,
    short: 30,
    'no-trade': 30,
    'first-generic': 30,
    'last-word': 25,
    full: 15,
    'second-word': 15,
    'short-hyphens': 12,
    'first-initials': 8,
    'last-two': 8,
    hyphens: 6,
    'full-other': 3,
    own: 5,
    form: 2,
  },
];
/** Longer labels are rarer than their family. */
export const LONG_LABELS: readonly (readonly [chars: number, factor: number])[] = [
  [30, 0.15],
  [24, 0.4],
  [18, 0.7],
];

/** Domain endings. `home` and `home-2` stand for the endings of the company's country. */
export const ENDING_SHARES: Readonly<Record<CompanyKind, Shares<string>>> = {
  local: {
    home: 530,
    com: 375,
    'home-2': 16,
    eu: 12,
    net: 12,
    org: 9,
    io: 4,
    ai: 3,
    info: 2,
    app: 1,
    co: 1,
    biz: 1,
  },
  'com-first': {
    com: 840,
    home: 48,
    'home-2': 26,
    org: 15,
    io: 9,
    ai: 9,
    net: 8,
    co: 5,
    us: 4,
    info: 1,
    app: 1,
    bio: 2,
    biz: 1,
  },
  unplaced: { com: 650, de: 40, io: 40, org: 30, net: 25, ai: 20, eu: 15, co: 15, app: 3, info: 2 },
  'start-up': {
    com: 520,
    io: 150,
    org: 90,
    ai: 60,
    co: 25,
    dev: 25,
    app: 20,
    net: 17,
    tech: 5,
    so: 4,
    sh: 4,
    info: 3,
    me: 3,
    xyz: 3,
    cloud: 3,
    tv: 3,
    us: 3,
    gg: 2,
    eu: 2,
  },
};

/** The group of `AFFIX_SHARES` for a kind of company. */
export function affixGroup(kind: CompanyKind): 'company' | 'start-up' {
  return kind === 'start-up' ? 'start-up' : 'company';
}

/** Words around a label: `get*`, `*hq`. The star is the name, or its first word. */
export const AFFIX_SHARES: Readonly<Record<'company' | 'start-up', Shares<string>>> = {
  company: {
    '*corp': 9,
    '*inc': 8,
    '*-inc': 5,
    '*group': 6,
    '*-group': 4,
    '*company': 3,
    '*pharma': 2,
    '*labs': 2,
    '*tech': 2,
    '*global': 2,
    '*-online': 1,
    '*online': 1,
    'the*': 1,
    'my*': 1,
    '*-net': 1,
  },
  'start-up': {
    'get*': 20,
    '*hq': 14,
    '*app': 14,
    'try*': 7,
    'use*': 7,
    'join*': 5,
    'hello*': 4,
    'with*': 4,
    'go*': 4,
    'ask*': 4,
    'meet*': 3,
    'team*': 3,
    '*labs': 5,
    '*ai': 4,
    '*inc': 3,
    '*project': 3,
    '*js': 3,
    '*group': 3,
    'the*': 2,
    '*tech': 2,
    '*io': 2,
    'my*': 1,
    '*online': 1,
    'wear*': 1,
    'drink*': 1,
  },
};
/** A label with another word after the first word of a longer name is rarer. */
export const AFFIX_OF_FIRST_WORD = 0.5;

/** Endings of a trade (`findTrade`), in thousandths of its companies. */
export const TRADE_ENDINGS: Readonly<Record<string, Shares<string>>> = {
  software: { io: 25, ai: 15, software: 5, app: 6, dev: 6, tech: 5, cloud: 5 },
  law: { law: 20, legal: 15 },
  health: { health: 12, bio: 10, care: 4, clinic: 3, dental: 3 },
  building: { build: 4, construction: 3 },
  energy: { energy: 12, solar: 4 },
  advertising: { agency: 10, marketing: 3, media: 3 },
  food: { restaurant: 2, coffee: 2, wine: 2 },
  travel: { travel: 8, tours: 2, holiday: 1 },
  school: { academy: 6, school: 3, org: 40 },
  housing: { immo: 5, properties: 3, estate: 2 },
  money: { finance: 3, capital: 3 },
  logistics: { aero: 2, express: 2 },
  clothes: { shop: 5, store: 4, fashion: 2 },
  music: { band: 2, fm: 2 },
  sports: { fitness: 3, fit: 2 },
  garden: { garden: 1, farm: 3 },
  beauty: { beauty: 3, salon: 2 },
  cars: { auto: 2, cars: 1 },
};
/** The last word of a name that is an ending, too: "Nordwind Energy" is `nordwind.energy`. */
export const WORD_ENDING = 20;
