import { z } from 'zod';
import { PeopleRunView, RecordCount, SearchUrl } from './people-scraper.ts';

const Address = z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }).max(2048);

/** Who takes the money: Stripe, the built-in test payments, or nobody on this server. */
export const PaymentSource = z.enum(['stripe', 'test', 'none']);

/**
 * What callers of `create-stripe-checkout` send (spec accounts §7, lead tools §7). Price, currency, interval, user and email
 * decide nothing: one that differs from what the server knows is refused.
 */
export const CheckoutInput = z.object({
  planId: z.enum(['unlimited', 'apollo_scraper'], { error: 'planId must be unlimited or apollo_scraper' }),
  userId: z.string().max(100).optional(),
  customerEmail: z.string().max(254).optional(),
  successUrl: Address.optional(),
  cancelUrl: Address.optional(),
  returnUrl: Address.optional(),
  billingInterval: z.literal('monthly').optional(),
  price: z.number().optional(),
  priceInCents: z.number().optional(),
  currency: z.string().max(3).optional(),
  withTrial: z.boolean().default(false),
  isApolloScraper: z.boolean().optional(),
  apolloUrl: SearchUrl.optional(),
  recordCount: RecordCount.optional(),
});
export type CheckoutInput = z.infer<typeof CheckoutInput>;

/** Where to send the browser. `trialDays` is 0 where no trial is left to give. */
export const CheckoutReply = z.object({
  url: z.string(),
  orderId: z.uuid(),
  amountCents: z.int(),
  trialDays: z.int(),
});

export const OrderStatus = z.enum(['open', 'paid', 'failed', 'expired', 'duplicate', 'refunded']);
export type OrderStatus = z.infer<typeof OrderStatus>;

/** One's own order. Times are ISO 8601 in UTC. */
export const OrderView = z.object({
  id: z.uuid(),
  product: z.string(),
  mode: z.enum(['subscription', 'payment']),
  status: OrderStatus,
  quantity: z.int(),
  amountCents: z.int(),
  trialDays: z.int(),
  createdAt: z.string(),
  /** where it is paid, while it can be */
  checkoutUrl: z.string().nullable(),
  /** pay-per-use: what was ordered */
  search: z.object({ apolloUrl: z.string(), recordCount: z.int() }).nullable(),
  /** pay-per-use: its one run, once it was begun */
  run: PeopleRunView.nullable(),
});
export type OrderView = z.infer<typeof OrderView>;

export const SessionId = z
  .string()
  .min(8)
  .max(200)
  .regex(/^\w+$/, 'The session id has only letters, digits and _');

/** How a subscription stands. Times are ISO 8601 in UTC. */
export const BillingView = z.object({
  source: PaymentSource,
  /** Whether a trial can still be had with a checkout: one for each account. */
  trialAvailable: z.boolean(),
  /** The subscription there is, or was last; null for none. */
  subscription: z
    .object({
      status: z.string(),
      trialEndsAt: z.string().nullable(),
      periodEndsAt: z.string().nullable(),
      cancelsAtPeriodEnd: z.boolean(),
    })
    .nullable(),
  /** Unlimited by the operator: there is nothing to pay. */
  granted: z.boolean(),
});
export type BillingView = z.infer<typeof BillingView>;

/** One's own row of `user_payments` as the payment sync reads it (spec accounts §3). */
export const UserPayment = z.object({
  email: z.string(),
  has_access: z.boolean(),
  plan: z.string(),
  status: z.string(),
  updated_at: z.string(),
});
export type UserPayment = z.infer<typeof UserPayment>;

/** Whether a payment that failed took the access away: a subscription that its owner ended did not fail. */
export function lostByFailedPayment(payment: Pick<UserPayment, 'has_access' | 'status'>): boolean {
  return !payment.has_access && payment.status !== 'canceled' && payment.status !== 'revoked';
}

/** What the built-in test checkout shows. */
export const TestCheckoutView = z.object({
  item: z.string(),
  amountCents: z.int(),
  mode: z.enum(['subscription', 'payment']),
  trialDays: z.int(),
  email: z.string(),
  status: z.enum(['open', 'complete', 'expired']),
  successUrl: z.string(),
  cancelUrl: z.string(),
});
export type TestCheckoutView = z.infer<typeof TestCheckoutView>;

export const TestCheckoutAct = z.enum(['pay', 'pay-and-fail', 'cancel']);
export const TestBillingAct = z.enum(['cancel', 'fail-next-payment', 'renew']);

/** The page of an activation code: the code, or how to get one. */
export const ActivationReply = z.object({ code: z.string().nullable(), message: z.string() });

/** One entry of the credit ledger. `item` is what was worked, where the entry is a charge for an item. */
export const CreditEntry = z.object({
  id: z.int(),
  at: z.string(),
  amount: z.int(),
  reason: z.string(),
  /** False: used while the plan was unlimited; the balance was left alone. */
  counted: z.boolean(),
  taskId: z.uuid().nullable(),
  item: z.string().nullable(),
});
export type CreditEntry = z.infer<typeof CreditEntry>;

export const CreditEntriesPage = z.object({
  entries: z.array(CreditEntry),
  /** `before` of the next page; null on the last. */
  next: z.int().nullable(),
});
