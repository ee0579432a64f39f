import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { toast } from 'sonner';
import type { AccountView } from '#contract/account.ts';
import { LONG_TOAST_MS, PAYMENT_SYNC_DELAY_MS } from '#contract/limits.ts';
import { MESSAGES } from '#contract/messages.ts';
import { lostByFailedPayment, UserPayment } from '#contract/payments.ts';
import { ACCOUNT_KEY } from '../../lib/account.ts';
import { supabase } from '../../lib/supabase.ts';

/** The `updated_at` of the failed payment already reported in this browser. */
const REPORTED_KEY = 'leadwell-payment-told';

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
 * §4 Session events). The server has already changed the plan; this only notifies the user.
 */
export function usePaymentSync(account: AccountView | undefined): void {
  const client = useQueryClient();
  const email = account && account.plan !== 'unlimited' ? account.email : null;
  useEffect(() => {
    if (!email) return;
    const timer = setTimeout(async () => {
      const payment = await readPayment(email);
      if (!payment) return;
      const outcome = syncOutcome(payment, localStorage.getItem(REPORTED_KEY));
      if (outcome === 'activated') {
        toast.success(MESSAGES.payments.activated, { id: 'payment' });
        void client.invalidateQueries({ queryKey: ACCOUNT_KEY });
      } else if (outcome === 'lost') {
        localStorage.setItem(REPORTED_KEY, payment.updated_at);
        toast.error(MESSAGES.payments.failedRevoked, { id: 'payment', duration: LONG_TOAST_MS });
        void client.invalidateQueries({ queryKey: ACCOUNT_KEY });
      }
    }, PAYMENT_SYNC_DELAY_MS);
    return () => clearTimeout(timer);
  }, [email, client]);
}

/**
 * The user's row of user_payments; null if none exists or the query fails. The account is correct either way.
 */
async function readPayment(email: string): Promise<UserPayment | null> {
  const { data, error } = await (await supabase())
    .from('user_payments')
    .select('email,has_access,plan,status,updated_at')
    .eq('email', email.toLowerCase())
    .maybeSingle();
  if (error) {
    // biome-ignore lint/suspicious/noConsole: the specification only logs these errors (spec accounts §4 Plan).
    console.warn('Failed to read the payment record:', error.message);
  }
  const parsed = UserPayment.safeParse(data);
  return parsed.success ? parsed.data : null;
}
