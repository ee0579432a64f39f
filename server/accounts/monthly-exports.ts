import { MONTHLY_EXPORT_CAP_LEADS } from '#contract/limits.ts';
import type { Tx } from '../platform/database/db.ts';
import { addMonths } from '../platform/months.ts';
import { lockAccount, updateExports } from './store.ts';

interface ExportCount {
  monthly_exports: number;
  last_reset_at: Date;
}

/** Leads exported this month: 0 once a calendar month has passed since the last reset (spec accounts §4). */
export function monthlyExports(account: ExportCount, now: Date): number {
  return isNewMonth(account, now) ? 0 : account.monthly_exports;
}

/** When the count starts over: a calendar month after the last reset. A count that is over starts with the next export. */
export function nextReset(account: Pick<ExportCount, 'last_reset_at'>, now: Date): Date {
  return addMonths(isNewMonth(account, now) ? now : account.last_reset_at, 1);
}

function isNewMonth({ last_reset_at }: Pick<ExportCount, 'last_reset_at'>, now: Date): boolean {
  return addMonths(last_reset_at, 1) <= now;
}

/** Subtracts leads that were counted but not sent, if they were counted in the current month. */
export async function undoExportCount(
  tx: Tx,
  accountId: string,
  leads: number,
  countedAt: Date,
  now: Date,
): Promise<void> {
  const account = await lockAccount(tx, accountId);
  if (!account || isNewMonth(account, now) || countedAt < account.last_reset_at) return;
  const count = Math.max(0, account.monthly_exports - leads);
  await updateExports(tx, accountId, { count, resetAt: account.last_reset_at });
}

/**
 * Counts an export of `leads`. Returns null, or how many leads are left if it would exceed the monthly cap of the
 * unlimited plan (docs/deviations.md 15); then nothing is counted. Locks the account's row until the transaction ends.
 */
export async function countExport(
  tx: Tx,
  accountId: string,
  leads: number,
  { now, capped }: { now: Date; capped: boolean },
): Promise<{ left: number } | null> {
  const account = await lockAccount(tx, accountId);
  if (!account) return { left: 0 };
  const before = monthlyExports(account, now);
  const count = before + leads;
  if (capped && count > MONTHLY_EXPORT_CAP_LEADS)
    return { left: Math.max(0, MONTHLY_EXPORT_CAP_LEADS - before) };
  const resetAt = isNewMonth(account, now) ? now : account.last_reset_at;
  await updateExports(tx, accountId, { count, resetAt });
  return null;
}
