import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { LeadDatabase } from '#contract/leads.ts';
import { LEFT_OUT_COLUMN, quoted } from '#engines/lead-query/lead-table.ts';
import { LOAD_SECONDS, type Warehouse } from '../platform/warehouse/warehouse.ts';
import { allPhoneColumns, LEAD_DATABASE_SHAPES, type LeadDatabaseShape } from './databases.ts';
import { ensureCatalog, recordImport } from './import-records.ts';
import { identity } from './key-sql.ts';
import { isOwnTable, newTableEngine, OWN_COMMENT_SQL, requireOwnTable } from './own-table.ts';
import { changeRows } from './row-counts.ts';
import {
  CATEGORY_INDEX,
  columnSql,
  PLACE_INDEXES,
  pairDefinitions,
  type SearchColumn,
  searchColumns,
  skillsSql,
  summaries,
  WORD_INDEXES,
} from './search-columns.ts';
import {
  allTableColumns,
  columnReads,
  indexNames,
  isChanging,
  leadColumns,
  number,
  unstoredColumns,
} from './table-facts.ts';

const DATABASE = 'leads';
/** Small, so that reading a page of wide rows reads few other rows. */
const GRANULE_ROWS = 4096;

/** The full name of a database's table: `leads.apollo`. */
export function leadTable(database: LeadDatabase): string {
  return `${DATABASE}.${database}`;
}

/** Creates the ClickHouse database of all our tables, if missing. */
export async function ensureDatabase(warehouse: Warehouse): Promise<void> {
  await warehouse.run({
    sql: `CREATE DATABASE IF NOT EXISTS ${DATABASE}${warehouse.embedded ? ' ENGINE = Atomic' : ''}`,
  });
}

/** Creates the database, its catalog and an empty lead table, if missing. */
export async function ensureTables(warehouse: Warehouse, database: LeadDatabase): Promise<void> {
  await ensureDatabase(warehouse);
  await ensureCatalog(warehouse);
  // Its statement is long: the engine takes 0.1 s to read it, even if the table exists.
  if ((await leadColumns(warehouse, leadTable(database))).length === 0)
    await createTable(warehouse, database, leadTable(database), []);
  await addRowColumns(warehouse, leadTable(database));
  await addSearchColumns(warehouse, database, leadTable(database));
}

/** The text columns of a lead table, and the columns that every row has. */
function rowColumns(database: LeadDatabase, extra: readonly string[]): string {
  const shape = LEAD_DATABASE_SHAPES[database];
  const columns = [...new Set([...shape.shown, ...shape.known, ...extra])];
  return `${columns.map((column) => `${quoted(column)} String`).join(', ')},
  lw_id UInt64,
  lw_formulas ${FORMULA_TYPE},
  ${ORIGIN_COLUMNS.map(([name, type]) => `${name} ${type}`).join(',\n  ')},
  lw_key UInt64 MATERIALIZED ${identity(shape)}`;
}

/**
 * 1 if a cell in the row may be a spreadsheet formula (#engines/csv/write-csv.ts). Unchecked rows count as 1.
 */
const FORMULA_TYPE = 'UInt8 DEFAULT 1';

/**
 * Where a row is from: the import (import-records.ts) and when its person was first collected from that source. Rows of
 * earlier versions have neither.
 */
const ORIGIN_COLUMNS = [
  ['lw_import', "LowCardinality(String) DEFAULT ''"],
  ['lw_collected', "DateTime('UTC') DEFAULT toDateTime(0, 'UTC')"],
] as const;

/** Adds the columns that every row has to an older table. All its rows are guarded on export. */
async function addRowColumns(warehouse: Warehouse, table: string): Promise<void> {
  const existing = new Set(await allTableColumns(warehouse, table));
  const missing = [['lw_formulas', FORMULA_TYPE] as const, ...ORIGIN_COLUMNS].filter(
    ([name]) => !existing.has(name),
  );
  if (missing.length === 0) return;
  // The rows of another engine are elsewhere. They can still be searched, and every cell is guarded.
  if (!(await isOwnTable(warehouse, table))) return;
  const added = missing.map(([name, type]) => `ADD COLUMN IF NOT EXISTS ${name} ${type}`);
  await warehouse.run({ sql: `ALTER TABLE ${table} ${added.join(', ')}` });
}

