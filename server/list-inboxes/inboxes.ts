import { randomBytes, randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { CallError } from '#contract/errors.ts';
import {
  INBOX_MESSAGES_SHOWN,
  INBOX_OLD_SECRET_HOURS,
  INBOX_PATH,
  type InboxMessage,
  InboxReply,
  type InboxSecret,
  type InboxView,
} from '#contract/list-inbox.ts';
import type { Deps } from '../deps.ts';
import { type KeyClaim, once } from '../idempotency/idempotency.ts';
import { type Db, type Tx, transaction } from '../platform/database/db.ts';
import { createSecretSealer } from '../platform/sealed-secret.ts';
import { KEYS_LOST } from '../webhooks/endpoint-keys.ts';
import { secretText } from '../webhooks/signatures.ts';
import {
  deleteInboxesOf,
  deleteInboxOfList,
  findInboxOfList,
  type InboxRow,
  insertInbox,
  latestMessages,
  type MessageRow,
  replaceSecret,
} from './store.ts';

export type InboxDeps = Pick<Deps, 'clock' | 'database' | 'secrets' | 'publicUrl'>;
/** The address of a list that takes rows. */
export type Inbox = InboxRow;

const SECRET_BYTES = 32;
const HOUR_MS = 3_600_000;

/** The inbox of a list of the account; null if it has none. */
export async function viewInbox(
  deps: InboxDeps,
  accountId: string,
  listId: string,
): Promise<InboxView | null> {
  const inbox = await findInboxOfList(deps.database.db, accountId, listId);
  return inbox ? toView(deps, inbox) : null;
}

/**
 * Gives a list an inbox. The reply is the only one with its secret; a repeated request gets it again. Throws `conflict` if the
 * list has an inbox. `requireLive` throws if the session that makes it has ended.
 */
export async function createInbox(
  deps: InboxDeps,
  accountId: string,
  listId: string,
  { requireLive, claim }: { requireLive: (tx: Tx) => Promise<void>; claim: KeyClaim | null },
): Promise<z.output<typeof InboxSecret>> {
  const inbox = await transaction(deps.database.db, async (tx) => {
    await requireLive(tx);
    const made = await once(tx, claim, async () => {
      const id = randomUUID();
      const sealed = sealer(deps).seal(randomBytes(SECRET_BYTES), id);
      const at = new Date(deps.clock.now());
      if (await insertInbox(tx, { id, listId, accountId, sealed, at })) return id;
      throw new CallError(
        'conflict',
        'This list has an address already. Reload the page, or call list-inbox, to see it.',
      );
    });
    const found = await findInboxOfList(tx, accountId, listId);
    // Who made it may not know a secret that was changed since.
    return found?.id === made && found.old_sealed === null ? found : undefined;
  });
  return withSecret(deps, inbox);
}

/**
 * Gives an inbox a new secret. For INBOX_OLD_SECRET_HOURS, the one before is accepted, too. The reply is the only one with
 * the secret; a repeated request gets it again. Throws `not_found`.
 */
export async function rotateInbox(
  deps: InboxDeps,
  accountId: string,
  listId: string,
  claim: KeyClaim | null,
): Promise<z.output<typeof InboxSecret>> {
  const inbox = await transaction(deps.database.db, async (tx) => {
    const changedId = await once(tx, claim, async () => {
      const found = await findInboxOfList(tx, accountId, listId);
      const changed =
        found &&
        (await replaceSecret(tx, found, {
          sealed: sealer(deps).seal(randomBytes(SECRET_BYTES), found.id),
          oldUntil: new Date(deps.clock.now() + INBOX_OLD_SECRET_HOURS * HOUR_MS),
        }));
      if (!changed) throw new CallError('not_found');
      return changed.id;
    });
    const current = await findInboxOfList(tx, accountId, listId);
    return current?.id === changedId ? current : undefined;
  });
  return withSecret(deps, inbox);
}

/** Throws `conflict` if a repeated request comes after the inbox was removed or its secret changed. */
async function withSecret(
  deps: InboxDeps,
  inbox: InboxRow | undefined,
): Promise<z.output<typeof InboxSecret>> {
  const secret = inbox && sealer(deps).open(inbox.sealed, inbox.id);
  if (!secret) throw new CallError('conflict', KEYS_LOST);
  return { secret: secretText({ secret }), inbox: await toView(deps, inbox) };
}

/** Removes the inbox of a list. Does nothing if there is none. */
export function deleteInbox({ database }: InboxDeps, accountId: string, listId: string): Promise<void> {
  return deleteInboxOfList(database.db, accountId, listId);
}

/** Removes all inboxes of an account, because someone else may know their secrets. */
export function deleteInboxes(db: Db, accountId: string): Promise<void> {
  return deleteInboxesOf(db, accountId);
}

/** The secrets that are accepted, latest first. None: AUTH_SECRET has changed since. */
export function inboxSecrets(deps: Pick<InboxDeps, 'clock' | 'secrets'>, inbox: Inbox): Uint8Array[] {
  const { id, sealed, old_sealed: old, old_until: until } = inbox;
  const isOldAccepted = old !== null && until !== null && until.getTime() > deps.clock.now();
  return [sealed, ...(isOldAccepted ? [old] : [])].flatMap((text) => sealer(deps).open(text, id) ?? []);
}

function sealer({ secrets }: Pick<InboxDeps, 'secrets'>) {
  return createSecretSealer(secrets.dataKey, 'inbox');
}

async function toView(deps: InboxDeps, inbox: Inbox): Promise<InboxView> {
  const { id, created_at: createdAt, old_until: until } = inbox;
  const messages = await latestMessages(deps.database.db, id, INBOX_MESSAGES_SHOWN);
  return {
    url: `${deps.publicUrl}${INBOX_PATH}/${id}`,
    createdAt: createdAt.toISOString(),
    oldSecretUntil: until && until.getTime() > deps.clock.now() ? until.toISOString() : null,
    messages: messages.map(viewMessage),
  };
}

function viewMessage({ at, sender, unsigned, reply, error }: MessageRow): InboxMessage {
  const shown = { at: at.toISOString(), sender: unsigned ? ('none' as const) : sender };
  if (reply === null) return { ...shown, added: 0, updated: 0, refused: 0, error };
  const { added, updated, refused } = InboxReply.parse(JSON.parse(reply));
  return { ...shown, added, updated, refused: refused.length, error: refused[0]?.reason ?? null };
}
