import { sql } from 'kysely';
import type { Db, Tx } from '../platform/db.ts';

export async function hasPassword(db: Db, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('accounts')
    .select((eb) => eb('password_hash', 'is not', null).as('set'))
    .where('id', '=', accountId)
    .executeTakeFirst();
  return row?.set === true;
}

/** The account's row as text of a JSON object, without its password; null when there is none. */
export async function accountJson(db: Db, accountId: string): Promise<string | null> {
  const { rows } = await sql<{ json: string }>`
    select (to_jsonb(a) - 'password_hash')::text as json from accounts a where id = ${accountId}::uuid
  `.execute(db);
  return rows[0]?.json ?? null;
}

/** Deletes the account with everything that belongs to it, which the foreign keys take along. */
export async function deleteAccountRow(tx: Tx, accountId: string): Promise<void> {
  await tx.deleteFrom('accounts').where('id', '=', accountId).execute();
}

export async function addFormerEmail(tx: Tx, emailHash: string, leftAt: Date): Promise<void> {
  await tx
    .insertInto('former_emails')
    .values({ email_hash: emailHash, left_at: leftAt })
    .onConflict((conflict) => conflict.column('email_hash').doNothing())
    .execute();
}

export async function isFormerEmail(db: Db, emailHash: string): Promise<boolean> {
  const row = await db
    .selectFrom('former_emails')
    .select('left_at')
    .where('email_hash', '=', emailHash)
    .executeTakeFirst();
  return row !== undefined;
}
