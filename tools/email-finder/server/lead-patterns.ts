import { z } from 'zod';
import type { PeopleDatabase } from '#contract/leads.ts';
import { quoted } from '#engines/lead-query/lead-table.ts';
import type { Deps } from '#server/deps.ts';
import { LEAD_DATABASE_SHAPES } from '#server/leads/databases.ts';
import { leadTable } from '#server/leads/lead-tables.ts';
import type { Warehouse } from '#server/platform/warehouse/warehouse.ts';
import { createLeadSummary, type LeadSummary } from '../../list-tool/server/lead-summary.ts';
import { PATTERN_IDS, type PatternId, patternParts } from '../engine/patterns.ts';

const READ_SECONDS = 2;

/** Email patterns by domain, counted over leads, without names or addresses. */
const SUMMARY: LeadSummary = {
  name: 'the email patterns of leads',
  table: 'leads.email_patterns',
  columns: 'domain String, pattern LowCardinality(String), known UInt32',
  orderBy: 'domain',
  marker: { values: "'', '', 0", condition: "domain = ''" },
  rows: async (_warehouse, database) => ({
    sql: `domain, pattern, count() FROM (
  SELECT ${nameSql(database)} AS name, name[1] AS first, name[2] AS last,
    lowerUTF8(trimBoth(${quoted(LEAD_DATABASE_SHAPES[database].emails[0] ?? '')})) AS email,
    substring(email, position(email, '@') + 1) AS domain,
    extract(email, '^([^@+]+)') AS local,
    ${patternSql('local')} AS pattern
  FROM ${leadTable(database)} WHERE position(email, '@') > 1 AND match(first, '^[a-z]+$') AND match(last, '^[a-z]+$')
) WHERE pattern != '' GROUP BY domain, pattern`,
  }),
};

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
  const summarized = createLeadSummary(deps, SUMMARY);
  let known = new Map<string, Readonly<Record<string, number>>>();
  /** The imports that `known` is of. */
  let cachedImports = '';

  async function load(domains: readonly string[], imports: readonly string[]) {
    if (imports.join() !== cachedImports) known = new Map();
    cachedImports = imports.join();
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

/** The number of leads by domain and pattern. */
async function patternsOfLeads(
  warehouse: Warehouse,
  domains: readonly string[],
  imports: readonly string[],
): Promise<Map<string, Record<string, number>>> {
  const rows = await warehouse.rows(
    {
      // Two servers may have counted the same import.
      sql: `SELECT domain, pattern, sum(counted) AS leads FROM (
  SELECT domain, pattern, import, max(known) AS counted FROM ${SUMMARY.table}
  WHERE domain IN {domains:Array(String)} AND import IN {imports:Array(String)} GROUP BY domain, pattern, import
) GROUP BY domain, pattern`,
      params: { domains, imports },
    },
    z.object({ domain: z.string(), pattern: z.string(), leads: z.coerce.number() }),
    { seconds: READ_SECONDS },
  );
  const found = new Map<string, Record<string, number>>();
  for (const { domain, pattern, leads } of rows) {
    const counts = found.get(domain) ?? {};
    counts[pattern] = leads;
    found.set(domain, counts);
  }
  return found;
}

/**
 * SQL for a lead's first and last name in lower case. Full names of more than two words are ambiguous and
 * skipped.
 */
function nameSql(database: PeopleDatabase): string {
  const [first = '', last] = LEAD_DATABASE_SHAPES[database].name;
  if (last !== undefined)
    return `[lowerUTF8(trimBoth(${quoted(first)})), lowerUTF8(trimBoth(${quoted(last)}))]`;
  const words = `splitByWhitespace(lowerUTF8(trimBoth(${quoted(first)})))`;
  return `if(length(${words}) = 2, ${words}, ['', ''])`;
}

/** SQL for the pattern of a local part; '' if no pattern matches. */
function patternSql(local: string): string {
  const slots: Record<string, string> = {
    first: 'first',
    last: 'last',
    f: 'substring(first, 1, 1)',
    l: 'substring(last, 1, 1)',
  };
  const cases = PATTERN_IDS.flatMap((id: PatternId) => {
    const parts = patternParts(id).map((part) =>
      part.length === 1 && !/[a-z]/.test(part) ? `'${part}'` : slots[part],
    );
    // Leads have no middle initials.
    if (parts.some((part) => part === undefined)) return [];
    return [`${local} = concat(${[...parts, "''"].join(', ')}), '${id}'`];
  });
  return `multiIf(${cases.join(', ')}, '')`;
}
