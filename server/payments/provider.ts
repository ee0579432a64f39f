import type { Selectable } from 'kysely';
import type { Tables } from '../platform/database/tables.ts';

export type Order = Selectable<Tables['orders']>;

/** What a checkout shows besides its order. */
export interface CheckoutDetails {
  email: string;
  /** the provider's ID of a customer who paid before */
  customerId: string | null;
  /** the name of the product */
  name: string;
  /** why the user was sent here, as a sentence */
  reason: string | null;
}

/** The current state of a checkout at the provider. */
export interface CheckoutSession {
  id: string;
  /** our account and order, from the session's metadata */
  accountId: string | null;
  orderId: string | null;
  status: 'open' | 'complete' | 'expired';
  /** `failed`: a bank debit was declined after the checkout, or canceled */
  paymentStatus: 'paid' | 'unpaid' | 'failed' | 'no_payment_required';
  subscriptionId: string | null;
  paymentIntentId: string | null;
  /** what the customer paid or has to pay now; null if unknown */
  amountCents: number | null;
}

/** The current state of a subscription at the provider. */
export interface Subscription {
  id: string;
  /** null if the customer was deleted */
  customerId: string | null;
  /** our account and order, from the metadata; null if it wasn't bought here */
  accountId: string | null;
  orderId: string | null;
  customerEmail: string | null;
  /** identifies the card over customers, where the provider knows it */
  cardFingerprint: string | null;
  /** Stripe's status: trialing, active, past_due, unpaid, canceled, incomplete, incomplete_expired, paused */
  status: string;
  /** payment of the latest invoice was attempted and failed */
  overdue: boolean;
  /** the latest invoice was paid by a bank debit that the bank hasn't confirmed yet, which takes days */
  clearing: boolean;
  trialEndsAt: Date | null;
  periodEndsAt: Date | null;
  cancelsAtPeriodEnd: boolean;
}

/** The statuses of a subscription that gives access, unless a payment is overdue. */
export const LIVE = new Set(['trialing', 'active']);

/** A refund or a dispute of a payment. */
export interface Reversal {
  /** our order, for a single payment */
  orderId: string | null;
  subscriptionId: string | null;
  /** a full refund, or a dispute that isn't won, which revokes the purchase; not an inquiry, which takes no money */
  full: boolean;
  /** a dispute that ended in our favor, so a single payment counts again */
  won: boolean;
  /** we made every refund, so nothing is revoked */
  byUs: boolean;
}

/** A refund that we made. */
export interface Refund {
  /** our order, for a refund of missing records */
  orderId: string | null;
  /** the bank sent the money back to us */
  returned: boolean;
}

/**
 * A payment provider: Stripe, or the built-in test payments. Every method throws `ProviderError` if the
 * provider can't be reached, and returns null for objects that the provider doesn't have.
 */
export interface PaymentProvider {
  readonly source: 'stripe' | 'test';
  /** Creates the checkout of an order. Repeated calls return the same checkout. Throws `CustomerGone`. */
  createCheckout(order: Order, checkout: CheckoutDetails): Promise<{ sessionId: string; url: string }>;
  readCheckout(sessionId: string): Promise<CheckoutSession | null>;
  /** Expires an open checkout. Does nothing if it isn't open or doesn't exist. */
  expireCheckout(sessionId: string): Promise<void>;
  readSubscription(id: string): Promise<Subscription | null>;
  /**
   * Cancels a subscription immediately. With a `refund` reason, refunds its last payment first. Repeated
   * calls are safe.
   */
  cancelSubscription(id: string, options: { refund: 'duplicate' | 'account-gone' | null }): Promise<void>;
  /** All subscriptions, including ended ones. */
  subscriptions(): AsyncIterable<Subscription>;
  /** The names of a subscription's products. */
  productNames(subscriptionId: string): Promise<string[]>;
  subscriptionOfInvoice(invoiceId: string): Promise<string | null>;
  /**
   * Refunds part of a single payment. Repeated calls refund only once. `paidCents` is less than `cents` if
   * part of the payment was refunded elsewhere. `problem` is a sentence that says why no refund is possible.
   */
  refundOrder(order: Order, cents: number): Promise<{ paidCents: number } | { problem: string }>;
  /** The page with the receipt of a single payment, which shows its refunds, too. */
  receiptUrl(order: Order): Promise<string | null>;
  /** Refunds the payment of a deleted account in full. Repeated calls refund only once. */
  refundPayment(paymentIntentId: string): Promise<void>;
  /** The current state of a refund that we made; null for others. */
  readRefund(refundId: string): Promise<Refund | null>;
  /**
   * The current state of the reversal behind a `charge.refunded` (object: the charge), `charge.dispute.created`,
   * `charge.dispute.funds_withdrawn` or `charge.dispute.closed` (object: the dispute) event.
   */
  readReversal(event: { type: string; objectId: string }): Promise<Reversal | null>;
  /** The URL where the customer manages the subscription. Throws `CustomerGone`. */
  portalUrl(customerId: string, returnUrl: string): Promise<string>;
}

/** The provider can't be reached or rejected the request. See `cause`. */
export class ProviderError extends Error {
  override readonly name: string = 'ProviderError';
}

/** The provider doesn't have this customer, for example because the operator deleted it there. */
export class CustomerGone extends ProviderError {
  override readonly name = 'CustomerGone';
}
