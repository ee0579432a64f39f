import { parse } from 'tldts';
import type { CompanyName } from '#engines/company-domain/company-name.ts';
import { homeEndings } from './countries.ts';
import {
  AFFIX_OF_FIRST_WORD,
  AFFIX_SHARES,
  affixGroup,
  type CompanyKind,
  companyKind,
  ENDING_SHARES,
  FAMILY_SHARES,
  LONG_LABELS,
  TRADE_ENDINGS,
  WORD_ENDING,
} from './domain-habits.ts';
import { findTrade } from './generic-words.ts';
import { endingCounts, type LearnedOrder, learnedShares, wordGroup } from './learn-order.ts';
import { countryInName, domainWords, type LabelFamily, type NameLabel, nameLabels } from './name-labels.ts';

/** How a domain was made. `hint`: the list says it. `named`: the name has it. `affix`: with another word, such as "get". */
export type CandidateFamily = 'hint' | 'named' | 'affix' | LabelFamily;

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

/** The most domains that are looked up in DNS for a name. */
export const MAX_CANDIDATES = 40;
/** The shares of countries that a legal form or language points to, the most likely first. */
const GUESSED_COUNTRIES = [0.8, 0.15, 0.05];

interface Ending {
  ending: string;
  /** in thousandths */
  share: number;
}

/**
 * Domains a company of this name may have, most likely first, at most `MAX_CANDIDATES`. A domain's share is that of its label among companies
 * whose name has as many words, times that of its ending among companies of its kind, country and trade. `order` is what the operator's own
 * companies add to these shares.
 */
export function candidateDomains(
  name: CompanyName,
  context: NameContext,
  order: LearnedOrder | null = null,
): Candidate[] {
  const words = domainWords(name);
  const countries = likelyCountries(name, context);
  const kind = candidateKind(name, context);
  const endings = likelyEndings({ kind, countries, words, order });
  const shares = new Map<string, { family: CandidateFamily; share: number }>();
  const add = (label: string, { ending, share }: Ending, family: CandidateFamily, ofLabel: number) => {
    const domain = `${label}.${ending}`;
    const product = share * ofLabel;
    if (product > (shares.get(domain)?.share ?? 0)) shares.set(domain, { family, share: product });
  };
  for (const { label, family, share } of likelyLabels(name, words.length, order))
    for (const ending of endings) add(label, ending, family, share);
  for (const { label, share } of affixedLabels(words, kind, order))
    for (const ending of endings) add(label, ending, 'affix', share);
  const [wordEnding, ...before] = words.toReversed();
  if (wordEnding !== undefined && before.length > 0 && isEnding(wordEnding))
    add(before.toReversed().join(''), { ending: wordEnding, share: WORD_ENDING }, 'full', 1000);

  const found = new Map<string, CandidateFamily>();
  if (context.website !== null) found.set(context.website, 'hint');
  if (name.domain !== null && !found.has(name.domain)) found.set(name.domain, 'named');
  for (const [domain, { family }] of [...shares].sort(([, a], [, b]) => b.share - a.share))
    if (!found.has(domain)) found.set(domain, family);
  return [...found].slice(0, MAX_CANDIDATES).map(([domain, family]) => ({ domain, family }));
}

/** What kind of company the name and its country look like. */
export function candidateKind(name: CompanyName, context: Pick<NameContext, 'country'>): CompanyKind {
  const [country = null] = likelyCountries(name, context);
  return companyKind(country, name.forms.length > 0, domainWords(name).length);
}

function likelyCountries(name: CompanyName, { country }: Pick<NameContext, 'country'>): readonly string[] {
  const given = country ?? countryInName(name);
  return given === null ? name.countries : [given];
}

function likelyEndings({
  kind,
  countries,
  words,
  order,
}: {
  kind: CompanyKind;
  countries: readonly string[];
  words: readonly string[];
  order: LearnedOrder | null;
}): Ending[] {
  const found = new Map<string, number>();
  const add = (ending: string | undefined, share: number) => {
    if (ending !== undefined) found.set(ending, (found.get(ending) ?? 0) + share);
  };
  const shares = learnedShares(ENDING_SHARES[kind], endingCounts(order, kind, countries));
  for (const [ending, share] of Object.entries(shares)) {
    const place = ['home', 'home-2'].indexOf(ending);
    if (place < 0) add(ending, share);
    else if (countries.length === 1) add(homeEndings(countries[0] ?? '')[place], share);
    else
      for (const [rank, country] of countries.slice(0, GUESSED_COUNTRIES.length).entries())
        add(homeEndings(country)[place], share * (GUESSED_COUNTRIES[rank] ?? 0));
  }
  const trades = new Set(words.flatMap((word) => findTrade(word) ?? []));
  for (const trade of trades)
    for (const [ending, share = 0] of Object.entries(TRADE_ENDINGS[trade] ?? {})) add(ending, share);
  return [...found].map(([ending, share]) => ({ ending, share }));
}

function likelyLabels(
  name: CompanyName,
  words: number,
  order: LearnedOrder | null,
): (NameLabel & { share: number })[] {
  const group = wordGroup(words);
  const ofFamily = learnedShares(FAMILY_SHARES[Number(group) - 1] ?? {}, order?.families[group]);
  return nameLabels(name).map(({ label, family }) => {
    const [, factor = 1] = LONG_LABELS.find(([chars]) => label.length > chars) ?? [];
    return { label, family, share: (ofFamily[family] ?? 1) * factor };
  });
}

function affixedLabels(
  words: readonly string[],
  kind: CompanyKind,
  order: LearnedOrder | null,
): { label: string; share: number }[] {
  const [first = ''] = words;
  const group = affixGroup(kind);
  const affixes = Object.entries(learnedShares(AFFIX_SHARES[group], order?.affixes[group]));
  const bases =
    words.length <= 2
      ? [{ base: words.join(''), factor: 1 }]
      : [{ base: first, factor: AFFIX_OF_FIRST_WORD }];
  if (words.length === 2) bases.push({ base: first, factor: AFFIX_OF_FIRST_WORD });
  return bases.flatMap(({ base, factor }) =>
    affixes.map(([affix, share]) => ({ label: affix.replace('*', () => base), share: share * factor })),
  );
}

function isEnding(word: string): boolean {
  const { isIcann, publicSuffix } = parse(`a.${word}`);
  return isIcann === true && publicSuffix === word && word.length > 2;
}
