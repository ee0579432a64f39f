import { lockUser, setPassword } from '../accounts/identity.ts';
import { revokeAllKeys } from '../api-keys/api-keys.ts';
import { deleteDevicesOf } from '../device-tokens/device-table.ts';
import type { Tx } from '../platform/db.ts';
import { forgetPlaces } from './known-addresses.ts';
import { deleteTokensOf } from './one-time/one-time-store.ts';
import { deleteSessionsOf } from './store.ts';

/** Ends all sessions of an account, voids its codes and links, revokes its API keys and disconnects its browsers. */
export async function endAccess(tx: Tx, accountId: string, now: Date): Promise<void> {
  await lockUser(tx, accountId);
  await deleteSessionsOf(tx, accountId);
  await deleteTokensOf(tx, accountId);
  await revokeAllKeys(tx, accountId, now);
  await deleteDevicesOf(tx, accountId);
}

/** Sets a password for the operator, and ends everything that an earlier one opened. */
export async function replacePassword(tx: Tx, accountId: string, hash: string, now: Date): Promise<void> {
  await endAccess(tx, accountId, now);
  await forgetPlaces(tx, accountId);
  await setPassword(tx, accountId, hash, now);
}
