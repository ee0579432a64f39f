import { MESSAGES } from '#contract/messages.ts';
import { findAccountByEmail } from '../accounts/plan.ts';
import type { Deps } from '../deps.ts';
import { grantUnlimited } from '../payments/entitlements.ts';

/**
 * Upgrades the account of an address on the operator's behalf. `email` is in lower case and need not be
 * confirmed, because the operator vouches for it.
 */
export async function upgradeByEmail(
  deps: Pick<Deps, 'database' | 'clock'>,
  email: string,
): Promise<{ success: boolean; error?: string }> {
  const account = await findAccountByEmail(deps.database.db, email);
  const granted = account ? await grantUnlimited(deps, account.id) : false;
  return granted ? { success: true } : { success: false, error: MESSAGES.admin.noSuchAccount };
}
