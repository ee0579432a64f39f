import { type Selectable, sql } from 'kysely';
import type { ListColumn } from '#contract/list-columns.ts';
import type { Excludes } from '#contract/list-exclusions.ts';
import type { ListStep } from '#contract/list-steps.ts';
import type { SavedView } from '#contract/list-views.ts';
import type { ListSource } from '#contract/lists.ts';
import type { Db, Tx } from '../platform/database/db.ts';
import type { Tables } from '../platform/database/tables.ts';
import { withFormulas } from './stored-formulas.ts';

export type ListRecord = Selectable<Tables['lists']>;

/** What the lists of an account fill. */
export interface Filled {
  lists: number;
  rows: number;
  bytes: number;
}

/** The lists of an account, last changed first. */
export async function accountLists(db: Db, accountId: string): Promise<ListRecord[]> {
  const lists = await db
    .selectFrom('lists')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .execute();
  return lists.map((list) => withFormulas(list));
}

/** The first list with an ID after `after`; undefined for the end. */
export async function nextList(db: Db, after: string | null): Promise<ListRecord | undefined> {
  const lists = db.selectFrom('lists').selectAll().orderBy('id').limit(1);
  return withFormulas(await (after === null ? lists : lists.where('id', '>', after)).executeTakeFirst());
}

/** A list of any account. */
export async function findAnyList(db: Db, id: string): Promise<ListRecord | undefined> {
  return withFormulas(await db.selectFrom('lists').selectAll().where('id', '=', id).executeTakeFirst());
}

