import type { Db, Tx } from '../platform/db.ts';

const USER_COLUMNS = [
  'accounts.id',
  'accounts.email',
  'accounts.email_confirmed_at',
  'accounts.last_sign_in_at',
  'accounts.user_metadata',
  'accounts.created_at',
  'accounts.updated_at',
] as const;

export type UserRow = NonNullable<Awaited<ReturnType<typeof findUser>>>;
export type SessionRow = NonNullable<Awaited<ReturnType<typeof lockSession>>>;

export function findUser(db: Db, id: string) {
  return db.selectFrom('accounts').select(USER_COLUMNS).where('id', '=', id).executeTakeFirst();
}

export function findUserByEmail(db: Db, email: string) {
  return db.selectFrom('accounts').select(USER_COLUMNS).where('email', '=', email).executeTakeFirst();
}

/** The user with its row locked until the transaction ends. */
export function lockUser(tx: Tx, id: string) {
  return tx.selectFrom('accounts').select(USER_COLUMNS).where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function emailIsTaken(db: Db, email: string): Promise<boolean> {
  return (await findPassword(db, { email })) !== undefined;
}

/** An account's id and password hash; the hash is null where no password was set. */
export function findPassword(db: Db, by: { email: string } | { id: string }) {
  const query = db.selectFrom('accounts').select(['id', 'password_hash']);
  return (
    'email' in by ? query.where('email', '=', by.email) : query.where('id', '=', by.id)
  ).executeTakeFirst();
}

/** Notes a sign-in. False when the password was changed since it was compared: then there is none. */
export async function noteSignIn(tx: Tx, id: string, comparedHash: string, now: Date): Promise<boolean> {
  const updated = await tx
    .updateTable('accounts')
    .set({ last_sign_in_at: now })
    .where('id', '=', id)
    .where('password_hash', '=', comparedHash)
    .returning('id')
    .executeTakeFirst();
  return updated !== undefined;
}

/** Notes a sign-in that was proved by other means than a password. */
export async function noteMailedSignIn(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.updateTable('accounts').set({ last_sign_in_at: now }).where('id', '=', id).execute();
}

export async function setEmailConfirmed(tx: Tx, id: string, now: Date): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({ email_confirmed_at: now, updated_at: now })
    .where('id', '=', id)
    .execute();
}

/** Gives an account another address, which was proved. The database refuses one that is taken. */
export async function setEmail(tx: Tx, id: string, email: string, now: Date): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({ email, email_confirmed_at: now, updated_at: now })
    .where('id', '=', id)
    .execute();
}

/** Leaves an account without a password: its owner signs in by mail until they set one. */
export async function clearPassword(tx: Tx, id: string, now: Date): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({ password_hash: null, updated_at: now })
    .where('id', '=', id)
    .execute();
}

export async function setPassword(tx: Tx, id: string, hash: string, now: Date): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({ password_hash: hash, updated_at: now })
    .where('id', '=', id)
    .execute();
}

const SESSION_COLUMNS = [
  'id',
  'account_id',
  'refresh_counter',
  'recent_rotations',
  'created_at',
  'refreshed_at',
  'method',
] as const;

/** How a session was started, and from where. */
export interface SessionOrigin {
  method: 'password' | 'otp';
  userAgent: string | null;
  address: string | null;
}

export function insertSession(tx: Tx, accountId: string, now: Date, origin: SessionOrigin) {
  return tx
    .insertInto('sessions')
    .values({
      account_id: accountId,
      created_at: now,
      refreshed_at: now,
      method: origin.method,
      user_agent: origin.userAgent,
      address: origin.address,
    })
    .returning(SESSION_COLUMNS)
    .executeTakeFirstOrThrow();
}

/** The session with its row locked until the transaction ends. */
export function lockSession(tx: Tx, id: string) {
  return tx
    .selectFrom('sessions')
    .select(SESSION_COLUMNS)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export async function saveRotation(
  tx: Tx,
  id: string,
  rotation: { counter: number; recent: { counter: number; at: number }[]; now: Date },
): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({
      refresh_counter: rotation.counter,
      recent_rotations: JSON.stringify(rotation.recent),
      refreshed_at: rotation.now,
    })
    .where('id', '=', id)
    .execute();
}

export function findSessions(db: Db, accountId: string) {
  return db
    .selectFrom('sessions')
    .select(['id', 'created_at', 'refreshed_at', 'method', 'user_agent', 'address'])
    .where('account_id', '=', accountId)
    .orderBy('refreshed_at', 'desc')
    .execute();
}

/** Ends a session of this account; one of another stays. */
export async function deleteOwnSession(db: Db, accountId: string, id: string): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', id).where('account_id', '=', accountId).execute();
}

export async function deleteSession(db: Db, id: string): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', id).execute();
}

/** Ends the sessions of an account, all or all but one. */
export async function deleteSessionsOf(db: Db, accountId: string, exceptId?: string): Promise<void> {
  const all = db.deleteFrom('sessions').where('account_id', '=', accountId);
  await (exceptId ? all.where('id', '!=', exceptId) : all).execute();
}

export async function deleteIdleSessionsOf(db: Db, accountId: string, idleSince: Date): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('account_id', '=', accountId)
    .where('refreshed_at', '<', idleSince)
    .execute();
}

/** The account a token names, with whether the session it names still stands. undefined: no such account. */
export function findSignedIn(db: Db, accountId: string, sessionId: string) {
  return db
    .selectFrom('accounts')
    .leftJoin('sessions', (join) =>
      join.onRef('sessions.account_id', '=', 'accounts.id').on('sessions.id', '=', sessionId),
    )
    .select(['accounts.email', 'sessions.id as session_id'])
    .where('accounts.id', '=', accountId)
    .executeTakeFirst();
}
