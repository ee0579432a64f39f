import { CallError } from '#contract/errors.ts';
import { UNLIMITED_PRICE_USD_CENTS_PER_MONTH } from '#contract/limits.ts';
import { MESSAGES } from '#contract/messages.ts';
import type { CheckoutInput } from '#contract/payments.ts';
import { recordsPriceCents } from '#contract/people-scraper.ts';
import type { Product } from '../platform/tables.ts';

/** What an order of records is for. */
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
  /** what is run once it is paid */
  params: Record<string, string | number>;
  /** records: what is searched */
  search: OrderedSearch | null;
}

/** What a product is called on the provider's page. */
export const PRODUCT_NAMES: Record<Product, string> = {
  unlimited: 'Leadwell Unlimited',
  apollo_scraper: 'People records',
};

/** The offer a request asks for, priced by us. Throws `validation_failed` where the caller names another price. */
export function offerOf(input: CheckoutInput): Offer {
  const offer = input.planId === 'unlimited' ? unlimited() : records(input);
  for (const price of [input.price, input.priceInCents]) {
    if (price !== undefined && price !== offer.amountCents) refusePrice();
  }
  if (input.currency !== undefined && input.currency.toLowerCase() !== 'usd') refusePrice();
  return offer;
}

function unlimited(): Offer {
  return {
    product: 'unlimited',
    mode: 'subscription',
    quantity: 1,
    amountCents: UNLIMITED_PRICE_USD_CENTS_PER_MONTH,
    params: {},
    search: null,
  };
}

function records({ apolloUrl, recordCount }: CheckoutInput): Offer {
  if (!apolloUrl || !recordCount) {
    throw new CallError('validation_failed', 'A search URL and a number of records are needed.');
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

function refusePrice(): never {
  throw new CallError('validation_failed', MESSAGES.payments.priceDiffers);
}
