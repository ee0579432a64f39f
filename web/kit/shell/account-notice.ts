import { decideAccess, isUnlimited } from '#contract/access.ts';
import type { AccountView } from '#contract/account.ts';

/** The one thing that an account has to do, most urgent first. `email-needed`: the gate refuses the account until then. */
export type AccountNotice =
  | 'payment-due'
  | 'trial-ended'
  | 'password-ended'
  | 'email-needed'
  | 'email-unconfirmed';

type Watched = Pick<
  AccountView,
  | 'plan'
  | 'credits'
  | 'isStaff'
  | 'isTrial'
  | 'trialDaysLeft'
  | 'hasPaymentMethod'
  | 'paymentDue'
  | 'passwordEnded'
  | 'emailConfirmed'
  | 'trialRequiresCard'
  | 'trialAvailable'
  | 'createdAt'
>;

/** What the banner on every page of the dashboard asks for; null: nothing. `now`: ms since the epoch. */
export function accountNotice(account: Watched, now: number): AccountNotice | null {
  const paid = isUnlimited(account);
  if (!paid && account.paymentDue) return 'payment-due';
  if (!paid && account.isTrial && account.trialDaysLeft === 0) return 'trial-ended';
  if (account.passwordEnded) return 'password-ended';
  if (account.emailConfirmed) return null;
  const access = decideAccess({ ...account, createdAt: Date.parse(account.createdAt) }, now, account);
  return !access.allowed && access.reason === 'email_unconfirmed' ? 'email-needed' : 'email-unconfirmed';
}
