import { type CompanyName, readCompanyName } from '#engines/company-domain/company-name.ts';
import { countryOfDomain, homeEndings } from './countries.ts';
import { affixGroup, type CompanyKind, companyKind } from './domain-habits.ts';
import { domainWords, nameLabels } from './name-labels.ts';

/** A company whose domain the operator confirmed. */
export interface ConfirmedPair {
  name: string;
  domain: string;
  /** ISO code; null if unknown */
  country: string | null;
}

/** The habits of a group of companies. */
export interface HabitCounts {
  /** companies of which each has at most one of the habits; 0 if a name makes only some of the habits possible */
  pairs: number;
  /** companies that had the habit, of those that could have it */
  habits: Readonly<Record<string, { had: number; of: number }>>;
}

/** How the companies of the operator made their domains: numbers only, no names and no domains. */
export interface LearnedOrder {
  /** families of labels by the number of words, 1 to 4 */
  families: Readonly<Record<string, HabitCounts>>;
  /** endings by country, and by kind of company; `home` stands for the ending of the country */
  endings: Readonly<Record<string, HabitCounts>>;
  /** `get*`, for start-ups and other companies */
  affixes: Readonly<Record<string, HabitCounts>>;
}

/** A habit of fewer companies isn't kept: it could tell of one of them. */
const HABIT_MIN_COMPANIES = 5;
/** Fewer pairs of a group teach nothing. */
const GROUP_MIN_PAIRS = 30;
const AFFIX_MAX_CHARS = 12;
const BASE_MIN_CHARS = 4;
const MOST_WORDS = 4;

/** Counts pairs, and keeps nothing of them but the counts. */
export interface OrderLearner {
  add(pair: ConfirmedPair): void;
  /** null if there are too few pairs */
  learned(): LearnedOrder | null;
}

export function createOrderLearner(): OrderLearner {
  const families = createCounter();
  const endings = createCounter();
  const affixes = createCounter();

  return {
    add({ name: written, domain, country }) {
      const reading = readCompanyName(written);
      const dot = domain.indexOf('.');
      if (reading.kind !== 'name' || dot < 1) return;
      const { name } = reading;
      const [label, ending] = [domain.slice(0, dot), domain.slice(dot + 1)];
      const words = domainWords(name);
      const place = country ?? name.countries[0] ?? null;
      const kind = companyKind(place, name.forms.length > 0, words.length);
      const home = place === null ? -1 : homeEndings(place).indexOf(ending);
      const habit = home === 0 ? 'home' : home === 1 ? 'home-2' : ending;
      // The ending of one country says nothing about companies in another one.
      const isElsewhere = place !== null && habit === ending && countryOfDomain(domain) !== null;
      endings.add(kind, isElsewhere ? '' : habit);
      if (country !== null) endings.add(country, habit);

      const labels = nameLabels(name);
      const family = labels.find((known) => known.label === label)?.family ?? null;
      const group = wordGroup(words.length);
      for (const possible of new Set(labels.map((known) => known.family)))
        families.addTo(group, possible, possible === family);
      affixes.add(affixGroup(kind), (family === null && affixOf(label, name)) || '');
    },
    learned() {
      const learned = { families: families.counts(), endings: endings.counts(), affixes: affixes.counts() };
      return Object.keys(learned.endings).length > 0 ? learned : null;
    },
  };
}

/** The group of names with as many words. */
export function wordGroup(words: number): string {
  return String(Math.min(Math.max(words, 1), MOST_WORDS));
}

/** `get*` for "getacme" of a company called Acme; null if the label doesn't have the name. */
function affixOf(label: string, name: CompanyName): string | null {
  const words = domainWords(name);
  for (const base of [words.join(''), words[0] ?? '']) {
    if (base.length < BASE_MIN_CHARS || label.length > base.length + AFFIX_MAX_CHARS) continue;
    if (label.endsWith(base)) return `${label.slice(0, -base.length)}*`;
    if (label.startsWith(base)) return `*${label.slice(base.length)}`;
  }
  return null;
}

interface Counter {
  /** one of several habits that exclude each other */
  add(group: string, habit: string): void;
  addTo(group: string, habit: string, had: boolean): void;
  counts(): Record<string, HabitCounts>;
}

function createCounter(): Counter {
  const groups = new Map<
    string,
    { pairs: number; habits: Map<string, { had: number; of: number | null }> }
  >();
  const groupOf = (name: string) => {
    const group = groups.get(name) ?? { pairs: 0, habits: new Map() };
    groups.set(name, group);
    return group;
  };
  return {
    add(name, habit) {
      const group = groupOf(name);
      group.pairs += 1;
      const counted = group.habits.get(habit) ?? { had: 0, of: null };
      group.habits.set(habit, { had: counted.had + 1, of: null });
    },
    addTo(name, habit, had) {
      const group = groupOf(name);
      const counted = group.habits.get(habit) ?? { had: 0, of: 0 };
      group.habits.set(habit, { had: counted.had + (had ? 1 : 0), of: (counted.of ?? 0) + 1 });
    },
    counts() {
      const kept: Record<string, HabitCounts> = {};
      for (const [name, { pairs, habits }] of groups) {
        const counts = [...habits].flatMap(([habit, { had, of }]) => {
          const isKept = of === null ? had >= HABIT_MIN_COMPANIES : of >= GROUP_MIN_PAIRS;
          return isKept && habit !== '' ? [[habit, { had, of: of ?? pairs }] as const] : [];
        });
        const isGroup = pairs === 0 || pairs >= GROUP_MIN_PAIRS;
        if (isGroup && counts.length > 0) kept[name] = { pairs, habits: Object.fromEntries(counts) };
      }
      return kept;
    },
  };
}

/** As many pairs as a share of domain-habits.ts counts for. */
const PRIOR_PAIRS = 60;

/** Shares in thousandths, after what was learned. A habit that is new has a share, too. */
export function learnedShares(
  shares: Readonly<Record<string, number | undefined>>,
  counts: HabitCounts | undefined,
): Record<string, number> {
  const pairs = counts?.pairs ?? 0;
  const habits = new Set([...Object.keys(shares), ...Object.keys(counts?.habits ?? {})]);
  return Object.fromEntries(
    [...habits].map((habit) => {
      const { had, of } = counts?.habits[habit] ?? { had: 0, of: pairs };
      return [habit, ((shares[habit] ?? 0) * PRIOR_PAIRS + had * 1000) / (PRIOR_PAIRS + of)];
    }),
  );
}

/** The counts for a company: those of its country, else those of its kind. */
export function endingCounts(
  order: LearnedOrder | null,
  kind: CompanyKind,
  countries: readonly string[],
): HabitCounts | undefined {
  const [country, ...more] = countries;
  const own = country === undefined || more.length > 0 ? undefined : order?.endings[country];
  return own ?? order?.endings[kind];
}
