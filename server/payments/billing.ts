import { CallError } from '#contract/errors.ts';
import { MESSAGES } from '#contract/messages.ts';
import type { BillingView } from '#contract/payments.ts';
import { lockPlan } from '../accounts/plan.ts';
import type { Deps } from '../deps.ts';
import { transaction } from '../platform/db.ts';
import { entitlementsOf } from './entitlement-store.ts';
import { endSubscription } from './entitlements.ts';
import { endCheckout } from './fulfil.ts';
import type { PaymentContext } from './payment-context.ts';
import { ProviderFailure } from './provider.ts';
import { expireUnmade, openOrdersOf } from './store.ts';
import { trialAvailable } from './trial.ts';

/** How an account's subscription stands: the one that gives access, else the latest. */
export async function viewBilling(
  deps: Pick<Deps, 'database' | 'secrets'>,
  source: 'stripe' | 'test' | 'none',
  account: { accountId: string; email: string },
): Promise<BillingView> {
  const { db } = deps.database;
  const all = await entitlementsOf(db, account.accountId);
  const paid = all.filter(({ subscription_id }) => subscription_id !== null);
  const shown = paid.find(({ has_access }) => has_access) ?? paid[0];
  return {
    source,
    trialAvailable: source !== 'none' && (await trialAvailable(db, deps, account)),
    granted: all.some((one) => one.source === 'operator' && one.has_access),
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

/** Where a subscriber manages the subscription. Throws `not_found` for whoever never had one. */
export async function portalUrl(
  parts: PaymentContext,
  accountId: string,
  returnUrl: string,
): Promise<string> {
  const all = await entitlementsOf(parts.database.db, accountId);
  const customer = all.find(({ source, customer_id }) => source === parts.provider.source && customer_id);
  if (!customer?.customer_id) throw new CallError('not_found', MESSAGES.payments.nothingToManage);
  try {
    return await parts.provider.portalUrl(customer.customer_id, returnUrl);
  } catch (error) {
    if (error instanceof ProviderFailure) throw new CallError('unavailable', undefined, { cause: error });
    throw error;
  }
}

/**
 * Ends what an account left open to pay, before it is deleted; what was paid meanwhile is fulfilled. Throws where the provider cannot be
 * asked. An order whose checkout is still being made gets none.
 */
export async function endCheckouts(parts: PaymentContext, accountId: string): Promise<void> {
  const at = new Date(parts.clock.now());
  await transaction(parts.database.db, async (tx) => {
    if (await lockPlan(tx, accountId)) await expireUnmade(tx, accountId, at);
  });
  for (const product of ['unlimited', 'apollo_scraper'] as const) {
    for (const order of await openOrdersOf(parts.database.db, accountId, product)) {
      if (order.session_id && order.source === parts.provider.source) {
        await endCheckout(parts, order.session_id);
      }
    }
  }
}

/**
 * Ends what an account left open to pay and what it pays for: before the account is deleted. Throws where the provider cannot be
 * asked, so that nobody goes on paying for an account that is gone.
 */
export async function endPayments(parts: PaymentContext, accountId: string): Promise<void> {
  await endCheckouts(parts, accountId);
  for (const { source, subscription_id, status } of await entitlementsOf(parts.database.db, accountId)) {
    if (subscription_id && source === parts.provider.source && status !== 'canceled') {
      await endSubscription(parts, subscription_id);
    }
  }
}
