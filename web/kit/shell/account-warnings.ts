import { isUnlimited } from '#contract/access.ts';
import type { AccountView } from '#contract/account.ts';
import {
  LONG_TOAST_MS,
  LOW_CREDIT_WARNING_AT_CREDITS,
  TOAST_MS,
  TRIAL_WARNING_AT_DAYS,
} from '#contract/limits.ts';
import { MESSAGES } from '#contract/messages.ts';

export interface AccountWarning {
  /** A warning replaces an earlier one with the same id. */
  id: 'trial' | 'credits';
  message: string;
  durationMs: number;
  /** Whether to show a link to the pricing page. */
  upgrade: boolean;
}

type Watched = Pick<
  AccountView,
  'plan' | 'credits' | 'creditsUsed' | 'isStaff' | 'isTrial' | 'trialDaysLeft' | 'paymentDue'
>;

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
      message: level === 'low' ? MESSAGES.gate.lowCredits(Number(now.credits)) : outOfCredits(before),
      durationMs: level === 'low' ? TOAST_MS : LONG_TOAST_MS,
      upgrade: level === 'none',
    });
  }
  return warnings;
}

function outOfCredits(before: Watched | null): string {
  return before ? MESSAGES.gate.ranOut : MESSAGES.gate.noCredits;
}

function creditLevel({ credits, creditsUsed }: Watched): 'enough' | 'low' | 'none' {
  if (credits === 'unlimited' || credits > LOW_CREDIT_WARNING_AT_CREDITS) return 'enough';
  if (credits === 0) return 'none';
  // Nobody has to hear that the credits they were just given are few.
  return creditsUsed > 0 ? 'low' : 'enough';
}
