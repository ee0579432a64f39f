import { z } from 'zod';
import { LeadDatabase } from '#contract/leads.ts';
import type { Warehouse } from '../platform/warehouse/warehouse.ts';
import { newTableEngine } from './own-table.ts';

const CATALOG = 'leads.imports';
/** Orders imports of the same moment, as the engine's clock does. Those of earlier versions have none. */
const RECORDED = "recorded DateTime64(6, 'UTC') DEFAULT now64(6)";
/** Columns that catalogs of earlier versions lack. */
const ADDED_COLUMNS = ['delete_after String', 'note String', RECORDED];

/** An import in the catalog. `dropped` empties a database; `sample` rows are made up. */
export interface ImportRecord {
  id: string;
  database: LeadDatabase;
  mode: 'replace' | 'append' | 'sample' | 'dropped';
  /** ISO 8601 */
  at: string;
  source: string;
  licence: string;
  /** the date of the data, set by the operator */
  dataDate: string;
  preset: string;
  rows: number;
  duplicates: number;
  refused: number;
  columns: readonly string[];
  /** what the operator was told about the lawful basis; '' for other imports */
  note?: string;
  /** how long its rows are kept (retention-period.ts); empty: until they are replaced */
  deleteAfter: string;
}

/** Creates the catalog table in the database `leads` if it doesn't exist. */
export async function ensureCatalog(warehouse: Warehouse): Promise<void> {
  const engine = await newTableEngine(warehouse);
  await warehouse.run({
    sql: `CREATE TABLE IF NOT EXISTS ${CATALOG} (
  id String, database LowCardinality(String), mode LowCardinality(String), at DateTime64(3, 'UTC'), source String, licence String,
  data_date String, preset String, rows UInt64, duplicates UInt64, refused UInt64, columns Array(String), delete_after String,
  note String, ${RECORDED}
) ENGINE = ${engine} ORDER BY at`,
  });
  // A catalog of an earlier version.
  const columns = await warehouse.rows(
    { sql: "SELECT name FROM system.columns WHERE database = 'leads' AND table = 'imports'" },
    z.object({ name: z.string() }),
  );
  for (const added of ADDED_COLUMNS)
    if (!columns.some(({ name }) => added.startsWith(`${name} `)))
      await warehouse.run({ sql: `ALTER TABLE ${CATALOG} ADD COLUMN IF NOT EXISTS ${added}` });
}

/** Whether there ever was an import. */
export async function hasCatalog(warehouse: Warehouse): Promise<boolean> {
  const sql = "SELECT count() AS n FROM system.tables WHERE database = 'leads' AND name = 'imports'";
  const rows = await warehouse.rows({ sql }, z.object({ n: z.coerce.number() }));
  return (rows[0]?.n ?? 0) > 0;
}

const CATALOG_ROW = z.object({
  id: z.string(),
  database: LeadDatabase,
  mode: z.enum(['replace', 'append', 'sample', 'dropped']),
  at: z.string().transform((at) => `${at.replace(' ', 'T')}Z`),
  source: z.string(),
  licence: z.string(),
  data_date: z.string(),
  preset: z.string(),
  rows: z.coerce.number(),
  duplicates: z.coerce.number(),
  refused: z.coerce.number(),
  columns: z.array(z.string()),
  note: z.string().default(''),
  delete_after: z.string().default(''),
  recorded: z.string().default(''),
});

/** Whether an import is in the catalog. */
export async function isRecorded(warehouse: Warehouse, id: string): Promise<boolean> {
  const sql = `SELECT count() AS n FROM ${CATALOG} WHERE id = {id:String}`;
  const rows = await warehouse.rows({ sql, params: { id } }, z.object({ n: z.coerce.number() }));
  return (rows[0]?.n ?? 0) > 0;
}

/**
 * The imports that make up a database now, oldest first: the last one that replaced it, and those after it.
 */
export async function currentImports(warehouse: Warehouse, database: LeadDatabase): Promise<ImportRecord[]> {
  const found = await warehouse.rows(
    {
      sql: `SELECT * FROM ${CATALOG} WHERE database = {database:String} ORDER BY at, id`,
      params: { database },
    },
    CATALOG_ROW,
  );
  // Not in the statement, because a catalog of an earlier version may not have the column yet.
  found.sort((a, b) => compare(a.at, b.at) || compare(a.recorded, b.recorded));
  // Two servers can record an import that was interrupted.
  const rows = [...new Map(found.map((row) => [row.id, row])).values()];
  const start = rows.findLastIndex(({ mode }) => mode !== 'append');
  return rows.slice(Math.max(start, 0)).map(({ data_date, delete_after, recorded: _recorded, ...row }) => ({
    ...row,
    dataDate: data_date,
    deleteAfter: delete_after,
  }));
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

const CATALOG_COLUMNS = [
  'id',
  'database',
  'mode',
  'at',
  'source',
  'licence',
  'data_date',
  'preset',
  'rows',
  'duplicates',
  'refused',
  'columns',
  'note',
  'delete_after',
];

/** Adds an import to the catalog. */
export async function recordImport(
  warehouse: Warehouse,
  record: Omit<ImportRecord, 'deleteAfter'> & { deleteAfter?: string },
): Promise<void> {
  const text = (value: string) => value.replaceAll('\\', '\\\\').replace(/[\t\r\n]/g, ' ');
  const columns = `[${record.columns.map((column) => `'${column}'`).join(',')}]`;
  const line = [
    record.id,
    record.database,
    record.mode,
    record.at.replace('T', ' ').replace('Z', ''),
    text(record.source),
    text(record.licence),
    text(record.dataDate),
    record.preset,
    record.rows,
    record.duplicates,
    record.refused,
    columns,
    text(record.note ?? ''),
    record.deleteAfter ?? '',
  ].join('\t');
  await warehouse.insertLines(CATALOG, CATALOG_COLUMNS, Buffer.from(`${line}\n`));
}
