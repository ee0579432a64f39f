import type { PaymentSyncReply } from '#contract/admin.ts';
import { MESSAGES } from '#contract/messages.ts';
import { countOperatorGrants, listLiveEntitlements } from './entitlement-store.ts';
import { readSubscriptions, syncReading, syncSubscription } from './entitlements.ts';
import { fulfill } from './fulfill.ts';
import type { PaymentContext } from './payment-context.ts';
import { expireOrdersWithoutSession, listOpenOrdersSince } from './store.ts';

export type PaymentSyncCounts = Omit<PaymentSyncReply, 'success'>;

const DAY_MS = 86_400_000;
/** A checkout expires within a day, but a bank debit can take another week to confirm. */
const OPEN_ORDER_AGE_MS = 8 * DAY_MS;

/**
 * Expires orders whose checkout couldn't be created. Syncs open checkouts and all subscriptions with the provider, in case an event was lost. Skips operator
 * grants. Counts failures and continues; `error` is set if the provider can't list its subscriptions.
 * `stopping` ends it after the current item.
 */
export async function reconcile(
  payments: PaymentContext,
  stopping?: AbortSignal,
): Promise<PaymentSyncCounts> {
  const { database, provider, log } = payments;
  const counts: PaymentSyncCounts = {
    syncedUsers: 0,
    skippedUsers: await countOperatorGrants(database.db),
    errors: 0,
  };
  const seen = new Set<string>();
  const sync = async (subscriptionId: string, work: () => Promise<string>) => {
    if (seen.has(subscriptionId)) return;
    seen.add(subscriptionId);
    try {
      if ((await work()) === 'unknown') counts.skippedUsers += 1;
      else counts.syncedUsers += 1;
    } catch (error) {
      counts.errors += 1;
      log.error({ err: error, subscription: subscriptionId }, 'syncing a subscription failed');
    }
  };

  const now = payments.clock.now();
  await expireOrdersWithoutSession(database.db, { createdBefore: new Date(now - DAY_MS) }, new Date(now));
  const since = new Date(now - OPEN_ORDER_AGE_MS);
  for (const order of await listOpenOrdersSince(database.db, provider.source, since)) {
    if (stopping?.aborted) break;
    try {
      const session = order.session_id ? await provider.readCheckout(order.session_id) : null;
      if (session) await fulfill(payments, session);
    } catch (error) {
      counts.errors += 1;
      log.error({ err: error, order: order.id }, 'syncing an order failed');
    }
  }
  try {
    for await (const reading of readSubscriptions(payments)) {
      if (stopping?.aborted) break;
      await sync(reading.subscription.id, () => syncReading(payments, reading));
    }
  } catch (error) {
    counts.errors += 1;
    counts.error = MESSAGES.payments.notListed;
    log.error({ err: error }, 'listing subscriptions failed');
  }
  for (const { subscription_id: id } of await listLiveEntitlements(database.db, provider.source)) {
    if (stopping?.aborted) break;
    if (id) await sync(id, () => syncSubscription(payments, id));
  }
  log.info(counts, 'payments synced');
  return counts;
}
