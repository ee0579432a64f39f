import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { AccountView } from '#contract/account.ts';
import { PAYMENT_SYNC_DELAY_MS } from '#contract/limits.ts';
import { lostByFailedPayment, type UserPayment } from '#contract/payments.ts';
import { ACCOUNT_KEY } from '../../lib/account.ts';
import { useActivationToast } from '../../lib/activation.ts';
import { BILLING_KEY } from '../../lib/billing.ts';
import { readPayment, reportedPayment, reportFailedPayment } from '../../lib/failed-payment.ts';

/**
 * What to tell the user about a payment record; null if nothing is new. `reported` is the last reported
 * `updated_at`.
 */
export function syncOutcome(payment: UserPayment, reported: string | null): 'activated' | 'lost' | null {
  if (payment.has_access) return payment.plan === 'unlimited' ? 'activated' : null;
  return lostByFailedPayment(payment) && reported !== payment.updated_at ? 'lost' : null;
}

/**
 * One second after page load, checks for a new or failed payment unless the plan is unlimited (spec accounts
 * §4 Session events). The server changes the plan; this notifies the user.
 */
export function usePaymentSync(account: AccountView | undefined): void {
  const client = useQueryClient();
  const showActivated = useActivationToast();
  const email = account && account.plan !== 'unlimited' ? account.email : null;
  useEffect(() => {
    if (!email) return;
    const timer = setTimeout(async () => {
      const payment = await readPayment();
      if (!payment) return;
      const outcome = syncOutcome(payment, reportedPayment());
      if (outcome === null) return;
      if (outcome === 'activated') showActivated();
      else reportFailedPayment(payment);
      void client.invalidateQueries({ queryKey: ACCOUNT_KEY });
      void client.invalidateQueries({ queryKey: BILLING_KEY });
    }, PAYMENT_SYNC_DELAY_MS);
    return () => clearTimeout(timer);
  }, [email, client, showActivated]);
}
