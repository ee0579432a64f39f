import { MESSAGES } from '#contract/messages.ts';
import { PROVIDER_TITLES, type ProviderIdentity, type ProviderName } from '#contract/sign-in.ts';
import type { Db, Tx } from '../../platform/database/db.ts';
import type { Act } from '../act.ts';
import { AuthError } from '../error.ts';
import type { MailQueue } from '../one-time/mail-queue.ts';
import { findSessionProvider } from '../store.ts';

/**
 * Connects a person at a provider to an account, whose row is locked, and tells its owner. Does nothing if they
 * are connected. Throws `identity_already_exists` if the account has another one of this provider, or the
 * person another account.
 */
export async function connectIdentity(
  tx: Tx,
  queue: MailQueue,
  accountId: string,
  identity: ProviderIdentity,
  act: Act,
): Promise<void> {
  const title = PROVIDER_TITLES[identity.provider];
  if (!(await insertIdentity(tx, accountId, identity, new Date(act.at)))) {
    const owner = await findIdentityOwner(tx, identity);
    if (owner === accountId) return;
    const message = owner ? MESSAGES.providers.taken(title) : MESSAGES.providers.otherConnected(title);
    throw new AuthError('identity_already_exists', message);
  }
  await queue.add(
    [{ job: { kind: 'sign-in-changed', accountId, change: `${identity.provider}-connected`, act } }],
    tx,
  );
}

/** Whether the account has an account at this provider. */
export async function isConnected(
  tx: Tx,
  accountId: string,
  provider: ProviderIdentity['provider'],
): Promise<boolean> {
  return (await findIdentities(tx, accountId)).some((identity) => identity.provider === provider);
}

/** The account of a person at a provider. */
export async function findIdentityOwner(
  db: Db,
  { issuer, subject }: Pick<ProviderIdentity, 'issuer' | 'subject'>,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('identities')
    .select('account_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row?.account_id;
}

export function findIdentities(db: Db, accountId: string) {
  return db
    .selectFrom('identities')
    .select(['provider', 'email', 'created_at'])
    .where('account_id', '=', accountId)
    .orderBy('provider')
    .execute();
}

/** Returns false if the account has one of this provider, or if the person belongs to another account. */
async function insertIdentity(
  tx: Tx,
  accountId: string,
  identity: ProviderIdentity,
  now: Date,
): Promise<boolean> {
  const row = await tx
    .insertInto('identities')
    .values({ account_id: accountId, ...identity, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteIdentity(tx: Tx, accountId: string, provider: ProviderName): Promise<boolean> {
  const row = await tx
    .deleteFrom('identities')
    .where('account_id', '=', accountId)
    .where('provider', '=', provider)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Disconnects all providers, except the one that started the session `keepSession`. */
export async function deleteIdentities(db: Db, accountId: string, keepSession?: string): Promise<void> {
  const kept = keepSession ? await findSessionProvider(db, keepSession) : null;
  const all = db.deleteFrom('identities').where('account_id', '=', accountId);
  await (kept ? all.where('provider', '!=', kept) : all).execute();
}
