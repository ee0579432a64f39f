import type { GivenPlan } from '#contract/account.ts';
import { MESSAGES } from '#contract/messages.ts';
import { findAccountByEmail, givePremium } from '../accounts/plan.ts';
import type { Deps } from '../deps.ts';
import { grantUnlimited } from '../payments/entitlements.ts';

/**
 * Gives a plan to the account of an address on the operator's behalf. `email` is in lower case and need not be
 * confirmed, because the operator vouches for it.
 */
export async function upgradeByEmail(
  deps: Pick<Deps, 'database' | 'clock'>,
  email: string,
  plan: GivenPlan = 'unlimited',
): Promise<{ success: boolean; error?: string }> {
  const account = await findAccountByEmail(deps.database.db, email);
  if (!account) return refused(MESSAGES.admin.noSuchAccount);
  if (plan === 'unlimited') {
    const granted = await grantUnlimited(deps, account.id);
    return granted ? { success: true } : refused(MESSAGES.admin.noSuchAccount);
  }
  const outcome = await givePremium(deps, account.id);
  if (outcome === 'unlimited') return refused('The account has the unlimited plan, which includes premium.');
  return outcome === 'given' ? { success: true } : refused(MESSAGES.admin.noSuchAccount);
}

const refused = (error: string) => ({ success: false, error });
