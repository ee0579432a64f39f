import type { AccountView } from '#contract/account.ts';
import type { FreeItems } from '#web/kit/use-free-repeats.ts';
import { includesWork } from '#web/lib/account.ts';
import { LINKEDIN_MESSAGES } from '../messages.ts';

/** The most credits that `count` profiles can cost. */
export function mostCredits(count: number, { free, sample }: FreeItems): number {
  return sample ? 0 : Math.max(0, count - free);
}

/** The credit check (spec lead tools §5). The server checks again. */
export function creditRefusal(
  account: AccountView | undefined,
  count: number,
  free: FreeItems,
): string | null {
  const most = mostCredits(count, free);
  if (!account || includesWork(account)) return null;
  const credits = Number(account.credits);
  // Without any credits, the access gate says what to do.
  return credits > 0 && credits < most ? LINKEDIN_MESSAGES.creditsShort(most, credits) : null;
}
