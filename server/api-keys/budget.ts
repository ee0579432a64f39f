import { BUDGET_SPENT } from '#contract/api-keys.ts';
import { CallError } from '#contract/errors.ts';
import type { Db, Tx } from '../platform/database/db.ts';
import { writeEvent } from '../webhooks/events.ts';
import { addSpent, findBudget, subtractSpent } from './store.ts';

/** '2026-11': the calendar month in UTC. */
export function calendarMonth(at: Date): string {
  return at.toISOString().slice(0, 7);
}

/** When the next calendar month starts in UTC. */
export function nextMonth(at: Date): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1));
}

/** What a key has spent in the current month, in credits. */
export function spentIn(month: string, key: { spent: number; spent_month: string }): number {
  return key.spent_month < month ? 0 : key.spent;
}

/**
 * The credits that a key can still spend this month. Infinity: the key has no budget, or there is no key. `lock`: with
 * its row locked until the transaction ends; lock the account's row first.
 */
export async function budgetLeft(
  db: Db,
  keyId: string | null,
  now: Date,
  options: { lock: boolean },
): Promise<number> {
  if (keyId === null) return Number.POSITIVE_INFINITY;
  const key = await findBudget(db, keyId, options);
  if (!key || key.monthly_budget === null) return Number.POSITIVE_INFINITY;
  return Math.max(0, key.monthly_budget - spentIn(calendarMonth(now), key));
}

/** Counts credits that a key spends. They must not exceed `lockCredits` (payer.ts) in the same transaction. */
export async function spendBudget(tx: Tx, keyId: string | null, credits: number, now: Date): Promise<void> {
  if (keyId === null || credits <= 0) return;
  const key = await addSpent(tx, keyId, credits, calendarMonth(now));
  if (!key || key.monthly_budget === null || key.spent < key.monthly_budget) return;
  await writeEvent(tx, {
    accountId: key.account_id,
    type: 'api_key.budget_spent',
    data: {
      apiKeyId: keyId,
      monthlyBudget: key.monthly_budget,
      spent: key.spent,
      resetsAt: nextMonth(now).toISOString(),
    },
    path: '/dashboard/api',
  });
}

/** Gives back credits that a key spent at `spentAt`. */
export async function refundBudget(
  tx: Tx,
  keyId: string | null,
  credits: number,
  spentAt: Date,
): Promise<void> {
  if (keyId !== null && credits > 0) await subtractSpent(tx, keyId, credits, calendarMonth(spentAt));
}

/** The 402 for a key without enough budget. `message` says more than that nothing is left. */
export function budgetSpent(now: Date, message: string = BUDGET_SPENT): CallError {
  return new CallError('access_denied', message, {
    details: { reason: 'budget', resetsAt: nextMonth(now).toISOString() },
  });
}
