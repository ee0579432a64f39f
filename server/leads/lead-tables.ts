import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { LeadDatabase } from '#contract/leads.ts';
import { quoted, type ToggleColumn, titleCounts } from '#engines/lead-query/lead-query.ts';
import { LOAD_SECONDS, type Statement, type Warehouse } from '../platform/warehouse/warehouse.ts';
import { LEAD_DATABASE_SHAPES, type LeadDatabaseShape, NEVER } from './databases.ts';
import { ensureCatalog, recordImport } from './import-records.ts';

const DATABASE = 'leads';
/** Small enough that a page of wide rows reads little beside them. */
const ROWS_A_GRANULE = 4096;

export function tableOf(database: LeadDatabase): string {
  return `${DATABASE}.${database}`;
}

/** Makes what is missing: the database, its catalog and an empty table of leads. */
export async function ensureTables(warehouse: Warehouse, database: LeadDatabase): Promise<void> {
  await warehouse.run({
    sql: `CREATE DATABASE IF NOT EXISTS ${DATABASE}${warehouse.embedded ? ' ENGINE = Atomic' : ''}`,
  });
  await ensureCatalog(warehouse);
  await createTable(warehouse, database, tableOf(database), []);
  await addFormulaColumn(warehouse, tableOf(database));
}

/** Columns of text of a table of leads, and what every row of one brings with it. */
function rowColumns(database: LeadDatabase, more: readonly string[]): string {
  const shape = LEAD_DATABASE_SHAPES[database];
  const columns = [...new Set([...shape.shown, ...shape.known, ...more])];
  return `${columns.map((column) => `${quoted(column)} String`).join(', ')},
  lw_id UInt64,
  lw_formula ${FORMULA_TYPE},
  lw_key UInt64 MATERIALIZED ${identity(shape)}`;
}

/** Whether a cell of the row may be a formula to a spreadsheet (#engines/csv/write-csv.ts). Rows that nobody looked at count as such. */
const FORMULA_TYPE = 'UInt8 DEFAULT 1';

/** A table made before rows said so of themselves: all of its rows are guarded. */
async function addFormulaColumn(warehouse: Warehouse, table: string): Promise<void> {
  if (await knowsFormulas(warehouse, table)) return;
  // What lies behind a Distributed table is its operator's to change; until then every cell is guarded.
  if ((await engineOf(warehouse, table)) === 'Distributed') return;
  await warehouse.run({ sql: `ALTER TABLE ${table} ADD COLUMN IF NOT EXISTS lw_formula ${FORMULA_TYPE}` });
}

/** A table that rows are loaded into as they come. */
export async function createRawTable(
  warehouse: Warehouse,
  database: LeadDatabase,
  name: string,
  more: readonly string[],
): Promise<void> {
  await warehouse.run({
    sql: `CREATE TABLE ${name} (${rowColumns(database, more)}) ENGINE = MergeTree ORDER BY lw_id`,
  });
}

/** An empty table of leads with what every such table has, and `more` columns of text. */
export async function createTable(
  warehouse: Warehouse,
  database: LeadDatabase,
  name: string,
  more: readonly string[],
): Promise<void> {
  const { searched } = LEAD_DATABASE_SHAPES[database];
  // Keywords and toggles are what finds the most leads: those are counted over the titles there are, not over all rows. And the few rows with
  // formulas lie apart, so that an export guards them and reads all others as they are.
  await warehouse.run({
    sql: `CREATE TABLE IF NOT EXISTS ${name} (
  ${rowColumns(database, more)},
  lw_title String MATERIALIZED ${searched.title},
  lw_industry LowCardinality(String) MATERIALIZED ${searched.industry},
  lw_country LowCardinality(String) MATERIALIZED ${searched.country},
  lw_seniority LowCardinality(String) MATERIALIZED ${searched.seniority},
  lw_company_size LowCardinality(String) MATERIALIZED ${searched.company_size},
  lw_skills Array(LowCardinality(String)) MATERIALIZED ${searched.skills},
  lw_connections Int32 MATERIALIZED ${searched.connections},
  lw_employees Int32 MATERIALIZED ${searched.employees},
  lw_has_email Bool MATERIALIZED ${searched.has_email},
  lw_has_phone Bool MATERIALIZED ${searched.has_phone},
  lw_has_direct_phone Bool MATERIALIZED ${searched.has_direct_phone},
  lw_has_mobile Bool MATERIALIZED ${searched.has_mobile},
  INDEX lw_title_grams lw_title TYPE ngrambf_v1(3, 4096, 2, 7) GRANULARITY 1,
  PROJECTION lw_titles (SELECT lw_title, ${titleCounts(togglesOf(searched)).join(', ')} GROUP BY lw_title)
) ENGINE = MergeTree PARTITION BY lw_formula ORDER BY (lw_industry, lw_country, lw_id)
SETTINGS index_granularity = ${ROWS_A_GRANULE}, lightweight_mutation_projection_mode = 'rebuild'`,
  });
}

/** What leads of a database can have. */
function togglesOf(searched: LeadDatabaseShape['searched']): ToggleColumn[] {
  const has = ['has_email', 'has_phone', 'has_direct_phone', 'has_mobile'] as const;
  return has.filter((column) => searched[column] !== NEVER).map((column) => `lw_${column}` as const);
}

