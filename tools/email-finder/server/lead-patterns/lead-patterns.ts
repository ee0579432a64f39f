import type { Deps } from '#server/deps.ts';
import { createSummarizedImports } from '#server/leads/summarized-imports.ts';
import { countedImports, countPatterns, makePatternTable, patternsOfLeads } from './pattern-table.ts';

/**
 * How domains form their email addresses, learned from imported leads (docs/decisions, learning from leads).
 */
export interface LeadPatterns {
  /** Scaled counts of leads by domain and pattern; empty if the leads are unavailable. Never rejects. */
  of(domains: readonly string[]): Promise<ReadonlyMap<string, Readonly<Record<string, number>>>>;
}

/** Maximum total count per domain, so that verified addresses outweigh leads of unknown age. */
const MAX_COUNT = 20;
const MAX_CACHED_DOMAINS = 20_000;

export function createLeadPatterns(deps: Pick<Deps, 'config' | 'warehouse' | 'log'>): LeadPatterns {
  const { warehouse } = deps;
  const summarized = createSummarizedImports(deps, {
    name: 'the email patterns of leads',
    makeTable: () => makePatternTable(warehouse),
    counted: () => countedImports(warehouse),
    count: (database, id) => countPatterns(warehouse, database, id),
  });
  let known = new Map<string, Readonly<Record<string, number>>>();
  /** The imports that `known` is of. */
  let knownOf = '';

  async function load(domains: readonly string[], imports: readonly string[]) {
    if (imports.join() !== knownOf) known = new Map();
    knownOf = imports.join();
    const missing = domains.filter((domain) => !known.has(domain));
    if (imports.length === 0 || missing.length === 0) return known;
    const found = await patternsOfLeads(warehouse, missing, imports);
    if (known.size + missing.length > MAX_CACHED_DOMAINS) known = new Map();
    for (const domain of missing) known.set(domain, scaled(found.get(domain) ?? {}));
    return known;
  }

  return {
    of: (domains) =>
      summarized.read(
        (imports) => load(domains, imports),
        () => known,
      ),
  };
}

/** The counts in proportion, at most MAX_COUNT in total. */
function scaled(counts: Readonly<Record<string, number>>): Readonly<Record<string, number>> {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  if (total <= MAX_COUNT) return counts;
  return Object.fromEntries(
    Object.entries(counts).map(([pattern, count]) => [pattern, (count * MAX_COUNT) / total]),
  );
}
