import type { Db, Tx } from '../platform/db.ts';

export async function addressIsKnown(
  db: Db,
  accountId: string,
  address: string,
  since: Date,
): Promise<boolean> {
  const row = await db
    .selectFrom('known_addresses')
    .select('address')
    .where('account_id', '=', accountId)
    .where('address', '=', address)
    .where('last_used_at', '>=', since)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether an account signed in from anywhere since then. */
export async function hasAddresses(db: Db, accountId: string, since: Date): Promise<boolean> {
  const row = await db
    .selectFrom('known_addresses')
    .select('address')
    .where('account_id', '=', accountId)
    .where('last_used_at', '>=', since)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function saveAddress(tx: Tx, accountId: string, address: string, now: Date): Promise<void> {
  await tx
    .insertInto('known_addresses')
    .values({ account_id: accountId, address, last_used_at: now })
    .onConflict((conflict) => conflict.columns(['account_id', 'address']).doUpdateSet({ last_used_at: now }))
    .execute();
}

/** Deletes addresses that were last used before `since`, and all but the `keep` most recent ones. */
export async function deleteOldAddresses(
  tx: Tx,
  accountId: string,
  since: Date,
  keep: number,
): Promise<void> {
  const own = tx.selectFrom('known_addresses').where('account_id', '=', accountId);
  const recent = own
    .select('address')
    .where('last_used_at', '>=', since)
    .orderBy('last_used_at', 'desc')
    .orderBy('address')
    .limit(keep);
  await tx
    .deleteFrom('known_addresses')
    .where('account_id', '=', accountId)
    .where('address', 'not in', recent)
    .execute();
}

export async function deleteAddresses(tx: Tx, accountId: string): Promise<void> {
  await tx.deleteFrom('known_addresses').where('account_id', '=', accountId).execute();
}
