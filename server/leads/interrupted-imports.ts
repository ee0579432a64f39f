import { z } from 'zod';
import { LeadDatabase } from '#contract/leads.ts';
import type { Warehouse } from '../platform/warehouse/warehouse.ts';
import { type ImportRecord, isRecorded, recordImport } from './import-records.ts';
import { leadTable } from './lead-tables.ts';
import { newTableEngine } from './own-table.ts';
import { allTableColumns, number } from './table-facts.ts';

/**
 * Imports whose rows are about to go live. Their rows name the import, so that one that is killed before it is in the catalog would
 * have rows that no notice and no retention is about.
 */
const TABLE = 'leads.begun_imports';
/** The imports that run in this process. */
const running = new Set<string>();
/** On an engine that several servers use, another one may be working on an import for so long. */
const LONGEST_IMPORT_HOURS = 24;

const Begun = z.object({
  id: z.string(),
  database: LeadDatabase,
  mode: z.enum(['replace', 'append']),
  at: z.string(),
  source: z.string(),
  licence: z.string(),
  dataDate: z.string(),
  preset: z.string(),
  refused: z.number(),
  columns: z.array(z.string()),
  note: z.string(),
  deleteAfter: z.string(),
});
export type BegunImport = z.infer<typeof Begun>;

/**
 * Runs an import and adds it to the catalog. `load` calls `goesLive` just before readers see its rows, with what is known of it
 * then: if the process is killed after that, `recordInterrupted` adds it.
 */
export async function recordLoaded<T extends Pick<ImportRecord, 'rows' | 'duplicates'>>(
  warehouse: Warehouse,
  describe: () => BegunImport,
  load: (goesLive: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const { id } = describe();
  running.add(id);
  try {
    const loaded = await load(() => begin(warehouse, describe()));
    await recordImport(warehouse, { ...describe(), rows: loaded.rows, duplicates: loaded.duplicates });
    await forget(warehouse, id);
    return loaded;
  } finally {
    running.delete(id);
  }
}

async function begin(warehouse: Warehouse, begun: BegunImport): Promise<void> {
  const engine = await newTableEngine(warehouse);
  await warehouse.run({
    sql: `CREATE TABLE IF NOT EXISTS ${TABLE} (id String, begun DateTime DEFAULT now(), record String) ENGINE = ${engine} ORDER BY id`,
  });
  const record = JSON.stringify(begun).replaceAll('\\', '\\\\');
  await warehouse.insertLines(TABLE, ['id', 'record'], Buffer.from(`${begun.id}\t${record}\n`));
}

async function forget(warehouse: Warehouse, id: string): Promise<void> {
  await warehouse.run({ sql: `DELETE FROM ${TABLE} WHERE id = {id:String}`, params: { id } });
}

const Row = z.object({ record: z.string(), isOld: z.coerce.boolean() });

/**
 * Adds imports to the catalog that were killed once their rows were live, and forgets those without rows. Returns their
 * databases.
 */
export async function recordInterrupted(warehouse: Warehouse): Promise<LeadDatabase[]> {
  if ((await allTableColumns(warehouse, TABLE)).length === 0) return [];
  const sql = `SELECT record, begun < now() - INTERVAL ${LONGEST_IMPORT_HOURS} HOUR AS isOld FROM ${TABLE} ORDER BY begun`;
  const recorded: LeadDatabase[] = [];
  for (const { record, isOld } of await warehouse.rows({ sql }, Row)) {
    const begun = Begun.parse(JSON.parse(record));
    if (running.has(begun.id)) continue;
    const rows = (await isRecorded(warehouse, begun.id)) ? 0 : await countLive(warehouse, begun);
    if (rows > 0) {
      await recordImport(warehouse, { ...begun, rows, duplicates: 0 });
      recorded.push(begun.database);
    }
    // Another server may be about to bring its rows.
    else if (!warehouse.embedded && !isOld) continue;
    await forget(warehouse, begun.id);
  }
  return recorded;
}

async function countLive(warehouse: Warehouse, { id, database }: BegunImport): Promise<number> {
  const table = leadTable(database);
  if (!(await allTableColumns(warehouse, table)).includes('lw_import')) return 0;
  const sql = `SELECT count() AS n FROM ${table} WHERE lw_import = {id:String}`;
  return (await number(warehouse, { sql, params: { id } })) ?? 0;
}
