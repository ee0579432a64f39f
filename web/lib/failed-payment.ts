import { z } from 'zod';
import { LONG_TOAST_MS } from '#contract/limits.ts';
import { MESSAGES } from '#contract/messages.ts';
import { UserPayment } from '#contract/payments.ts';
import { messageOf } from './calls.ts';
import { readRows } from './rest.ts';
import { toast } from './toast.ts';

/** The `updated_at` of the failed payment already reported in this browser. */
const REPORTED_KEY = 'leadwell-payment-reported';

export function reportedPayment(): string | null {
  try {
    return localStorage.getItem(REPORTED_KEY);
  } catch {
    return null;
  }
}

/** Reports a failed payment. It isn't reported again in this browser (docs/deviations.md 26). */
export function reportFailedPayment(payment: UserPayment): void {
  toast.error(MESSAGES.payments.failedRevoked, { id: 'payment', duration: LONG_TOAST_MS });
  try {
    localStorage.setItem(REPORTED_KEY, payment.updated_at);
  } catch {
    // Storage may be full or blocked. Then the next page reports it again.
  }
}

/** Reports the account's payment that just failed on this page. */
export async function reportFailureOf(email: string): Promise<void> {
  const payment = await readPayment(email);
  if (payment) reportFailedPayment(payment);
  else toast.error(MESSAGES.payments.failedRevoked, { id: 'payment', duration: LONG_TOAST_MS });
}

/** The user's row of user_payments; null if none exists or the query fails. */
export async function readPayment(email: string): Promise<UserPayment | null> {
  try {
    const { rows } = await readRows('user_payments', {
      select: Object.keys(UserPayment.shape).join(','),
      email: `eq.${email.toLowerCase()}`,
    });
    return z.array(UserPayment).parse(rows)[0] ?? null;
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: the specification only logs these errors (spec accounts §4 Plan).
    console.warn('Failed to read the payment record:', messageOf(error));
    return null;
  }
}
