import { setTimeout as wait } from 'node:timers/promises';
import { LOAD_SECONDS, type Warehouse } from '../platform/warehouse/warehouse.ts';
import { leadTables } from './find-person.ts';
import { isOwnTable } from './own-table.ts';
import { nameParts, number } from './table-facts.ts';

/** How old replaced files must be, in seconds, before the engine removes them. */
const OLD_SECONDS = 1;
/** Files that a search still reads are removed after it. */
const TRIES = 30;
/** A partition that no lead table has: `lw_formulas` is 0 or 1. */
const NO_PARTITION = '250';
const OF_TABLE = 'database = {database:String} AND table = {name:String}';

/**
 * Makes the engine write the files of lead tables anew without rows that were deleted, and remove the old files and its notes of
 * the deletions. A deletion only hides rows, a merge may take months, and the engine's notes have the texts that were looked for.
 * Takes as long as copying the parts with such rows. Returns whether all of it is gone; a cluster may take some minutes more.
 */
export async function cleanLeadFiles(warehouse: Warehouse): Promise<boolean> {
  const tables: string[] = [];
  for (const { table } of await leadTables(warehouse))
    if ((await isOwnTable(warehouse, table)) && (await leftovers(warehouse, table)) > 0) tables.push(table);
  const change = (table: string, sql: string) =>
    warehouse.run({ sql: `ALTER TABLE ${table} ${sql}` }, { seconds: LOAD_SECONDS });
  try {
    // One after another: each needs room for a copy.
    for (const table of tables) {
      await change(table, `MODIFY SETTING old_parts_lifetime = ${OLD_SECONDS}`);
      await change(table, 'APPLY DELETED MASK SETTINGS mutations_sync = 2');
    }
    let left = tables;
    for (let attempt = 0; left.length > 0 && attempt < TRIES; attempt += 1) {
      await wait(OLD_SECONDS * 1000 + 100);
      const still: string[] = [];
      for (const table of left) {
        // The engine removes old files right after it drops a partition, also one that isn't there. Otherwise, it does so when it
        // has other work in the background, which may be never.
        await change(table, `DROP PARTITION ID '${NO_PARTITION}'`);
        await warehouse.run({
          sql: `KILL MUTATION WHERE ${OF_TABLE} AND is_done SYNC`,
          params: nameParts(table),
        });
        if ((await leftovers(warehouse, table)) > 0) still.push(table);
      }
      left = still;
    }
    return left.length === 0;
  } finally {
    for (const table of tables) await change(table, 'RESET SETTING old_parts_lifetime');
  }
}

/** Files with deleted rows, replaced files, and notes of changes. */
async function leftovers(warehouse: Warehouse, table: string): Promise<number> {
  const sql = `SELECT (SELECT count() FROM system.parts WHERE ${OF_TABLE} AND (NOT active OR has_lightweight_delete))
    + (SELECT count() FROM system.mutations WHERE ${OF_TABLE} AND is_done) AS n`;
  return (await number(warehouse, { sql, params: nameParts(table) })) ?? 0;
}
