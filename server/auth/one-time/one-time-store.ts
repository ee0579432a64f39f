import type { Db, Tx } from '../../platform/database/db.ts';
import type { Tables } from '../../platform/database/tables.ts';

export type Purpose = Tables['one_time_tokens']['purpose'];

const COLUMNS = ['id', 'purpose', 'email', 'account_id', 'user_metadata', 'code_hash'] as const;
export type OneTimeRow = NonNullable<Awaited<ReturnType<typeof findToken>>>;

export interface NewToken {
  id: string;
  purpose: Purpose;
  email: string;
  accountId: string | null;
  userMetadata: Record<string, unknown>;
  linkHash: string | null;
  codeHash: string;
  sessionId: string | null;
  now: Date;
  expiresAt: Date;
}

export async function insertToken(tx: Tx, token: NewToken): Promise<void> {
  await tx
    .insertInto('one_time_tokens')
    .values({
      id: token.id,
      purpose: token.purpose,
      email: token.email,
      account_id: token.accountId,
      user_metadata: JSON.stringify(token.userMetadata),
      link_hash: token.linkHash,
      code_hash: token.codeHash,
      session_id: token.sessionId,
      created_at: token.now,
      expires_at: token.expiresAt,
    })
    .execute();
}

/** Deletes earlier tokens with the same purpose for the email address or the account. */
export async function deleteEarlier(
  tx: Tx,
  purpose: Purpose,
  by: { email: string } | { accountId: string },
): Promise<void> {
  const all = tx.deleteFrom('one_time_tokens').where('purpose', '=', purpose);
  await ('email' in by
    ? all.where('email', '=', by.email)
    : all.where('account_id', '=', by.accountId)
  ).execute();
}

/** Deletes expired tokens. Skips locked rows, which a later call deletes. */
export async function deleteExpired(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('one_time_tokens')
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('one_time_tokens').select('id').where('expires_at', '<=', now).forUpdate().skipLocked(),
    )
    .execute();
}

/** Invalidates all codes and links of an account. */
export async function deleteTokens(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('one_time_tokens').where('account_id', '=', accountId).execute();
}

/** Finds an unexpired token by its id or the hash of its link. */
export function findToken(db: Db, by: { linkHash: string; purpose: Purpose } | { id: string }, now: Date) {
  const unexpired = db.selectFrom('one_time_tokens').select(COLUMNS).where('expires_at', '>', now);
  return (
    'id' in by
      ? unexpired.where('id', '=', by.id)
      : unexpired.where('link_hash', '=', by.linkHash).where('purpose', '=', by.purpose)
  ).executeTakeFirst();
}

/** Whether an account has an unexpired token for a purpose. */
export async function hasToken(db: Db, accountId: string, purpose: Purpose, now: Date): Promise<boolean> {
  const found = await db
    .selectFrom('one_time_tokens')
    .select('id')
    .where('account_id', '=', accountId)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return found !== undefined;
}

/** Deletes a token, so that it works only once. Returns false if another request was faster. */
export async function deleteToken(tx: Tx, id: string): Promise<boolean> {
  const row = await tx.deleteFrom('one_time_tokens').where('id', '=', id).returning('id').executeTakeFirst();
  return row !== undefined;
}

/**
 * Counts an attempt at the latest code and returns it. Returns undefined without a code or after
 * `maxAttempts`.
 */
export function countAttempt(
  db: Db,
  of: { purpose: Purpose; email: string } | { purpose: Purpose; accountId: string },
  now: Date,
  maxAttempts: number,
) {
  return db
    .updateTable('one_time_tokens')
    .set(({ eb }) => ({ attempts: eb('attempts', '+', 1) }))
    .where('id', '=', ({ selectFrom }) => {
      const latest = selectFrom('one_time_tokens')
        .select('id')
        .where('purpose', '=', of.purpose)
        .orderBy('created_at', 'desc')
        .limit(1);
      return 'email' in of
        ? latest.where('email', '=', of.email)
        : latest.where('account_id', '=', of.accountId);
    })
    .where('attempts', '<', maxAttempts)
    .where('expires_at', '>', now)
    .returning(['id', 'code_hash'])
    .executeTakeFirst();
}

/** Finds the unconfirmed new address of an account, until when it can be confirmed, and the session that asked for it. */
export function findEmailChange(db: Db, accountId: string, now: Date) {
  return db
    .selectFrom('one_time_tokens')
    .select(['email', 'expires_at', 'session_id'])
    .where('purpose', '=', 'email-change')
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}
