import type { z } from 'zod';
import { AccountView } from '#contract/account.ts';

const KEY = 'leadwell-warned';
const Warned = AccountView.pick({
  id: true,
  plan: true,
  credits: true,
  creditsUsed: true,
  isStaff: true,
  isTrial: true,
  trialDaysLeft: true,
  paymentDue: true,
});
export type Warned = z.infer<typeof Warned>;

/** The saved state of the account that warnings were last shown for; null for another account. */
export function parseWarned(stored: string | null, accountId: string): Warned | null {
  try {
    const warned = Warned.parse(JSON.parse(stored ?? 'null'));
    return warned.id === accountId ? warned : null;
  } catch {
    return null;
  }
}

export function formatWarned(account: AccountView): string {
  return JSON.stringify(Warned.parse(account));
}

export function readWarned(accountId: string): Warned | null {
  try {
    return parseWarned(localStorage.getItem(KEY), accountId);
  } catch {
    return null;
  }
}

/** Remembers what the warnings were shown for, so that a reload doesn't repeat them. */
export function saveWarned(account: AccountView): void {
  try {
    localStorage.setItem(KEY, formatWarned(account));
  } catch {
    // Storage may be full or blocked. Then a reload repeats the warnings.
  }
}
