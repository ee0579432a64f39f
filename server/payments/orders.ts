import { CallError } from '#contract/errors.ts';
import { TRIAL_DAYS } from '#contract/limits.ts';
import { MESSAGES } from '#contract/messages.ts';
import type { OrderView } from '#contract/payments.ts';
import type { PeopleRunView } from '#contract/people-scraper.ts';
import { lockGateAccount } from '../accounts/account.ts';
import { type KeyClaim, once } from '../idempotency/idempotency.ts';
import { transaction } from '../platform/db.ts';
import { entitlementsOf } from './entitlement-store.ts';
import { closeCheckout, fulfil } from './fulfil.ts';
import type { PaymentContext } from './payment-context.ts';
import type { Offer } from './products.ts';
import { type Order, ProviderFailure } from './provider.ts';
import { searchOf } from './record-orders.ts';
import { findOrder, insertOrder, openOrdersOf, saveNewSession } from './store.ts';
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

/** Filled in by the provider, so that the page one comes back to knows which checkout it was. */
const SESSION_PLACEHOLDER = '{CHECKOUT_SESSION_ID}';
/** The providers keep a checkout open for a day. */
const SESSION_REUSED_MS = 23 * 3_600_000;

/**
 * Orders an offer: one transaction decides and writes the order down, then the provider makes its checkout. The same
 * Idempotency-Key gets the same order, and whoever asks again for a subscription gets the checkout that is still open. Throws
 * `conflict` for those who are unlimited already.
 */
export async function openOrder(
  parts: PaymentContext,
  request: OrderRequest,
): Promise<Order & { session_id: string; session_url: string }> {
  const order = await transaction(parts.database.db, async (tx) => {
    const account = await lockGateAccount(tx, parts.config, request.accountId);
    if (!account) throw new CallError('not_authenticated');
    const id = await once(tx, request.claim, async () => {
      if (request.offer.mode === 'subscription' && account.plan === 'unlimited') {
        throw new CallError('conflict', MESSAGES.payments.alreadyUnlimited);
      }
      const trialDays = request.withTrial && (await trialAvailable(tx, parts, request)) ? TRIAL_DAYS : 0;
      const draft = {
        ...request.offer,
        accountId: request.accountId,
        trialDays: request.offer.mode === 'subscription' ? trialDays : 0,
        source: parts.provider.source,
        successUrl: withSession(request.successUrl),
        cancelUrl: request.cancelUrl,
        at: new Date(parts.clock.now()),
      };
      const open = await openOrdersOf(tx, request.accountId, request.offer.product);
      const same = open.find((order) => isSame(order, draft));
      return same?.id ?? (await insertOrder(tx, draft)).id;
    });
    return findOrder(tx, { id }, request.accountId);
  });
  if (!order) throw new CallError('not_found');
  const { session_id, session_url } = order;
  const session =
    session_id && session_url ? { session_id, session_url } : await makeCheckout(parts, order, request.email);
  if (order.mode === 'subscription') await closeEarlier(parts, order);
  return { ...order, ...session };
}

/** Whether an open order is what is asked for again; single payments are each a purchase of their own. */
function isSame(
  order: Order,
  draft: { mode: string; trialDays: number; source: string; successUrl: string; cancelUrl: string; at: Date },
): boolean {
  return (
    draft.mode === 'subscription' &&
    order.source === draft.source &&
    order.trial_days === draft.trialDays &&
    order.success_url === draft.successUrl &&
    order.cancel_url === draft.cancelUrl &&
    draft.at.getTime() - order.created_at.getTime() < SESSION_REUSED_MS
  );
}

async function makeCheckout(
  parts: PaymentContext,
  order: Order,
  email: string,
): Promise<{ session_id: string; session_url: string }> {
  const before = await entitlementsOf(parts.database.db, order.account_id);
  const customerId =
    before.find(({ source, customer_id }) => source === parts.provider.source && customer_id)?.customer_id ??
    null;
  try {
    const { sessionId, url } = await parts.provider.createCheckout(order, { email, customerId });
    if (!(await saveNewSession(parts.database.db, order.id, { id: sessionId, url }))) {
      await closeCheckout(parts, sessionId);
      throw new CallError('conflict', MESSAGES.payments.checkoutFailed);
    }
    return { session_id: sessionId, session_url: url };
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    parts.log.error({ err: error, order: order.id }, 'a checkout could not be made');
    throw new CallError('unavailable', MESSAGES.payments.checkoutFailed, { cause: error });
  }
}

async function closeEarlier(parts: PaymentContext, order: Order): Promise<void> {
  for (const other of await openOrdersOf(parts.database.db, order.account_id, order.product)) {
    if (other.id !== order.id && other.session_id) await closeCheckout(parts, other.session_id);
  }
}

/** The address with the provider's placeholder for the session; its braces must not be encoded. */
function withSession(successUrl: string): string {
  if (successUrl.includes(SESSION_PLACEHOLDER)) return successUrl;
  const [address = '', fragment] = successUrl.split('#');
  const joined = `${address}${address.includes('?') ? '&' : '?'}session_id=${SESSION_PLACEHOLDER}`;
  return fragment === undefined ? joined : `${joined}#${fragment}`;
}

/** Where the person comes back to. */
export function successUrlOf(order: Pick<Order, 'success_url'>, sessionId: string): string {
  return order.success_url.replaceAll(SESSION_PLACEHOLDER, sessionId);
}

/** Asks the provider how one's own checkout ended, and fulfils it if it was paid. */
export async function confirmOrder(
  parts: PaymentContext,
  accountId: string,
  sessionId: string,
): Promise<Order> {
  const order = await findOrder(parts.database.db, { sessionId }, accountId);
  if (!order) throw new CallError('not_found');
  if (order.source !== parts.provider.source) return order;
  const session = await parts.provider.readCheckout(sessionId);
  return (session && (await fulfil(parts, session))) ?? order;
}

/** An order as its owner sees it. `run`: of its run, where it is an order of records. */
export function viewOrder(order: Order, run: PeopleRunView | null): OrderView {
  return {
    id: order.id,
    product: order.product,
    mode: order.mode,
    status: order.status,
    quantity: order.quantity,
    amountCents: order.amount_cents,
    trialDays: order.trial_days,
    createdAt: order.created_at.toISOString(),
    checkoutUrl: order.status === 'open' ? order.session_url || null : null,
    search: searchOf(order),
    run,
  };
}
