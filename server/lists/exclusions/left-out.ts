import { setImmediate as nextTurn } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { CallError } from '#contract/errors.ts';
import { LEAVE_OUT_MAX } from '#contract/list-exclusions.ts';
import type { Deps } from '../../deps.ts';
import type { Db } from '../../platform/database/db.ts';
import { listFields } from '../list-fields.ts';
import { rowPages } from '../row-steps.ts';
import { accountLists, findList, type ListRecord } from '../store.ts';
import { excludedKeys, rowKeys } from './excluded-keys.ts';

/** Whether a row with these cells is left out. */
export type IsLeftOut = (cells: Readonly<Record<string, string>>) => boolean;

/** Keys that are remembered, of all accounts. A key takes about 60 bytes. */
const REMEMBERED_KEYS = 500_000;
const ROWS_PER_TURN = 200;

/** The keys of exclusion lists by database, list and version. They are read again after a change. */
const remembered = new WeakMap<Db, LRUCache<string, ReadonlySet<string>>>();
/** Keys that are being read, so that requests at the same time read them once. */
const reading = new Map<string, Promise<ReadonlySet<string>>>();

/**
 * Who the exclusion lists of an account leave out of another list: `wanted`, or all if it is undefined. null: no one. Throws
 * `validation_failed` for a list that isn't an exclusion list of the account.
 */
export async function openLeftOut(
  { database: { db } }: Pick<Deps, 'database'>,
  accountId: string,
  from: ListRecord,
  wanted: readonly string[] | undefined,
): Promise<IsLeftOut | null> {
  const lists = wanted
    ? await Promise.all(wanted.map((id) => requireExclusion(db, accountId, id)))
    : (await accountLists(db, accountId)).filter(({ excludes }) => excludes !== null).slice(0, LEAVE_OUT_MAX);
  const others = lists.filter(({ id }) => id !== from.id);
  if (others.length === 0) return null;
  const sets: ReadonlySet<string>[] = [];
  for (const list of others) sets.push(await keysOf(db, list));
  const fields = listFields(from);
  return (cells) => rowKeys(fields, cells).some((key) => sets.some((keys) => keys.has(key)));
}

async function requireExclusion(db: Db, accountId: string, id: string): Promise<ListRecord> {
  const list = await findList(db, accountId, id);
  if (!list?.excludes)
    throw new CallError('validation_failed', 'leaveOut names a list that isn’t one of your exclusion lists.');
  return list;
}

async function keysOf(db: Db, list: ListRecord): Promise<ReadonlySet<string>> {
  const cache =
    remembered.get(db) ??
    new LRUCache<string, ReadonlySet<string>>({
      maxSize: REMEMBERED_KEYS,
      sizeCalculation: (keys) => keys.size + 1,
    });
  remembered.set(db, cache);
  const id = `${list.id} ${list.version} ${list.excludes} ${JSON.stringify(list.fields)}`;
  const known = cache.get(id) ?? (await reading.get(id));
  if (known) return known;
  const read = readKeys(db, list);
  reading.set(id, read);
  try {
    const keys = await read;
    cache.set(id, keys);
    return keys;
  } finally {
    reading.delete(id);
  }
}

async function readKeys(db: Db, list: ListRecord): Promise<ReadonlySet<string>> {
  const fields = listFields(list);
  const keys = new Set<string>();
  for await (const page of rowPages(db, list.id)) {
    for (const [index, { cells }] of page.entries()) {
      for (const key of excludedKeys(fields, cells, list.excludes ?? 'people')) keys.add(key);
      if (index % ROWS_PER_TURN === 0) await nextTurn();
    }
  }
  return keys;
}
