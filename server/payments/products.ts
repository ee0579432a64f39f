import { checkoutReasonMessage } from '#contract/access.ts';
import { CallError } from '#contract/errors.ts';
import { UNLIMITED_PRICE_USD_CENTS_PER_MONTH } from '#contract/limits.ts';
import { MESSAGES } from '#contract/messages.ts';
import { type CheckoutInput, CheckoutReason } from '#contract/payments.ts';
import { recordsPriceCents } from '#contract/people-scraper.ts';
import type { Product } from '../platform/tables/payment-tables.ts';

/** The people search that an order for records pays for. */
export interface OrderedSearch {
  apolloUrl: string;
  recordCount: number;
}

/** What one checkout sells. */
export interface Offer {
  product: Product;
  mode: 'subscription' | 'payment';
  quantity: number;
  amountCents: number;
  /** parameters of the run that starts after payment, or the reason for the checkout */
  params: Record<string, string | number>;
  /** for records: the search */
  search: OrderedSearch | null;
}

/** Product names on the provider's checkout page. */
export const PRODUCT_NAMES: Record<Product, string> = {
  unlimited: 'Leadwell Unlimited',
  apollo_scraper: 'People records',
};

/**
 * The offer for a request, at our price. Throws `validation_failed` if the request names a different price.
 */
export function createOffer(input: CheckoutInput): Offer {
  const offer = input.planId === 'unlimited' ? unlimited(input.reason) : records(input);
  for (const price of [input.price, input.priceInCents]) {
    if (price !== undefined && price !== offer.amountCents) rejectPrice();
  }
  if (input.currency !== undefined && input.currency.toLowerCase() !== 'usd') rejectPrice();
  return offer;
}

/** Why the user was sent to an order's checkout, as a sentence; null if they came on their own. */
export function orderReason(order: { params: Record<string, unknown>; trial_days: number }): string | null {
  const reason = CheckoutReason.safeParse(order.params.reason);
  return reason.success ? checkoutReasonMessage(reason.data, order.trial_days) : null;
}

function unlimited(reason: CheckoutReason | undefined): Offer {
  return {
    product: 'unlimited',
    mode: 'subscription',
    quantity: 1,
    amountCents: UNLIMITED_PRICE_USD_CENTS_PER_MONTH,
    params: reason ? { reason } : {},
    search: null,
  };
}

function records({ apolloUrl, recordCount }: CheckoutInput): Offer {
  if (!apolloUrl || !recordCount) {
    throw new CallError('validation_failed', 'A search URL and a number of records are required.');
  }
  return {
    product: 'apollo_scraper',
    mode: 'payment',
    quantity: recordCount,
    amountCents: recordsPriceCents(recordCount),
    params: { url: apolloUrl, records: recordCount },
    search: { apolloUrl, recordCount },
  };
}

function rejectPrice(): never {
  throw new CallError('validation_failed', MESSAGES.payments.priceDiffers);
}
