import type { Insertable, Selectable } from 'kysely';
import type { Db, Tx } from '../platform/database/db.ts';
import type { Tables } from '../platform/database/tables.ts';

export type CodeRow = Selectable<Tables['oauth_codes']>;
export type GrantRow = Selectable<Tables['oauth_grants']>;

export function findRegistered(db: Db, id: string) {
  return db
    .selectFrom('oauth_clients')
    .select(['name', 'redirect_uris'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/**
 * Stores a registration unless `max` others were never used. Deletes those that no person connected before `unusedBefore`,
 * and those that no key is left of and that were last connected before `usedBefore`. Returns whether it was stored.
 */
export async function insertClient(
  tx: Tx,
  client: Pick<Insertable<Tables['oauth_clients']>, 'id' | 'name' | 'redirect_uris'>,
  { now, max, unusedBefore, usedBefore }: { now: Date; max: number; unusedBefore: Date; usedBefore: Date },
): Promise<boolean> {
  await tx
    .deleteFrom('oauth_clients')
    .where('used_at', 'is', null)
    .where('created_at', '<', unusedBefore)
    .execute();
  await tx
    .deleteFrom('oauth_clients')
    .where('used_at', '<', usedBefore)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('oauth_grants')
            .select('api_key_id')
            .whereRef('oauth_grants.client_id', '=', 'oauth_clients.id'),
        ),
      ),
    )
    .execute();
  const { count } = await tx
    .selectFrom('oauth_clients')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (Number(count) >= max) return false;
  await tx
    .insertInto('oauth_clients')
    .values({ ...client, created_at: now })
    .execute();
  return true;
}

export async function saveClientUse(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.updateTable('oauth_clients').set({ used_at: now }).where('id', '=', id).execute();
}

/** Stores a code, and deletes those that expired before `endedBefore`. */
export async function insertCode(
  tx: Tx,
  code: Insertable<Tables['oauth_codes']>,
  endedBefore: Date,
): Promise<void> {
  await tx.deleteFrom('oauth_codes').where('expires_at', '<', endedBefore).execute();
  await tx.insertInto('oauth_codes').values(code).execute();
}

/** Marks a code as used, whatever becomes of it. Returns undefined if it doesn't exist or was used before. */
export function takeCode(db: Db, hash: string, now: Date): Promise<CodeRow | undefined> {
  return db
    .updateTable('oauth_codes')
    .set({ used_at: now })
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

export function findCode(db: Db, hash: string): Promise<CodeRow | undefined> {
  return db.selectFrom('oauth_codes').selectAll().where('code_hash', '=', hash).executeTakeFirst();
}

export async function saveCodeKey(tx: Tx, hash: string, keyId: string): Promise<void> {
  await tx.updateTable('oauth_codes').set({ api_key_id: keyId }).where('code_hash', '=', hash).execute();
}

export async function deleteCodesOf(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('oauth_codes').where('account_id', '=', accountId).execute();
}

export async function insertGrant(tx: Tx, grant: Insertable<Tables['oauth_grants']>): Promise<void> {
  await tx.insertInto('oauth_grants').values(grant).execute();
}

/** The grant of a refresh token or of a key, locked until the transaction ends. */
export async function lockGrant(
  tx: Tx,
  by: { familyHash: string } | { keyId: string | undefined },
): Promise<GrantRow | undefined> {
  const grants = tx.selectFrom('oauth_grants').selectAll().forUpdate();
  if ('familyHash' in by) return grants.where('family_hash', '=', by.familyHash).executeTakeFirst();
  return by.keyId === undefined ? undefined : grants.where('api_key_id', '=', by.keyId).executeTakeFirst();
}

export async function saveRefreshHash(tx: Tx, keyId: string, hash: string): Promise<void> {
  await tx.updateTable('oauth_grants').set({ refresh_hash: hash }).where('api_key_id', '=', keyId).execute();
}
