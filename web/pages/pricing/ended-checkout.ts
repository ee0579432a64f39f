import { MESSAGES } from '#contract/messages.ts';
import type { OrderStatus } from '#contract/payments.ts';

/** What to say of a checkout that was paid, if its plan was lost since. */
export const EARLIER_PLAN = "You paid for this checkout earlier, and its plan isn't active anymore.";

/** What to say of a checkout that ended without a plan; null for the statuses that say more than a sentence. */
export function endedCheckout(status: OrderStatus): string | null {
  switch (status) {
    case 'duplicate':
      return MESSAGES.payments.boughtTwice;
    case 'refunded':
      return 'This payment was refunded, so it no longer gives you the unlimited plan. You can subscribe again.';
    case 'expired':
      return "This checkout was closed before it was paid. You weren't charged. You can subscribe again.";
    default:
      return null;
  }
}
