import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { LEAD_DATABASES } from '#contract/leads.ts';
import type { Warehouse } from '../platform/warehouse/warehouse.ts';
import { dropTable } from './lead-tables.ts';

/** The tables of work that runs in this process. */
const running = new Set<string>();
const SUFFIX_CHARS = 12;
/** Every name that `openWorkTable` gives, without the database: of imports, and of lists of hashes. */
const NAMES = `^((${LEAD_DATABASES.join('|')})_(raw|new)|hashes)_[0-9a-f]{${SUFFIX_CHARS}}$`;
/** On an engine that several servers use, a table may be in use by another one for so long. */
const LONGEST_WORK_HOURS = 24;

/**
 * Names a new table for one piece of work: `leads.apollo_raw` -> `leads.apollo_raw_0123456789ab`. It has leads, so the work drops
 * it with `dropWorkTable`, and `dropLeftovers` does if the process is killed.
 */
export function openWorkTable(
  start: `leads.${(typeof LEAD_DATABASES)[number]}_${'raw' | 'new'}` | 'leads.hashes',
) {
  const name = `${start}_${randomUUID().replaceAll('-', '').slice(0, SUFFIX_CHARS)}`;
  running.add(name);
  return name;
}

export async function dropWorkTable(warehouse: Warehouse, name: string): Promise<void> {
  try {
    await dropTable(warehouse, name);
  } finally {
    running.delete(name);
  }
}

/**
 * Drops the tables of work that was killed: no search, opt-out or erasure looks into them. The embedded engine belongs to one
 * process, so what isn't of this one is left over. Of an engine that several servers use, drops only tables that are older than a
 * day. Returns their names.
 */
export async function dropLeftovers(warehouse: Warehouse): Promise<string[]> {
  // After an exchange the name has the older table, which the import that runs only drops.
  const isOld = `toUnixTimestamp(metadata_modification_time) BETWEEN 1 AND toUnixTimestamp(now()) - ${LONGEST_WORK_HOURS * 3600}`;
  const sql = `SELECT name FROM system.tables WHERE database = 'leads' AND match(name, {names:String})
AND ${warehouse.embedded ? 'true' : isOld}`;
  const found = await warehouse.rows({ sql, params: { names: NAMES } }, z.object({ name: z.string() }));
  const leftovers = found.map(({ name }) => `leads.${name}`).filter((name) => !running.has(name));
  for (const name of leftovers) await dropTable(warehouse, name);
  return leftovers;
}
