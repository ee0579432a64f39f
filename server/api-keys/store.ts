import { type Selectable, sql } from 'kysely';
import type { ApiScope } from '#contract/api-keys.ts';
import type { Db, Tx } from '../platform/database/db.ts';
import type { Tables } from '../platform/database/tables.ts';

export type ApiKeyRow = Selectable<Tables['api_keys']>;

export function findByHash(db: Db, hash: string): Promise<ApiKeyRow | undefined> {
  return db.selectFrom('api_keys').selectAll().where('key_hash', '=', hash).executeTakeFirst();
}

/** The keys of an account that aren't revoked, latest first. */
export function findKeys(db: Db, accountId: string): Promise<ApiKeyRow[]> {
  return db
    .selectFrom('api_keys')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
}

export async function countKeys(tx: Tx, accountId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('api_keys')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export function insertKey(
  tx: Tx,
  key: {
    id: string;
    accountId: string;
    name: string;
    hash: string;
    prefix: string;
    scopes: readonly ApiScope[];
    monthlyBudget: number | null;
    month: string;
    expiresAt: Date | null;
    secretExpiresAt: Date | null;
    now: Date;
  },
): Promise<ApiKeyRow> {
  return tx
    .insertInto('api_keys')
    .values({
      id: key.id,
      account_id: key.accountId,
      name: key.name,
      key_hash: key.hash,
      prefix: key.prefix,
      scopes: [...key.scopes],
      monthly_budget: key.monthlyBudget,
      spent_month: key.month,
      created_at: key.now,
      expires_at: key.expiresAt,
      secret_expires_at: key.secretExpiresAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A key of an account that isn't revoked, with its row locked until the transaction ends. */
export function lockKey(tx: Tx, accountId: string, id: string): Promise<ApiKeyRow | undefined> {
  return tx
    .selectFrom('api_keys')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

export function updateKey(
  tx: Tx,
  id: string,
  change: Pick<ApiKeyRow, 'name' | 'monthly_budget' | 'spent' | 'spent_month'>,
): Promise<ApiKeyRow> {
  return tx.updateTable('api_keys').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

/** Replaces the secret of a key that is neither revoked nor expired. */
export function replaceSecret(
  tx: Tx,
  id: string,
  { hash, prefix, now, secretExpiresAt }: { hash: string; prefix: string; now: Date; secretExpiresAt: Date },
): Promise<ApiKeyRow | undefined> {
  return tx
    .updateTable('api_keys')
    .set({
      key_hash: hash,
      prefix,
      secret_expires_at: sql<Date>`least(${secretExpiresAt}::timestamptz, expires_at)`,
    })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
    .returningAll()
    .executeTakeFirst();
}

/** The key if this is the hash of its secret, which holds. */
export function findWithSecret(
  tx: Tx,
  id: string,
  { hash, now }: { hash: string; now: Date },
): Promise<ApiKeyRow | undefined> {
  return tx
    .selectFrom('api_keys')
    .selectAll()
    .where('id', '=', id)
    .where('key_hash', '=', hash)
    .where('revoked_at', 'is', null)
    .where((where) =>
      where.or([where('secret_expires_at', 'is', null), where('secret_expires_at', '>', now)]),
    )
    .executeTakeFirst();
}

/** Revokes the keys of an account, or only one of them. */
export async function revokeKeys(db: Db, accountId: string, now: Date, id?: string): Promise<void> {
  const keys = db
    .updateTable('api_keys')
    .set({ revoked_at: now })
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null);
  await (id === undefined ? keys : keys.where('id', '=', id)).execute();
}

export async function findRevoked(db: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('api_keys')
    .select('id')
    .where('id', 'in', ids)
    .where('revoked_at', 'is not', null)
    .execute();
  return rows.map(({ id }) => id);
}

export async function deleteRevokedBefore(tx: Tx, accountId: string, before: Date): Promise<void> {
  await tx
    .deleteFrom('api_keys')
    .where('account_id', '=', accountId)
    .where('revoked_at', '<', before)
    .execute();
}

export async function saveLastUse(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('api_keys').set({ last_used_at: now }).where('id', '=', id).execute();
}

/** The budget of a key. In a transaction, `lock` keeps its row until the end. */
export function findBudget(db: Db, id: string, { lock }: { lock: boolean }) {
  const key = db
    .selectFrom('api_keys')
    .select(['monthly_budget', 'spent', 'spent_month'])
    .where('id', '=', id);
  return (lock ? key.forUpdate() : key).executeTakeFirst();
}

/**
 * Adds credits to what a key has spent in a month. An earlier month than the stored one adds to that one, so
 * that clocks which differ at the turn of a month open no second budget. The database rejects more than the
 * budget. Returns the key after that.
 */
export function addSpent(
  tx: Tx,
  id: string,
  amount: number,
  month: string,
): Promise<Pick<ApiKeyRow, 'account_id' | 'monthly_budget' | 'spent'> | undefined> {
  return tx
    .updateTable('api_keys')
    .set({
      spent: sql<number>`case when spent_month < ${month} then 0 else spent end + ${amount}::int`,
      spent_month: sql<string>`greatest(spent_month, ${month})`,
    })
    .where('id', '=', id)
    .returning(['account_id', 'monthly_budget', 'spent'])
    .executeTakeFirst();
}

/** Takes back what a key spent in a month, if that month isn't over. */
export async function subtractSpent(tx: Tx, id: string, amount: number, month: string): Promise<void> {
  await tx
    .updateTable('api_keys')
    .set({ spent: sql<number>`greatest(spent - ${amount}::int, 0)` })
    .where('id', '=', id)
    .where('spent_month', '=', month)
    .execute();
}