/** What makes two rows the same lead: the profile, else the address, else name and company; never two without any. */
function identity({ profile, emails: [email = ''], name, company }: LeadDatabaseShape): string {
  const whole = `concat(${name.join(", ' ', ")}, '|', ${company})`;
  return `sipHash64(multiIf(${profile} != '', lowerUTF8(${profile}), ${email} != '', lowerUTF8(${email}),
    length(${whole}) > ${name.length}, lowerUTF8(${whole}), toString(lw_id)))`;
}

/** The names of a table's columns of leads, in their order; none where there is no such table. */
export async function columnsOf(warehouse: Warehouse, table: string): Promise<string[]> {
  return (await allColumnsOf(warehouse, table)).filter((column) => !column.startsWith('lw_'));
}

/** Whether the rows of a table say of themselves that they may have formulas. */
export async function knowsFormulas(warehouse: Warehouse, table: string): Promise<boolean> {
  return (await allColumnsOf(warehouse, table)).includes('lw_formula');
}

async function allColumnsOf(warehouse: Warehouse, table: string): Promise<string[]> {
  const sql =
    'SELECT name FROM system.columns WHERE database = {database:String} AND table = {name:String} ORDER BY position';
  const rows = await warehouse.rows({ sql, params: nameParts(table) }, z.object({ name: z.string() }));
  return rows.map((row) => row.name);
}

/**
 * Which table stands under a name now; undefined where there is none. One that takes the place of another brings an id of its own, before
 * the catalog tells of its import; rows that are added or deleted leave it as it is.
 */
export async function tableId(warehouse: Warehouse, table: string): Promise<string | undefined> {
  const sql =
    'SELECT toString(uuid) AS id FROM system.tables WHERE database = {database:String} AND name = {name:String}';
  const rows = await warehouse.rows({ sql, params: nameParts(table) }, z.object({ id: z.string() }));
  return rows[0]?.id;
}

async function engineOf(warehouse: Warehouse, table: string): Promise<string | undefined> {
  const sql = 'SELECT engine FROM system.tables WHERE database = {database:String} AND name = {name:String}';
  const rows = await warehouse.rows({ sql, params: nameParts(table) }, z.object({ engine: z.string() }));
  return rows[0]?.engine;
}

function nameParts(table: string): { database: string; name: string } {
  const [database = '', name = ''] = table.split('.');
  return { database, name };
}

/** Gives a table the columns of text that it lacks. */
export async function addColumns(
  warehouse: Warehouse,
  table: string,
  columns: readonly string[],
): Promise<void> {
  const there = new Set(await columnsOf(warehouse, table));
  const missing = columns.filter((column) => !there.has(column));
  if (missing.length === 0) return;
  const added = missing.map((column) => `ADD COLUMN IF NOT EXISTS ${quoted(column)} String`).join(', ');
  await warehouse.run({ sql: `ALTER TABLE ${table} ${added}` });
}

export async function countRows(warehouse: Warehouse, table: string): Promise<number> {
  return (await number(warehouse, { sql: `SELECT count() AS n FROM ${table}` })) ?? 0;
}

/** The number a new row begins with. */
export async function nextId(warehouse: Warehouse, table: string): Promise<number> {
  return (
    (await number(warehouse, { sql: `SELECT if(count() = 0, 0, max(lw_id) + 1) AS n FROM ${table}` })) ?? 0
  );
}

async function number(warehouse: Warehouse, statement: Statement): Promise<number | undefined> {
  const options = { seconds: LOAD_SECONDS, work: 'load' } as const;
  const rows = await warehouse.rows(statement, z.object({ n: z.coerce.number() }), options);
  return rows[0]?.n;
}

/** The rows of `from` into `to`, one of each lead, and none that is in `known` already. */
export async function copyDistinct(
  warehouse: Warehouse,
  tables: { from: string; to: string; known: string | null },
  columns: readonly string[],
): Promise<void> {
  const list = [...columns, 'lw_id', 'lw_formula'].map(quoted).join(', ');
  const unknown = tables.known ? ` WHERE lw_key NOT IN (SELECT lw_key FROM ${tables.known})` : '';
  await warehouse.run({
    sql: `INSERT INTO ${tables.to} (${list}) SELECT ${list} FROM ${tables.from}${unknown} LIMIT 1 BY lw_key`,
  });
}

/** What `copyDistinct` would copy. */
export async function countDistinct(
  warehouse: Warehouse,
  from: string,
  known: string | null,
): Promise<{ rows: number; duplicates: number }> {
  const unknown = known ? ` WHERE lw_key NOT IN (SELECT lw_key FROM ${known})` : '';
  const rows =
    (await number(warehouse, { sql: `SELECT uniqExact(lw_key) AS n FROM ${from}${unknown}` })) ?? 0;
  return { rows, duplicates: (await countRows(warehouse, from)) - rows };
}

/** Readers see the one table or the other, nothing between. */
export async function exchangeTables(warehouse: Warehouse, one: string, other: string): Promise<void> {
  await warehouse.run({ sql: `EXCHANGE TABLES ${one} AND ${other}` });
}

/** All rows of `from`, which has the columns of `to`, become rows of `to`. */
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

/** Empties a database; the catalog keeps that it was meant, so that no sample rows come in its place. */
export async function recordDrop(warehouse: Warehouse, database: LeadDatabase, now: Date): Promise<void> {
  await ensureTables(warehouse, database);
  await warehouse.run({ sql: `TRUNCATE TABLE ${tableOf(database)}` });
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
