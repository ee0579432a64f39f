import { z } from 'zod';
import type { LeadDatabase } from '#contract/leads.ts';
import { quoted } from '#engines/lead-query/lead-query.ts';
import { LEAD_DATABASE_SHAPES } from '#server/leads/databases.ts';
import { tableOf } from '#server/leads/lead-tables.ts';
import type { Warehouse } from '#server/platform/warehouse/warehouse.ts';
import { LEAD_FORMS_PATTERN } from '../../company-ports.ts';

const TABLE = 'leads.company_domains';
/** The key of a marker row: the leads of its import are counted, even if they have no domain. */
const MARKER = '';
const READ_SECONDS = 2;
const COUNT_SECONDS = 600;

/**
 * Creates the table of domains by company, counted over leads, without names or addresses of people. It is
 * ordered by company, because the lead tables aren't.
 */
export async function makeDomainTable(warehouse: Warehouse): Promise<void> {
  await warehouse.run({
    sql: `CREATE TABLE IF NOT EXISTS ${TABLE} (
  database LowCardinality(String), import String, company String, domain String, known UInt32
) ENGINE = MergeTree ORDER BY company`,
  });
}

/** The imports whose leads are counted. */
export async function countedImports(warehouse: Warehouse): Promise<Set<string>> {
  const rows = await warehouse.rows(
    {
      sql: `SELECT DISTINCT import FROM ${TABLE} WHERE company = {company:String}`,
      params: { company: MARKER },
    },
    z.object({ import: z.string() }),
    { seconds: READ_SECONDS },
  );
  return new Set(rows.map((row) => row.import));
}

/** Counts the leads of a database after an import and replaces the counts of earlier imports. */
export async function countDomains(
  warehouse: Warehouse,
  database: LeadDatabase,
  importId: string,
): Promise<void> {
  const { company, websites, emails } = LEAD_DATABASE_SHAPES[database];
  const params = { database, id: importId, marker: MARKER, forms: LEAD_FORMS_PATTERN };
  const website = websites.length > 0 ? quoted(websites[0] ?? '') : "''";
  const email = quoted(emails[0] ?? '');
  await warehouse.run(
    {
      sql: `INSERT INTO ${TABLE} SELECT {database:String}, {id:String}, company, domain, count() FROM (
  SELECT
    replaceRegexpAll(replaceRegexpOne(lowerUTF8(trimBoth(${quoted(company)})), {forms:String}, ''), '[^\\\\p{L}\\\\p{N}]+', '') AS company,
    lowerUTF8(if(${website} != '', domainWithoutWWW(${website}), substring(${email}, position(${email}, '@') + 1))) AS domain
  FROM ${tableOf(database)} WHERE ${website} != '' OR position(${email}, '@') > 1
) WHERE company != '' AND position(domain, '.') > 1 GROUP BY company, domain`,
      params,
    },
    { seconds: COUNT_SECONDS },
  );
  await warehouse.run({
    sql: `INSERT INTO ${TABLE} SELECT {database:String}, {id:String}, {marker:String}, '', 0`,
    params,
  });
  await warehouse.run({
    sql: `DELETE FROM ${TABLE} WHERE database = {database:String} AND import != {id:String}`,
    params,
  });
}

/** The number of leads by company and domain, most leads first. */
export async function domainsOfLeads(
  warehouse: Warehouse,
  companies: readonly string[],
  imports: readonly string[],
): Promise<{ company: string; domain: string; leads: number }[]> {
  return warehouse.rows(
    {
      // Two servers may have counted the same import.
      sql: `SELECT company, domain, sum(counted) AS leads FROM (
  SELECT company, domain, import, max(known) AS counted FROM ${TABLE}
  WHERE company IN {companies:Array(String)} AND import IN {imports:Array(String)} GROUP BY company, domain, import
) GROUP BY company, domain ORDER BY leads DESC, domain LIMIT 20 BY company`,
      params: { companies, imports },
    },
    z.object({ company: z.string(), domain: z.string(), leads: z.coerce.number() }),
    { seconds: READ_SECONDS },
  );
}
