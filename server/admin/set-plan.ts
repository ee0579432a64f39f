import type { Plan } from '#contract/account.ts';
import { MESSAGES } from '#contract/messages.ts';
import { findAccountByEmail, givePremium } from '../accounts/plan.ts';
import type { Deps } from '../deps.ts';
import { endGrant, grantUnlimited, hasOwnSubscription } from '../payments/operator-grant.ts';

type PlanDeps = Pick<Deps, 'database' | 'clock'>;

/** Whether an account has the plan now. `note`: what the operator has to know about its payments. `error`: why not. */
type SetPlan = { success: true; note?: string } | { success: false; error: string };

const GOES_ON_PAYING =
  'The account has a subscription and goes on paying for it. To end that, cancel it in Stripe.';

/**
 * Gives a plan to the account of an address on the operator's behalf, or takes the given one back (`free`). `email` is in
 * lower case and need not be confirmed, because the operator vouches for it.
 */
export async function setPlanByEmail(
  deps: PlanDeps,
  email: string,
  plan: Plan = 'unlimited',
): Promise<SetPlan> {
  const { db } = deps.database;
  const account = await findAccountByEmail(db, email);
  if (!account) return { success: false, error: MESSAGES.admin.noSuchAccount };
  const error = await SET_PLAN[plan](deps, account.id);
  if (error !== null) return { success: false, error };
  const pays = await hasOwnSubscription(db, account.id);
  return { success: true, ...(pays ? { note: GOES_ON_PAYING } : {}) };
}

/** Each returns why it isn't possible, or null. */
const SET_PLAN: Record<Plan, (deps: PlanDeps, accountId: string) => Promise<string | null>> = {
  unlimited: async (deps, accountId) =>
    (await grantUnlimited(deps, accountId)) ? null : MESSAGES.admin.noSuchAccount,
  premium: async (deps, accountId) =>
    ({
      given: null,
      unlimited: 'The account has the unlimited plan, which includes premium.',
      unknown: MESSAGES.admin.noSuchAccount,
    })[await givePremium(deps, accountId)],
  free: async (deps, accountId) =>
    ({
      ended: null,
      bought: 'The account bought its plan. To end it, cancel the subscription in Stripe.',
      free: 'The account already has the free plan.',
      unknown: MESSAGES.admin.noSuchAccount,
    })[await endGrant(deps, accountId)],
};
