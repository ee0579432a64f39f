import { registrable } from '#engines/company-domain/company-name.ts';
import { isPlatform } from '#engines/company-domain/page-kind.ts';
import { addressFlags } from '#engines/smtp-verdict/address-flags.ts';
import type { Deps } from '#server/deps.ts';
import { createSummarizedImports } from '#server/leads/summarized-imports.ts';
import type { LeadDomain } from '../../company-ports.ts';
import { countDomains, countedImports, domainsOfLeads, makeDomainTable } from './domain-table.ts';

/** The domains of companies, learned from imported leads. */
export interface LeadDomains {
  /**
   * Leads by `leadKey` and domain, most first. Empty if the leads are unavailable or too slow. Never rejects.
   */
  of(companies: readonly string[]): Promise<ReadonlyMap<string, readonly LeadDomain[]>>;
}

export function createLeadDomains(deps: Pick<Deps, 'config' | 'warehouse' | 'log'>): LeadDomains {
  const { warehouse } = deps;
  const summarized = createSummarizedImports(deps, {
    name: 'the domains of leads',
    makeTable: () => makeDomainTable(warehouse),
    counted: () => countedImports(warehouse),
    count: (database, id) => countDomains(warehouse, database, id),
  });

  async function load(companies: readonly string[], imports: readonly string[]) {
    const found = new Map<string, LeadDomain[]>();
    if (imports.length === 0 || companies.length === 0) return found;
    for (const { company, domain, leads } of await domainsOfLeads(warehouse, companies, imports)) {
      const own = registrable(domain);
      if (own === null || isPlatform(own) || addressFlags(null, own).free) continue;
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