/**
 * Adds the columns that filters search, and their indexes, to an older table. A search computes them until the engine has
 * stored them, in the background. No row changes.
 */
async function addSearchColumns(warehouse: Warehouse, database: LeadDatabase, table: string): Promise<void> {
  if (!(await isOwnTable(warehouse, table))) return;
  const shape = LEAD_DATABASE_SHAPES[database];
  const searched = searchColumns(shape, await leadColumns(warehouse, table));
  const existing = new Set(await allTableColumns(warehouse, table));
  if (existing.has(LEFT_OUT_COLUMN)) await renewLeftOut(warehouse, shape, table, searched);
  const existingIndexes = await indexNames(warehouse, table);
  const indexes = searchIndexes(shape, await hasTextIndexes(warehouse));
  const summarized = summaries(shape);
  const added = [
    ...searched
      .filter(({ name }) => !existing.has(name))
      .map((column) => `COLUMN IF NOT EXISTS ${columnSql(column)}`),
    ...indexes
      .filter(([name]) => !existingIndexes.has(name))
      .map(([name, sql]) => `INDEX IF NOT EXISTS ${name} ${sql}`),
    ...summarized
      .filter(({ name }) => !existingIndexes.has(name))
      .map(({ sql }) => sql.replace('PROJECTION', 'PROJECTION IF NOT EXISTS')),
  ].map((definition) => `ADD ${definition}`);
  if (added.length > 0) await warehouse.run({ sql: `ALTER TABLE ${table} ${added.join(', ')}` });
  const names = searched.map(({ name }) => name);
  const unstored = new Set(
    (await isChanging(warehouse, table)) ? [] : await unstoredColumns(warehouse, table, names),
  );
  const unsummarized = summarized.filter(({ column }) => unstored.has(column));
  const all = [
    ...names.filter((name) => unstored.has(name)).map((name) => `MATERIALIZE COLUMN ${name}`),
    ...indexes
      .filter(([name]) => !existingIndexes.has(name) || unstored.has(name.replace(/_index$/, '')))
      .map(([name]) => `MATERIALIZE INDEX ${name}`),
    ...unsummarized.map(({ name }) => `MATERIALIZE PROJECTION ${name}`),
    // A summary that is made later would count rows that were deleted before.
    ...(unsummarized.length > 0 ? ['APPLY DELETED MASK'] : []),
  ];
  if (all.length === 0) return;
  await warehouse.run({ sql: `ALTER TABLE ${table} ${all.join(', ')} SETTINGS mutations_sync = 0` });
}

/**
 * Tables of versions before December 2026 stored the keys of exclusion lists without the phones that "has a phone" isn't about. Takes
 * them away, so that searches compute them until they are stored again. The definition changes last: an interrupted start does all again.
 */
async function renewLeftOut(
  warehouse: Warehouse,
  shape: LeadDatabaseShape,
  table: string,
  searched: readonly SearchColumn[],
): Promise<void> {
  const phone = allPhoneColumns(shape, []).find((column) => !shape.phones.any.includes(column));
  if (phone === undefined || (await columnReads(warehouse, table, LEFT_OUT_COLUMN, phone))) return;
  const options = { seconds: LOAD_SECONDS };
  await warehouse.run({ sql: `ALTER TABLE ${table} CLEAR COLUMN ${LEFT_OUT_COLUMN}` }, options);
  const renewed = searched.filter(({ name }) => name === LEFT_OUT_COLUMN).map(columnSql);
  await warehouse.run({ sql: `ALTER TABLE ${table} MODIFY COLUMN ${renewed.join()}` }, options);
}

/** Whether the server has indexes of words. The searches of older ClickHouse servers read the texts. */
async function hasTextIndexes(warehouse: Warehouse): Promise<boolean> {
  const sql = `SELECT count() AS n FROM system.settings WHERE name = 'enable_full_text_index' AND value = '1'`;
  return (await number(warehouse, { sql })) === 1;
}

/** The indexes of a table, as names and definitions. */
function searchIndexes(
  { business }: LeadDatabaseShape,
  hasText: boolean,
): (readonly [name: string, sql: string])[] {
  return [
    ...(hasText ? WORD_INDEXES : []),
    ...(hasText && business ? [CATEGORY_INDEX] : []),
    ...(business ? PLACE_INDEXES : []),
  ];
}

