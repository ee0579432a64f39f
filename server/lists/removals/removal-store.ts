import { type Selectable, sql } from 'kysely';
import { CallError } from '#contract/errors.ts';
import { UNDO_DAYS } from '#contract/list-runs.ts';
import type { Db, Tx } from '../../platform/database/db.ts';
import type { Tables } from '../../platform/database/tables.ts';
import type { MovedCell } from '../cell-store.ts';
import type { Filled, ListRecord } from '../store.ts';

export type RemovedRow = Selectable<Tables['removed_list_rows']>;

/** Removals that an account can undo. The oldest ones are forgotten first. */
const REMOVALS_MAX = 1000;

/** What rows were removed from, and when. Several parts have the same `id`. */
export interface Removal {
  id: string;
  accountId: string;
  list: Pick<ListRecord, 'id' | 'key_column' | 'deleted_columns'>;
  /** what the removed rows of the account may fill together, with the values that were replaced in them */
  limits: Pick<Filled, 'rows' | 'bytes'>;
  at: Date;
}

/**
 * Keeps rows of a list that are about to be deleted, with everything that belongs to them, so that they can come back: without the
 * values of columns that were deleted before, which would come back in a new column of the same name. Forgets the oldest removals
 * of the account beyond its limits. Throws `conflict` if another list has the removal.
 */
export async function keepRows(tx: Tx, removal: Removal, rows: readonly number[]): Promise<void> {
  const { id, list, at } = removal;
  const deleted = JSON.stringify(list.deleted_columns);
  await sql`
    insert into list_removals (id, list_id, key_column, lost_columns, at)
    values (${id}::uuid, ${list.id}::uuid, ${list.key_column}, ${deleted}::text::jsonb, ${at}::timestamptz)
    on conflict do nothing
  `.execute(tx);
  if (!(await findRemoval(tx, list.id, id, at))) throw usedBefore();
  await sql`
    with kept as (
      insert into removed_list_rows
        (list_id, row_id, removal, cells, edited, keys, version, added_at, updated_at, bytes, answers, history, at)
      select r.list_id, r.id, ${id}::uuid,
        r.cells - array(select jsonb_array_elements_text(${deleted}::text::jsonb)), r.edited,
        coalesce((select jsonb_agg(k.key order by k.key) from list_row_keys k where k.row_id = r.id), '[]'),
        r.version, r.added_at, r.updated_at, r.bytes,
        coalesce((
          select jsonb_agg(to_jsonb(c) - '{list_id,row_id,queued_by}'::text[]) from list_cells c where c.row_id = r.id
        ), '[]'),
        coalesce((
          select jsonb_agg(to_jsonb(h) - '{list_id,row_id}'::text[] order by h.id) from list_history h where h.row_id = r.id
        ), '[]'),
        ${at}::timestamptz
      from list_rows r
      where r.list_id = ${list.id}::uuid
        and r.id = any(${`{${rows}}`}::text::bigint[])
      returning bytes + (
        select coalesce(sum(octet_length(h->>'before') + coalesce(octet_length(h->>'cell'), 0)), 0)
        from jsonb_array_elements(history) h
      ) as bytes
    )
    update list_removals m set rows = m.rows + k.rows, bytes = m.bytes + k.bytes
    from (select count(*) as rows, coalesce(sum(bytes), 0) as bytes from kept) k
    where m.id = ${id}::uuid
  `.execute(tx);
  await forgetBeyond(tx, removal);
}

/** Throws `conflict` if rows were removed with this ID before: a removal that grows would never be forgotten. */
export async function assertNewRemoval(db: Db, id: string): Promise<void> {
  const known = await db.selectFrom('list_removals').select('id').where('id', '=', id).executeTakeFirst();
  if (known) throw usedBefore();
}

function usedBefore(): CallError {
  return new CallError('conflict', 'This `edit` was used before. Undo it, or use a new UUID.');
}

