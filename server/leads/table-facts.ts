import { z } from 'zod';
import { LOAD_SECONDS, type Statement, type Warehouse } from '../platform/warehouse/warehouse.ts';
import { isOwnTable } from './own-table.ts';

// What the engine knows about a table.

/** The engine knows the second of a change, by the clock of the disk. */
const CLOCK_STEP_SECONDS = 2;

/** The parameters for a table in the system tables: `leads.apollo` -> leads, apollo. */
export function nameParts(table: string): { database: string; name: string } {
  const [database = '', name = ''] = table.split('.');
  return { database, name };
}

/** All columns of a table, in order, also our own. Empty if the table doesn't exist. */
export async function allTableColumns(warehouse: Warehouse, table: string): Promise<string[]> {
  const sql =
    'SELECT name FROM system.columns WHERE database = {database:String} AND table = {name:String} ORDER BY position';
  const rows = await warehouse.rows({ sql, params: nameParts(table) }, z.object({ name: z.string() }));
  return rows.map((row) => row.name);
}

/** The lead columns of a table, in order. Empty if the table doesn't exist. */
export async function leadColumns(warehouse: Warehouse, table: string): Promise<string[]> {
  return (await allTableColumns(warehouse, table)).filter((column) => !column.startsWith('lw_'));
}

/** Whether a column of a table is made from another one. False if its definition doesn't say. */
export async function columnReads(
  warehouse: Warehouse,
  table: string,
  column: string,
  read: string,
): Promise<boolean> {
  const sql = `SELECT count() AS n FROM system.columns WHERE database = {database:String} AND table = {name:String}
AND name = {column:String} AND match(default_expression, concat('\\\\b', {read:String}, '\\\\b'))`;
  return (await number(warehouse, { sql, params: { ...nameParts(table), column, read } })) === 1;
}

/**
 * The id of the table that has a name now; undefined if none exists. Replacing the table changes the id
 * before the catalog lists the import. Adding or deleting rows doesn't change it.
 */
export async function tableId(warehouse: Warehouse, table: string): Promise<string | undefined> {
  const sql =
    'SELECT toString(uuid) AS id FROM system.tables WHERE database = {database:String} AND name = {name:String}';
  const rows = await warehouse.rows({ sql, params: nameParts(table) }, z.object({ id: z.string() }));
  return rows[0]?.id;
}

/**
 * Changes when the table is replaced, or its columns, indexes or summaries change. Adding or deleting rows doesn't change it.
 * Empty if the last change was so short ago that another one could give the same value, or if the engine doesn't know. `step`: how
 * far apart changes must be to differ, in seconds.
 */
export async function tableVersion(
  warehouse: Warehouse,
  table: string,
  step = CLOCK_STEP_SECONDS,
): Promise<string> {
  const sql = `SELECT concat(toString(uuid), ' ', toString(metadata_modification_time)) AS version FROM system.tables
WHERE database = {database:String} AND name = {name:String}
AND metadata_modification_time BETWEEN toDateTime(1) AND now() - {step:UInt32}`;
  const params = { ...nameParts(table), step };
  const rows = await warehouse.rows({ sql, params }, z.object({ version: z.string() }));
  return rows[0]?.version ?? '';
}

export async function countRows(warehouse: Warehouse, table: string): Promise<number> {
  return (await number(warehouse, { sql: `SELECT count() AS n FROM ${table}` })) ?? 0;
}

/** The id of the next new row. */
export async function nextId(warehouse: Warehouse, table: string): Promise<number> {
  return (
    (await number(warehouse, { sql: `SELECT if(count() = 0, 0, max(lw_id) + 1) AS n FROM ${table}` })) ?? 0
  );
}

/** The mean size of a row as CSV; undefined if the engine doesn't know it, for example of small tables. */
export async function estimateRowBytes(
  warehouse: Warehouse,
  { name, columns }: { name: string; columns: readonly string[] },
): Promise<number | undefined> {
  // The engine stores the length of a text apart, in 8 bytes.
  const lengths = `arraySum((name, bytes) -> name = 'size' ? bytes : 0, subcolumns.names, subcolumns.data_uncompressed_bytes)`;
  const sql = `SELECT sum(bytes) / max(rows) AS n FROM (
  SELECT column, sum(column_data_uncompressed_bytes - ${lengths}) AS bytes, sum(rows) AS rows
  FROM system.parts_columns WHERE active AND database = {database:String} AND table = {name:String} AND column IN {columns:Array(String)}
  GROUP BY column)`;
  const stored = await number(warehouse, { sql, params: { ...nameParts(name), columns } });
  return stored ? stored + columns.length * '"",'.length : undefined;
}

/**
 * The names of a table's indexes and summaries. Empty if its engine isn't ours, because a summary is of one
 * table, not of those behind it.
 */
export async function indexNames(warehouse: Warehouse, table: string): Promise<Set<string>> {
  if (!(await isOwnTable(warehouse, table))) return new Set();
  const ofTable = 'WHERE database = {database:String} AND table = {name:String}';
  const sql = `SELECT name FROM system.data_skipping_indices ${ofTable} UNION ALL SELECT name FROM system.projections ${ofTable}`;
  const rows = await warehouse.rows({ sql, params: nameParts(table) }, z.object({ name: z.string() }));
  return new Set(rows.map((row) => row.name));
}

/**
 * Whether the indexes of words have the words of all rows, and can be read as tables. After an update, parts lack them until the
 * engine has added them in the background. Of another server, users may not read them.
 */
export async function hasAllWords(warehouse: Warehouse, table: string): Promise<boolean> {
  if (!warehouse.embedded) return false;
  const sql = `SELECT (SELECT count() FROM system.parts WHERE active AND rows > 0 AND secondary_indices_compressed_bytes = 0
  AND database = {database:String} AND table = {name:String})
+ (SELECT count() FROM system.mutations WHERE NOT is_done AND database = {database:String} AND table = {name:String}) AS n`;
  return (await number(warehouse, { sql, params: nameParts(table) })) === 0;
}

/** The columns that some part of a table doesn't have stored yet. */
export async function unstoredColumns(
  warehouse: Warehouse,
  table: string,
  columns: readonly string[],
): Promise<string[]> {
  const ofTable = 'active AND database = {database:String} AND table = {name:String}';
  const sql = `SELECT column FROM (SELECT arrayJoin({columns:Array(String)}) AS column)
WHERE (SELECT count() FROM system.parts WHERE rows > 0 AND ${ofTable})
> (SELECT mapFromArrays(groupArray(column), groupArray(parts)) FROM (
  SELECT column, count() AS parts FROM system.parts_columns WHERE rows > 0 AND ${ofTable} AND column IN {columns:Array(String)} GROUP BY column))[column]`;
  const params = { ...nameParts(table), columns };
  const rows = await warehouse.rows({ sql, params }, z.object({ column: z.string() }));
  return rows.map((row) => row.column);
}

/** Whether the engine is changing the rows of a table in the background. */
export async function isChanging(warehouse: Warehouse, table: string): Promise<boolean> {
  const sql = `SELECT count() AS n FROM system.mutations WHERE NOT is_done AND database = {database:String} AND table = {name:String}`;
  return (await number(warehouse, { sql, params: nameParts(table) })) !== 0;
}

/** The value `n` of a statement's only row. Has as much time as an import. */
export async function number(warehouse: Warehouse, statement: Statement): Promise<number | undefined> {
  const options = { seconds: LOAD_SECONDS, work: 'load' } as const;
  const rows = await warehouse.rows(statement, z.object({ n: z.coerce.number() }), options);
  return rows[0]?.n;
}
