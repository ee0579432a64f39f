import { createHmac, hkdfSync } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { mailboxAddress } from '#engines/email-address/email-address.ts';
import type { Deps } from '../deps.ts';
import type { Db, Tx } from '../platform/database/db.ts';
import { findMailboxAccounts, mailboxAccounts } from './store.ts';

/**
 * Hashes a value that must be recognized after the account is deleted. Keyed, so that addresses and cards
 * can't be guessed from the hashes without the secret.
 */
export function keyedHash(
  { secrets }: { secrets: Pick<Deps['secrets'], 'dataKey'> },
  of: 'email' | 'mailbox' | 'unconfirmed mailbox' | 'account' | 'card',
  value: string,
): string {
  const key = Buffer.from(hkdfSync('sha256', secrets.dataKey, '', `leadwell former ${of}`, 32));
  return createHmac('sha256', key).update(value).digest('base64url');
}

type Secrets = Pick<Deps, 'secrets'>;

/**
 * Records that a mailbox had an account, as a hash keyed with this server's secret. `email` is in lower case. If it wasn't confirmed,
 * the account may have been a stranger's.
 */
export function recordFormerEmail(
  tx: Tx,
  deps: Secrets,
  { email, email_confirmed_at: confirmedAt }: { email: string; email_confirmed_at: Date | null },
  now: Date,
): Promise<void> {
  const of = confirmedAt === null ? 'unconfirmed mailbox' : 'mailbox';
  return addFormerEmail(tx, keyedHash(deps, of, mailboxAddress(email)), now);
}

/**
 * Whether a mailbox had an account that was deleted or changed its address, even one with an unconfirmed address. Its free credits
 * are used up.
 */
export async function mailboxHadAccount(db: Db, deps: Secrets, email: string): Promise<boolean> {
  const unconfirmed = keyedHash(deps, 'unconfirmed mailbox', mailboxAddress(email));
  return isTrue(db, isFormer([...confirmedHashes(deps, email), unconfirmed]));
}

/**
 * SQL: whether a mailbox had an account with a confirmed address that was deleted or changed its address. Its trial is used up. An
 * unconfirmed address can't start one, and anyone can sign up with any address.
 */
export function hadConfirmedAccount(deps: Secrets, email: string): RawBuilder<boolean> {
  return isFormer(confirmedHashes(deps, email));
}

function confirmedHashes(deps: Secrets, email: string): string[] {
  // Earlier versions recorded the whole address, and also unconfirmed ones.
  return [keyedHash(deps, 'mailbox', mailboxAddress(email)), keyedHash(deps, 'email', email)];
}

/** SQL: the ids of the accounts whose address reaches the mailbox of `email`, which is in lower case. */
export function accountsLike(email: string): RawBuilder<string> {
  return mailboxAccounts(mailboxAddress(email));
}

/** The ids of the accounts whose address reaches the mailbox of `email`, which is in lower case. */
export function accountsOfMailbox(db: Db, email: string): Promise<string[]> {
  return findMailboxAccounts(db, mailboxAddress(email));
}

/** Records the id of a deleted account in the same way, so that later payments for it can be recognized. */
export function recordDeletedAccount(tx: Tx, deps: Secrets, accountId: string, now: Date): Promise<void> {
  return addFormerEmail(tx, keyedHash(deps, 'account', accountId), now);
}

/** Whether an account with this id was deleted on this server. */
export function accountWasDeleted(db: Db, deps: Secrets, accountId: string): Promise<boolean> {
  return isTrue(db, isFormer([keyedHash(deps, 'account', accountId)]));
}

async function addFormerEmail(tx: Tx, emailHash: string, leftAt: Date): Promise<void> {
  await tx
    .insertInto('former_emails')
    .values({ email_hash: emailHash, left_at: leftAt })
    .onConflict((conflict) => conflict.column('email_hash').doNothing())
    .execute();
}

/** SQL: whether one of the hashes was added. */
function isFormer(emailHashes: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`exists (select 1 from former_emails where email_hash in (${sql.join(emailHashes)}))`;
}

async function isTrue(db: Db, condition: RawBuilder<boolean>): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select ${condition} as is`.execute(db);
  return rows[0]?.is === true;
}
