import { clearPassword, setEmailConfirmed } from '../accounts/identity.ts';
import type { Tx } from '../platform/db.ts';
import { deleteTokensOf } from './one-time/one-time-store.ts';
import { deleteSessionsOf } from './store.ts';

/**
 * Notes that the address of an account was proved for the first time (docs/deviations.md 7). Anybody can sign up with any
 * address, so whoever did it before loses what they hold: their sessions, but for the one that proved it, every code and link
 * on its way, and with `endPassword` the password.
 */
export async function confirmFirst(
  tx: Tx,
  accountId: string,
  how: { endPassword: boolean; keepSession: string | undefined; now: Date },
): Promise<void> {
  await setEmailConfirmed(tx, accountId, how.now);
  if (how.endPassword) await clearPassword(tx, accountId, how.now);
  await deleteSessionsOf(tx, accountId, how.keepSession);
  await deleteTokensOf(tx, accountId);
}
