import { z } from 'zod';
import type { LeadDatabase } from '#contract/leads.ts';
import { PATTERN_IDS, type PatternId, partsOf } from '#engines/email-candidates/patterns.ts';
import { quoted } from '#engines/lead-query/lead-query.ts';
import { LEAD_DATABASE_SHAPES } from '#server/leads/databases.ts';
import { tableOf } from '#server/leads/lead-tables.ts';
import type { Warehouse } from '#server/platform/warehouse/warehouse.ts';

const TABLE = 'leads.email_patterns';
/** The domain of a marker row: the leads of its import are counted, even if no pattern was found. */
const MARKER = '';
const READ_SECONDS = 2;
const COUNT_SECONDS = 600;

/**
 * Creates the table of email patterns by domain, counted over leads, without names or addresses. It is
 * ordered by domain, because the lead tables aren't and can't be searched by domain.
 */
export async function makePatternTable(warehouse: Warehouse): Promise<void> {
  await warehouse.run({
    sql: `CREATE TABLE IF NOT EXISTS ${TABLE} (
  database LowCardinality(String), import String, domain String, pattern LowCardinality(String), known UInt32
) ENGINE = MergeTree ORDER BY domain`,
  });
}

/** The imports whose leads are counted. */
export async function countedImports(warehouse: Warehouse): Promise<Set<string>> {
  const rows = await warehouse.rows(
    {
      sql: `SELECT DISTINCT import FROM ${TABLE} WHERE domain = {domain:String}`,
      params: { domain: MARKER },
    },
    z.object({ import: z.string() }),
    { seconds: READ_SECONDS },
  );
  return new Set(rows.map((row) => row.import));
}

/** Counts the leads of a database after an import and replaces the counts of earlier imports. */
export async function countPatterns(
  warehouse: Warehouse,
  database: LeadDatabase,
  importId: string,
): Promise<void> {
  const params = { database, id: importId, counted: MARKER };
  const table = tableOf(database);
  await warehouse.run(
    {
      sql: `INSERT INTO ${TABLE} SELECT {database:String}, {id:String}, domain, pattern, count() FROM (
  SELECT ${nameOf(database)} AS name, name[1] AS first, name[2] AS last,
    lowerUTF8(trimBoth(${quoted(LEAD_DATABASE_SHAPES[database].emails[0] ?? '')})) AS email,
    substring(email, position(email, '@') + 1) AS domain,
    extract(email, '^([^@+]+)') AS local,
    ${patternOf('local')} AS pattern
  FROM ${table} WHERE position(email, '@') > 1 AND match(first, '^[a-z]+$') AND match(last, '^[a-z]+$')
) WHERE pattern != '' GROUP BY domain, pattern`,
      params,
    },
    { seconds: COUNT_SECONDS },
  );
  await warehouse.run({
    sql: `INSERT INTO ${TABLE} SELECT {database:String}, {id:String}, {counted:String}, '', 0`,
    params,
  });
  await warehouse.run({
    sql: `DELETE FROM ${TABLE} WHERE database = {database:String} AND import != {id:String}`,
    params,
  });
}

/** The number of leads by domain and pattern. */
export async function patternsOfLeads(
  warehouse: Warehouse,
  domains: readonly string[],
  imports: readonly string[],
): Promise<Map<string, Record<string, number>>> {
  const rows = await warehouse.rows(
    {
      // Two servers may have counted the same import.
      sql: `SELECT domain, pattern, sum(counted) AS leads FROM (
  SELECT domain, pattern, import, max(known) AS counted FROM ${TABLE}
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
function nameOf(database: LeadDatabase): string {
  const [first = '', last] = LEAD_DATABASE_SHAPES[database].name;
  if (last !== undefined)
    return `[lowerUTF8(trimBoth(${quoted(first)})), lowerUTF8(trimBoth(${quoted(last)}))]`;
  const words = `splitByWhitespace(lowerUTF8(trimBoth(${quoted(first)})))`;
  return `if(length(${words}) = 2, ${words}, ['', ''])`;
}

/** SQL for the pattern of a local part; '' if no pattern matches. */
function patternOf(local: string): string {
  const slots: Record<string, string> = {
    first: 'first',
    last: 'last',
    f: 'substring(first, 1, 1)',
    l: 'substring(last, 1, 1)',
  };
  const cases = PATTERN_IDS.flatMap((id: PatternId) => {
    const parts = partsOf(id).map((part) =>
      part.length === 1 && !/[a-z]/.test(part) ? `'${part}'` : slots[part],
    );
    // Leads have no middle initials.
    if (parts.some((part) => part === undefined)) return [];
    return [`${local} = concat(${[...parts, "''"].join(', ')}), '${id}'`];
  });
  return `multiIf(${cases.join(', ')}, '')`;
}
