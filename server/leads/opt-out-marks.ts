import { z } from 'zod';
import type { Warehouse } from '../platform/warehouse/warehouse.ts';
import { ensureDatabase } from './lead-tables.ts';
import { newTableEngine } from './own-table.ts';

/**
 * Which opt-outs were carried out in this warehouse. A warehouse that is restored from an older backup lacks
 * the marks of later opt-outs, like it has their leads again.
 */
const TABLE = 'leads.applied_opt_outs';
const Mark = z.object({ mark: z.string() });

/** The marks of all opt-outs that were carried out here. */
export async function readOptOutMarks(warehouse: Warehouse): Promise<Set<string>> {
  await ensureTable(warehouse);
  const rows = await warehouse.rows({ sql: `SELECT DISTINCT mark FROM ${TABLE}` }, Mark, { work: 'load' });
  return new Set(rows.map(({ mark }) => mark));
}

/** Remembers that opt-outs were carried out here. */
export async function addOptOutMarks(warehouse: Warehouse, marks: Iterable<string>): Promise<void> {
  const lines = [...marks].map((mark) => `${mark}\n`);
  if (lines.length === 0) return;
  await ensureTable(warehouse);
  await warehouse.insertLines(TABLE, ['mark'], Buffer.from(lines.join('')));
}

async function ensureTable(warehouse: Warehouse): Promise<void> {
  await ensureDatabase(warehouse);
  const engine = await newTableEngine(warehouse, 'ReplacingMergeTree');
  await warehouse.run({
    sql: `CREATE TABLE IF NOT EXISTS ${TABLE} (mark String) ENGINE = ${engine} ORDER BY mark`,
  });
}
