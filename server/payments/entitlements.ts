import { accountOfEmail, dropPlan, type LockedPlan, lockPlan, raisePlan } from '../accounts/plan.ts';
import { type Tx, transaction } from '../platform/db.ts';
import {
  entitlementsOf,
  findEntitlement,
  markRevoked,
  saveEntitlement,
  saveOperatorGrant,
} from './entitlement-store.ts';
import type { PaymentParts } from './payment-parts.ts';
import type { Subscription } from './provider.ts';
import { findOrder } from './store.ts';

/**
 * What became of a subscription here: `kept` as an entitlement; `waiting` for its first payment; `duplicate` of one that the
 * account has already; or nobody's.
 */
export type Followed = 'kept' | 'waiting' | 'duplicate' | 'unknown';

const LIVE = new Set(['trialing', 'active']);

/**
 * Writes down how a subscription stands and lets the plan follow. It depends on the present state alone, so notices may come
 * late, twice or in any order. The account's row is locked. `failed`: its first payment was refused, which is a loss even where
 * there was nothing to lose yet (spec accounts §4: a record without access).
 */
export async function followSubscription(
  tx: Tx,
  parts: PaymentParts,
  account: LockedPlan,
  subscription: Subscription,
  options: { failed?: boolean } = {},
): Promise<Followed> {
  const at = new Date(parts.clock.now());
  const all = await entitlementsOf(tx, account.id);
  const known = all.find(({ subscription_id }) => subscription_id === subscription.id);
  const hasAccess = LIVE.has(subscription.status) && !subscription.overdue && !known?.revoked_at;
  if (!known && !options.failed && subscription.status === 'incomplete') return 'waiting';
  if (!known && hasAccess && all.some((other) => other.has_access && other.subscription_id))
    return 'duplicate';

  await saveEntitlement(tx, {
    accountId: account.id,
    source: parts.provider.source,
    subscription: known?.revoked_at ? { ...subscription, status: 'revoked' } : subscription,
    hasAccess,
    at,
  });
  await followPlan(tx, account, { lost: options.failed === true || known?.has_access === true, at });
  return 'kept';
}

/** Lets the plan follow the entitlements. Credits are capped when something was lost, not at every look. */
async function followPlan(tx: Tx, account: LockedPlan, change: { lost: boolean; at: Date }): Promise<void> {
  const all = await entitlementsOf(tx, account.id);
  if (all.some(({ has_access }) => has_access)) await raisePlan(tx, account, change.at);
  else if (change.lost || account.plan === 'unlimited') await dropPlan(tx, account, change.at);
}

/**
 * Asks the provider how a subscription stands and follows it. Whose it is: of the account that has it, of the order it was
 * bought with, of the account it names, or of the confirmed address of its customer.
 */
export async function syncSubscription(parts: PaymentParts, subscriptionId: string): Promise<Followed> {
  const subscription = await parts.provider.readSubscription(subscriptionId);
  return subscription ? syncWith(parts, subscription) : 'unknown';
}

export async function syncWith(parts: PaymentParts, subscription: Subscription): Promise<Followed> {
  const accountId = await ownerOf(parts, subscription);
  if (!accountId) return 'unknown';
  const followed = await transaction(parts.database.db, async (tx) => {
    const account = await lockPlan(tx, accountId);
    return account ? followSubscription(tx, parts, account, subscription) : 'unknown';
  });
  if (followed === 'duplicate') await parts.provider.cancelSubscription(subscription.id, { refund: true });
  return followed;
}

async function ownerOf(parts: PaymentParts, subscription: Subscription): Promise<string | null> {
  const { db } = parts.database;
  const known = await findEntitlement(db, subscription.id);
  if (known) return known.account_id;
  const order = subscription.orderId ? await findOrder(db, { id: subscription.orderId }) : undefined;
  if (order) return order.account_id;
  if (subscription.accountId) return subscription.accountId;
  // Anyone can sign up with any address: only a confirmed one says whose payment it is.
  const byEmail = subscription.customerEmail
    ? await accountOfEmail(db, subscription.customerEmail.toLowerCase())
    : null;
  return byEmail?.confirmed ? byEmail.id : null;
}

/** Takes back what a subscription gave, for good: it was paid back or is disputed. */
export async function revokeSubscription(parts: PaymentParts, subscriptionId: string): Promise<void> {
  const known = await findEntitlement(parts.database.db, subscriptionId);
  if (known) {
    await transaction(parts.database.db, async (tx) => {
      const account = await lockPlan(tx, known.account_id);
      if (!account) return;
      const at = new Date(parts.clock.now());
      await markRevoked(tx, subscriptionId, at);
      await followPlan(tx, account, { lost: known.has_access, at });
    });
  }
  await parts.provider.cancelSubscription(subscriptionId, { refund: false });
}

/** Makes an account unlimited by the operator's word; reconciliation leaves it alone. False: there is no such account. */
export async function grantByOperator(
  parts: Pick<PaymentParts, 'database' | 'clock'>,
  accountId: string,
): Promise<boolean> {
  return transaction(parts.database.db, async (tx) => {
    const account = await lockPlan(tx, accountId);
    if (!account) return false;
    const at = new Date(parts.clock.now());
    await saveOperatorGrant(tx, accountId, at);
    await raisePlan(tx, account, at);
    return true;
  });
}
