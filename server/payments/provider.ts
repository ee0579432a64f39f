import type { Selectable } from 'kysely';
import type { Tables } from '../platform/tables.ts';

export type Order = Selectable<Tables['orders']>;

/** A checkout at the provider, as it stands now. */
export interface CheckoutSession {
  id: string;
  /** our account and order, as we named them when the session was made */
  accountId: string | null;
  orderId: string | null;
  status: 'open' | 'complete' | 'expired';
  paymentStatus: 'paid' | 'unpaid' | 'no_payment_required';
  subscriptionId: string | null;
  paymentIntentId: string | null;
  /** what the person paid or will pay now; null where the provider does not say */
  amountCents: number | null;
}

/** A subscription at the provider, as it stands now. */
export interface Subscription {
  id: string;
  customerId: string | null;
  /** our account and order, as we named them; null for what bears no such id: it was not bought here */
  accountId: string | null;
  orderId: string | null;
  customerEmail: string | null;
  /** Stripe's word: trialing, active, past_due, unpaid, canceled, incomplete, incomplete_expired, paused */
  status: string;
  /** its latest invoice was tried and is not paid */
  overdue: boolean;
  trialEndsAt: Date | null;
  periodEndsAt: Date | null;
  cancelsAtPeriodEnd: boolean;
}

/** Money that went back, or is disputed. */
export interface Reversal {
  /** our order, for a single payment */
  orderId: string | null;
  subscriptionId: string | null;
  /** all of the payment, or a dispute: what was bought is to be taken back */
  whole: boolean;
  /** every refund of it was made by us: nothing is to be taken back */
  ours: boolean;
}

/**
 * Who takes the money: Stripe, or the built-in test payments. The rest of this folder knows no other difference between them.
 * Every method throws ProviderFailure when the provider cannot be asked; what it does not know is null.
 */
export interface PaymentProvider {
  readonly source: 'stripe' | 'test';
  /** Makes the checkout of an order; the same order again gets the same one. */
  createCheckout(
    order: Order,
    payer: { email: string; customerId: string | null },
  ): Promise<{ sessionId: string; url: string }>;
  readCheckout(sessionId: string): Promise<CheckoutSession | null>;
  /** Ends an open checkout; one that is over, or that the provider does not know, stays as it is. */
  expireCheckout(sessionId: string): Promise<void>;
  readSubscription(id: string): Promise<Subscription | null>;
  /** Pays the last payment back where there is a reason to `refund`, then ends it at once. One that has ended stays ended. */
  cancelSubscription(id: string, options: { refund: 'duplicate' | 'account-gone' | null }): Promise<void>;
  /** Every subscription there is, also those that have ended. */
  subscriptions(): AsyncIterable<Subscription>;
  /** What the provider calls the products of a subscription. */
  productNames(subscriptionId: string): Promise<string[]>;
  subscriptionOfInvoice(invoiceId: string): Promise<string | null>;
  /**
   * Pays a part of a single payment back, once however often it is called. `paidCents` is less where others paid some of it back
   * before; `problem` says in words why nothing is left to pay back.
   */
  refundOrder(order: Order, cents: number): Promise<{ paidCents: number } | { problem: string }>;
  /** Pays all of a payment back whose account is gone, once however often it is called. */
  refundPayment(paymentIntentId: string): Promise<void>;
  /** What a `charge.refunded` (by its charge) or a `charge.dispute.created` (by its dispute) is about. */
  readReversal(event: { type: string; objectId: string }): Promise<Reversal | null>;
  /** Where a subscriber manages the subscription. */
  portalUrl(customerId: string, returnUrl: string): Promise<string>;
}

/** The provider could not be asked, or refused. What failed is the cause. */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure';
}
