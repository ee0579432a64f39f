import { CallError } from '#contract/errors.ts';
import { MESSAGES } from '#contract/messages.ts';
import type { ProviderName, SignInMethods } from '#contract/sign-in.ts';
import { findPassword, lockUser } from '../accounts/identity.ts';
import type { Deps } from '../deps.ts';
import type { Session } from '../http/context.ts';
import { transaction } from '../platform/database/db.ts';
import { actOfSession } from './act.ts';
import { openMailQueue } from './one-time/mail-queue.ts';
import { deleteIdentity, findIdentities } from './openid/identities.ts';
import type { OwnerProof } from './owner-proof.ts';
import { countRecoveryCodes, findFactor } from './second-factor/second-factor-store.ts';

/** The ways to log in to an account, as its owner sees them. */
export async function viewSignInMethods(
  { database: { db } }: Pick<Deps, 'database'>,
  owner: OwnerProof,
  session: Session,
): Promise<SignInMethods> {
  const { accountId } = session;
  const identities = await findIdentities(db, accountId);
  const factor = await findFactor(db, accountId);
  const needed = await owner.needed(session);
  return {
    identities: identities.map(({ provider, email, created_at }) => ({
      provider,
      email,
      connectedAt: created_at.toISOString(),
    })),
    twoFactor: factor?.enabled_at
      ? {
          since: factor.enabled_at.toISOString(),
          recoveryCodesLeft: await countRecoveryCodes(db, accountId),
        }
      : null,
    passwordNeeded: needed === 'password',
    signInNeeded: needed === 'sign-in',
  };
}

/**
 * Disconnects a provider. Needs a proof of the owner. Throws `conflict` if neither a password nor another
 * provider is left.
 */
export async function disconnectProvider(
  deps: Pick<Deps, 'database' | 'queue' | 'clock'>,
  owner: OwnerProof,
  session: Session,
  { provider, currentPassword }: { provider: ProviderName; currentPassword?: string | null | undefined },
): Promise<void> {
  await owner.require(session, currentPassword);
  const { accountId } = session;
  const queue = await openMailQueue(deps);
  const act = await actOfSession(deps.database.db, session, new Date(deps.clock.now()));
  await transaction(deps.database.db, async (tx) => {
    await lockUser(tx, accountId);
    if (!(await deleteIdentity(tx, accountId, provider))) return;
    const password = (await findPassword(tx, { id: accountId }))?.password_hash;
    if (!password && (await findIdentities(tx, accountId)).length === 0)
      throw new CallError('conflict', MESSAGES.providers.lastMethod);
    await queue.add(
      [{ job: { kind: 'sign-in-changed', accountId, change: `${provider}-disconnected`, act } }],
      tx,
    );
  });
}
