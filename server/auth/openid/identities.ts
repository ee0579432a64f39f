import { MESSAGES } from '#contract/messages.ts';
import { PROVIDER_TITLES, type ProviderIdentity } from '#contract/sign-in.ts';
import type { Tx } from '../../platform/database/db.ts';
import type { Act } from '../act.ts';
import { AuthError } from '../error.ts';
import type { MailQueue } from '../one-time/mail-queue.ts';
import { findIdentities, findIdentityOwner, insertIdentity } from './identity-store.ts';

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
  return (await findIdentities(tx, accountId)).some((one) => one.provider === provider);
}
