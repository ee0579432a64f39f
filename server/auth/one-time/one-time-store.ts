import type { Db, Tx } from '../../platform/db.ts';
import type { Tables } from '../../platform/tables.ts';

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
      created_at: token.now,
      expires_at: token.expiresAt,
    })
    .execute();
}

/** Ends what was sent before for the same purpose: to the address, or of the account where the purpose is an account's. */
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

/** Throws out what is too old; rows that somebody is at are left to the next time. */
export async function deleteExpired(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('one_time_tokens')
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('one_time_tokens').select('id').where('expires_at', '<=', now).forUpdate().skipLocked(),
    )
    .execute();
}

/** Ends every code and link that could change whose the account is. */
export async function deleteTokensOf(tx: Tx, accountId: string): Promise<void> {
  await tx.deleteFrom('one_time_tokens').where('account_id', '=', accountId).execute();
}

/** A token that still holds, by its link's hash or its id. */
export function findToken(db: Db, by: { linkHash: string; purpose: Purpose } | { id: string }, now: Date) {
  const holding = db.selectFrom('one_time_tokens').select(COLUMNS).where('expires_at', '>', now);
  return (
    'id' in by
      ? holding.where('id', '=', by.id)
      : holding.where('link_hash', '=', by.linkHash).where('purpose', '=', by.purpose)
  ).executeTakeFirst();
}

/** Takes a token away, so that it serves once; false when somebody else did. */
export async function deleteToken(tx: Tx, id: string): Promise<boolean> {
  const row = await tx.deleteFrom('one_time_tokens').where('id', '=', id).returning('id').executeTakeFirst();
  return row !== undefined;
}

/** The latest code sent, with one attempt at it counted; none where `most` attempts were made, or there is no code. */
export function countAttempt(
  db: Db,
  of: { purpose: Purpose; email: string } | { purpose: Purpose; accountId: string },
  now: Date,
  most: number,
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
    .where('attempts', '<', most)
    .where('expires_at', '>', now)
    .returning(['id', 'code_hash'])
    .executeTakeFirst();
}

/** Where the change of an account's address waits to be confirmed. */
export function findEmailChange(db: Db, accountId: string, now: Date) {
  return db
    .selectFrom('one_time_tokens')
    .select('email')
    .where('purpose', '=', 'email-change')
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}
