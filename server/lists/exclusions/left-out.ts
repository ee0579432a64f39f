import { setImmediate as nextTurn } from 'node:timers/promises';
import { domainToUnicode } from 'node:url';
import { LRUCache } from 'lru-cache';
import { CallError } from '#contract/errors.ts';
import type { LeadFilters } from '#contract/lead-filters.ts';
import { LEAVE_OUT_MAX } from '#contract/list-exclusions.ts';
import { leftOutHash } from '#engines/lead-query/left-out-hash.ts';
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
const HASHES_PER_TURN = 5000;
/** Keys that one lead search leaves out. Each is sent to the engine with each query. */
const LEAD_SEARCH_KEYS = 200_000;
const TOO_MANY_KEYS = `Exclusion lists in a lead search can have ${LEAD_SEARCH_KEYS.toLocaleString('en-US')} people and companies at most. Leave out fewer lists.`;

/** The keys of exclusion lists by database, list and version. They are read again after a change. */
const remembered = new WeakMap<Db, LRUCache<string, ReadonlySet<string>>>();
/** The hashes of remembered keys, which lead searches need. */
const hashes = new WeakMap<ReadonlySet<string>, readonly string[]>();
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

/**
 * The filters of a lead search with the keys of the exclusion lists that they name. Throws `validation_failed` for a list that
 * isn't an exclusion list of the account, and if the lists have more keys than a search can take.
 */
export async function withLeftOut(
  { database: { db } }: Pick<Deps, 'database'>,
  accountId: string,
  filters: LeadFilters,
): Promise<LeadFilters> {
  if (filters.leaveOut.length === 0) return filters;
  const lists = await Promise.all(filters.leaveOut.map((id) => requireExclusion(db, accountId, id)));
  const leftOut: string[] = [];
  for (const list of lists) {
    const keys = await keysOf(db, list);
    if (leftOut.length + keys.size > LEAD_SEARCH_KEYS)
      throw new CallError('validation_failed', TOO_MANY_KEYS);
    for (const hash of await hashesOf(keys)) leftOut.push(hash);
  }
  return { ...filters, leftOut };
}

/** The hashes of the keys of an exclusion list, in all forms that a lead can have. */
async function hashesOf(keys: ReadonlySet<string>): Promise<readonly string[]> {
  const known = hashes.get(keys);
  if (known) return known;
  const hashed = await leadHashes(keys);
  hashes.set(keys, hashed);
  return hashed;
}

/** The hashes of keys of exclusion lists in all forms that a lead can have. */
export async function leadHashes(keys: Iterable<string>): Promise<string[]> {
  const hashed: string[] = [];
  for (const key of keys) {
    for (const spelling of leadSpellings(key)) hashed.push(leftOutHash(spelling));
    if (hashed.length % HASHES_PER_TURN === 0) await nextTurn();
  }
  return hashed;
}

/**
 * The forms that a key can have in a lead. A domain can be in its own letters, which the engine can't convert:
 * `xn--mnchen-3ya.de` is `münchen.de`.
 */
function leadSpellings(key: string): string[] {
  return key.startsWith('domain:xn--') || (key.startsWith('domain:') && key.includes('.xn--'))
    ? [key, `domain:${domainToUnicode(key.slice('domain:'.length))}`]
    : [key];
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
