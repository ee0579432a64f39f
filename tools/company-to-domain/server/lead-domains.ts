import { z } from 'zod';
import { ownDomain } from '#engines/company-domain/own-domain.ts';
import { quoted } from '#engines/lead-query/lead-table.ts';
import type { Deps } from '#server/deps.ts';
import { LEAD_DATABASE_SHAPES } from '#server/leads/databases.ts';
import { leadTable } from '#server/leads/lead-tables.ts';
import type { Warehouse } from '#server/platform/warehouse/warehouse.ts';
import { createLeadSummary, type LeadSummary } from '../../list-tool/server/lead-summary.ts';
import { LEAD_FORMS_PATTERN } from '../engine/lead-key.ts';
import type { LeadDomain } from '../run/ports.ts';

const READ_SECONDS = 2;

/** Domains by company, counted over leads, without names or addresses of people. */
const SUMMARY: LeadSummary = {
  name: 'the domains of leads',
  table: 'leads.company_domains',
  columns: 'company String, domain String, known UInt32',
  orderBy: 'company',
  marker: { values: "'', '', 0", condition: "company = ''" },
  async rows(_warehouse, database) {
    const { company, websites, emails } = LEAD_DATABASE_SHAPES[database];
    const website = websites.length > 0 ? quoted(websites[0] ?? '') : "''";
    const email = quoted(emails[0] ?? '');
    return {
      sql: `company, domain, count() FROM (
  SELECT
    replaceRegexpAll(replaceRegexpOne(lowerUTF8(trimBoth(${quoted(company)})), {forms:String}, ''), '[^\\\\p{L}\\\\p{N}]+', '') AS company,
    lowerUTF8(if(${website} != '', domainWithoutWWW(${website}), substring(${email}, position(${email}, '@') + 1))) AS domain
  FROM ${leadTable(database)} WHERE ${website} != '' OR position(${email}, '@') > 1
) WHERE company != '' AND position(domain, '.') > 1 GROUP BY company, domain`,
      params: { forms: LEAD_FORMS_PATTERN },
    };
  },
};

/** The domains of companies, learned from imported leads. */
export interface LeadDomains {
  /**
   * Leads by `leadKey` and domain, most first. Empty if the leads are unavailable or too slow. Never rejects.
   */
  of(companies: readonly string[]): Promise<ReadonlyMap<string, readonly LeadDomain[]>>;
}

export function createLeadDomains(deps: Pick<Deps, 'config' | 'warehouse' | 'log'>): LeadDomains {
  const { warehouse } = deps;
  const summarized = createLeadSummary(deps, SUMMARY);

  async function load(companies: readonly string[], imports: readonly string[]) {
    const found = new Map<string, LeadDomain[]>();
    if (imports.length === 0 || companies.length === 0) return found;
    for (const { company, domain, leads } of await domainsOfLeads(warehouse, companies, imports)) {
      const own = ownDomain(domain);
      if (own === null) continue;
      found.set(company, [...(found.get(company) ?? []), { domain: own, leads }]);
    }
    return found;
  }

  return {
    of: (companies) =>
      summarized.read(
        (imports) => load(companies, imports),
        () => new Map(),
      ),
  };
}

/** The number of leads by company and domain, most leads first. */
async function domainsOfLeads(
  warehouse: Warehouse,
  companies: readonly string[],
  imports: readonly string[],
): Promise<{ company: string; domain: string; leads: number }[]> {
  return warehouse.rows(
    {
      // Two servers may have counted the same import.
      sql: `SELECT company, domain, sum(counted) AS leads FROM (
  SELECT company, domain, import, max(known) AS counted FROM ${SUMMARY.table}
  WHERE company IN {companies:Array(String)} AND import IN {imports:Array(String)} GROUP BY company, domain, import
) GROUP BY company, domain ORDER BY leads DESC, domain LIMIT 20 BY company`,
      params: { companies, imports },
    },
    z.object({ company: z.string(), domain: z.string(), leads: z.coerce.number() }),
    { seconds: READ_SECONDS },
  );
}
