import type { Plan } from '#contract/account.ts';
import type { AdminUpgradeReply } from '#contract/admin.ts';
import { MESSAGES } from '#contract/messages.ts';
import { findAccountByEmail, givePremium } from '../accounts/plan.ts';
import type { Deps } from '../deps.ts';
import { hasLiveSubscription } from '../payments/billing.ts';
import { endGrant, grantUnlimited } from '../payments/entitlements.ts';

const GOES_ON_PAYING =
  'The account has a subscription and goes on paying for it. To end that, cancel it in Stripe.';

/**
 * Gives a plan to the account of an address on the operator's behalf, or takes the given one back (`free`). `email` is in
 * lower case and need not be confirmed, because the operator vouches for it.
 */
export async function upgradeByEmail(
  deps: Pick<Deps, 'database' | 'clock'>,
  email: string,
  plan: Plan = 'unlimited',
): Promise<AdminUpgradeReply> {
  const account = await findAccountByEmail(deps.database.db, email);
  if (!account) return refused(MESSAGES.admin.noSuchAccount);
  const refusal = await PLAN_CHANGES[plan](deps, account.id);
  if (refusal !== null) return refused(refusal);
  const pays = await hasLiveSubscription(deps.database.db, account.id);
  return { success: true, ...(pays ? { note: GOES_ON_PAYING } : {}) };
}

/** Each returns why it isn't possible, or null. */
const PLAN_CHANGES: Record<
  Plan,
  (deps: Pick<Deps, 'database' | 'clock'>, accountId: string) => Promise<string | null>
> = {
  unlimited: async (deps, accountId) =>
    (await grantUnlimited(deps, accountId)) ? null : MESSAGES.admin.noSuchAccount,
  premium: async (deps, accountId) => {
    const outcome = await givePremium(deps, accountId);
    if (outcome === 'unlimited') return 'The account has the unlimited plan, which includes premium.';
    return outcome === 'given' ? null : MESSAGES.admin.noSuchAccount;
  },
  free: async (deps, accountId) => {
    switch (await endGrant(deps, accountId)) {
      case 'unknown':
        return MESSAGES.admin.noSuchAccount;
      case 'free':
        return 'The account already has the free plan.';
      case 'bought':
        return 'The account bought its plan. To end it, cancel the subscription in Stripe.';
      case 'ended':
        return null;
    }
  },
};

const refused = (error: string) => ({ success: false, error });
