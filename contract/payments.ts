import { z } from 'zod';
import { INTEGER_MAX } from './limits.ts';
import { PeopleRunView, RecordCount, SearchUrl } from './people-orders.ts';

const Address = z.url({ protocol: /^https?$/, error: 'must be an http(s) URL' }).max(2048);

/** Why the gate sent the user to a checkout. The checkout page says so. */
export const CheckoutReason = z.enum(['trial_expired', 'no_payment_method', 'no_credits']);
export type CheckoutReason = z.infer<typeof CheckoutReason>;

/** The payment provider: Stripe, the built-in test payments, or none. */
export const PaymentSource = z.enum(['stripe', 'test', 'none']);

/**
 * Body of `create-stripe-checkout` (spec accounts §7, lead tools §7). Price, currency, interval, user and
 * email have no effect: the server rejects values that differ from its own.
 */
export const CheckoutInput = z.object({
  planId: z.enum(['unlimited', 'apollo_scraper'], { error: 'planId must be unlimited or apollo_scraper' }),
  userId: z.string().max(100).optional(),
  customerEmail: z.string().max(254).optional(),
  successUrl: Address.optional(),
  cancelUrl: Address.optional(),
  returnUrl: Address.optional(),
  billingInterval: z.literal('monthly').optional(),
  price: z.number().min(0).max(INTEGER_MAX).optional(),
  priceInCents: z.number().min(0).max(INTEGER_MAX).optional(),
  currency: z.string().max(3).optional(),
  withTrial: z.boolean().default(false),
  /** Not in the specification. */
  reason: CheckoutReason.optional(),
  isApolloScraper: z.boolean().optional(),
  apolloUrl: SearchUrl.optional(),
  recordCount: RecordCount.optional(),
});
export type CheckoutInput = z.infer<typeof CheckoutInput>;

/** The checkout to redirect to. `trialDays` is 0 if the account has used its trial. */
export const CheckoutReply = z.object({
  url: z.string(),
  orderId: z.uuid(),
  amountCents: z.int(),
  trialDays: z.int(),
});

export const OrderStatus = z.enum(['open', 'paid', 'failed', 'expired', 'duplicate', 'refunded']);
export type OrderStatus = z.infer<typeof OrderStatus>;

/** Why an order failed, other than a declined payment. `repeated-trial`: its mailbox or card had a trial before. */
export const OrderFailureReason = z.enum(['repeated-trial']);
export type OrderFailureReason = z.infer<typeof OrderFailureReason>;

/** An order of the signed-in account. Times are ISO 8601 in UTC. */
export const OrderView = z.object({
  id: z.uuid(),
  product: z.string(),
  mode: z.enum(['subscription', 'payment']),
  status: OrderStatus,
  /** Null unless `status` is `failed`, and for a declined payment. */
  failureReason: OrderFailureReason.nullable(),
  quantity: z.int(),
  amountCents: z.int(),
  trialDays: z.int(),
  createdAt: z.string(),
  /** The payment page, while the order is open and its checkout isn't finished. */
  checkoutUrl: z.string().nullable(),
  /** Whether the checkout is finished, and the bank still has to confirm the payment, which takes days. Earlier servers don't say it. */
  clearing: z.boolean().default(false),
  /** For pay-per-use orders: the search. */
  search: z.object({ apolloUrl: z.string(), recordCount: z.int() }).nullable(),
  /** For pay-per-use orders: the run, once it has started. */
  run: PeopleRunView.nullable(),
  /** Why the refund of an order without a run isn't possible. With one, its `error` says so. */
  refundProblem: z.string().nullable(),
  /** Whether the refund of an order without a run is still to be paid. With one, its `status` says so. */
  refundDue: z.boolean(),
});
export type OrderView = z.infer<typeof OrderView>;

export const SessionId = z
  .string()
  .min(8)
  .max(200)
  .regex(/^\w+$/, 'The session ID can only contain letters, digits and _');

/** The status of a subscription. Times are ISO 8601 in UTC. */
export const BillingView = z.object({
  source: PaymentSource,
  /** Whether the account can still start a trial. Each account gets one. */
  trialAvailable: z.boolean(),
  /** The current or most recent subscription; null for none. */
  subscription: z
    .object({
      status: z.string(),
      trialEndsAt: z.string().nullable(),
      periodEndsAt: z.string().nullable(),
      cancelsAtPeriodEnd: z.boolean(),
    })
    .nullable(),
  /** The operator granted the unlimited plan, so there is nothing to pay. */
  granted: z.boolean(),
  /** The last payment failed. A new checkout is refused until the payment is made in the billing portal. */
  paymentDue: z.boolean(),
});
export type BillingView = z.infer<typeof BillingView>;

/** The signed-in user's row of `user_payments`, as the payment sync reads it (spec accounts §3). */
export const UserPayment = z.object({
  email: z.string(),
  has_access: z.boolean(),
  plan: z.string(),
  status: z.string(),
  updated_at: z.string(),
});
export type UserPayment = z.infer<typeof UserPayment>;

/** `incomplete_expired`: its first payment was given up. `paused`: in Stripe. */
const ENDED_OTHERWISE = ['canceled', 'revoked', 'incomplete_expired', 'paused'];

/** Whether there is no access because of a failed payment. */
export function lostByFailedPayment(payment: Pick<UserPayment, 'has_access' | 'status'>): boolean {
  return !payment.has_access && !ENDED_OTHERWISE.includes(payment.status);
}

/** Whether its first payment failed, so that it never gave access. */
export function neverStarted({ status }: Pick<UserPayment, 'status'>): boolean {
  return status === 'incomplete';
}

/** A checkout of the built-in test payments. */
export const TestCheckoutView = z.object({
  item: z.string(),
  amountCents: z.int(),
  mode: z.enum(['subscription', 'payment']),
  trialDays: z.int(),
  email: z.string(),
  status: z.enum(['open', 'complete', 'expired']),
  /** Why the user was sent here, as a sentence; null if they came on their own. */
  reason: z.string().nullable(),
  successUrl: z.string(),
  cancelUrl: z.string(),
});
export type TestCheckoutView = z.infer<typeof TestCheckoutView>;

export const TestCheckoutAct = z.enum(['pay', 'pay-and-fail', 'cancel']);
export const TestBillingAct = z.enum(['cancel', 'fail-next-payment', 'renew']);

/**
 * The activation code, or null with a message on how to get one. `paid` is false if the plan was granted
 * instead of bought.
 */
export const ActivationReply = z.object({
  code: z.string().nullable(),
  message: z.string(),
  paid: z.boolean(),
});
