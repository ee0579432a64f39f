import type { Selectable } from 'kysely';
import type { Db } from '../platform/database/db.ts';
import type { Tables } from '../platform/database/tables.ts';

export type InboxRecord = Selectable<Tables['bounce_inboxes']>;

export function findInbox(db: Db, accountId: string): Promise<InboxRecord | undefined> {
  return db.selectFrom('bounce_inboxes').selectAll().where('account_id', '=', accountId).executeTakeFirst();
}

/** The inbox with a token. */
export function findInboxByToken(db: Db, tokenHash: string): Promise<InboxRecord | undefined> {
  return db.selectFrom('bounce_inboxes').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst();
}

/** Stores the inbox of an account in place of the one before. */
export async function storeInbox(db: Db, inbox: InboxRecord): Promise<void> {
  const { account_id: _, ...set } = inbox;
  await db
    .insertInto('bounce_inboxes')
    .values(inbox)
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(set))
    .execute();
}

/** Ends the address of an account. */
export async function deleteInbox(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('bounce_inboxes').where('account_id', '=', accountId).execute();
}
