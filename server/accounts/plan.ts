import type { Plan } from '#contract/account.ts';
import { DOWNGRADE_CREDIT_CAP } from '#contract/limits.ts';
import type { Db, Tx } from '../platform/db.ts';
import { setBalance } from './ledger.ts';
import { findAccount, findByEmail, lockAccount, updatePlanRow } from './store.ts';

/** The plan of an account as it is stored, its row locked until the transaction ends. */
export interface LockedPlan {
  id: string;
  email: string;
  plan: Plan;
  balance: number;
}

export async function lockPlan(tx: Tx, accountId: string): Promise<LockedPlan | null> {
  const row = await lockAccount(tx, accountId);
  return row ? { id: row.id, email: row.email, plan: row.plan, balance: row.balance } : null;
}

/** Makes an account unlimited (spec accounts §4 Plan). The ledger stays as it is (docs/deviations.md 18). */
export function raisePlan(tx: Tx, account: LockedPlan, now: Date): Promise<void> {
  return updatePlanRow(tx, account.id, { plan: 'unlimited', isTrial: false, hasPaymentMethod: true, now });
}

/** Takes the plan away: free, trial on, no payment method, at most DOWNGRADE_CREDIT_CAP credits (spec accounts §4 Plan). */
export async function dropPlan(tx: Tx, account: LockedPlan, now: Date): Promise<void> {
  await updatePlanRow(tx, account.id, { plan: 'free', isTrial: true, hasPaymentMethod: false, now });
  const left = Math.min(account.balance, DOWNGRADE_CREDIT_CAP);
  await setBalance(tx, account.id, { from: account.balance, to: left }, 'downgrade');
}

export async function accountExists(db: Db, accountId: string): Promise<boolean> {
  return (await findAccount(db, accountId)) !== undefined;
}

/** The account that holds an address, and whether the address was confirmed; null for none. `email` in lower case. */
export async function accountOfEmail(
  db: Db,
  email: string,
): Promise<{ id: string; confirmed: boolean } | null> {
  const row = await findByEmail(db, email);
  return row ? { id: row.id, confirmed: row.email_confirmed_at !== null } : null;
}
