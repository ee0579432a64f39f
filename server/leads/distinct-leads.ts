import { z } from 'zod';
import { quoted } from '#engines/lead-query/lead-table.ts';
import { compactRows } from '../platform/warehouse/compact-rows.ts';
import { LOAD_SECONDS, type Warehouse } from '../platform/warehouse/warehouse.ts';
import { countRows, number } from './table-facts.ts';

/** Rows per step of `copyDistinct` and `countDistinct`. About 100 bytes of memory each. */
const STEP_ROWS = 1_000_000;
/** The engine computes all columns of a block at once, so that smaller blocks take less memory. */
export const SMALL_BLOCKS =
  'SETTINGS min_insert_block_size_rows = 131072, min_insert_block_size_bytes = 67108864';
const MAX_KEY = 2n ** 64n - 1n;

/** Splits all keys into inclusive ranges. Keys are hashes, so each range has about `stepRows` of the rows. */
export function keyRanges(rows: number, stepRows = STEP_ROWS): { from: string; to: string }[] {
  const steps = BigInt(Math.max(1, Math.ceil(rows / stepRows)));
  const width = MAX_KEY / steps;
  return Array.from({ length: Number(steps) }, (_, index) => {
    const from = BigInt(index) * width + (index > 0 ? 1n : 0n);
    const to = BigInt(index + 1) === steps ? MAX_KEY : BigInt(index + 1) * width;
    return { from: String(from), to: String(to) };
  });
}

const IN_RANGE = 'lw_key BETWEEN {from:UInt64} AND {to:UInt64}';

/** A condition: the lead is in the table `known`. */
function isKnown(known: string | null): string {
  return known ? `lw_key IN (SELECT lw_key FROM ${known} WHERE ${IN_RANGE})` : 'false';
}

function isNew(known: string | null): string {
  return known ? ` AND NOT ${isKnown(known)}` : '';
}

/** The key ranges for reading a raw table, and the leads that are known already. */
async function planKeyRanges(
  warehouse: Warehouse,
  { from, known, stepRows }: { from: string; known: string | null; stepRows?: number | undefined },
) {
  const rows = (await countRows(warehouse, from)) + (known ? await countRows(warehouse, known) : 0);
  return keyRanges(rows, stepRows);
}

/** Where copied rows are from, and which rows of the same leads were collected from the same source before. */
export interface RowOrigin {
  importId: string;
  /** seconds since the epoch */
  collected: number;
  /** the rows that will be replaced: those of some imports, and when rows without a time were collected */
  before: { table: string; imports: readonly string[]; untimed: number } | null;
}

/**
 * Copies the rows of the raw table `from` to `to`: the first row of each lead, without leads that are already
 * in `known`. Works on a range of keys at a time, so that memory doesn't grow with the table.
 */
export async function copyDistinct(
  warehouse: Warehouse,
  tables: { from: string; to: string; known: string | null; stepRows?: number | undefined },
  columns: readonly string[],
  origin: RowOrigin = { importId: '', collected: 0, before: null },
): Promise<void> {
  const list = [...columns, 'lw_id', 'lw_formulas'].map(quoted).join(', ');
  const { from, to, known } = tables;
  const { importId, collected, before } = origin;
  const copied = `SELECT ${list}, lw_key FROM ${from} WHERE ${IN_RANGE}
AND lw_id IN (SELECT min(lw_id) FROM ${from} WHERE ${IN_RANGE}${isNew(known)} GROUP BY lw_key)`;
  // A lead that is imported again from its source keeps the time when it was collected first.
  const source = before
    ? `(${copied}) AS copied LEFT JOIN (
  SELECT lw_key, min(if(toUnixTimestamp(lw_collected) = 0, {untimed:UInt32}, toUnixTimestamp(lw_collected))) AS lw_before
  FROM ${before.table} WHERE ${IN_RANGE} AND lw_import IN {imports:Array(String)} GROUP BY lw_key) AS earlier USING (lw_key)`
    : `(${copied})`;
  const time = before ? 'if(lw_before = 0, {collected:UInt32}, lw_before)' : '{collected:UInt32}';
  const settings = before ? `${SMALL_BLOCKS}, join_use_nulls = 0` : SMALL_BLOCKS;
  // The rows before are read a range at a time, too, and may be many more.
  const compared = { ...tables, known: known ?? before?.table ?? null };
  for (const range of await planKeyRanges(warehouse, compared)) {
    await warehouse.run({
      sql: `INSERT INTO ${to} (${list}, lw_import, lw_collected) ${settings}
SELECT ${list}, {importId:String}, toDateTime(${time}, 'UTC') FROM ${source}`,
      params: {
        ...range,
        importId,
        collected,
        ...(before ? { imports: before.imports, untimed: before.untimed } : {}),
      },
    });
  }
}

/** Counts the rows that `copyDistinct` would copy. */
export async function countDistinct(
  warehouse: Warehouse,
  from: string,
  known: string | null,
): Promise<{ rows: number; duplicates: number }> {
  let rows = 0;
  for (const range of await planKeyRanges(warehouse, { from, known })) {
    const sql = `SELECT uniqExact(lw_key) AS n FROM ${from} WHERE ${IN_RANGE}${isNew(known)}`;
    rows += (await number(warehouse, { sql, params: range })) ?? 0;
  }
  return { rows, duplicates: (await countRows(warehouse, from)) - rows };
}

/** A row that an import skips, because the same lead is in the database or earlier in the file. */
export interface DuplicateLead {
  line: number;
  /** the line of the same lead in the file; null if it is in the database */
  of: number | null;
  /** the values of the columns, in order */
  cells: string[];
}

const Row = z.tuple([z.coerce.number(), z.coerce.number(), z.coerce.boolean()]).rest(z.string());

/** Reads the rows of the raw table `from` that `copyDistinct` doesn't copy, before it copies the others to `known`. */
export async function* duplicateLeads(
  warehouse: Warehouse,
  tables: { from: string; known: string | null; stepRows?: number | undefined },
  columns: readonly string[],
): AsyncGenerator<DuplicateLead> {
  const { from } = tables;
  const cells = columns.map((column) => `, r.${quoted(column)}`).join('');
  for (const params of await planKeyRanges(warehouse, tables)) {
    const known = isKnown(tables.known);
    const sql = `SELECT r.lw_line, f.line, f.known${cells} FROM ${from} AS r INNER JOIN (
  SELECT lw_key, min(lw_id) AS first, argMin(lw_line, lw_id) AS line, ${known} AS known FROM ${from}
  WHERE lw_key BETWEEN {from:UInt64} AND {to:UInt64} GROUP BY lw_key HAVING known OR count() > 1
) AS f ON r.lw_key = f.lw_key
WHERE r.lw_key BETWEEN {from:UInt64} AND {to:UInt64} AND (f.known OR r.lw_id != f.first) ORDER BY r.lw_line`;
    const options = { seconds: LOAD_SECONDS, work: 'load', incremental: true } as const;
    const pieces = warehouse.bytes({ sql, params }, 'JSONCompactEachRow', options);
    for await (const row of compactRows(pieces, columns.length + 3)) {
      const [line, first, inDatabase, ...values] = Row.parse(row);
      yield { line, of: inDatabase ? null : first, cells: values };
    }
  }
}
