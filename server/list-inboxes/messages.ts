import { INBOX_KEPT_DAYS, type InboxMessage, InboxReply } from '#contract/list-inbox.ts';
import type { Deps } from '../deps.ts';
import type { Db, Tx } from '../platform/database/db.ts';
import type { Inbox } from './inboxes.ts';
import { deleteMessagesBefore, findInbox, findMessage, insertMessage } from './store.ts';

const KEPT_MS = INBOX_KEPT_DAYS * 86_400_000;
/** More than come in at once, so that old ones never pile up. */
const DELETED_AT_ONCE = 50;

/** A request that came in. `id`: null if its sender gave it none. */
export interface IncomingMessage {
  id: string | null;
  sender: 'key' | 'signature';
}

/** An inbox by the ID in its address. */
export function inboxById(db: Db, id: string): Promise<Inbox | undefined> {
  return findInbox(db, id);
}

/** The answer to an earlier request with this ID; null if there was none. */
export async function earlierReply(
  db: Db,
  inbox: Inbox,
  { id }: IncomingMessage,
): Promise<InboxReply | null> {
  const found = id === null ? undefined : await findMessage(db, inbox.id, id);
  return found?.reply ? InboxReply.parse(JSON.parse(found.reply)) : null;
}

/**
 * Stores an accepted request with its answer, in the transaction that adds its rows. false: another one with its ID came
 * first, so that the rows must not be added.
 */
export async function noteAccepted(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  inbox: Inbox,
  { id, sender }: IncomingMessage,
  reply: InboxReply,
): Promise<boolean> {
  const at = new Date(clock.now());
  await deleteMessagesBefore(tx, inbox.id, new Date(at.getTime() - KEPT_MS), DELETED_AT_ONCE);
  const text = JSON.stringify(reply);
  const sent = { message_id: id, sender, unsigned: false };
  return insertMessage(tx, { ...owner(inbox), ...sent, at, reply: text, error: null });
}

/** Stores why a request was refused. It can be sent again with its ID. */
export async function noteRefused(
  { database, clock }: Pick<Deps, 'clock' | 'database'>,
  inbox: Inbox,
  sender: InboxMessage['sender'],
  error: string,
): Promise<void> {
  const at = new Date(clock.now());
  await insertMessage(database.db, {
    ...owner(inbox),
    message_id: null,
    sender: sender === 'none' ? 'signature' : sender,
    unsigned: sender === 'none',
    at,
    reply: null,
    error,
  });
}

function owner({ id, account_id }: Inbox) {
  return { inbox_id: id, account_id };
}
