import type { AccountView } from '#contract/account.ts';
import { includesWork } from '../lib/account.ts';

/** More credits than this at once are always asked about. */
const LARGE_CREDITS = 1000;

/** The account's credits; null if they are unlimited or not known yet. */
export function accountCredits(account: AccountView | undefined): number | null {
  if (!account || includesWork(account)) return null;
  return Number(account.credits);
}

/** Whether a click that costs this much needs a second one: more than 1,000 credits or a tenth of the balance. */
export function isLargeSpend(cost: number, credits: number | null): boolean {
  return credits !== null && (cost > LARGE_CREDITS || cost > credits / 10);
}
