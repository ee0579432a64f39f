import type { LeadDatabase } from '#contract/leads.ts';
import { didOptOutSince } from '../opt-outs/opt-outs.ts';
import type { Tx } from '../platform/database/db.ts';
import { LOAD_SECONDS, type Warehouse } from '../platform/warehouse/warehouse.ts';
import { createKeySet, keysFromBytes, type LeadKeys } from './lead-keys.ts';
import { leadTable } from './lead-tables.ts';

/** An export reads its first leads so long before it starts at most. */
const READ_BEFORE_MS = 15 * 60_000;

/** Leads that an export sent. */
interface SentOf {
  database: LeadDatabase;
  keys: LeadKeys;
  /** when the export started */
  exportedAt: Date;
}

/**
 * Those of the leads whose keys may be stored for the account: all, unless someone opted out since the export read them. Then,
 * those that are still there, because an erasure forgets the keys of a person once, and this export may end after it.
 *
 * Call it in the transaction that stores the keys: an erasure adds to the opt-out list first, then deletes leads, and forgets keys
 * once the transactions that didn't see the list are over (`forgetExported`).
 */
export async function rememberable(
  tx: Tx,
  warehouse: Warehouse,
  { database, keys, exportedAt }: SentOf,
): Promise<LeadKeys> {
  if (keys.length === 0) return keys;
  const since = new Date(exportedAt.getTime() - READ_BEFORE_MS);
  if (!(await didOptOutSince(tx, since))) return keys;
  const pieces: Buffer[] = [];
  const statement = {
    // One text is bound ten times as fast as an array.
    sql: `SELECT DISTINCT lw_key FROM ${leadTable(database)} WHERE lw_key IN (SELECT toUInt64(arrayJoin(splitByChar(' ', {keys:String}))))`,
    params: { keys: keys.join(' ') },
  };
  const options = { seconds: LOAD_SECONDS, work: 'load' } as const;
  for await (const piece of warehouse.bytes(statement, 'RowBinary', options)) pieces.push(piece);
  return createKeySet(keysFromBytes(Buffer.concat(pieces))).common(keys);
}
