import type { z } from 'zod';
import { isUnlimited } from '#contract/access.ts';
import { AccountView } from '#contract/account.ts';
import {
  LONG_TOAST_MS,
  LOW_CREDIT_WARNING_AT_CREDITS,
  TOAST_MS,
  TRIAL_WARNING_AT_DAYS,
} from '#contract/limits.ts';
import { MESSAGES } from '#contract/messages.ts';

interface AccountWarning {
  /** A warning replaces an earlier one with the same id. */
  id: 'trial' | 'credits';
  message: string;
  durationMs: number;
  /** Whether to show a link to the pricing page. */
  upgrade: boolean;
}

/** The account, as far as the warnings depend on it. */
const Warned = AccountView.pick({
  id: true,
  plan: true,
  credits: true,
  creditsUsed: true,
  creditsGranted: true,
  isStaff: true,
  isTrial: true,
  trialDaysLeft: true,
  paymentDue: true,
});
type Warned = z.infer<typeof Warned>;
type Watched = Omit<Warned, 'id'>;

/**
 * The warnings to show when the account changes from `before` (null on page load) to `now` (spec accounts §4
 * Trial and Credit deduction). Each warning appears once: on page load, or when its threshold is crossed.
 */
export function accountWarnings(before: Watched | null, now: Watched): AccountWarning[] {
  // While a payment is due, the banner of the dashboard asks for it.
  if (isUnlimited(now) || now.paymentDue) return [];
  const warnings: AccountWarning[] = [];
  if (
    now.isTrial &&
    now.trialDaysLeft <= TRIAL_WARNING_AT_DAYS &&
    before?.trialDaysLeft !== now.trialDaysLeft
  ) {
    const expired = now.trialDaysLeft === 0;
    warnings.push({
      id: 'trial',
      message: expired ? MESSAGES.gate.trialExpired : MESSAGES.gate.trialWarning(now.trialDaysLeft),
      durationMs: LONG_TOAST_MS,
      upgrade: expired,
    });
  }
  const level = creditLevel(now);
  if (level !== 'enough' && level !== (before && creditLevel(before))) {
    warnings.push({
      id: 'credits',
      message: level === 'low' ? MESSAGES.gate.lowCredits(Number(now.credits)) : outOfCredits(before, now),
      durationMs: level === 'low' ? TOAST_MS : LONG_TOAST_MS,
      upgrade: level === 'none',
    });
  }
  return warnings;
}

function outOfCredits(before: Watched | null, now: Watched): string {
  // Someone who logged in with a link for the first time saw no page that says so.
  if (now.creditsGranted === 0) return MESSAGES.auth.noFreeCredits;
  return before ? MESSAGES.gate.ranOut : MESSAGES.gate.noCredits;
}

function creditLevel({ credits, creditsUsed }: Watched): 'enough' | 'low' | 'none' {
  if (credits === 'unlimited' || credits > LOW_CREDIT_WARNING_AT_CREDITS) return 'enough';
  if (credits === 0) return 'none';
  // No one has to hear that the credits they were just given are few.
  return creditsUsed > 0 ? 'low' : 'enough';
}

const KEY = 'leadwell-warned';

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
