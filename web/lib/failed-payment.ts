import { PAYMENT_CALLS } from '#contract/calls/payment-calls.ts';
import { LONG_TOAST_MS } from '#contract/limits.ts';
import { MESSAGES } from '#contract/messages.ts';
import { neverStarted, type UserPayment } from '#contract/payments.ts';
import { failureMessage, invoke } from './calls.ts';
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

/** What a failed payment means: a first one took nothing. */
function failureText(payment: Pick<UserPayment, 'status'>): string {
  return neverStarted(payment) ? MESSAGES.payments.firstFailed : MESSAGES.payments.failedRevoked;
}

/** Reports a failed payment. It isn't reported again in this browser (docs/deviations.md 26). */
export function reportFailedPayment(payment: UserPayment): void {
  toast.error(failureText(payment), { id: 'payment', duration: LONG_TOAST_MS });
  try {
    localStorage.setItem(REPORTED_KEY, payment.updated_at);
  } catch {
    // Storage may be full or blocked. Then the next page reports it again.
  }
}

/** Reports the account's payment that just failed on this page. */
export async function reportFailure(): Promise<void> {
  const payment = await readPayment();
  if (payment) reportFailedPayment(payment);
  else toast.error(MESSAGES.payments.failedRevoked, { id: 'payment', duration: LONG_TOAST_MS });
}

/** Whether the user's payment gives access; null without any payment, or if it can't be read. */
export async function readPayment(): Promise<UserPayment | null> {
  try {
    return (await invoke(PAYMENT_CALLS.paymentRecord, {})).payment;
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: the specification only logs these errors (spec accounts §4 Plan).
    console.warn('Failed to read the payment record:', failureMessage(error));
    return null;
  }
}
