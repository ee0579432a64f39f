import { lockPlan, upgradePlan } from '../accounts/plan.ts';
import { type Db, transaction } from '../platform/database/db.ts';
import { endOperatorGrant, goesOnPaying, listEntitlements, saveOperatorGrant } from './entitlement-store.ts';
import { derivePlan } from './entitlements.ts';
import type { PaymentContext } from './payment-context.ts';

/**
 * Makes an account unlimited on behalf of the operator. Reconciliation ignores this grant. Returns false if
 * the account doesn't exist.
 */
export async function grantUnlimited(
  payments: Pick<PaymentContext, 'database' | 'clock'>,
  accountId: string,
): Promise<boolean> {
  return transaction(payments.database.db, async (tx) => {
    const account = await lockPlan(tx, accountId);
    if (!account) return false;
    const at = new Date(payments.clock.now());
    await saveOperatorGrant(tx, accountId, at);
    await upgradePlan(tx, account, at);
    return true;
  });
}

/** Whether an account pays for a subscription, whatever the operator gave it. */
export async function hasOwnSubscription(db: Db, accountId: string): Promise<boolean> {
  return goesOnPaying(await listEntitlements(db, accountId));
}

/**
 * Takes back the plan that the operator gave an account. A subscription of its own goes on. `bought`: the operator gave it
 * nothing, and it has a plan. `free`: it has none.
 */
export async function endGrant(
  payments: Pick<PaymentContext, 'database' | 'clock'>,
  accountId: string,
): Promise<'ended' | 'bought' | 'free' | 'unknown'> {
  return transaction(payments.database.db, async (tx) => {
    const account = await lockPlan(tx, accountId);
    if (!account) return 'unknown';
    const at = new Date(payments.clock.now());
    const isGiven = (await endOperatorGrant(tx, accountId, at)) || account.plan === 'premium';
    if (!isGiven) return account.plan === 'free' ? 'free' : 'bought';
    await derivePlan(tx, account, await listEntitlements(tx, accountId), { lost: true, at });
    return 'ended';
  });
}
