import { existsSync } from 'node:fs';
import { LEAD_DATABASES } from '#contract/leads.ts';
import { registrable } from '#engines/company-domain/company-name.ts';
import { isPlatform } from '#engines/company-domain/page-kind.ts';
import { addressFlags } from '#engines/smtp-verdict/address-flags.ts';
import type { Deps } from '#server/deps.ts';
import { currentImports } from '#server/leads/import-records.ts';
import type { LeadDomain } from '../../company-ports.ts';
import { countDomains, countedImports, domainsOfLeads, makeDomainTable } from './domain-table.ts';

/** The domains of companies, learned from imported leads. */
export interface LeadDomains {
  /**
   * Leads by `leadKey` and domain, most first. Empty if the leads are unavailable or too slow. Never rejects.
   */
  of(companies: readonly string[]): Promise<ReadonlyMap<string, readonly LeadDomain[]>>;
}

type LeadDeps = Pick<Deps, 'config' | 'warehouse' | 'log'>;

/** How long the list of imports is cached, also after a failure. */
const CACHE_MS = 60_000;
/** Maximum wait, since a task must not wait for a starting engine. */
const MAX_WAIT_MS = 1500;

export function createLeadDomains({ config, warehouse, log }: LeadDeps): LeadDomains {
  let imports: readonly string[] = [];
  let refreshedAt = Number.NEGATIVE_INFINITY;
  let refreshing: Promise<void> | null = null;
  let counting: Promise<void> = Promise.resolve();

  /** The embedded engine isn't started for leads that were never imported. */
  function isAvailable(): boolean {
    if (!warehouse.embedded) return true;
    if (!config.embedded) return false;
    return warehouse.enginePid() !== null || existsSync(`${config.DATA_DIR}/warehouse`);
  }

  async function readImports(): Promise<void> {
    refreshedAt = performance.now();
    const last = await Promise.all(
      LEAD_DATABASES.map(async (database) => ({
        database,
        last: (await currentImports(warehouse, database)).at(-1),
      })),
    );
    const loaded = last.flatMap(({ database, last: one }) =>
      one && one.mode !== 'sample' && one.mode !== 'dropped' ? [{ database, id: one.id }] : [],
    );
    if (loaded.length === 0) {
      imports = [];
      return;
    }
    await makeDomainTable(warehouse);
    const counted = await countedImports(warehouse);
    imports = loaded.map(({ id }) => id).filter((id) => counted.has(id));
    for (const { database, id } of loaded) if (!counted.has(id)) queueCount(database, id);
  }

  /** Counts one import at a time, in the background. */
  function queueCount(database: Parameters<typeof countDomains>[1], id: string): void {
    counting = counting
      .then(async () => {
        if ((await countedImports(warehouse)).has(id)) return;
        await countDomains(warehouse, database, id);
        refreshedAt = Number.NEGATIVE_INFINITY;
      })
      .catch((error: unknown) => log.warn({ err: error, database }, 'could not count the domains of leads'));
  }

  async function load(companies: readonly string[]): Promise<Map<string, LeadDomain[]>> {
    if (performance.now() - refreshedAt > CACHE_MS)
      refreshing ??= readImports().finally(() => {
        refreshing = null;
      });
    await refreshing;
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
    async of(companies) {
      if (!isAvailable()) return new Map();
      const loading = load(companies).catch((error: unknown) => {
        refreshedAt = performance.now();
        log.debug({ err: error }, 'could not read the domains of leads');
        return new Map<string, LeadDomain[]>();
      });
      const late = Promise.withResolvers<Map<string, LeadDomain[]>>();
      const timer = setTimeout(() => late.resolve(new Map()), MAX_WAIT_MS);
      const found = await Promise.race([loading, late.promise]);
      clearTimeout(timer);
      return found;
    },
  };
}
