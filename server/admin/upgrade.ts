import { MESSAGES } from '#contract/messages.ts';
import { accountOfEmail } from '../accounts/plan.ts';
import type { Deps } from '../deps.ts';
import { grantByOperator } from '../payments/entitlements.ts';

/**
 * Makes the account of an address unlimited by the operator's word. `email` in lower case. The operator answers for whose
 * address it is: it need not be confirmed.
 */
export async function upgradeByEmail(
  deps: Pick<Deps, 'database' | 'clock'>,
  email: string,
): Promise<{ success: boolean; error?: string }> {
  const account = await accountOfEmail(deps.database.db, email);
  const granted = account ? await grantByOperator(deps, account.id) : false;
  return granted ? { success: true } : { success: false, error: MESSAGES.admin.noSuchAccount };
}
