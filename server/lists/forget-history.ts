import { sql } from 'kysely';
import { UNDO_DAYS } from '#contract/list-runs.ts';
import type { Db, Tx } from '../platform/database/db.ts';
import { textArray } from './read-history.ts';

export async function deleteHistory(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('list_history').where('id', 'in', ids).execute();
}

/** Removes the values of deleted columns from the remembered changes of rows. */
export async function forgetColumns(
  tx: Tx,
  listId: string,
  rows: readonly number[],
  columns: readonly string[],
): Promise<void> {
  const deleted = sql`${sql.val(textArray(columns))}::text[]`;
  const changes = sql`
    list_id = ${listId}::uuid and before ?| ${deleted}
      and row_id in (select value::bigint from json_array_elements_text(${JSON.stringify(rows)}::text::json))
  `;
  // An edit without values would be a row that it added.
  await sql`delete from list_history where ${changes} and edit_id is not null and before - ${deleted} = '{}'`.execute(
    tx,
  );
  await sql`update list_history set before = before - ${deleted}, typed = typed - ${deleted} where ${changes}`.execute(
    tx,
  );
}

/** More than one change adds, so that none is left in the end. */
const FORGOTTEN_PER_CHANGE = 500;

/** Forgets the oldest changes of a list that are too old to be undone, some at a time. */
export async function forgetOldHistory(tx: Tx, listId: string, now: Date): Promise<void> {
  const before = new Date(now.getTime() - UNDO_DAYS * 86_400_000);
  await sql`
    delete from list_history where id in (
      select id from list_history where list_id = ${listId}::uuid and at < ${before}
      order by at limit ${FORGOTTEN_PER_CHANGE}
    )
  `.execute(tx);
}

/** Forgets the oldest changes of all lists that are too old to be undone, some at a time. Returns whether there may be more. */
export async function forgetOldChanges(db: Db, now: Date): Promise<boolean> {
  const before = new Date(now.getTime() - UNDO_DAYS * 86_400_000);
  const { numAffectedRows = 0n } = await sql`
    delete from list_history where id in (
      select id from list_history where at < ${before} order by at limit ${FORGOTTEN_PER_CHANGE}
    )
  `.execute(db);
  return Number(numAffectedRows) === FORGOTTEN_PER_CHANGE;
}
