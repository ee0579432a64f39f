import { type GateAccount, isUnlimited, trialDenial } from '#contract/access.ts';
import { CallError } from '#contract/errors.ts';
import { TRIAL_DAYS } from '#contract/limits.ts';
import { MESSAGES } from '#contract/messages.ts';
import type { OrderView } from '#contract/payments.ts';
import { lockGateAccount } from '../accounts/account.ts';
import { type KeyClaim, once } from '../idempotency/idempotency.ts';
import { type Tx, transaction } from '../platform/database/db.ts';
import { findCustomer, forgetCustomer, listEntitlements, owesPayment } from './entitlement-store.ts';
import { fulfill, tryCloseCheckout } from './fulfill.ts';
import type { PaymentContext } from './payment-context.ts';
import { type Offer, orderReason } from './products.ts';
import { type CheckoutDetails, CustomerGone, type Order, ProviderError } from './provider.ts';
import { findOrder, insertOrder, listOpenOrders, saveNewSession } from './store.ts';
import { trialAvailable } from './trial.ts';

export interface OrderRequest {
  accountId: string;
  email: string;
  offer: Offer;
  withTrial: boolean;
  successUrl: string;
  cancelUrl: string;
  claim: KeyClaim | null;
}

/** The provider replaces this with the session id, so the success page knows which checkout it belongs to. */
const SESSION_PLACEHOLDER = '{CHECKOUT_SESSION_ID}';
/** Providers keep a checkout open for a day. */
const SESSION_REUSE_MS = 23 * 3_600_000;

/**
 * Creates an order in one transaction, then its checkout at the provider. The same Idempotency-Key returns
 * the same order, and another request for a subscription returns the checkout that is still open. Throws
 * `conflict` if the account is already unlimited, and `access_denied` if it must confirm its address before a trial.
 */
export async function openOrder(
  payments: PaymentContext,
  request: OrderRequest,
): Promise<Order & { session_id: string; session_url: string }> {
  const order = await transaction(payments.database.db, async (tx) => {
    const account = await lockGateAccount(tx, payments.config, request.accountId);
    if (!account) throw new CallError('not_authenticated');
    const id = await once(tx, request.claim, async () => {
      if (request.offer.mode === 'subscription' && isUnlimited(account)) {
        throw new CallError('conflict', MESSAGES.payments.alreadyUnlimited);
      }
      if (request.offer.mode === 'subscription')
        await refuseSecondSubscription(tx, payments, request.accountId);
      const trialDays = request.withTrial && (await trialAvailable(tx, payments, request)) ? TRIAL_DAYS : 0;
      const draft = {
        ...request.offer,
        accountId: request.accountId,
        trialDays: request.offer.mode === 'subscription' ? trialDays : 0,
        source: payments.provider.source,
        successUrl: withSessionPlaceholder(request.successUrl),
        cancelUrl: request.cancelUrl,
        at: new Date(payments.clock.now()),
      };
      if (draft.trialDays > 0) requireConfirmedAddress(account, payments);
      const open = await listOpenOrders(tx, request.accountId, request.offer.product);
      const reusable = open.find((order) => isReusable(order, draft));
      return reusable?.id ?? (await insertOrder(tx, draft)).id;
    });
    return findOrder(tx, { id }, request.accountId);
  });
  if (!order) throw new CallError('not_found');
  const { session_id, session_url } = order;
  const session =
    session_id && session_url
      ? { session_id, session_url }
      : await createCheckout(payments, order, { email: request.email, name: request.offer.name });
  if (order.mode === 'subscription') await closeEarlierCheckouts(payments, order);
  return { ...order, ...session };
}

/** The address that gets a trial must be the account's (docs/deviations.md 5). Throws `access_denied`. */
function requireConfirmedAddress(account: GateAccount, { config }: Pick<PaymentContext, 'config'>): void {
  const denial = trialDenial(account, { trialRequiresCard: config.TRIAL_REQUIRES_CARD });
  if (denial) throw new CallError('access_denied', denial.message, { details: denial });
}

/**
 * A subscription on hold after a failed payment can be paid again. A second one would charge the user twice.
 * Throws `conflict`.
 */
async function refuseSecondSubscription(tx: Tx, payments: PaymentContext, accountId: string): Promise<void> {
  if (!owesPayment(await listEntitlements(tx, accountId), payments.provider.source)) return;
  throw new CallError('conflict', MESSAGES.payments.paymentDue, { details: { manageBilling: true } });
}

