import type { GateAccount } from '#contract/access.ts';
import { insertEntry, insertItemCharges } from '../credits/entries.ts';
import type { Tx } from '../platform/db.ts';
import { moveBalance } from './store.ts';

/** Adds an entry and changes the balance by it: nothing else changes a balance. */
async function addEntry(tx: Tx, accountId: string, amount: number, reason: string): Promise<void> {
  await insertEntry(tx, accountId, { amount, counted: true, reason });
  await moveBalance(tx, accountId, amount);
}

/**
 * The first entry of a new account, in the transaction that made its row with a balance of 0. `amount` in credits. From then
 * on the balance is the sum of the entries that count (docs/deviations.md 11).
 */
export function openLedger(tx: Tx, accountId: string, amount: number, reason: string): Promise<void> {
  return addEntry(tx, accountId, amount, reason);
}

/** Adds credits to an account that has its ledger. */
export function grantCredits(tx: Tx, accountId: string, amount: number, reason: string): Promise<void> {
  return addEntry(tx, accountId, amount, reason);
}

/** Moves a balance to another number of credits, with an entry. The account's row is locked; `from` is what it holds. */
export async function setBalance(
  tx: Tx,
  accountId: string,
  credits: { from: number; to: number },
  reason: string,
): Promise<void> {
  if (credits.to !== credits.from) await addEntry(tx, accountId, credits.to - credits.from, reason);
}

/**
 * Charges `amount` credits at once, or gives back what was charged before where it is negative. Not `counted`: the entry stands in the
 * ledger and leaves the balance alone. The account's row is locked by the caller, and a charge is within what is `spendable`.
 */
export async function chargeAmount(
  tx: Tx,
  accountId: string,
  charge: { amount: number; counted: boolean; reason: string },
): Promise<void> {
  if (charge.amount === 0) return;
  if (charge.counted) await addEntry(tx, accountId, -charge.amount, charge.reason);
  else await insertEntry(tx, accountId, { ...charge, amount: -charge.amount });
}

/** What an account can pay, in credits; Infinity for those who are not charged (spec accounts §4, Credit deduction). */
export function spendable(account: Pick<GateAccount, 'plan' | 'credits' | 'isStaff'>): number {
  if (account.isStaff || account.plan === 'unlimited' || account.credits === 'unlimited') {
    return Number.POSITIVE_INFINITY;
  }
  return account.credits;
}

/**
 * Charges items of one task, each once: the database refuses a second entry for an item and a balance below 0. The account's
 * row is locked by the caller, and `charges` are within what is `spendable`. Those who are not charged get entries that do
 * not touch the balance.
 */
export async function chargeItems(
  tx: Tx,
  account: Pick<GateAccount, 'plan' | 'credits' | 'isStaff'> & { id: string },
  task: { id: string; type: string },
  charges: readonly { position: number; amount: number }[],
): Promise<void> {
  if (charges.length === 0) return;
  const fromBalance = spendable(account) !== Number.POSITIVE_INFINITY;
  await insertItemCharges(tx, {
    accountId: account.id,
    taskId: task.id,
    reason: task.type,
    fromBalance,
    charges,
  });
  if (!fromBalance) return;
  const total = charges.reduce((sum, { amount }) => sum + amount, 0);
  await moveBalance(tx, account.id, -total);
}
