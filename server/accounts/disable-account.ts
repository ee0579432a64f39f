import type { Tx } from '../platform/database/db.ts';
import { lockAccount, setDisabled } from './store.ts';

/**
 * Disables an account from `at` on, or enables it (null). A disabled account can't sign in or start anything.
 * The row stays locked, so that no sign-in or task starts at the same time. false: the account doesn't exist.
 */
export async function disableAccount(tx: Tx, accountId: string, at: Date | null): Promise<boolean> {
  const row = await lockAccount(tx, accountId);
  if (!row) return false;
  await setDisabled(tx, accountId, at);
  return true;
}
