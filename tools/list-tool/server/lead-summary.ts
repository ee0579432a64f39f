import { z } from 'zod';
import { PEOPLE_DATABASES, type PeopleDatabase } from '#contract/leads.ts';
import type { Deps } from '#server/deps.ts';
import { currentImports, hasCatalog } from '#server/leads/import-records.ts';
import type { Statement, Warehouse } from '#server/platform/warehouse/warehouse.ts';
import { hasWarehouse } from './warehouse-here.ts';

/**
 * What is counted once for each import and kept in a table of the warehouse, in another order than the leads. Its first
 * columns are `database` and `import`.
 */
export interface LeadSummary {
  /** "the domains of leads", for the log */
  name: string;
  /** `leads.company_domains` */
  table: string;
  /** the other columns, as in CREATE TABLE */
  columns: string;
  orderBy: string;
  /**
   * The row that says that all rows of an import are in the table, even if there are none: its values, and the condition
   * that only it meets.
   */
  marker: { values: string; condition: string };
  /** The rows of a database: what follows `SELECT database, import,`, and the parameters of it and of the marker. */
  rows(warehouse: Warehouse, database: PeopleDatabase): Promise<Statement>;
}

/** The last import of a database with leads in it. */
export interface CurrentImport {
  database: PeopleDatabase;
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
export function createLeadSummary(
  { warehouse, log }: Pick<Deps, 'warehouse' | 'log'>,
  summary: LeadSummary,
): SummarizedImports {
  let imports: readonly string[] = [];
  let refreshedAt = Number.NEGATIVE_INFINITY;
  let refreshing: Promise<unknown> | null = null;
  let counting: Promise<void> = Promise.resolve();
  /** imports that are being counted or wait for it */
  const queued = new Set<string>();

  const isAvailable = () => hasWarehouse({ warehouse });

  async function readImports(): Promise<CurrentImport[]> {
    refreshedAt = performance.now();
    const last = await Promise.all(
      PEOPLE_DATABASES.map(async (database) => ({
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
    await makeTable(warehouse, summary);
    const counted = await countedImports(warehouse, summary);
    imports = loaded.map(({ id }) => id).filter((id) => counted.has(id));
    for (const { database, id } of loaded) if (!counted.has(id)) queueCount(database, id);
    return loaded.map((summary) => ({ ...summary, counted: counted.has(summary.id) }));
  }

  function queueCount(database: PeopleDatabase, id: string): void {
    if (queued.has(id)) return;
    queued.add(id);
    counting = counting
      .then(async () => {
        if ((await countedImports(warehouse, summary)).has(id)) return;
        await count(warehouse, summary, database, id);
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

async function makeTable(warehouse: Warehouse, { table, columns, orderBy }: LeadSummary): Promise<void> {
  await warehouse.run({
    sql: `CREATE TABLE IF NOT EXISTS ${table} (
  database LowCardinality(String), import LowCardinality(String), ${columns}
) ENGINE = MergeTree ORDER BY ${orderBy}`,
  });
}

/** The imports that are in the table. */
async function countedImports(warehouse: Warehouse, { table, marker }: LeadSummary): Promise<Set<string>> {
  const rows = await warehouse.rows(
    { sql: `SELECT DISTINCT import FROM ${table} WHERE ${marker.condition}` },
    z.object({ import: z.string() }),
  );
  return new Set(rows.map((row) => row.import));
}

/** Adds the rows of a database after an import, and deletes those of earlier imports. */
async function count(
  warehouse: Warehouse,
  { table, marker, rows }: LeadSummary,
  database: PeopleDatabase,
  importId: string,
): Promise<void> {
  const { sql, params: own } = await rows(warehouse, database);
  const params = { ...own, database, id: importId };
  const into = `INSERT INTO ${table} SELECT {database:String}, {id:String}`;
  await warehouse.run({ sql: `${into}, ${sql}`, params });
  await warehouse.run({ sql: `${into}, ${marker.values}`, params });
  await warehouse.run({
    sql: `DELETE FROM ${table} WHERE database = {database:String} AND import != {id:String}`,
    params,
  });
}
