import { z } from 'zod';
import { CallError } from '#contract/errors.ts';
import { LONG_TOAST_MS } from '#contract/limits.ts';
import { MESSAGES } from '#contract/messages.ts';
import { CheckoutReason } from '#contract/payments.ts';
import { useAccount } from './account.ts';
import { useUnlimitedCheckout } from './billing.ts';
import { toast } from './toast.ts';

const Denial = z.object({ checkout: z.enum(['subscription', 'trial']).nullable(), reason: CheckoutReason });

/**
 * Handles a refusal by the feature access gate: shows the reason and redirects to the checkout that lifts it
 * (spec accounts §4). The checkout repeats the reason and returns to this page. Leaves other errors to the
 * caller.
 */
export function useGate(): (error: Error) => void {
  const checkout = useUnlimitedCheckout();
  const { data: account } = useAccount();
  return (error) => {
    if (!(error instanceof CallError) || error.code !== 'access_denied') return;
    const denial = Denial.safeParse(error.details);
    if (!denial.success || !denial.data.checkout) return;
    const { checkout: kind, reason } = denial.data;
    // The gate of the server doesn't look up past trials.
    const used = kind === 'trial' && account?.trialAvailable === false;
    toast.error(used ? MESSAGES.gate.planNeeded : error.message, { id: 'gate', duration: LONG_TOAST_MS });
    const { pathname, search } = window.location;
    checkout.mutate({
      withTrial: kind === 'trial' && !used,
      gate: { reason, from: `${pathname}${search}` },
    });
  };
}