/** Whether an open order can serve a new request. Every single payment is a separate purchase. */
function isReusable(
  order: Order,
  draft: {
    mode: string;
    trialDays: number;
    amountCents: number;
    source: string;
    successUrl: string;
    cancelUrl: string;
    params: Record<string, unknown>;
    at: Date;
  },
): boolean {
  return (
    draft.mode === 'subscription' &&
    order.source === draft.source &&
    order.trial_days === draft.trialDays &&
    // An update may change the price.
    order.amount_cents === draft.amountCents &&
    order.success_url === draft.successUrl &&
    order.cancel_url === draft.cancelUrl &&
    order.params.reason === draft.params.reason &&
    draft.at.getTime() - order.created_at.getTime() < SESSION_REUSE_MS
  );
}

async function createCheckout(
  payments: PaymentContext,
  order: Order,
  checkout: Pick<CheckoutDetails, 'email' | 'name'>,
): Promise<{ session_id: string; session_url: string }> {
  const { db } = payments.database;
  const { source } = payments.provider;
  const create = (customerId: string | null) =>
    payments.provider.createCheckout(order, { ...checkout, customerId, reason: orderReason(order) });
  const customerId = await findCustomer(db, order.account_id, source);
  try {
    const { sessionId, url } = await create(customerId).catch(async (error: unknown) => {
      if (!(error instanceof CustomerGone) || !customerId) throw error;
      await forgetCustomer(db, source, customerId);
      return create(null);
    });
    if (!(await saveNewSession(db, order.id, { id: sessionId, url }))) {
      await tryCloseCheckout(payments, sessionId);
      throw new CallError('conflict', MESSAGES.payments.checkoutFailed);
    }
    return { session_id: sessionId, session_url: url };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    throw new CallError('unavailable', MESSAGES.payments.checkoutFailed, { cause: error });
  }
}

async function closeEarlierCheckouts(payments: PaymentContext, order: Order): Promise<void> {
  for (const other of await listOpenOrders(payments.database.db, order.account_id, order.product)) {
    if (other.id !== order.id && other.session_id) await tryCloseCheckout(payments, other.session_id);
  }
}

/** Adds the provider's session placeholder to a URL. Its braces must not be encoded. */
function withSessionPlaceholder(successUrl: string): string {
  if (successUrl.includes(SESSION_PLACEHOLDER)) return successUrl;
  const [base = '', fragment] = successUrl.split('#');
  const joined = `${base}${base.includes('?') ? '&' : '?'}session_id=${SESSION_PLACEHOLDER}`;
  return fragment === undefined ? joined : `${joined}#${fragment}`;
}

/** The URL that the user returns to after payment. */
export function resolveSuccessUrl(order: Pick<Order, 'success_url'>, sessionId: string): string {
  return order.success_url.replaceAll(SESSION_PLACEHOLDER, sessionId);
}

/**
 * Fetches the account's checkout from the provider and fulfills the order if it was paid. Throws `not_found`
 * for other accounts, and `unavailable` if the provider can't be reached.
 */
export async function confirmOrder(
  payments: PaymentContext,
  accountId: string,
  sessionId: string,
): Promise<Order> {
  const order = await findOrder(payments.database.db, { sessionId }, accountId);
  if (!order) throw new CallError('not_found');
  if (order.source !== payments.provider.source) return order;
  try {
    const session = await payments.provider.readCheckout(sessionId);
    return (session && (await fulfill(payments, session))) ?? order;
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    throw new CallError('unavailable', "We couldn't check your payment with the payment provider.", {
      cause: error,
    });
  }
}

/** An order as its owner sees it, with the search and run of an order for records. */
export function viewOrder(
  order: Order,
  records: Pick<OrderView, 'search' | 'run'> = { search: null, run: null },
): OrderView {
  const open = order.status === 'open';
  // A payment belongs to a checkout once it is finished.
  const clearing = open && order.payment_intent_id !== null;
  return {
    id: order.id,
    product: order.product,
    mode: order.mode,
    status: order.status,
    failureReason: order.failure_reason,
    quantity: order.quantity,
    amountCents: order.amount_cents,
    trialDays: order.trial_days,
    createdAt: order.created_at.toISOString(),
    checkoutUrl: open && !clearing ? order.session_url || null : null,
    clearing,
    ...records,
    refundProblem: records.run ? null : order.refund_problem,
    refundDue: records.run === null && order.refund_due_at !== null,
  };
}
