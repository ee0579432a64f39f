import type { AccountView } from '#contract/account.ts';
import {
  LONG_TOAST_MS,
  LOW_CREDIT_WARNING_AT_CREDITS,
  TOAST_MS,
  TRIAL_WARNING_AT_DAYS,
} from '#contract/limits.ts';
import { MESSAGES } from '#contract/messages.ts';

export interface AccountWarning {
  /** A warning of the same id takes the place of the one before. */
  id: 'trial' | 'credits';
  message: string;
  durationMs: number;
  /** Whether it comes with a way to the pricing page. */
  upgrade: boolean;
}

type Watched = Pick<AccountView, 'plan' | 'credits' | 'isStaff' | 'isTrial' | 'trialDaysLeft'>;

/**
 * What to warn of when the account changes from `before` (null on arrival) to `now` (spec accounts §4 Trial and Credit
 * deduction). A warning comes once: on arrival, or when its line is crossed.
 */
export function accountWarnings(before: Watched | null, now: Watched): AccountWarning[] {
  if (now.isStaff || now.plan === 'unlimited') return [];
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
  const line = creditLine(now.credits);
  if (line !== 'enough' && line !== (before && creditLine(before.credits))) {
    warnings.push({
      id: 'credits',
      message: line === 'low' ? MESSAGES.gate.lowCredits(Number(now.credits)) : outOfCredits(before),
      durationMs: line === 'low' ? TOAST_MS : LONG_TOAST_MS,
      upgrade: line === 'none',
    });
  }
  return warnings;
}

function outOfCredits(before: Watched | null): string {
  return before ? MESSAGES.gate.ranOut : MESSAGES.gate.noCredits;
}

function creditLine(credits: Watched['credits']): 'enough' | 'low' | 'none' {
  if (credits === 'unlimited' || credits > LOW_CREDIT_WARNING_AT_CREDITS) return 'enough';
  return credits > 0 ? 'low' : 'none';
}
