import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Warehouse } from '../platform/warehouse/warehouse.ts';
import { newTableEngine } from './own-table.ts';

/**
 * How many rows each lead table has after a change, so that rows that are lost later can be noticed. A change adds a row
 * when it begins (without `rows`) and one when it ends.
 */
const TABLE = 'leads.row_counts';
const COLUMNS = ['change', 'name', 'at', 'rows'];
/** How many changes run in this process, by the warehouse. */
const running = new WeakMap<Warehouse, number>();
/** A change that began earlier was interrupted. */
const LONGEST_CHANGE_HOURS = 24;

async function ensureTable(warehouse: Warehouse): Promise<void> {
  const engine = await newTableEngine(warehouse);
  await warehouse.run({
    sql: `CREATE TABLE IF NOT EXISTS ${TABLE} (change String, name LowCardinality(String), at DateTime64(6, 'UTC'), rows Nullable(UInt64)) ENGINE = ${engine} ORDER BY (name, at)`,
  });
}

/**
 * Runs work that adds or deletes rows of a lead table, and remembers how many it has then. The database `leads` and the
 * table, such as `leads.apollo`, exist.
 */
export async function changeRows<T>(warehouse: Warehouse, table: string, work: () => Promise<T>): Promise<T> {
  await ensureTable(warehouse);
  const change = randomUUID();
  await warehouse.run({
    sql: `INSERT INTO ${TABLE} (${COLUMNS.join(', ')}) SELECT {change:String}, {table:String}, now64(6), NULL`,
    params: { change, table },
  });
  running.set(warehouse, (running.get(warehouse) ?? 0) + 1);
  try {
    return await work();
  } finally {
    running.set(warehouse, (running.get(warehouse) ?? 1) - 1);
    // A change that can't be ended here counts as interrupted.
    await saveCount(warehouse, table, change).catch(() => {});
  }
}

/** Remembers how many rows a lead table has now. The engine counts, and its clock orders the counts of several processes. */
async function saveCount(warehouse: Warehouse, table: string, change: string = randomUUID()): Promise<void> {
  await ensureTable(warehouse);
  await warehouse.run({
    sql: `INSERT INTO ${TABLE} (${COLUMNS.join(', ')}) SELECT {change:String}, {table:String}, now64(6), count() FROM ${table}`,
    params: { change, table },
  });
}

const Counts = z.object({
  counted: z.coerce.number(),
  rows: z.coerce.number(),
  open: z.coerce.number(),
  interrupted: z.coerce.number(),
});

/** What is known of the rows that a lead table should have. `unknown`: nothing, or a change was interrupted. */
export type ExpectedRows = { kind: 'rows'; rows: number } | { kind: 'changing' } | { kind: 'unknown' };

/** How many rows a lead table should have. With `exclusive`, no other process uses the lead databases. */
export async function expectedRows(
  warehouse: Warehouse,
  table: string,
  { exclusive }: { exclusive: boolean },
): Promise<ExpectedRows> {
  await ensureTable(warehouse);
  const [counts] = await warehouse.rows(
    {
      sql: `SELECT count() AS counted, argMax(assumeNotNull(ended_rows), ended_at) AS rows,
  (SELECT count() FROM (SELECT change, min(at) AS began FROM ${TABLE} WHERE name = {table:String} GROUP BY change HAVING countIf(rows IS NOT NULL) = 0)
   WHERE began > now() - INTERVAL ${LONGEST_CHANGE_HOURS} HOUR) AS open,
  (SELECT count() FROM (SELECT change FROM ${TABLE} WHERE name = {table:String} GROUP BY change HAVING countIf(rows IS NOT NULL) = 0)) AS interrupted
FROM (SELECT at AS ended_at, rows AS ended_rows FROM ${TABLE} WHERE name = {table:String} AND rows IS NOT NULL)`,
      params: { table },
    },
    Counts,
    { work: 'load' },
  );
  if (!counts) return { kind: 'unknown' };
  if (exclusive ? (running.get(warehouse) ?? 0) > 0 : counts.open > 0) return { kind: 'changing' };
  if (counts.interrupted > 0 || counts.counted === 0) return { kind: 'unknown' };
  return { kind: 'rows', rows: counts.rows };
}

/** Forgets all counts of a lead table and remembers the present one. No change may be running. */
export async function restartCount(warehouse: Warehouse, table: string): Promise<void> {
  await ensureTable(warehouse);
  await warehouse.run({ sql: `DELETE FROM ${TABLE} WHERE name = {table:String}`, params: { table } });
  await saveCount(warehouse, table);
}
