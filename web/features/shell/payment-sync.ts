import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { toast } from 'sonner';
import type { AccountView } from '#contract/account.ts';
import { LONG_TOAST_MS, PAYMENT_SYNC_DELAY_MS } from '#contract/limits.ts';
import { MESSAGES } from '#contract/messages.ts';
import { lostByFailedPayment, UserPayment } from '#contract/payments.ts';
import { ACCOUNT_KEY } from '../../lib/account.ts';
import { supabase } from '../../lib/supabase.ts';

/** Which loss this browser has told of, so that it is told once. */
const TOLD_ENTRY = 'leadwell-payment-told';

/** What a payment record asks of the page; null: nothing new. `told` is the loss that was told before. */
export function syncOutcome(payment: UserPayment, told: string | null): 'activated' | 'lost' | null {
  if (payment.has_access) return payment.plan === 'unlimited' ? 'activated' : null;
  return lostByFailedPayment(payment) && told !== payment.updated_at ? 'lost' : null;
}

/**
 * A second after arriving, looks whether a payment came or failed, for those who are not unlimited (spec accounts §4 Session
 * events). The server has moved the plan already; here it is told.
 */
export function usePaymentSync(account: AccountView | undefined): void {
  const client = useQueryClient();
  const email = account && account.plan !== 'unlimited' ? account.email : null;
  useEffect(() => {
    if (!email) return;
    const timer = setTimeout(async () => {
      const payment = await readPayment(email);
      if (!payment) return;
      const outcome = syncOutcome(payment, localStorage.getItem(TOLD_ENTRY));
      if (outcome === 'activated') {
        toast.success(MESSAGES.payments.activated, { id: 'payment' });
        void client.invalidateQueries({ queryKey: ACCOUNT_KEY });
      } else if (outcome === 'lost') {
        localStorage.setItem(TOLD_ENTRY, payment.updated_at);
        toast.error(MESSAGES.payments.failedRevoked, { id: 'payment', duration: LONG_TOAST_MS });
        void client.invalidateQueries({ queryKey: ACCOUNT_KEY });
      }
    }, PAYMENT_SYNC_DELAY_MS);
    return () => clearTimeout(timer);
  }, [email, client]);
}

/** One's own row of user_payments; null for none, and where it cannot be read: the account is right all the same. */
async function readPayment(email: string): Promise<UserPayment | null> {
  const { data, error } = await (await supabase())
    .from('user_payments')
    .select('email,has_access,plan,status,updated_at')
    .eq('email', email.toLowerCase())
    .maybeSingle();
  if (error) {
    // biome-ignore lint/suspicious/noConsole: the specification has these only logged (spec accounts §4 Plan).
    console.warn('The payment record could not be read:', error.message);
  }
  const parsed = UserPayment.safeParse(data);
  return parsed.success ? parsed.data : null;
}
