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
 * What is new in a payment record; null for nothing. `reported`: the last reported `updated_at`. `due`: the page says that a
 * payment is due. `settled`: it isn't any more, and there is nothing to tell.
 */
export function syncOutcome(
  payment: UserPayment,
  { reported, due }: { reported: string | null; due: boolean },
): 'activated' | 'lost' | 'settled' | null {
  if (payment.has_access) return payment.plan === 'unlimited' ? 'activated' : null;
  if (!lostByFailedPayment(payment)) return due ? 'settled' : null;
  return reported === payment.updated_at ? null : 'lost';
}

/**
 * One second after page load, checks for a new or failed payment unless the plan is unlimited (spec accounts
 * §4 Session events). The server changes the plan; this notifies the user.
 */
export function usePaymentSync(account: AccountView | undefined): void {
  const client = useQueryClient();
  const showActivated = useActivationToast();
  const email = account && account.plan !== 'unlimited' ? account.email : null;
  const due = account?.paymentDue === true;
  useEffect(() => {
    if (!email) return;
    const timer = setTimeout(async () => {
      const payment = await readPayment();
      if (!payment) return;
      const outcome = syncOutcome(payment, { reported: reportedPayment(), due });
      if (outcome === null) return;
      if (outcome === 'activated') showActivated();
      if (outcome === 'lost') reportFailedPayment(payment);
      void client.invalidateQueries({ queryKey: ACCOUNT_KEY });
      void client.invalidateQueries({ queryKey: BILLING_KEY });
    }, PAYMENT_SYNC_DELAY_MS);
    return () => clearTimeout(timer);
  }, [email, due, client, showActivated]);
}
