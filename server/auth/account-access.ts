import { lockUser, setPassword } from '../accounts/identity.ts';
import type { Tx } from '../platform/db.ts';
import { forgetAddresses } from './known-addresses.ts';
import { deleteTokensOf } from './one-time/one-time-store.ts';
import { deleteSessionsOf } from './store.ts';

/** Ends all sessions of an account and voids its codes and links. */
export async function endAccess(tx: Tx, accountId: string): Promise<void> {
  await lockUser(tx, accountId);
  await deleteSessionsOf(tx, accountId);
  await deleteTokensOf(tx, accountId);
}

/** Sets a password for the operator, and ends everything that an earlier one opened. */
export async function replacePassword(tx: Tx, accountId: string, hash: string, now: Date): Promise<void> {
  await endAccess(tx, accountId);
  await forgetAddresses(tx, accountId);
  await setPassword(tx, accountId, hash, now);
}
