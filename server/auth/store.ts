import { type RawBuilder, sql } from 'kysely';
import type { ProviderIdentity, ProviderName } from '#contract/sign-in.ts';
import type { Db, Tx } from '../platform/database/db.ts';

export type SessionRow = NonNullable<Awaited<ReturnType<typeof lockSession>>>;

const SESSION_COLUMNS = [
  'id',
  'account_id',
  'refresh_counter',
  'recent_rotations',
  'created_at',
  'refreshed_at',
  'method',
  'second_factor',
] as const;

/** How and where a session was started. */
export interface SessionOrigin {
  method: 'password' | 'otp' | 'oauth';
  userAgent: string | null;
  address: string | null;
  /** true: the second factor was checked too */
  secondFactor?: boolean;
  /** who vouched for the person, with `oauth` */
  provider?: ProviderName | null;
  /** connected to the account once the sign-in is complete */
  identity?: ProviderIdentity;
}

export function insertSession(tx: Tx, accountId: string, now: Date, origin: SessionOrigin) {
  return tx
    .insertInto('sessions')
    .values({
      account_id: accountId,
      created_at: now,
      refreshed_at: now,
      method: origin.method,
      provider: origin.provider ?? null,
      user_agent: origin.userAgent,
      address: origin.address,
      second_factor: origin.secondFactor ?? false,
    })
    .returning(SESSION_COLUMNS)
    .executeTakeFirstOrThrow();
}

/** How and when a session was started. */
export function findSessionStart(db: Db, id: string) {
  return db.selectFrom('sessions').select(['method', 'created_at']).where('id', '=', id).executeTakeFirst();
}

/** The provider that started a session. null: none did, or an earlier version stored it. */
export async function findSessionProvider(db: Db, id: string): Promise<ProviderName | null> {
  const row = await db.selectFrom('sessions').select('provider').where('id', '=', id).executeTakeFirst();
  return row?.provider ?? null;
}

/** The client that started a session. */
export function findSessionClient(db: Db, id: string) {
  return db.selectFrom('sessions').select(['user_agent', 'address']).where('id', '=', id).executeTakeFirst();
}

/** Records that a session has proved its second factor. */
export async function markSecondFactor(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('sessions').set({ second_factor: true }).where('id', '=', id).execute();
}

/** Reads a session and locks its row until the transaction ends. */
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

/** Ends a session if it belongs to this account. */
export async function deleteOwnSession(db: Db, accountId: string, id: string): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', id).where('account_id', '=', accountId).execute();
}

export async function deleteSession(db: Db, id: string): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', id).execute();
}

/** Ends all sessions of an account except `exceptId`. */
export async function deleteAccountSessions(db: Db, accountId: string, exceptId?: string): Promise<void> {
  const all = db.deleteFrom('sessions').where('account_id', '=', accountId);
  await (exceptId ? all.where('id', '!=', exceptId) : all).execute();
}

/** Ends the sessions of an account that were unused for the longest time, so that `keep` besides `id` stay. */
export async function deleteOldestSessions(
  tx: Tx,
  accountId: string,
  { id, keep }: { id: string; keep: number },
): Promise<void> {
  await tx
    .deleteFrom('sessions')
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('sessions')
        .select('id')
        .where('account_id', '=', accountId)
        .where('id', '!=', id)
        .orderBy('refreshed_at', 'desc')
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .offset(keep),
    )
    .execute();
}

export async function deleteIdleSessions(db: Db, accountId: string, idleSince: Date): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('account_id', '=', accountId)
    .where('refreshed_at', '<', idleSince)
    .execute();
}

/** SQL: whether a session of an account exists. */
export function sessionExists(accountId: string, id: string): RawBuilder<boolean> {
  return sql<boolean>`exists (select 1 from sessions where id = ${id}::uuid and account_id = ${accountId}::uuid)`;
}
