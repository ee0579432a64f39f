import { existsSync } from 'node:fs';
import { LEAD_DATABASES } from '#contract/leads.ts';
import type { Deps } from '#server/deps.ts';
import { currentImports } from '#server/leads/import-records.ts';
import { countedImports, countPatterns, makePatternTable, patternsOfLeads } from './pattern-table.ts';

/** What the loaded leads say of how domains form their addresses (docs/decisions, learning from leads). */
export interface LeadPatterns {
  /**
   * Leads by domain and pattern, scaled down to a few; nothing where the leads cannot be asked now. Never
   * rejects.
   */
  of(domains: readonly string[]): Promise<ReadonlyMap<string, Readonly<Record<string, number>>>>;
}

type LeadDeps = Pick<Deps, 'config' | 'warehouse' | 'log'>;

/** How long it is believed which imports there are; after a failure nobody asks for as long. */
const KNOWN_MS = 60_000;
/** A task does not wait for an engine that is being started. */
const PATIENCE_MS = 1500;
/** What servers themselves told must not drown in leads of unknown age. */
const MOST_COUNTED = 20;
const DOMAINS_KEPT = 20_000;

export function createLeadPatterns({ config, warehouse, log }: LeadDeps): LeadPatterns {
  let imports: readonly string[] = [];
  let askedAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> | null = null;
  let counting: Promise<void> = Promise.resolve();
  let known = new Map<string, Readonly<Record<string, number>>>();

  /**
   * An engine of our own is not started for leads that were never loaded, nor by a worker beside the server
   * that has them.
   */
  function mayAsk(): boolean {
    if (!warehouse.embedded) return true;
    if (!config.embedded) return false;
    return warehouse.enginePid() !== null || existsSync(`${config.DATA_DIR}/warehouse`);
  }

  function renew(): Promise<void> {
    asking ??= readImports().finally(() => {
      asking = null;
    });
    return asking;
  }

  async function readImports(): Promise<void> {
    askedAt = performance.now();
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
    await makePatternTable(warehouse);
    const counted = await countedImports(warehouse);
    const next = loaded.map(({ id }) => id).filter((id) => counted.has(id));
    if (next.join() !== imports.join()) known = new Map();
    imports = next;
    for (const { database, id } of loaded) if (!counted.has(id)) countLater(database, id);
  }

  /** One after the other, beside the work. */
  function countLater(database: Parameters<typeof countPatterns>[1], id: string): void {
    counting = counting
      .then(async () => {
        if ((await countedImports(warehouse)).has(id)) return;
        await countPatterns(warehouse, database, id);
        askedAt = Number.NEGATIVE_INFINITY;
      })
      .catch((error: unknown) =>
        log.warn({ err: error, database }, 'the addresses of leads were not counted'),
      );
  }

  async function look(domains: readonly string[]): Promise<void> {
    if (performance.now() - askedAt > KNOWN_MS) await renew();
    else await asking;
    const missing = domains.filter((domain) => !known.has(domain));
    if (imports.length === 0 || missing.length === 0) return;
    const found = await patternsOfLeads(warehouse, missing, imports);
    if (known.size + missing.length > DOMAINS_KEPT) known = new Map();
    for (const domain of missing) known.set(domain, scaled(found.get(domain) ?? {}));
  }

  return {
    async of(domains) {
      if (!mayAsk()) return new Map();
      const looking = look(domains).catch((error: unknown) => {
        askedAt = performance.now();
        log.debug({ err: error }, 'the leads could not be asked how addresses are formed');
      });
      const late = Promise.withResolvers<void>();
      const timer = setTimeout(late.resolve, PATIENCE_MS);
      await Promise.race([looking, late.promise]);
      clearTimeout(timer);
      return known;
    },
  };
}

/** In proportion, at most so many in all. */
function scaled(counts: Readonly<Record<string, number>>): Readonly<Record<string, number>> {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  if (total <= MOST_COUNTED) return counts;
  return Object.fromEntries(
    Object.entries(counts).map(([pattern, count]) => [pattern, (count * MOST_COUNTED) / total]),
  );
}