/** Notes what rows took of others that were merged into them. */
export async function noteMerged(
  tx: Tx,
  listId: string,
  merged: readonly { row: number; into: number; cells: readonly MovedCell[]; keys: readonly string[] }[],
): Promise<void> {
  const rows = merged.map(({ row, into, cells, keys }) => ({
    row,
    into_row: into,
    taken: { steps: cells.map(({ step }) => step), keys },
    replaced: cells.flatMap(({ replaced }) => (replaced ? [{ ...replaced, replaced: true }] : [])),
  }));
  await sql`
    update removed_list_rows r set merged_into = m.into_row, taken = m.taken, answers = r.answers || m.replaced
    from json_to_recordset(${JSON.stringify(rows)}::text::json)
      as m (row bigint, into_row bigint, taken jsonb, replaced jsonb)
    where r.list_id = ${listId}::uuid and r.row_id = m.row
  `.execute(tx);
}

async function forgetBeyond(tx: Tx, { id, accountId, limits }: Removal): Promise<void> {
  await sql`
    update list_removals set forgotten = true where id in (
      select id from (
        select m.id, row_number() over latest as place, sum(m.rows) over latest as rows, sum(m.bytes) over latest as bytes
        from list_removals m join lists l on l.id = m.list_id
        where l.account_id = ${accountId}::uuid and not m.forgotten
        window latest as (order by m.at desc, m.id)
      ) all_removals
      where id <> ${id}::uuid and (place > ${REMOVALS_MAX} or rows > ${limits.rows} or bytes > ${limits.bytes})
    )
  `.execute(tx);
}

/** A removal of a list, and whether it can still be undone; undefined: there is none. */
export async function findRemoval(
  db: Db,
  listId: string,
  id: string,
  now: Date,
): Promise<(Selectable<Tables['list_removals']> & { isOpen: boolean }) | undefined> {
  const removal = await db
    .selectFrom('list_removals')
    .selectAll()
    .where('id', '=', id)
    .where('list_id', '=', listId)
    .executeTakeFirst();
  const until = now.getTime() - UNDO_DAYS * 86_400_000;
  return removal && { ...removal, isOpen: !removal.forgotten && removal.at.getTime() > until };
}

/** A removed row as it was read. `read` changes with each change of it. */
export type ReadRemovedRow = RemovedRow & { read: string };

const READ = sql<string>`xmin::text`.as('read');
const numbered = <Row extends RemovedRow>(row: Row): Row => ({
  ...row,
  row_id: Number(row.row_id),
  version: Number(row.version),
  merged_into: row.merged_into === null ? null : Number(row.merged_into),
});

/** The next rows of a removal, or of a list, after a row. */
export async function removedRows(
  db: Db,
  of: { removal: string } | { list_id: string },
  after: number,
  limit: number,
): Promise<ReadRemovedRow[]> {
  const rows = await db
    .selectFrom('removed_list_rows')
    .selectAll()
    .select(READ)
    .where(({ and }) => and(of))
    .where('row_id', '>', after)
    .orderBy('row_id')
    .limit(limit)
    .execute();
  return rows.map(numbered);
}

/** Rows of one page. With their answers and changes, they are large. */
const ROWS_PER_PAGE = 50;

/** The removed rows of a list, in pages. */
export async function* removedPages(db: Db, listId: string): AsyncGenerator<ReadRemovedRow[]> {
  for (let after = 0; ; ) {
    const page = await removedRows(db, { list_id: listId }, after, ROWS_PER_PAGE);
    if (page.length > 0) yield page;
    const last = page.at(-1);
    if (!last || page.length < ROWS_PER_PAGE) return;
    after = last.row_id;
  }
}

/** Takes rows out of what can come back. Those that changed since they were read stay. Returns the IDs of the others. */
export async function takeRemoved(
  tx: Tx,
  listId: string,
  rows: readonly ReadRemovedRow[],
): Promise<Set<number>> {
  if (rows.length === 0) return new Set();
  const read = JSON.stringify(rows.map(({ row_id, read: version }) => ({ row: row_id, version })));
  const { rows: taken } = await sql<{ row_id: number }>`
    delete from removed_list_rows r
    using json_to_recordset(${read}::text::json) as s (row bigint, version text)
    where r.list_id = ${listId}::uuid and r.row_id = s.row and r.xmin::text = s.version
    returning r.row_id
  `.execute(tx);
  return new Set(taken.map(({ row_id }) => Number(row_id)));
}

