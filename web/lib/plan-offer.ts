import type { AccountView } from '#contract/account.ts';
import type { BillingView } from '#contract/payments.ts';

/**
 * What to offer a person. `unknown`: still loading, so nothing that depends on the plan may show.
 * `payment-due`: the billing portal, never a second checkout.
 */
export type PlanOffer = 'unknown' | 'included' | 'payment-due' | 'unavailable' | 'trial' | 'subscription';

/** `account` and `billing` are undefined while loading. Visitors are offered the trial. */
export function planOffer({
  signedIn,
  account,
  billing,
}: {
  signedIn: boolean;
  account: Pick<AccountView, 'plan' | 'paymentDue'> | undefined;
  billing: Pick<BillingView, 'source' | 'trialAvailable'> | undefined;
}): PlanOffer {
  if (!signedIn) return 'trial';
  if (account?.plan === 'unlimited') return 'included';
  if (account?.paymentDue) return 'payment-due';
  if (!account || !billing) return 'unknown';
  if (billing.source === 'none') return 'unavailable';
  return billing.trialAvailable ? 'trial' : 'subscription';
}
