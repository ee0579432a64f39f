import { setImmediate as nextTurn } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Excludes } from '#contract/list-exclusions.ts';
import type { Db } from '../../platform/database/db.ts';
import { listFields } from '../list-fields.ts';
import { rowPages } from '../row-steps.ts';
import type { ListRecord } from '../store.ts';
import { companyKeys, excludedKeys, foundKeys, type IdentityColumn, personalKeys } from './excluded-keys.ts';

/** The keys of a list, each with the ID of the first row that has it. */
export type ListKeys = ReadonlyMap<string, number>;

/**
 * What the keys of a list are for: whom it leaves out as an exclusion list, its companies, or rows to be found in it, by what is the same
 * of a person or also of a company.
 */
type KeysOf = 'left out' | 'companies' | 'people' | 'found';

/**
 * Keys that are remembered, of all accounts: two lists of 100,000 rows with an email, a profile, a phone, a name, a website and a
 * company have up to 900,000 each. A key takes about 80 bytes.
 */
export const REMEMBERED_KEYS = 2_000_000;
const ROWS_PER_TURN = 200;

const KEYS: Readonly<
  Record<
    KeysOf,
    (...row: [readonly IdentityColumn[], Readonly<Record<string, string>>, Excludes]) => string[]
  >
> = { 'left out': excludedKeys, companies: companyKeys, people: personalKeys, found: foundKeys };

/** The keys of lists by database, list and version. They are read again after a change. */
const remembered = new WeakMap<Db, LRUCache<string, ListKeys>>();
/** Keys that are being read, so that requests at the same time read them once. */
const reading = new Map<string, Promise<ListKeys>>();

/** The keys of a list. They are remembered. */
export async function keysOfList(db: Db, list: ListRecord, of: KeysOf): Promise<ListKeys> {
  const cache =
    remembered.get(db) ??
    new LRUCache<string, ListKeys>({
      maxSize: REMEMBERED_KEYS,
      sizeCalculation: (keys) => keys.size + 1,
    });
  remembered.set(db, cache);
  const id = `${list.id} ${list.version} ${of} ${list.excludes} ${JSON.stringify(list.fields)}`;
  const known = cache.get(id) ?? (await reading.get(id));
  if (known) return known;
  const read = readKeys(db, list, of);
  reading.set(id, read);
  try {
    const keys = await read;
    cache.set(id, keys);
    return keys;
  } finally {
    reading.delete(id);
  }
}

async function readKeys(db: Db, list: ListRecord, of: KeysOf): Promise<ListKeys> {
  const fields = listFields(list);
  const keysOf = KEYS[of];
  const keys = new Map<string, number>();
  for await (const page of rowPages(db, list.id)) {
    for (const [index, { id, cells }] of page.entries()) {
      for (const key of keysOf(fields, cells, list.excludes ?? 'people'))
        if (!keys.has(key)) keys.set(key, id);
      if (index % ROWS_PER_TURN === 0) await nextTurn();
    }
  }
  return keys;
}
