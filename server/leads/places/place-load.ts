import { z } from 'zod';
import type { Warehouse } from '../../platform/warehouse/warehouse.ts';
import { fillHere, isFilling } from '../fill-lock.ts';
import { createTable, dropTable, leadTable } from '../lead-tables.ts';
import { newTableEngine } from '../own-table.ts';
import { countRows, nameParts, number, tableId } from '../table-facts.ts';

const DATABASE = 'local_businesses';
/** The table that searches read. */
export const LIVE = leadTable(DATABASE);
/** The table that an import fills before it replaces `LIVE`. */
export const LOADING = `${LIVE}_loading`;
/** The parts that an unfinished import has loaded. */
const PARTS = 'leads.place_parts';
/** The part that says that the tables are about to be exchanged. */
const EXCHANGE = 4_294_967_295;
/** Rows of all files of an import. The place of a row in its files is that many numbers of its id. */
export const MAX_ROWS = 2 ** 27;
/** How long an import can be continued. What it left has contacts of people, so it can't stay for longer. */
const CONTINUED_DAYS = 7;

/** What an interrupted import of the same files had done. */
export interface EarlierLoad {
  /** the parts that it had loaded */
  parts: ReadonlySet<number>;
  /** whether searches read its places already */
  isLive: boolean;
  /** the id of the import, which its places have: that of the table that it fills */
  importId: string;
}

const Mark = z.object({ load: z.string(), part: z.coerce.number(), table_id: z.string() });

/**
 * What an import with this name had done before. Deletes what another import left. `firstRow` is the first row of a
 * part.
 */
export async function continueLoad(
  warehouse: Warehouse,
  load: string,
  firstRow: (part: number) => number,
): Promise<EarlierLoad> {
  const rows = await readMarks(warehouse);
  const own = rows.filter((row) => row.load === load);
  const exchange = own.find(({ part }) => part === EXCHANGE);
  const parts = new Set(own.filter((row) => row !== exchange).map(({ part }) => part));
  const wasLive = exchange !== undefined && (await tableId(warehouse, LIVE)) === exchange.table_id;
  if (wasLive && (await countRows(warehouse, LIVE)) > 0)
    return { parts, isLive: true, importId: exchange.table_id };
  const importId = await tableId(warehouse, LOADING);
  // Its places may be gone again, for example because their time was over.
  if (own.length === 0 || importId === undefined || wasLive) {
    await forgetLoad(warehouse);
    await createTable(warehouse, DATABASE, LOADING, []);
    return { parts: new Set(), isLive: false, importId: (await tableId(warehouse, LOADING)) ?? '' };
  }
  // A part that was being loaded may be there in part. Parts are loaded in order.
  const params = { row: firstRow(parts.size) };
  await warehouse.run({
    sql: `DELETE FROM ${LOADING} WHERE bitAnd(lw_id, ${MAX_ROWS - 1}) >= {row:UInt64}`,
    params,
  });
  return { parts, isLive: false, importId };
}

async function readMarks(warehouse: Warehouse): Promise<z.infer<typeof Mark>[]> {
  const engine = await newTableEngine(warehouse);
  await warehouse.run({
    sql: `CREATE TABLE IF NOT EXISTS ${PARTS} (load String, part UInt32, table_id String) ENGINE = ${engine} ORDER BY (load, part)`,
  });
  return warehouse.rows({ sql: `SELECT load, part, table_id FROM ${PARTS}` }, Mark, { work: 'load' });
}

/** Remembers that a part is loaded. */
export async function markPart(warehouse: Warehouse, load: string, part: number): Promise<void> {
  await mark(warehouse, load, part, '');
}

/** Remembers that `LOADING` is about to become `LIVE`: a crash after that must not exchange them again. */
export async function markExchange(warehouse: Warehouse, load: string): Promise<void> {
  await mark(warehouse, load, EXCHANGE, (await tableId(warehouse, LOADING)) ?? '');
}

async function mark(warehouse: Warehouse, load: string, part: number, id: string): Promise<void> {
  await warehouse.run({
    sql: `INSERT INTO ${PARTS} (load, part, table_id) SELECT {load:String}, {part:UInt32}, {id:String}`,
    params: { load, part, id },
  });
}

/**
 * Deletes the places of an import that was interrupted and not continued within a week, and those that an interrupted import
 * has replaced. Returns whether there were some.
 */
export async function dropAbandoned(warehouse: Warehouse): Promise<boolean> {
  if ((await tableId(warehouse, LOADING)) === undefined || isFilling(warehouse, DATABASE)) return false;
  return fillHere(warehouse, DATABASE, async () => {
    const live = await tableId(warehouse, LIVE);
    const marks = await readMarks(warehouse);
    // Its marks stay: the same import then has only its end to do.
    if (marks.some(({ part, table_id }) => part === EXCHANGE && table_id === live)) {
      await dropTable(warehouse, LOADING);
      return true;
    }
    const sql = `SELECT toUnixTimestamp(now()) - toUnixTimestamp(metadata_modification_time) AS n FROM system.tables
WHERE database = {database:String} AND name = {name:String}`;
    const seconds = await number(warehouse, { sql, params: nameParts(LOADING) });
    if (seconds === undefined || seconds < CONTINUED_DAYS * 86_400) return false;
    await forgetLoad(warehouse);
    return true;
  });
}

/** Deletes what an import left, if there is something. */
export async function forgetLoad(warehouse: Warehouse): Promise<void> {
  // First the marks: without them, the next import starts again.
  await warehouse.run({ sql: `TRUNCATE TABLE IF EXISTS ${PARTS}` });
  await dropTable(warehouse, LOADING);
}
