import { CallError } from '#contract/errors.ts';
import type { PaymentContext } from './payment-context.ts';
import { ProviderError } from './provider.ts';
import { findOrder } from './store.ts';

/**
 * The page with the receipt of a single payment, which its provider keeps. Subscriptions have their invoices in the billing
 * portal. Throws `not_found` for other orders, and `unavailable` if the provider can't be reached.
 */
export async function receiptUrl(payments: PaymentContext, accountId: string, id: string): Promise<string> {
  const order = await findOrder(payments.database.db, { id }, accountId);
  const isPaid = order?.status === 'paid' || order?.status === 'refunded';
  if (order?.mode !== 'payment' || !isPaid || order.source !== payments.provider.source)
    throw new CallError('not_found', 'This order has no receipt, because nothing was paid for it here.');
  try {
    const url = await payments.provider.receiptUrl(order);
    if (url) return url;
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    throw new CallError('unavailable', "We couldn't get your receipt from the payment provider.", {
      cause: error,
    });
  }
  throw new CallError('not_found', 'The payment provider has no receipt for this order.');
}
