/** A part of the name: the full first or last name, or an initial. */
type Slot = 'first' | 'last' | 'f' | 'l' | 'm';
type Separator = '.' | '_' | '-';

/**
 * Patterns of corporate local parts with their share of addresses, in percent. The first eight shares were
 * measured on 2,018 real pairs of person and address. The other twelve are estimates that add up to the
 * measured 5 points between rank 8 and rank 20. The remainder to 100 is addresses that match no pattern.
 */
const PATTERNS = {
  'first.last': pattern(30.5, 'first', '.', 'last'),
  flast: pattern(14.7, 'f', 'last'),
  first: pattern(10.5, 'first'),
  last: pattern(4.5, 'last'),
  lastfirst: pattern(4.5, 'last', 'first'),
  firstl: pattern(3.9, 'first', 'l'),
  firstlast: pattern(2.4, 'first', 'last'),
  'f.last': pattern(1.5, 'f', '.', 'last'),
  'last.first': pattern(1.1, 'last', '.', 'first'),
  first_last: pattern(0.9, 'first', '_', 'last'),
  lastf: pattern(0.7, 'last', 'f'),
  fmlast: pattern(0.4, 'f', 'm', 'last'),
  'first-last': pattern(0.35, 'first', '-', 'last'),
  'first.m.last': pattern(0.3, 'first', '.', 'm', '.', 'last'),
  lfirst: pattern(0.3, 'l', 'first'),
  'first.l': pattern(0.3, 'first', '.', 'l'),
  fl: pattern(0.3, 'f', 'l'),
  'last.f': pattern(0.2, 'last', '.', 'f'),
  f_last: pattern(0.2, 'f', '_', 'last'),
  lf: pattern(0.15, 'l', 'f'),
} as const satisfies Record<string, Pattern>;

interface Pattern {
  /** percent */
  share: number;
  parts: readonly (Slot | Separator)[];
}

/** A pattern name: `first.last` gives john.smith, `flast` gives jsmith. */
export type PatternId = keyof typeof PATTERNS;

/** Number of known addresses of a domain by pattern. Unknown pattern names are ignored. */
export type PatternCounts = Readonly<Record<string, number>>;

export const PATTERN_IDS = Object.keys(PATTERNS) as readonly PatternId[];

function pattern(share: number, ...parts: (Slot | Separator)[]): Pattern {
  return { share, parts };
}

export function patternParts(id: PatternId): readonly (Slot | Separator)[] {
  return PATTERNS[id].parts;
}

/** The share of a pattern among all addresses, from 0 to 1. */
export function patternShare(id: PatternId): number {
  return PATTERNS[id].share / 100;
}

/**
 * Weight of the published shares, in known addresses. Most companies use one pattern for most people, so a
 * single known address already counts as much.
 */
const PRIOR_WEIGHT = 1;

/**
 * The share of a pattern at a domain with these known addresses: the Dirichlet posterior mean, from 0 to 1.
 */
export function domainPatternShare(id: PatternId, known: PatternCounts): number {
  let total = 0;
  for (const name of PATTERN_IDS) total += known[name] ?? 0;
  return ((known[id] ?? 0) + PRIOR_WEIGHT * patternShare(id)) / (total + PRIOR_WEIGHT);
}