/** Creates the table that an import loads its raw rows into. */
export async function createRawTable(
  warehouse: Warehouse,
  database: LeadDatabase,
  name: string,
  extra: readonly string[],
): Promise<void> {
  const engine = await newTableEngine(warehouse);
  await warehouse.run({
    // In the order of `copyDistinct`, which reads a range of keys at a time.
    sql: `CREATE TABLE ${name} (${rowColumns(database, extra)}, lw_line UInt64) ENGINE = ${engine} ORDER BY (lw_key, lw_id)`,
  });
}

/** Creates an empty lead table with the `extra` text columns. */
export async function createTable(
  warehouse: Warehouse,
  database: LeadDatabase,
  name: string,
  extra: readonly string[],
): Promise<void> {
  const shape = LEAD_DATABASE_SHAPES[database];
  const { sources } = shape;
  const hasText = await hasTextIndexes(warehouse);
  const searched = [
    ...searchColumns(shape, extra).map(columnSql),
    ...searchIndexes(shape, hasText).map(([name, sql]) => `INDEX ${name} ${sql}`),
    ...(hasText ? pairDefinitions(shape) : []),
    ...summaries(shape).map(({ sql }) => sql),
  ];
  const engine = await newTableEngine(warehouse);
  // The partition separates the few rows with formulas, so that an export guards only those.
  await warehouse.run({
    sql: `CREATE TABLE IF NOT EXISTS ${name} (
  ${rowColumns(database, extra)},
  lw_industry LowCardinality(String) MATERIALIZED ${quoted(sources.industry)},
  lw_country LowCardinality(String) MATERIALIZED ${sources.country ? quoted(sources.country) : "''"},
  lw_skills Array(LowCardinality(String)) MATERIALIZED ${skillsSql(sources.skills)},
  ${searched.join(',\n  ')}
) ENGINE = ${engine} PARTITION BY lw_formulas ORDER BY (lw_industry, lw_country, lw_id)
SETTINGS index_granularity = ${GRANULE_ROWS}, lightweight_mutation_projection_mode = 'rebuild'
${OWN_COMMENT_SQL}`,
  });
}

/** Adds missing text columns to a table. */
export async function addColumns(
  warehouse: Warehouse,
  table: string,
  columns: readonly string[],
): Promise<void> {
  const existing = new Set(await leadColumns(warehouse, table));
  const missing = columns.filter((column) => !existing.has(column));
  if (missing.length === 0) return;
  const added = missing.map((column) => `ADD COLUMN IF NOT EXISTS ${quoted(column)} String`).join(', ');
  await warehouse.run({ sql: `ALTER TABLE ${table} ${added}` });
}

/** Swaps two tables atomically. */
export async function exchangeTables(warehouse: Warehouse, table: string, otherTable: string): Promise<void> {
  await warehouse.run({ sql: `EXCHANGE TABLES ${table} AND ${otherTable}` });
}

/** Adds all rows of `from` to `to`. Both tables must have the same columns. */
export async function attachRows(warehouse: Warehouse, from: string, to: string): Promise<void> {
  const parts = await warehouse.rows(
    { sql: `SELECT DISTINCT _partition_id AS id FROM ${from}` },
    z.object({ id: z.string().regex(/^\w+$/) }),
  );
  if (parts.length === 0) return;
  const attached = parts.map(({ id }) => `ATTACH PARTITION ID '${id}' FROM ${from}`).join(', ');
  await warehouse.run({ sql: `ALTER TABLE ${to} ${attached}` });
}

export async function dropTable(warehouse: Warehouse, name: string): Promise<void> {
  await warehouse.run({ sql: `DROP TABLE IF EXISTS ${name} SYNC` });
}

/** Empties a database and records this in the catalog, so that it isn't filled with sample leads. */
export async function recordDrop(warehouse: Warehouse, database: LeadDatabase, now: Date): Promise<void> {
  await ensureTables(warehouse, database);
  await requireOwnTable(warehouse, leadTable(database));
  const table = leadTable(database);
  await changeRows(warehouse, table, () => warehouse.run({ sql: `TRUNCATE TABLE ${table}` }));
  await recordImport(warehouse, {
    id: randomUUID(),
    database,
    mode: 'dropped',
    at: now.toISOString(),
    source: '',
    licence: '',
    dataDate: '',
    preset: '',
    rows: 0,
    duplicates: 0,
    refused: 0,
    columns: [],
  });
}
