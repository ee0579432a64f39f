import { CallError } from '#contract/errors.ts';
import { MESSAGES } from '#contract/messages.ts';
import type { BillingView } from '#contract/payments.ts';
import { lockPlan } from '../accounts/plan.ts';
import type { Deps } from '../deps.ts';
import { transaction } from '../platform/database/db.ts';
import { findCustomer, forgetCustomer, listEntitlements, owesPayment } from './entitlement-store.ts';
import { cancelOwnSubscription, syncSubscription } from './entitlements.ts';
import { closeCheckout } from './fulfill.ts';
import type { PaymentContext } from './payment-context.ts';
import { CustomerGone, ProviderError } from './provider.ts';
import { expireOrdersWithoutSession, listOpenOrders } from './store.ts';
import { trialAvailable } from './trial.ts';

/** The account's billing status. Shows the current or latest subscription. */
export async function viewBilling(
  deps: Pick<Deps, 'database' | 'secrets'>,
  source: 'stripe' | 'test' | 'none',
  account: { accountId: string; email: string },
): Promise<BillingView> {
  const { db } = deps.database;
  const all = await listEntitlements(db, account.accountId);
  const shown = all.find(({ subscription_id }) => subscription_id !== null);
  return {
    source,
    trialAvailable: source !== 'none' && (await trialAvailable(db, deps, account)),
    granted: all.some((subscription) => subscription.source === 'operator' && subscription.has_access),
    paymentDue: owesPayment(all, source),
    subscription: shown
      ? {
          status: shown.status,
          trialEndsAt: shown.trial_ends_at?.toISOString() ?? null,
          periodEndsAt: shown.period_ends_at?.toISOString() ?? null,
          cancelsAtPeriodEnd: shown.cancels_at_period_end,
        }
      : null,
  };
}

/**
 * Reads the subscriptions again for which a payment is due. It may just have been made in the portal, and its event be late.
 * If the provider can't be reached, they stay as they are.
 */
export async function recheckDuePayments(payments: PaymentContext, accountId: string): Promise<void> {
  const { source } = payments.provider;
  for (const entitlement of await listEntitlements(payments.database.db, accountId)) {
    const { subscription_id } = entitlement;
    if (!subscription_id || !owesPayment([entitlement], source)) continue;
    try {
      await syncSubscription(payments, subscription_id);
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      payments.log.warn({ err: error, subscription: subscription_id }, 'reading a due payment again failed');
    }
  }
}

/**
 * Returns the URL of the billing portal. Throws `not_found` if the account never had a subscription, or if the provider
 * no longer has its customer. Then its subscriptions are read again, so that none of them waits for a payment.
 */
export async function portalUrl(
  payments: PaymentContext,
  accountId: string,
  returnUrl: string,
): Promise<string> {
  const { db } = payments.database;
  const { source } = payments.provider;
  const next = () => findCustomer(db, accountId, source);
  let customerId = await next();
  if (!customerId) throw new CallError('not_found', MESSAGES.payments.nothingToManage);
  const orphans: string[] = [];
  try {
    for (; customerId; customerId = await next()) {
      const url = await portalOf(payments, customerId, returnUrl);
      if (url) return url;
      orphans.push(...(await forgetCustomer(db, source, customerId)));
    }
    for (const subscriptionId of orphans) await syncSubscription(payments, subscriptionId);
  } catch (error) {
    if (error instanceof ProviderError) throw new CallError('unavailable', undefined, { cause: error });
    throw error;
  }
  throw new CallError('not_found', MESSAGES.payments.customerGone);
}

/** null: the provider doesn't have the customer. */
async function portalOf(
  payments: PaymentContext,
  customerId: string,
  returnUrl: string,
): Promise<string | null> {
  try {
    return await payments.provider.portalUrl(customerId, returnUrl);
  } catch (error) {
    if (error instanceof CustomerGone) return null;
    throw error;
  }
}

/**
 * Closes an account's open checkouts before the account is deleted. A checkout that was just paid is
 * fulfilled. An order whose checkout is still being created expires. Throws `ProviderError` if the provider
 * can't be reached.
 */
export async function closeOpenCheckouts(payments: PaymentContext, accountId: string): Promise<void> {
  const at = new Date(payments.clock.now());
  await transaction(payments.database.db, async (tx) => {
    if (await lockPlan(tx, accountId)) await expireOrdersWithoutSession(tx, { accountId }, at);
  });
  for (const order of await listOpenOrders(payments.database.db, accountId)) {
    if (order.session_id && order.source === payments.provider.source) {
      await closeCheckout(payments, order.session_id);
    }
  }
}

/**
 * Closes an account's open checkouts and cancels its subscriptions before the account is deleted. Throws
 * `ProviderError` if the provider can't be reached, so that no one keeps paying for a deleted account.
 */
export async function cancelPayments(payments: PaymentContext, accountId: string): Promise<void> {
  await closeOpenCheckouts(payments, accountId);
  for (const { source, subscription_id, status } of await listEntitlements(payments.database.db, accountId)) {
    if (subscription_id && source === payments.provider.source && status !== 'canceled') {
      await cancelOwnSubscription(payments, subscription_id);
    }
  }
}
