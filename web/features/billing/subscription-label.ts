import type { BillingView } from '#contract/payments.ts';
import { formatDate } from '../../lib/format.ts';

/** The status of a subscription as a sentence. */
export function subscriptionLabel(subscription: NonNullable<BillingView['subscription']>): string {
  switch (subscription.status) {
    case 'trialing':
      return subscription.trialEndsAt
        ? `On trial until ${formatDate(subscription.trialEndsAt)}. You haven't been charged yet.`
        : "On trial. You haven't been charged yet.";
    case 'active':
      return subscription.cancelsAtPeriodEnd
        ? 'Canceled. Your plan stays active until the end of the billing period.'
        : 'Active.';
    case 'past_due':
    case 'unpaid':
      return 'Your last payment failed. Pay with another card to restore your plan.';
    case 'incomplete':
    case 'incomplete_expired':
      return 'Your first payment failed.';
    case 'revoked':
      return 'Refunded and ended.';
    default:
      return 'Ended.';
  }
}
