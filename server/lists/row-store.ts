import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../platform/database/db.ts';
import { type JoinedRows, joinedPairs } from './cell-store.ts';
import { uncountRows } from './history-limit.ts';
import type { MergePlan, StoredRow } from './merge-rows.ts';

/** The bytes that a row counts for: its values, and its keys. */
export function rowBytes(row: { values: Readonly<Record<string, string>>; keys: readonly string[] }): number {
  return Buffer.byteLength(JSON.stringify(row.values)) + Buffer.byteLength(row.keys.join(''));
}

/** The rows of a list that have one of these keys. */
export async function rowsByKeys(
  tx: Tx,
  listId: string,
  keys: readonly string[],
): Promise<(StoredRow & { bytes: number; edited: string[] | null })[]> {
  const { rows } = await sql<{
    id: number;
    cells: Record<string, string>;
    bytes: number;
    edited: string[] | null;
    keys: string[];
  }>`
    select r.id, r.cells, r.bytes, r.edited, array_agg(k.key) as keys
    from list_rows r join list_row_keys k on k.row_id = r.id
    where r.id in (
      select row_id from list_row_keys
      where list_id = ${listId}::uuid
        and key in (select value from json_array_elements_text(${JSON.stringify(keys)}::text::json))
    )
    group by r.id
  `.execute(tx);
  return rows.map(({ id, cells, bytes, edited, keys: own }) => ({
    id: Number(id),
    values: cells,
    bytes,
    edited,
    keys: own,
  }));
}

/** A key of a row, by the row's ID. */
export interface KeyOfRow {
  row: number;
  key: string;
}

/** Gives rows of a list keys, after it takes others from them. */
export async function changeKeys(
  tx: Tx,
  listId: string,
  { gone, added }: { gone: readonly KeyOfRow[]; added: readonly KeyOfRow[] },
): Promise<void> {
  if (gone.length > 0)
    await sql`
      delete from list_row_keys k
      using json_to_recordset(${JSON.stringify(gone)}::text::json) as g (row bigint, key text)
      where k.list_id = ${listId}::uuid and k.key = g.key and k.row_id = g.row
    `.execute(tx);
  if (added.length > 0)
    await sql`
      insert into list_row_keys (list_id, key, row_id)
      select ${listId}::uuid, a.key, a.row
      from json_to_recordset(${JSON.stringify(added)}::text::json) as a (row bigint, key text)
      on conflict do nothing
    `.execute(tx);
}

/** Those of some rows of a list that haven't changed after a version of it. */
export async function rowsUpTo(
  db: Db,
  listId: string,
  ids: readonly number[],
  version: number,
): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('list_rows')
    .select('id')
    .where('list_id', '=', listId)
    .where('id', 'in', ids)
    .where('version', '<=', version)
    .execute();
  return rows.map(({ id }) => Number(id));
}

/**
 * The keys of rows, one after the other: without statistics, the embedded database would read all keys of the list. The
 * `offset 0` keeps it from joining them.
 */
function keysOf(ids: readonly number[]): RawBuilder<unknown> {
  return sql`
    json_array_elements_text(${JSON.stringify(ids)}::text::json) as i (id)
    cross join lateral (select * from list_row_keys where row_id = i.id::bigint offset 0) k
  `;
}

/** The keys of rows of a list, by the row's ID. */
export async function keysOfRows(
  db: Db,
  listId: string,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  const { rows } = await sql<{ row_id: number; keys: string[] }>`
    select k.row_id, array_agg(k.key) as keys from ${keysOf(ids)}
    where k.list_id = ${listId}::uuid group by k.row_id
  `.execute(db);
  return new Map(rows.map(({ row_id, keys }) => [Number(row_id), keys]));
}

const KEYS_PER_STEP = 5000;

/** All keys of the rows of a list, read in steps. */
export async function* allKeys(db: Db, listId: string): AsyncGenerator<string[]> {
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('list_row_keys')
      .select('key')
      .where('list_id', '=', listId)
      .where('key', '>', after)
      .orderBy('key')
      .limit(KEYS_PER_STEP)
      .execute();
    yield rows.map(({ key }) => key);
    const last = rows.at(-1);
    if (!last || rows.length < KEYS_PER_STEP) return;
    after = last.key;
  }
}

/** The version that the list gets with `changeCounters`, at the end of the transaction. */
export function nextVersion(listId: string): RawBuilder<unknown> {
  return sql`(select version + 1 from lists where id = ${listId}::uuid)`;
}

