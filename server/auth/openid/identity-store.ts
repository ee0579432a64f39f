import type { ProviderIdentity, ProviderName } from '#contract/sign-in.ts';
import type { Db, Tx } from '../../platform/database/db.ts';

/** The account of a person at a provider. */
export async function findIdentityOwner(
  db: Db,
  { issuer, subject }: Pick<ProviderIdentity, 'issuer' | 'subject'>,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('identities')
    .select('account_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row?.account_id;
}

export function findIdentities(db: Db, accountId: string) {
  return db
    .selectFrom('identities')
    .select(['provider', 'email', 'created_at'])
    .where('account_id', '=', accountId)
    .orderBy('provider')
    .execute();
}

/** false: the account has one of this provider, or the person belongs to another account. */
export async function insertIdentity(
  tx: Tx,
  accountId: string,
  identity: ProviderIdentity,
  now: Date,
): Promise<boolean> {
  const row = await tx
    .insertInto('identities')
    .values({ account_id: accountId, ...identity, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteIdentity(tx: Tx, accountId: string, provider: ProviderName): Promise<boolean> {
  const row = await tx
    .deleteFrom('identities')
    .where('account_id', '=', accountId)
    .where('provider', '=', provider)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteIdentitiesOf(tx: Tx, accountId: string): Promise<void> {
  await tx.deleteFrom('identities').where('account_id', '=', accountId).execute();
}
