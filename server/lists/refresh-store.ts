import { sql } from 'kysely';
import type { Db, Tx } from '../platform/database/db.ts';

/** Notes that all rows of a list are to be computed, because its steps or columns changed. */
export function storeRefresh(tx: Tx, listId: string): Promise<void> {
  return storeRefreshed(tx, listId, { after: 0, done: 0 });
}

/** Notes that the rows of a list from one on are to be computed, by its ID, besides those that already are. */
export async function storeRefreshFrom(tx: Tx, listId: string, row: number): Promise<void> {
  await sql`
    update lists set refresh_after = ${row - 1}, refresh_done = (
      select count(*) from list_rows where list_id = ${listId}::uuid and id < ${row}
    )
    where id = ${listId}::uuid and (refresh_after is null or refresh_after > ${row - 1})
  `.execute(tx);
}

/** Notes that all rows of a list are to get other keys, because its key column changed. */
export async function storeRekey(tx: Tx, listId: string): Promise<void> {
  await tx.updateTable('lists').set({ refresh_keys: true }).where('id', '=', listId).execute();
  await storeRefresh(tx, listId);
}

/**
 * Notes up to which row a list is computed, and how many that are. `after` is null if all are: then they have their keys, and no
 * values of deleted columns.
 */
export async function storeRefreshed(
  tx: Tx,
  listId: string,
  { after, done }: { after: number | null; done: number },
): Promise<void> {
  await tx
    .updateTable('lists')
    .set({
      refresh_after: after,
      refresh_done: done,
      ...(after === null ? { refresh_keys: false, deleted_columns: '[]' } : {}),
    })
    .where('id', '=', listId)
    .execute();
}

/** Some lists with rows to compute that aren't among `without`. */
export function listsToRefresh(
  db: Db,
  limit: number,
  without: readonly string[],
): Promise<{ id: string; account_id: string }[]> {
  let lists = db
    .selectFrom('lists')
    .select(['id', 'account_id'])
    .where('refresh_after', 'is not', null)
    .orderBy('id')
    .limit(limit);
  if (without.length > 0) lists = lists.where('id', 'not in', without);
  return lists.execute();
}

/** The IDs of the next rows of a list. */
export async function rowsAfter(db: Db, listId: string, after: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('list_rows')
    .select('id')
    .where('list_id', '=', listId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => Number(id));
}
