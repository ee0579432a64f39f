import { existsSync } from 'node:fs';
import { LEAD_DATABASES } from '#contract/leads.ts';
import type { Deps } from '#server/deps.ts';
import { currentImports } from '#server/leads/import-records.ts';
import { countedImports, countPatterns, makePatternTable, patternsOfLeads } from './pattern-table.ts';

/**
 * How domains form their email addresses, learned from imported leads (docs/decisions, learning from leads).
 */
export interface LeadPatterns {
  /** Scaled counts of leads by domain and pattern; empty if the leads are unavailable. Never rejects. */
  of(domains: readonly string[]): Promise<ReadonlyMap<string, Readonly<Record<string, number>>>>;
}

type LeadDeps = Pick<Deps, 'config' | 'warehouse' | 'log'>;

/** How long the list of imports is cached, also after a failure. */
const CACHE_MS = 60_000;
/** Maximum wait, since a task must not wait for a starting engine. */
const MAX_WAIT_MS = 1500;
/** Maximum total count per domain, so that verified addresses outweigh leads of unknown age. */
const MAX_COUNT = 20;
const MAX_CACHED_DOMAINS = 20_000;

export function createLeadPatterns({ config, warehouse, log }: LeadDeps): LeadPatterns {
  let imports: readonly string[] = [];
  let refreshedAt = Number.NEGATIVE_INFINITY;
  let refreshing: Promise<void> | null = null;
  let counting: Promise<void> = Promise.resolve();
  let known = new Map<string, Readonly<Record<string, number>>>();

  /**
   * The embedded engine isn't started if no leads were ever imported, or by a worker outside the server
   * process.
   */
  function isAvailable(): boolean {
    if (!warehouse.embedded) return true;
    if (!config.embedded) return false;
    return warehouse.enginePid() !== null || existsSync(`${config.DATA_DIR}/warehouse`);
  }

  function refresh(): Promise<void> {
    refreshing ??= readImports().finally(() => {
      refreshing = null;
    });
    return refreshing;
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
    await makePatternTable(warehouse);
    const counted = await countedImports(warehouse);
    const next = loaded.map(({ id }) => id).filter((id) => counted.has(id));
    if (next.join() !== imports.join()) known = new Map();
    imports = next;
    for (const { database, id } of loaded) if (!counted.has(id)) queueCount(database, id);
  }

  /** Counts one import at a time, in the background. */
  function queueCount(database: Parameters<typeof countPatterns>[1], id: string): void {
    counting = counting
      .then(async () => {
        if ((await countedImports(warehouse)).has(id)) return;
        await countPatterns(warehouse, database, id);
        refreshedAt = Number.NEGATIVE_INFINITY;
      })
      .catch((error: unknown) =>
        log.warn({ err: error, database }, 'could not count the email patterns of leads'),
      );
  }

  async function loadCounts(domains: readonly string[]): Promise<void> {
    if (performance.now() - refreshedAt > CACHE_MS) await refresh();
    else await refreshing;
    const missing = domains.filter((domain) => !known.has(domain));
    if (imports.length === 0 || missing.length === 0) return;
    const found = await patternsOfLeads(warehouse, missing, imports);
    if (known.size + missing.length > MAX_CACHED_DOMAINS) known = new Map();
    for (const domain of missing) known.set(domain, scaled(found.get(domain) ?? {}));
  }

  return {
    async of(domains) {
      if (!isAvailable()) return new Map();
      const loading = loadCounts(domains).catch((error: unknown) => {
        refreshedAt = performance.now();
        log.debug({ err: error }, 'could not read the email patterns of leads');
      });
      const late = Promise.withResolvers<void>();
      const timer = setTimeout(late.resolve, MAX_WAIT_MS);
      await Promise.race([loading, late.promise]);
      clearTimeout(timer);
      return known;
    },
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
