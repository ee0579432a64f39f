import { checkoutReasonMessage } from '#contract/access.ts';
import { CallError } from '#contract/errors.ts';
import { UNLIMITED_PRICE_USD_CENTS_PER_MONTH } from '#contract/limits.ts';
import { MESSAGES } from '#contract/messages.ts';
import { type CheckoutInput, CheckoutReason, type OrderView } from '#contract/payments.ts';
import type { ProductId } from '../platform/database/tables/payment-tables.ts';
import type { PaymentSource } from './payment-availability.ts';
import type { PaymentContext } from './payment-context.ts';
import type { Order } from './provider.ts';

/** What one checkout sells. */
export interface Offer {
  product: ProductId;
  /** on the provider's checkout page */
  name: string;
  mode: 'subscription' | 'payment';
  quantity: number;
  amountCents: number;
  /** what was ordered, or the reason for the checkout */
  params: Record<string, string | number>;
}

/**
 * Something that is sold through a checkout. A paid subscription gives the unlimited plan (entitlements.ts). A
 * single payment leaves a paid order, which the product's own feature claims and delivers (paid-orders.ts).
 * `Needs` is what the feature needs from the server.
 */
export interface Product<Needs = unknown> {
  /** on the provider's checkout page */
  readonly name: string;
  /** Default return paths after a checkout. */
  readonly returnPaths: { readonly success: string; readonly cancel: string };
  /** What a request buys, at our price. Throws `validation_failed` if the request lacks something. */
  offer(input: CheckoutInput): Omit<Offer, 'product' | 'name'>;
  /** Throws `unprocessable` with the reason if an offer can't be sold now. Default: it can. */
  assertSellable?(deps: Needs, offer: Offer, source: PaymentSource): Promise<void>;
  /** An order with its delivery, as its owner sees it. File links start with `origin`. Default: no delivery. */
  viewOrder?(deps: Needs, order: Order, origin: string): Promise<OrderView | undefined>;
  /** Refunds what an account paid for and didn't get, before the account is deleted. Throws if that fails. */
  refundBeforeDeletion?(payments: PaymentContext, accountId: string): Promise<void>;
}

export type Products<Needs> = Readonly<Record<ProductId, Product<Needs>>>;

export const UNLIMITED: Product = {
  name: 'Leadwell Unlimited',
  returnPaths: { success: '/pricing?status=success', cancel: '/pricing?status=canceled' },
  offer: ({ reason }) => ({
    mode: 'subscription',
    quantity: 1,
    amountCents: UNLIMITED_PRICE_USD_CENTS_PER_MONTH,
    params: { ...(reason ? { reason } : {}) },
  }),
};

/**
 * The offer for a request, at our price. Throws `validation_failed` if the request names a different price.
 */
export function createOffer<Needs>(products: Products<Needs>, input: CheckoutInput): Offer {
  const { name, offer: offered } = products[input.planId];
  const offer: Offer = { product: input.planId, name, ...offered(input) };
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

function rejectPrice(): never {
  throw new CallError('validation_failed', MESSAGES.payments.priceDiffers);
}
