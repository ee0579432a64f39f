import type { ProviderIdentity } from '#contract/sign-in.ts';
import type { Db, Tx } from '../../platform/database/db.ts';
import type { Tables } from '../../platform/database/tables.ts';

/** The authenticator app of an account, if it has one; `enabled_at` is null while it is being set up. */
export function findFactor(db: Db, accountId: string) {
  return db
    .selectFrom('second_factors')
    .select(['secret', 'last_step', 'created_at', 'enabled_at'])
    .where('account_id', '=', accountId)
    .executeTakeFirst();
}

export async function isOn(db: Db, accountId: string): Promise<boolean> {
  return (await findFactor(db, accountId))?.enabled_at != null;
}

/** Starts a setup, and replaces an unfinished one. */
export async function saveSetup(tx: Tx, accountId: string, secret: string, now: Date): Promise<void> {
  await tx
    .insertInto('second_factors')
    .values({ account_id: accountId, secret, created_at: now, enabled_at: null })
    .onConflict((conflict) =>
      conflict
        .column('account_id')
        .doUpdateSet({ secret, created_at: now, last_step: 0 })
        .where('second_factors.enabled_at', 'is', null),
    )
    .execute();
}

export async function markEnabled(tx: Tx, accountId: string, now: Date): Promise<void> {
  await tx
    .updateTable('second_factors')
    .set({ enabled_at: now })
    .where('account_id', '=', accountId)
    .execute();
}

/** Records the step of an accepted code. false: a code of this step or a later one was accepted before. */
export async function takeStep(tx: Tx, accountId: string, step: number): Promise<boolean> {
  const row = await tx
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('account_id', '=', accountId)
    .where('last_step', '<', step)
    .returning('account_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Removes the app and the recovery codes. false: there was no app. */
export async function deleteFactor(tx: Tx, accountId: string): Promise<boolean> {
  await tx.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute();
  const row = await tx
    .deleteFrom('second_factors')
    .where('account_id', '=', accountId)
    .returning('account_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function replaceRecoveryCodes(tx: Tx, accountId: string, hashes: string[]): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute();
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ account_id: accountId, code_hash })))
    .execute();
}

/** Uses up a recovery code. false: unknown or used. */
export async function takeRecoveryCode(tx: Tx, accountId: string, hash: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('recovery_codes')
    .where('account_id', '=', accountId)
    .where('code_hash', '=', hash)
    .returning('account_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function countRecoveryCodes(db: Db, accountId: string): Promise<number> {
  const rows = await db
    .selectFrom('recovery_codes')
    .select('code_hash')
    .where('account_id', '=', accountId)
    .execute();
  return rows.length;
}

type Ticket = Tables['second_factor_tickets'];

export interface NewTicket {
  ticketHash: string;
  accountId: string;
  method: Ticket['method'];
  provider: Ticket['provider'];
  identity: ProviderIdentity | null;
  now: Date;
  expiresAt: Date;
}

/** Inserts a ticket. Deletes expired ones, and the account's oldest so that at most `keep` others stay. */
export async function insertTicket(tx: Tx, ticket: NewTicket, keep: number): Promise<void> {
  await tx.deleteFrom('second_factor_tickets').where('expires_at', '<=', ticket.now).execute();
  await tx
    .deleteFrom('second_factor_tickets')
    .where('ticket_hash', 'in', ({ selectFrom }) =>
      selectFrom('second_factor_tickets')
        .select('ticket_hash')
        .where('account_id', '=', ticket.accountId)
        .orderBy('expires_at', 'desc')
        .orderBy('ticket_hash')
        .offset(keep),
    )
    .execute();
  await tx
    .insertInto('second_factor_tickets')
    .values({
      ticket_hash: ticket.ticketHash,
      account_id: ticket.accountId,
      method: ticket.method,
      provider: ticket.provider,
      identity: ticket.identity && JSON.stringify(ticket.identity),
      expires_at: ticket.expiresAt,
    })
    .execute();
}

/** Counts one attempt on a ticket. undefined: unknown, expired, or out of attempts. */
export function countTicketAttempt(db: Db, ticketHash: string, now: Date, maxAttempts: number) {
  return db
    .updateTable('second_factor_tickets')
    .set(({ eb }) => ({ attempts: eb('attempts', '+', 1) }))
    .where('ticket_hash', '=', ticketHash)
    .where('expires_at', '>', now)
    .where('attempts', '<', maxAttempts)
    .returning(['account_id', 'method', 'provider', 'identity'])
    .executeTakeFirst();
}

/** Uses up a ticket. false: used already, or its sign-in was ended since. */
export async function takeTicket(tx: Tx, ticketHash: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('second_factor_tickets')
    .where('ticket_hash', '=', ticketHash)
    .returning('account_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteTickets(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('second_factor_tickets').where('account_id', '=', accountId).execute();
}
