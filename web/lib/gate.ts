import { useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { CallError } from '#contract/errors.ts';
import { LONG_TOAST_MS } from '#contract/limits.ts';
import { CheckoutReason } from '#contract/payments.ts';
import { ACCOUNT_KEY } from './account.ts';
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
  const client = useQueryClient();
  return (error) => {
    if (!(error instanceof CallError) || error.code !== 'access_denied') return;
    // The page knew another plan or balance, such as that from before a task in another tab.
    void client.invalidateQueries({ queryKey: ACCOUNT_KEY });
    const denial = Denial.safeParse(error.details);
    if (!denial.success || !denial.data.checkout) return;
    const { checkout: kind, reason } = denial.data;
    toast.error(error.message, { id: 'gate', duration: LONG_TOAST_MS });
    const { pathname, search } = window.location;
    checkout.mutate({
      withTrial: kind === 'trial',
      gate: { reason, from: `${pathname}${search}` },
    });
  };
}
