import { type GateAccount, isUnlimited } from '#contract/access.ts';
import { LOW_CREDIT_WARNING_AT_CREDITS } from '#contract/limits.ts';
import { insertEntry, insertItemCharges } from '../credits/entries.ts';
import { refundReason } from '../credits/reasons.ts';
import type { Tx } from '../platform/database/db.ts';
import { writeEvent } from '../webhooks/events.ts';
import { addToTotals } from './store.ts';

/** Adds credits, or takes them away. */
async function addGrant(tx: Tx, accountId: string, amount: number, reason: string): Promise<void> {
  await insertEntry(tx, accountId, { amount, counted: true, spent: false, reason, exportId: null });
  await addToTotals(tx, accountId, { balance: amount });
}

/**
 * Adds the first entry of a new account, in the transaction that created the account with a balance of 0.
 * `amount` is in credits. From then on, the balance is the sum of all counted entries, and credits used and left
 * are the credits granted (docs/deviations.md 11).
 */
export function openLedger(tx: Tx, accountId: string, amount: number, reason: string): Promise<void> {
  return addGrant(tx, accountId, amount, reason);
}

/** Adds credits to an existing account. */
export function grantCredits(tx: Tx, accountId: string, amount: number, reason: string): Promise<void> {
  return addGrant(tx, accountId, amount, reason);
}

/**
 * Sets a balance with a ledger entry. The caller has locked the account's row; `from` is the current balance.
 */
export async function setBalance(
  tx: Tx,
  accountId: string,
  credits: { from: number; to: number },
  reason: string,
): Promise<void> {
  if (credits.to !== credits.from) await addGrant(tx, accountId, credits.to - credits.from, reason);
}

/**
 * Charges `amount` credits for a lead export; a negative amount refunds. `reason`: the export's call, or what is refunded. An entry that isn't `counted` doesn't change the
 * balance. The caller has locked the account's row, and a charge must not exceed `spendable`.
 */
export async function chargeAmount(
  tx: Tx,
  accountId: string,
  charge: { amount: number; counted: boolean; reason: string; exportId: string | null },
): Promise<void> {
  if (charge.amount === 0) return;
  const { amount, counted } = charge;
  await insertEntry(tx, accountId, { ...charge, spent: true, amount: -amount });
  if (counted) await takeFromBalance(tx, accountId, amount);
  else await addToTotals(tx, accountId, { included: amount });
}

/**
 * Charges items of one task, each once: the database rejects a second entry for an item and a balance below
 * 0. The caller has locked the account's row, and `charges` must not exceed `spendable`. Accounts that aren't
 * charged get entries that don't change the balance.
 */
export async function chargeItems(
  tx: Tx,
  account: Pick<GateAccount, 'plan' | 'isStaff'> & { id: string },
  task: { id: string; type: string },
  charges: readonly { position: number; amount: number }[],
): Promise<void> {
  if (charges.length === 0) return;
  const fromBalance = !isUnlimited(account);
  await insertItemCharges(tx, {
    accountId: account.id,
    taskId: task.id,
    reason: task.type,
    fromBalance,
    charges,
  });
  const total = charges.reduce((sum, { amount }) => sum + amount, 0);
  if (fromBalance) await takeFromBalance(tx, account.id, total);
  else await addToTotals(tx, account.id, { included: total });
}

/** Gives back credits that answers cost. `reason`: the type of the task that charged them. */
export async function returnCredits(
  tx: Tx,
  accountId: string,
  { amount, reason }: { amount: number; reason: string },
): Promise<void> {
  await chargeAmount(tx, accountId, {
    amount: -amount,
    counted: true,
    reason: refundReason(reason),
    exportId: null,
  });
}

/** Takes credits, and tells webhooks when few are left. A negative amount is a refund. */
async function takeFromBalance(tx: Tx, accountId: string, amount: number): Promise<void> {
  const left = await addToTotals(tx, accountId, { balance: -amount, used: amount });
  const low = LOW_CREDIT_WARNING_AT_CREDITS;
  if (left > low || left + amount <= low) return;
  await writeEvent(tx, {
    accountId,
    type: 'credits.low',
    data: { creditsLeft: left },
    path: '/dashboard/usage',
  });
}
