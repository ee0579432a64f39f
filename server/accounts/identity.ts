import type { RawBuilder } from 'kysely';
import type { Db, Tx } from '../platform/database/db.ts';

/** The columns of an account that sign-in uses. */
const USER_COLUMNS = [
  'id',
  'email',
  'email_confirmed_at',
  'last_sign_in_at',
  'disabled_at',
  'user_metadata',
  'created_at',
  'updated_at',
] as const;

export type UserRow = NonNullable<Awaited<ReturnType<typeof findUser>>>;

export function findUser(db: Db, id: string) {
  return db.selectFrom('accounts').select(USER_COLUMNS).where('id', '=', id).executeTakeFirst();
}

/** A user, and whether a condition of another folder holds, in one statement. */
export function findUserIf(db: Db, id: string, condition: RawBuilder<boolean>) {
  return db
    .selectFrom('accounts')
    .select(USER_COLUMNS)
    .select(condition.as('holds'))
    .where('id', '=', id)
    .executeTakeFirst();
}

export function findUserByEmail(db: Db, email: string) {
  return db.selectFrom('accounts').select(USER_COLUMNS).where('email', '=', email).executeTakeFirst();
}

/** Reads a user and locks the row until the transaction ends. */
export function lockUser(tx: Tx, id: string) {
  return tx.selectFrom('accounts').select(USER_COLUMNS).where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function emailIsTaken(db: Db, email: string): Promise<boolean> {
  return (await findPassword(db, { email })) !== undefined;
}

/** Finds an account's id, password hash (null: no password is set), when the server removed it, and when the account was disabled. */
export function findPassword(db: Db, by: { email: string } | { id: string }) {
  const query = db.selectFrom('accounts').select(['id', 'password_hash', 'password_ended_at', 'disabled_at']);
  return (
    'email' in by ? query.where('email', '=', by.email) : query.where('id', '=', by.id)
  ).executeTakeFirst();
}

/**
 * Records a sign-in by password. false: the password was changed or the account disabled since it was
 * compared, so the sign-in fails.
 */
export async function recordSignIn(tx: Tx, id: string, comparedHash: string, now: Date): Promise<boolean> {
  const updated = await tx
    .updateTable('accounts')
    .set({ last_sign_in_at: now })
    .where('id', '=', id)
    .where('password_hash', '=', comparedHash)
    .where('disabled_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return updated !== undefined;
}

/** Records a sign-in by a mailed code or link. */
export async function recordEmailSignIn(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.updateTable('accounts').set({ last_sign_in_at: now }).where('id', '=', id).execute();
}

export async function setEmailConfirmed(tx: Tx, id: string, now: Date): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({ email_confirmed_at: now, updated_at: now })
    .where('id', '=', id)
    .execute();
}

/** Changes the address of an account to a confirmed one. The database rejects a taken address. */
export async function setEmail(tx: Tx, id: string, email: string, now: Date): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({ email, email_confirmed_at: now, updated_at: now })
    .where('id', '=', id)
    .execute();
}

/** Removes the password. The owner signs in by email until they set a new one. false: there was none. */
export async function clearPassword(tx: Tx, id: string, now: Date): Promise<boolean> {
  const cleared = await tx
    .updateTable('accounts')
    .set({ password_hash: null, password_ended_at: now, updated_at: now })
    .where('id', '=', id)
    .where('password_hash', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  return cleared !== undefined;
}

export async function setPassword(tx: Tx, id: string, hash: string, now: Date): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({ password_hash: hash, password_ended_at: null, updated_at: now })
    .where('id', '=', id)
    .execute();
}
