import { LRUCache } from 'lru-cache';
import type { Db } from '../../platform/database/db.ts';
import type { ListRecord } from '../store.ts';

/** What is read of a list: `what` tells it from the rest. */
type Remember<Value> = (db: Db, list: ListRecord, what: string, read: () => Promise<Value>) => Promise<Value>;

/**
 * Remembers what was read of lists of all accounts, until a list changes: up to `most`, as `sizeOf` counts it; what was used last stays. What
 * several ask for at the same time is read once.
 */
export function rememberLists<Value extends object>(
  most: number,
  sizeOf: (value: Value) => number,
): Remember<Value> {
  const remembered = new WeakMap<Db, LRUCache<string, Value>>();
  const reading = new Map<string, Promise<Value>>();
  return async (db, list, what, read) => {
    const cache =
      remembered.get(db) ??
      new LRUCache<string, Value>({ maxSize: most, sizeCalculation: (value) => sizeOf(value) + 1 });
    remembered.set(db, cache);
    const id = `${list.id} ${list.version} ${what} ${list.excludes} ${JSON.stringify(list.fields)}`;
    const known = cache.get(id) ?? (await reading.get(id));
    if (known) return known;
    const value = read();
    reading.set(id, value);
    try {
      cache.set(id, await value);
      return await value;
    } finally {
      reading.delete(id);
    }
  };
}
