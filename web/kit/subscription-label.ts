import type { BillingView } from '#contract/payments.ts';
import { formatDate } from '../lib/format.ts';

/** The status of a subscription in one or two sentences, with the date it ends or renews. */
export function subscriptionLabel(subscription: NonNullable<BillingView['subscription']>): string {
  const { trialEndsAt, periodEndsAt, cancelsAtPeriodEnd } = subscription;
  switch (subscription.status) {
    case 'trialing': {
      const end = trialEndsAt ?? periodEndsAt;
      if (cancelsAtPeriodEnd)
        return `Canceled. Your trial ${end ? `ends on ${formatDate(end)}` : 'stays active until it ends'}, and you won't be charged.`;
      return end
        ? `On trial until ${formatDate(end)}. You haven't been charged yet.`
        : "On trial. You haven't been charged yet.";
    }
    case 'active':
      if (cancelsAtPeriodEnd)
        return `Canceled. Your plan ends ${periodEndsAt ? `on ${formatDate(periodEndsAt)}` : 'with the billing period'}, and you won't be charged again.`;
      return periodEndsAt ? `Active. Renews on ${formatDate(periodEndsAt)}.` : 'Active.';
    case 'past_due':
    case 'unpaid':
      return 'Your last payment failed. To restore your plan, update your payment method in Manage billing.';
    case 'incomplete':
    case 'incomplete_expired':
      return "Your first payment failed, so Unlimited didn't start.";
    case 'revoked':
      return 'Your payment was refunded or disputed, so your subscription has ended.';
    case 'paused':
      return 'Your subscription is paused.';
    default:
      return 'Your subscription has ended.';
  }
}