/** Changes what is kept of a row, unless it changed since it was read. Returns whether it did. */
export async function changeRemoved(
  db: Db,
  row: ReadRemovedRow,
  change: Partial<Pick<RemovedRow, 'cells' | 'answers' | 'history'>>,
): Promise<void> {
  const set = Object.fromEntries(
    Object.entries(change).map(([column, value]) => [column, JSON.stringify(value)]),
  );
  await db
    .updateTable('removed_list_rows')
    .set(set)
    .where('list_id', '=', row.list_id)
    .where('row_id', '=', row.row_id)
    .where(sql<boolean>`xmin::text = ${row.read}`)
    .execute();
}

/** Those of some rows that were removed from a list and can come back. */
export async function removedAmong(db: Db, listId: string, rows: readonly number[]): Promise<Set<number>> {
  if (rows.length === 0) return new Set();
  const found = await db
    .selectFrom('removed_list_rows')
    .select('row_id')
    .where('list_id', '=', listId)
    .where('row_id', 'in', rows)
    .execute();
  return new Set(found.map(({ row_id }) => Number(row_id)));
}

/** Removes keys from the removed rows of a list. */
export async function dropRemovedKeys(db: Db, listId: string, keys: readonly string[]): Promise<void> {
  for (const key of keys)
    await sql`
      update removed_list_rows set keys = keys - ${key}::text where list_id = ${listId}::uuid and keys ? ${key}::text
    `.execute(db);
}

/** Notes that columns of a list were deleted: rows that come back later have no values in them. */
export async function loseColumns(tx: Tx, listId: string, columns: readonly string[]): Promise<void> {
  await sql`
    update list_removals set lost_columns = (
      select jsonb_agg(distinct value) from jsonb_array_elements(lost_columns || ${JSON.stringify(columns)}::jsonb)
    ) where list_id = ${listId}::uuid
  `.execute(tx);
}

/** Deletes a removal if none of its rows are left. */
export async function endRemoval(tx: Db, id: string): Promise<void> {
  await sql`
    delete from list_removals where id = ${id}::uuid
      and not exists (select 1 from removed_list_rows where removal = ${id}::uuid)
  `.execute(tx);
}

/** Deletes some removed rows of a list. Returns how many. */
export async function deleteSomeRemoved(tx: Tx, listId: string, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from removed_list_rows where list_id = ${listId}::uuid and row_id in (
      select row_id from removed_list_rows where list_id = ${listId}::uuid order by row_id limit ${limit}
    )
  `.execute(tx);
  return Number(numAffectedRows);
}

/**
 * Deletes some rows of a removal that is too old or forgotten, then what it changed in other rows, and the removal at the end: without
 * the rows that were merged, its changes must not be undone. Returns whether there may be more.
 */
export async function deleteForgotten(db: Db, now: Date, limit: number): Promise<boolean> {
  const before = new Date(now.getTime() - UNDO_DAYS * 86_400_000);
  const oldest = await db
    .selectFrom('list_removals')
    .select('id')
    .where(({ or, eb }) => or([eb('forgotten', '=', true), eb('at', '<=', before)]))
    .limit(1)
    .executeTakeFirst();
  if (!oldest) return false;
  const { numAffectedRows: rows = 0n } = await sql`
    delete from removed_list_rows where removal = ${oldest.id}::uuid and row_id in (
      select row_id from removed_list_rows where removal = ${oldest.id}::uuid order by row_id limit ${limit}
    )
  `.execute(db);
  if (rows > 0n) return true;
  const { numAffectedRows: changes = 0n } = await sql`
    delete from list_history where id in (
      select id from list_history where edit_id = ${oldest.id}::uuid order by id limit ${limit}
    )
  `.execute(db);
  if (changes === 0n) await endRemoval(db, oldest.id);
  return true;
}