/** Where the rows of a list come from, and their columns. */
export function findSource(
  db: Db,
  id: string,
): Promise<Pick<ListRecord, 'id' | 'kind' | 'source' | 'columns' | 'fields'> | undefined> {
  return db
    .selectFrom('lists')
    .select(['id', 'kind', 'source', 'columns', 'fields'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** A list of this account; undefined for lists of other accounts. */
export async function findList(db: Db, accountId: string, id: string): Promise<ListRecord | undefined> {
  const list = await db
    .selectFrom('lists')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return withFormulas(list);
}

/** A text that changes with every change of a list or its rows. */
export async function listVersion(db: Db, id: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('lists')
    .select(sql<string>`xmin::text`.as('version'))
    .where('id', '=', id)
    .executeTakeFirst();
  return found?.version;
}

/** What identifies a list, besides its ID. */
export interface ListKey {
  accountId: string;
  kind: ListSource['kind'];
  source: string;
  name: string;
}

/** A list of the account that has this name and another source. */
export function findOtherByName(db: Db, list: ListKey): Promise<ListRecord | undefined> {
  return db
    .selectFrom('lists')
    .selectAll()
    .where('account_id', '=', list.accountId)
    .where('name', '=', list.name)
    .where(({ or, eb }) => or([eb('kind', '!=', list.kind), eb('source', '!=', list.source)]))
    .limit(1)
    .executeTakeFirst();
}

export async function findListByName(db: Db, list: ListKey): Promise<ListRecord | undefined> {
  const found = await db
    .selectFrom('lists')
    .selectAll()
    .where('account_id', '=', list.accountId)
    .where('kind', '=', list.kind)
    .where('source', '=', list.source)
    .where('name', '=', list.name)
    .executeTakeFirst();
  return withFormulas(found);
}

export function insertList(
  tx: Tx,
  list: {
    accountId: string;
    kind: ListSource['kind'];
    source: string;
    name: string;
    columns: readonly string[];
    at: Date;
  },
): Promise<ListRecord> {
  return tx
    .insertInto('lists')
    .values({
      account_id: list.accountId,
      kind: list.kind,
      source: list.source,
      name: list.name,
      columns: JSON.stringify(list.columns),
      created_at: list.at,
      updated_at: list.at,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Adds to the counters of a list. */
export async function changeCounters(
  tx: Tx,
  id: string,
  change: {
    rows: number;
    bytes: number;
    /** rows were deleted, even if more were added */
    deleted?: boolean;
    optedOut?: number;
    columns?: readonly string[];
    at: Date;
  },
): Promise<void> {
  await tx
    .updateTable('lists')
    .set((eb) => ({
      rows: eb('rows', '+', change.rows),
      bytes: eb('bytes', '+', change.bytes),
      opted_out: eb('opted_out', '+', change.optedOut ?? 0),
      updated_at: change.at,
      version: eb('version', '+', 1),
      ...(change.rows < 0 || change.deleted ? { deleted_version: eb('version', '+', 1) } : {}),
      ...(change.columns ? { columns: JSON.stringify(change.columns) } : {}),
    }))
    .where('id', '=', id)
    .execute();
}

export async function renameList(tx: Tx, id: string, name: string, at: Date): Promise<void> {
  await tx.updateTable('lists').set({ name, updated_at: at }).where('id', '=', id).execute();
}

export async function deleteListRow(db: Db, accountId: string, id: string): Promise<void> {
  await db.deleteFrom('lists').where('id', '=', id).where('account_id', '=', accountId).execute();
}

/** What the lists of an account fill. With `site`, only those of its extension. */
export async function filledBy(db: Db, accountId: string, site?: string): Promise<Filled> {
  const lists = db.selectFrom('lists').where('account_id', '=', accountId);
  const filled = await (site ? lists.where('kind', '=', 'extension').where('source', '=', site) : lists)
    .select(({ fn }) => fn.countAll<number>().as('lists'))
    .select(sql<number>`coalesce(sum(rows), 0)::bigint`.as('rows'))
    .select(sql<number>`coalesce(sum(bytes), 0)::bigint`.as('bytes'))
    .executeTakeFirstOrThrow();
  return { lists: Number(filled.lists), rows: Number(filled.rows), bytes: Number(filled.bytes) };
}

/** The reply to an import. `refused`: positions of the refused rows by reason. */
export interface ImportRecord {
  added: number;
  updated: number;
  refused: Record<string, number[]>;
}

export async function insertImport(
  tx: Tx,
  accountId: string,
  { added, updated, refused }: ImportRecord,
  at: Date,
): Promise<string> {
  const { id } = await tx
    .insertInto('list_imports')
    .values({
      account_id: accountId,
      added,
      updated,
      refused: JSON.stringify(refused),
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export function findImport(db: Db, accountId: string, id: string): Promise<ImportRecord | undefined> {
  return db
    .selectFrom('list_imports')
    .select(['added', 'updated', 'refused'])
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
}

/** More than one import adds, so that none is left in the end. */
const IMPORTS_DELETED = 100;

/** Deletes the oldest replies of an account from before a time, some at a time. */
export async function deleteImportsBefore(db: Db, accountId: string, before: Date): Promise<void> {
  await sql`
    delete from list_imports where id in (
      select id from list_imports
      where account_id = ${accountId}::uuid and created_at < ${before}
      order by created_at limit ${IMPORTS_DELETED}
    )
  `.execute(db);
}

/** Stores the columns and steps of a list. */
export async function storeTable(
  tx: Tx,
  id: string,
  { fields, steps, at }: { fields: readonly ListColumn[]; steps: readonly ListStep[]; at: Date },
): Promise<void> {
  await tx
    .updateTable('lists')
    .set({
      columns: JSON.stringify(fields.map((field) => field.id)),
      fields: JSON.stringify(fields),
      steps: JSON.stringify(steps),
      updated_at: at,
    })
    .where('id', '=', id)
    .execute();
}

/** Makes a list an exclusion list, or an ordinary one with null. */
export async function storeExcludes(tx: Tx, id: string, excludes: Excludes | null): Promise<void> {
  await tx.updateTable('lists').set({ excludes }).where('id', '=', id).execute();
}

/** Stores the saved views of a list. */
export async function storeViews(tx: Tx, id: string, views: readonly SavedView[]): Promise<void> {
  await tx
    .updateTable('lists')
    .set({ views: JSON.stringify(views) })
    .where('id', '=', id)
    .execute();
}

/** Lets indexes in memory read a list again, whose rows changed without a new version. */
export async function storeReread(db: Db, id: string): Promise<void> {
  await db
    .updateTable('lists')
    .set((eb) => ({ version: eb('version', '+', 1), reread_version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** Stores the IDs of deleted columns whose values are still to be removed. */
export async function storeDeletedColumns(tx: Tx, id: string, columns: readonly string[]): Promise<void> {
  await tx
    .updateTable('lists')
    .set({ deleted_columns: JSON.stringify(columns) })
    .where('id', '=', id)
    .execute();
}

/** Chooses the column whose value identifies a row in imports; null for none. */
export async function setKeyColumn(tx: Tx, id: string, column: string | null): Promise<void> {
  await tx.updateTable('lists').set({ key_column: column }).where('id', '=', id).execute();
}
