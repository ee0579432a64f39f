import type { PaymentSyncReply } from '#contract/admin.ts';
import { MESSAGES } from '#contract/messages.ts';
import { countOperatorGrants, liveEntitlements } from './entitlement-store.ts';
import { syncSubscription, syncWith } from './entitlements.ts';
import { fulfil } from './fulfil.ts';
import type { PaymentContext } from './payment-context.ts';
import { openOrders } from './store.ts';

export type PaymentSyncCounts = Omit<PaymentSyncReply, 'success'>;

/** A checkout ends within a day; what it is paid with (a bank's debit) may take a week more to say whether it went. */
const OPEN_ORDERS_LOOKED_AT_MS = 8 * 86_400_000;

/**
 * Compares what we know with the provider, for notices that never came: checkouts left open, subscriptions we know, and those we
 * do not. Entitlements by the operator are left alone. One that cannot be compared is counted and does not stop the rest; `error` says
 * that the provider could not tell which there are. `stopping`: ends it after what is in hand.
 */
export async function reconcile(parts: PaymentContext, stopping?: AbortSignal): Promise<PaymentSyncCounts> {
  const { database, provider, log } = parts;
  const counts: PaymentSyncCounts = {
    syncedUsers: 0,
    skippedUsers: await countOperatorGrants(database.db),
    errors: 0,
  };
  const seen = new Set<string>();
  const compare = async (subscriptionId: string, work: () => Promise<string>) => {
    if (seen.has(subscriptionId)) return;
    seen.add(subscriptionId);
    try {
      if ((await work()) === 'unknown') counts.skippedUsers += 1;
      else counts.syncedUsers += 1;
    } catch (error) {
      counts.errors += 1;
      log.error({ err: error, subscription: subscriptionId }, 'a subscription could not be compared');
    }
  };

  const since = new Date(parts.clock.now() - OPEN_ORDERS_LOOKED_AT_MS);
  for (const order of await openOrders(database.db, provider.source, since)) {
    if (stopping?.aborted) break;
    try {
      const session = order.session_id ? await provider.readCheckout(order.session_id) : null;
      if (session) await fulfil(parts, session);
    } catch (error) {
      counts.errors += 1;
      log.error({ err: error, order: order.id }, 'an order could not be compared');
    }
  }
  try {
    for await (const subscription of provider.subscriptions()) {
      if (stopping?.aborted) break;
      await compare(subscription.id, () => syncWith(parts, subscription));
    }
  } catch (error) {
    counts.errors += 1;
    counts.error = MESSAGES.payments.notListed;
    log.error({ err: error }, 'the subscriptions could not be listed');
  }
  for (const { subscription_id: id } of await liveEntitlements(database.db, provider.source)) {
    if (stopping?.aborted) break;
    if (id) await compare(id, () => syncSubscription(parts, id));
  }
  log.info(counts, 'payments compared');
  return counts;
}
