import { isUnlimited } from '#contract/access.ts';
import type { AccountView } from '#contract/account.ts';

/** The one thing that an account has to do, most urgent first. */
export type AccountNotice = 'payment-due' | 'trial-ended' | 'password-ended' | 'email-unconfirmed';

type Watched = Pick<
  AccountView,
  'plan' | 'isStaff' | 'isTrial' | 'trialDaysLeft' | 'paymentDue' | 'passwordEnded' | 'emailConfirmed'
>;

/** What the banner on every page of the dashboard asks for; null: nothing. */
export function accountNotice(account: Watched): AccountNotice | null {
  const paid = isUnlimited(account);
  if (!paid && account.paymentDue) return 'payment-due';
  if (!paid && account.isTrial && account.trialDaysLeft === 0) return 'trial-ended';
  if (account.passwordEnded) return 'password-ended';
  return account.emailConfirmed ? null : 'email-unconfirmed';
}
