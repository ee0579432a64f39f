import type { Selectable } from 'kysely';
import type { Db, Tx } from '../../platform/database/db.ts';
import type { Tables } from '../../platform/database/tables.ts';

type KeyRecord = Selectable<Tables['ai_keys']>;

/** The sealed key of an account for a model. */
export function findKey(db: Db, accountId: string): Promise<KeyRecord | undefined> {
  return db.selectFrom('ai_keys').selectAll().where('account_id', '=', accountId).executeTakeFirst();
}

/** Stores the sealed key of an account, in place of the one before. */
export async function storeKey(tx: Tx, key: KeyRecord): Promise<void> {
  const { account_id: _, ...changed } = key;
  await tx
    .insertInto('ai_keys')
    .values(key)
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(changed))
    .execute();
}

export async function deleteKey(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('ai_keys').where('account_id', '=', accountId).execute();
}
