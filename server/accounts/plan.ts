import { sql } from 'kysely';
import type { Plan } from '#contract/account.ts';
import { DOWNGRADE_CREDIT_CAP } from '#contract/limits.ts';
import type { Deps } from '../deps.ts';
import { type Db, type Tx, transaction } from '../platform/database/db.ts';
import { grantWithheldCredits } from './first-credits.ts';
import { setBalance } from './ledger.ts';
import { findAccount, findByEmail, lockAccount, updatePaymentDue, updatePlanRow } from './store.ts';

/** The stored plan of an account whose row is locked until the transaction ends. */
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

/**
 * Upgrades an account to unlimited (spec accounts §4 Plan). The ledger doesn't change (docs/deviations.md
 * 18), except that a disposable address gets its first credits with its card.
 */
export async function upgradePlan(tx: Tx, account: LockedPlan, now: Date): Promise<void> {
  await grantWithheldCredits(tx, account.id);
  await updatePlanRow(tx, account.id, { plan: 'unlimited', isTrial: false, hasPaymentMethod: true, now });
}

/**
 * Gives an account the premium plan on the operator's behalf (spec accounts §6, Premium user): it has no trial that
 * ends, spends its credits, and needs no card for them. No one can buy it, and it ends if the account buys the
 * unlimited plan and loses that.
 */
export async function givePremium(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  accountId: string,
): Promise<'given' | 'unlimited' | 'unknown'> {
  return transaction(database.db, async (tx) => {
    const account = await lockPlan(tx, accountId);
    if (!account) return 'unknown';
    if (account.plan === 'unlimited') return 'unlimited';
    await grantWithheldCredits(tx, account.id);
    const now = new Date(clock.now());
    await updatePlanRow(tx, account.id, { plan: 'premium', isTrial: false, hasPaymentMethod: true, now });
    return 'given';
  });
}

/**
 * Downgrades to free: trial on, no payment method, at most DOWNGRADE_CREDIT_CAP credits (spec accounts §4
 * Plan).
 */
export async function downgradePlan(tx: Tx, account: LockedPlan, now: Date): Promise<void> {
  await updatePlanRow(tx, account.id, { plan: 'free', isTrial: true, hasPaymentMethod: false, now });
  const left = Math.min(account.balance, DOWNGRADE_CREDIT_CAP);
  await setBalance(tx, account.id, { from: account.balance, to: left }, 'downgrade');
}

/** Records whether a payment of the account is due at this provider. true: it is, and wasn't before. */
export async function setPaymentDue(
  tx: Tx,
  accountId: string,
  { due, source }: { due: boolean; source: 'stripe' | 'test' },
): Promise<boolean> {
  return (await updatePaymentDue(tx, accountId, due ? source : null)) && due;
}

export async function accountExists(db: Db, accountId: string): Promise<boolean> {
  return (await findAccount(db, accountId)) !== undefined;
}

/** Those of some account IDs that exist. */
export async function accountsAmong(db: Db, accountIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from accounts where id = any(${`{${accountIds.join(',')}}`}::uuid[])
  `.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Finds the account of an address and whether the address is confirmed. `email` is in lower case. */
export async function findAccountByEmail(
  db: Db,
  email: string,
): Promise<{ id: string; confirmed: boolean } | null> {
  const row = await findByEmail(db, email);
  return row ? { id: row.id, confirmed: row.email_confirmed_at !== null } : null;
}
