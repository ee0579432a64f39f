import { existsSync } from 'node:fs';
import { LEAD_DATABASES, type LeadDatabase } from '#contract/leads.ts';
import type { Deps } from '../deps.ts';
import { currentImports, hasCatalog } from './import-records.ts';

/** What is counted once for each import and kept in a table of the warehouse. */
export interface ImportSummary {
  /** "the domains of leads", for the log */
  name: string;
  makeTable(): Promise<void>;
  /** the imports that are in the table */
  counted(): Promise<ReadonlySet<string>>;
  count(database: LeadDatabase, importId: string): Promise<void>;
}

/** The last import of a database with leads in it. */
export interface CurrentImport {
  database: LeadDatabase;
  id: string;
  /** when its data is from: an ISO date or time */
  date: string;
  counted: boolean;
}

export interface SummarizedImports {
  /**
   * The imports at this moment, and which of them are counted. Counts the others in the background. null if
   * this process has no lead databases. Rejects if they can't be read.
   */
  current(): Promise<readonly CurrentImport[] | null>;
  /** Resolves when no import is being counted or waits for it. A failed one stays uncounted. */
  settled(): Promise<void>;
  /**
   * Returns what `read` returns for the ids of the imports that are counted, and `otherwise` if there are no
   * leads here, if that fails, or if it takes too long. Never rejects.
   */
  read<T>(read: (importIds: readonly string[]) => Promise<T>, otherwise: () => T): Promise<T>;
}

/** How long the list of imports is cached, also after a failure. */
const CACHE_MS = 60_000;
/** Maximum wait, since a task must not wait for a starting engine. */
const MAX_WAIT_MS = 1500;

/** Keeps a summary of the imported leads up to date. Counts new imports in the background, one at a time. */
export function createSummarizedImports(
  { config, warehouse, log }: Pick<Deps, 'config' | 'warehouse' | 'log'>,
  summary: ImportSummary,
): SummarizedImports {
  let imports: readonly string[] = [];
  let refreshedAt = Number.NEGATIVE_INFINITY;
  let refreshing: Promise<unknown> | null = null;
  let counting: Promise<void> = Promise.resolve();
  /** imports that are being counted or wait for it */
  const queued = new Set<string>();

  /**
   * The embedded engine isn't started if no leads were ever imported, or by a worker outside the server
   * process.
   */
  function isAvailable(): boolean {
    if (!warehouse.embedded) return true;
    if (!warehouse.accessible) return false;
    return warehouse.enginePid() !== null || existsSync(`${config.DATA_DIR}/warehouse`);
  }

  async function readImports(): Promise<CurrentImport[]> {
    refreshedAt = performance.now();
    const last = await Promise.all(
      LEAD_DATABASES.map(async (database) => ({
        database,
        last: (await currentImports(warehouse, database)).at(-1),
      })),
    );
    const loaded = last.flatMap(({ database, last: one }) =>
      one && one.mode !== 'sample' && one.mode !== 'dropped'
        ? [{ database, id: one.id, date: one.dataDate || one.at }]
        : [],
    );
    if (loaded.length === 0) {
      imports = [];
      return [];
    }
    await summary.makeTable();
    const counted = await summary.counted();
    imports = loaded.map(({ id }) => id).filter((id) => counted.has(id));
    for (const { database, id } of loaded) if (!counted.has(id)) queueCount(database, id);
    return loaded.map((each) => ({ ...each, counted: counted.has(each.id) }));
  }

  function queueCount(database: LeadDatabase, id: string): void {
    if (queued.has(id)) return;
    queued.add(id);
    counting = counting
      .then(async () => {
        if ((await summary.counted()).has(id)) return;
        await summary.count(database, id);
        refreshedAt = Number.NEGATIVE_INFINITY;
      })
      .catch((error: unknown) => log.warn({ err: error, database }, `could not count ${summary.name}`))
      .finally(() => queued.delete(id));
  }

  async function currentIds(): Promise<readonly string[]> {
    if (performance.now() - refreshedAt > CACHE_MS)
      refreshing ??= readImports().finally(() => {
        refreshing = null;
      });
    await refreshing;
    return imports;
  }

  return {
    settled: () => counting,
    async current() {
      if (!isAvailable()) return null;
      // A new ClickHouse server has no catalog.
      return (await hasCatalog(warehouse)) ? readImports() : [];
    },
    async read(read, otherwise) {
      if (!isAvailable()) return otherwise();
      const reading = currentIds()
        .then(read)
        .catch((error: unknown) => {
          refreshedAt = performance.now();
          log.debug({ err: error }, `could not read ${summary.name}`);
          return otherwise();
        });
      const late = Promise.withResolvers<void>();
      const timer = setTimeout(late.resolve, MAX_WAIT_MS);
      const result = await Promise.race([reading, late.promise.then(otherwise)]);
      clearTimeout(timer);
      return result;
    },
  };
}
