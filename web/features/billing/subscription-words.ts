import type { BillingView } from '#contract/payments.ts';
import { formatDate } from '../../lib/format.ts';

/** How a subscription stands, in a sentence. */
export function subscriptionWords(subscription: NonNullable<BillingView['subscription']>): string {
  switch (subscription.status) {
    case 'trialing':
      return subscription.trialEndsAt
        ? `On trial until ${formatDate(subscription.trialEndsAt)}; nothing was charged yet.`
        : 'On trial; nothing was charged yet.';
    case 'active':
      return subscription.cancelsAtPeriodEnd ? 'Cancelled; it runs to the end of the month paid.' : 'Active.';
    case 'past_due':
    case 'unpaid':
      return 'The last payment failed. Pay with another card to get the plan back.';
    case 'incomplete':
    case 'incomplete_expired':
      return 'The first payment failed.';
    case 'revoked':
      return 'Paid back and ended.';
    default:
      return 'Ended.';
  }
}
