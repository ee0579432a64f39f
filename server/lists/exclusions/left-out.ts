import type { Deps } from '../../deps.ts';
import type { Db } from '../../platform/database/db.ts';
import { listFields } from '../list-fields.ts';
import { namedListGone } from '../list-gone.ts';
import { accountLists, findList, type ListRecord } from '../store.ts';
import { rowKeys } from './excluded-keys.ts';
import type { KeyIndex } from './key-index.ts';
import { indexOfList, tooManyKeys } from './list-keys.ts';

/** An exclusion list. */
export type Exclusion = Pick<ListRecord, 'id' | 'name'>;

/** The exclusion list that leaves out a row with these cells, the oldest of several; null if none does. */
export type ExclusionOf = (cells: Readonly<Record<string, string>>) => Exclusion | null;

/**
 * Who the exclusion lists of an account leave out of another list: `wanted`, or all if it is undefined. null: no one. Throws
 * `validation_failed` for a list that isn't an exclusion list of the account, and `unprocessable` for one that is too large.
 */
export async function openLeftOut(
  { database: { db } }: Pick<Deps, 'database'>,
  accountId: string,
  from: ListRecord,
  wanted: readonly string[] | undefined,
): Promise<ExclusionOf | null> {
  const lists = wanted
    ? await Promise.all(wanted.map((id) => requireExclusion(db, accountId, id)))
    : await exclusionsOf(db, accountId);
  return leftOutBy(db, lists, from);
}

/**
 * The same for a run that is going on: `wanted`, or all if it is null. A list that is gone or ordinary meanwhile leaves no one
 * out. Throws `unprocessable` for a list that is too large.
 */
export async function leftOutOfRun(
  { database: { db } }: Pick<Deps, 'database'>,
  from: ListRecord,
  wanted: readonly string[] | null,
): Promise<ExclusionOf | null> {
  if (wanted?.length === 0) return null;
  const lists = await exclusionsOf(db, from.account_id);
  return leftOutBy(db, wanted ? lists.filter(({ id }) => wanted.includes(id)) : lists, from);
}

/**
 * The IDs of the exclusion lists that a repeated lead search leaves out now: those of `wanted` that still are exclusion lists.
 * null for all, besides `inLists`, whose people and companies it looks for.
 */
export async function leftOutOfSearch(
  { database: { db } }: Pick<Deps, 'database'>,
  accountId: string,
  { wanted, inLists }: { wanted: readonly string[] | null; inLists: readonly string[] },
): Promise<string[]> {
  if (wanted?.length === 0) return [];
  const ids = (await exclusionsOf(db, accountId)).map(({ id }) => id);
  return ids.filter((id) => wanted?.includes(id) ?? !inLists.includes(id));
}

async function exclusionsOf(db: Db, accountId: string): Promise<ListRecord[]> {
  return (await accountLists(db, accountId)).filter(({ excludes }) => excludes !== null);
}

async function leftOutBy(
  db: Db,
  lists: readonly ListRecord[],
  from: ListRecord,
): Promise<ExclusionOf | null> {
  const others = lists.filter(({ id }) => id !== from.id).sort(oldestFirst);
  if (others.length === 0) return null;
  const sets: { list: Exclusion; keys: KeyIndex }[] = [];
  for (const list of others) {
    const keys = await indexOfList(db, list, 'left out');
    // Without it, people would be contacted who must not be.
    if (!keys) throw tooManyKeys(list);
    sets.push({ list, keys });
  }
  const fields = listFields(from);
  return (cells) => {
    const ofRow = rowKeys(fields, cells);
    return sets.find(({ keys }) => ofRow.some((key) => keys.get(key) !== undefined))?.list ?? null;
  };
}

/** Compares lists for a sort: of several that leave someone out, the first one counts. */
export function oldestFirst(a: ListRecord, b: ListRecord): number {
  return a.created_at.getTime() - b.created_at.getTime() || (a.id < b.id ? -1 : 1);
}

/** An exclusion list of the account. Throws `validation_failed` without one. */
export async function requireExclusion(db: Db, accountId: string, id: string): Promise<ListRecord> {
  const list = await findList(db, accountId, id);
  if (!list?.excludes) throw namedListGone('leaveOut');
  return list;
}
