import type { Db } from '../platform/database/db.ts';
import { allOptOuts, insertOptOuts, type StoredKind } from './store.ts';

const AT_ONCE = 1000;

/** An entry as it is stored. It only matches with the same AUTH_SECRET. */
export interface StoredOptOut {
  hash: string;
  kind: StoredKind;
}

/** All entries of a database, as they are stored. */
export async function storedOptOuts(db: Db): Promise<StoredOptOut[]> {
  return [...(await allOptOuts(db))].map(([hash, { kind }]) => ({ hash, kind }));
}

/** Adds entries of another database with the same AUTH_SECRET, as new ones. Returns how many it lacked. */
export async function carryOptOuts(db: Db, entries: readonly StoredOptOut[], now: Date): Promise<number> {
  let added = 0;
  for (let from = 0; from < entries.length; from += AT_ONCE)
    added += (await insertOptOuts(db, entries.slice(from, from + AT_ONCE), now)).size;
  return added;
}