/** Carries out a plan. `gone`: keys that rows no longer have. Returns the IDs of new rows, in their order. */
export async function storeMerge(
  tx: Tx,
  listId: string,
  { plan, gone }: { plan: MergePlan; gone: readonly KeyOfRow[] },
  at: Date,
): Promise<number[]> {
  const joined = plan.joins.map(({ from }) => from);
  if (joined.length > 0) await deleteRowsById(tx, listId, joined);
  if (plan.updates.length > 0) {
    const rows = plan.updates.map((row) => ({
      id: row.id,
      cells: row.values,
      edited: row.edited,
      bytes: rowBytes(row),
    }));
    await sql`
      update list_rows r set cells = u.cells, edited = coalesce(u.edited, r.edited), bytes = u.bytes, updated_at = ${at},
        version = case when r.cells = u.cells then r.version else ${nextVersion(listId)} end
      from json_to_recordset(${JSON.stringify(rows)}::text::json)
        as u (id bigint, cells jsonb, edited jsonb, bytes integer)
      where r.id = u.id and r.list_id = ${listId}::uuid
    `.execute(tx);
  }
  const ids = await newIds(tx, plan.inserts.length);
  if (ids.length > 0) {
    const rows = plan.inserts.map((row, index) => ({
      id: ids[index],
      cells: row.values,
      bytes: rowBytes(row),
    }));
    await sql`
      insert into list_rows (id, list_id, cells, bytes, version, added_at, updated_at)
      select i.id, ${listId}::uuid, i.cells, i.bytes, ${nextVersion(listId)}, ${at}::timestamptz, ${at}::timestamptz
      from json_to_recordset(${JSON.stringify(rows)}::text::json) as i (id bigint, cells jsonb, bytes integer)
    `.execute(tx);
  }
  const added = [
    ...plan.updates.flatMap(({ id, keys }) => keys.map((key) => ({ row: id, key }))),
    ...plan.inserts.flatMap(({ keys }, index) => keys.map((key) => ({ row: ids[index] ?? 0, key }))),
  ];
  await changeKeys(tx, listId, { gone, added });
  return ids;
}

/** IDs in order, so that the rows of one import keep theirs. */
async function newIds(tx: Tx, count: number): Promise<number[]> {
  if (count === 0) return [];
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('list_rows', 'id')) as id from generate_series(1, ${count}::integer)
  `.execute(tx);
  return rows.map(({ id }) => Number(id)).sort((a, b) => a - b);
}

/** Gives rows the keys of those that are merged into them, so that adding them again updates it. Returns those that they hadn't. */
export async function moveKeys(tx: Tx, listId: string, groups: readonly JoinedRows[]): Promise<KeyOfRow[]> {
  const { rows } = await sql<{ key: string; row_id: number }>`
    insert into list_row_keys (list_id, key, row_id)
    select distinct ${listId}::uuid, k.key, g.into_row
    from ${joinedPairs(groups)}
    cross join lateral (select * from list_row_keys where row_id = g.row offset 0) k
    where k.list_id = ${listId}::uuid
    on conflict do nothing
    returning key, row_id
  `.execute(tx);
  return rows.map(({ key, row_id }) => ({ row: Number(row_id), key }));
}

/** Deletes rows of a list by their IDs. Returns what they filled. */
export async function deleteRowsById(
  tx: Tx,
  listId: string,
  ids: readonly number[],
): Promise<{ rows: number; bytes: number }> {
  await uncountRows(tx, listId, ids);
  const deleted = await tx
    .deleteFrom('list_rows')
    .where('list_id', '=', listId)
    .where('id', 'in', ids)
    .returning('bytes')
    .execute();
  return { rows: deleted.length, bytes: deleted.reduce((sum, { bytes }) => sum + bytes, 0) };
}

/** Deletes some rows of a list. Returns what they filled. */
export async function deleteSomeRows(
  tx: Tx,
  listId: string,
  limit: number,
): Promise<{ rows: number; bytes: number }> {
  const some = await tx
    .selectFrom('list_rows')
    .select('id')
    .where('list_id', '=', listId)
    .orderBy('id')
    .limit(limit)
    .execute();
  const ids = some.map(({ id }) => id);
  return ids.length === 0 ? { rows: 0, bytes: 0 } : deleteRowsById(tx, listId, ids);
}

/** Replaces the values of rows. `fewer`: the bytes by which each shrinks. */
export async function replaceCells(
  tx: Tx,
  listId: string,
  rows: readonly { id: number; cells: Record<string, string>; fewer: number }[],
): Promise<void> {
  await sql`
    update list_rows r set cells = u.cells, bytes = r.bytes - u.fewer, version = ${nextVersion(listId)}
    from json_to_recordset(${JSON.stringify(rows)}::text::json) as u (id bigint, cells jsonb, fewer integer)
    where r.id = u.id and r.list_id = ${listId}::uuid
  `.execute(tx);
}

/** Replaces keys of rows by ones that name no one, so that each row stays one of its own. */
export async function replaceRowKeys(db: Db, listId: string, keys: readonly string[]): Promise<void> {
  for (const key of keys)
    await sql`
      update list_row_keys set key = 'row:' || gen_random_uuid() where list_id = ${listId}::uuid and key = ${key}
    `.execute(db);
}
