import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../platform/database/db.ts';
import type { Tables } from '../platform/database/tables.ts';

export type InboxRow = Selectable<Tables['list_inboxes']>;
export type MessageRow = Selectable<Tables['list_messages']>;

export function findInboxOfList(db: Db, accountId: string, listId: string): Promise<InboxRow | undefined> {
  return db
    .selectFrom('list_inboxes')
    .selectAll()
    .where('list_id', '=', listId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
}

export function findInbox(db: Db, id: string): Promise<InboxRow | undefined> {
  return db.selectFrom('list_inboxes').selectAll().where('id', '=', id).executeTakeFirst();
}

/** undefined: the list has one. */
export function insertInbox(
  db: Db,
  inbox: { id: string; listId: string; accountId: string; sealed: string; at: Date },
): Promise<InboxRow | undefined> {
  return db
    .insertInto('list_inboxes')
    .values({
      id: inbox.id,
      list_id: inbox.listId,
      account_id: inbox.accountId,
      sealed: inbox.sealed,
      created_at: inbox.at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Stores a new secret, and until when the one before is accepted. undefined: the list has no inbox. */
export function replaceSecret(
  db: Db,
  inbox: Pick<InboxRow, 'id' | 'account_id'>,
  { sealed, oldUntil }: { sealed: string; oldUntil: Date },
): Promise<InboxRow | undefined> {
  return db
    .updateTable('list_inboxes')
    .set({ sealed, old_sealed: sql`sealed`, old_until: oldUntil })
    .where('id', '=', inbox.id)
    .where('account_id', '=', inbox.account_id)
    .returningAll()
    .executeTakeFirst();
}

export async function deleteInboxOfList(db: Db, accountId: string, listId: string): Promise<void> {
  await db
    .deleteFrom('list_inboxes')
    .where('list_id', '=', listId)
    .where('account_id', '=', accountId)
    .execute();
}

export async function deleteInboxesOf(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('list_inboxes').where('account_id', '=', accountId).execute();
}

export function latestMessages(db: Db, inboxId: string, limit: number): Promise<MessageRow[]> {
  return db
    .selectFrom('list_messages')
    .selectAll()
    .where('inbox_id', '=', inboxId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export function findMessage(db: Db, inboxId: string, messageId: string): Promise<MessageRow | undefined> {
  return db
    .selectFrom('list_messages')
    .selectAll()
    .where('inbox_id', '=', inboxId)
    .where('message_id', '=', messageId)
    .executeTakeFirst();
}

/** Stores a request. false: there is one with its ID, or the inbox is gone. */
export async function insertMessage(db: Db | Tx, message: Omit<MessageRow, 'id'>): Promise<boolean> {
  const { inbox_id, account_id, message_id, sender, unsigned, at, reply, error } = message;
  // Not as plain values: the inbox may have been removed in the meantime.
  const { rows } = await sql`
    insert into list_messages (inbox_id, account_id, message_id, sender, unsigned, at, reply, error)
    select id, account_id, ${message_id}, ${sender}, ${unsigned}, ${at}, ${reply}, ${error}
    from list_inboxes where id = ${inbox_id} and account_id = ${account_id} for share
    on conflict do nothing returning id
  `.execute(db);
  return rows.length > 0;
}

/** Deletes a few requests of an inbox from before a time. */
export async function deleteMessagesBefore(
  db: Db,
  inboxId: string,
  before: Date,
  limit: number,
): Promise<void> {
  const old = db
    .selectFrom('list_messages')
    .select('id')
    .where('inbox_id', '=', inboxId)
    .where('at', '<', before)
    .limit(limit);
  await db.deleteFrom('list_messages').where('id', 'in', old).execute();
}
