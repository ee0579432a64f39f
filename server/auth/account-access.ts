import { lockUser, setPassword } from '../accounts/identity.ts';
import { revokeAllKeys } from '../api-keys/api-keys.ts';
import type { Tx } from '../platform/db.ts';
import { forgetAddresses } from './known-addresses.ts';
import { deleteTokensOf } from './one-time/one-time-store.ts';
import { deleteSessionsOf } from './store.ts';

/** Ends all sessions of an account, voids its codes and links, and revokes its API keys. */
export async function endAccess(tx: Tx, accountId: string, now: Date): Promise<void> {
  await lockUser(tx, accountId);
  await deleteSessionsOf(tx, accountId);
  await deleteTokensOf(tx, accountId);
  await revokeAllKeys(tx, accountId, now);
}

/** Sets a password for the operator, and ends everything that an earlier one opened. */
export async function replacePassword(tx: Tx, accountId: string, hash: string, now: Date): Promise<void> {
  await endAccess(tx, accountId, now);
  await forgetAddresses(tx, accountId);
  await setPassword(tx, accountId, hash, now);
}
