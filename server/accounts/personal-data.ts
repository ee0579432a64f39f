import { sql } from 'kysely';
import type { Db, Tx } from '../platform/database/db.ts';

/** The account's row as JSON text, without its password hash; null if it doesn't exist. */
export async function accountJson(db: Db, accountId: string): Promise<string | null> {
  const { rows } = await sql<{ json: string }>`
    select (to_jsonb(a) - 'password_hash')::text as json from accounts a where id = ${accountId}::uuid
  `.execute(db);
  return rows[0]?.json ?? null;
}

/** Deletes the account. Foreign keys delete every row with its account_id. */
export async function deleteAccountRow(tx: Tx, accountId: string): Promise<void> {
  await tx.deleteFrom('accounts').where('id', '=', accountId).execute();
}
