import { accountWasDeleted } from '../accounts/former-email.ts';
import {
  accountExists,
  downgradePlan,
  findAccountByEmail,
  type LockedPlan,
  lockPlan,
  upgradePlan,
} from '../accounts/plan.ts';
import { type Db, type Tx, transaction } from '../platform/db.ts';
import {
  entitlementsOf,
  findEntitlement,
  markRevoked,
  saveEntitlement,
  saveOperatorGrant,
} from './entitlement-store.ts';
import type { PaymentContext } from './payment-context.ts';
import { PRODUCT_NAMES } from './products.ts';
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
  parts: PaymentContext,
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
  if (all.some(({ has_access }) => has_access)) await upgradePlan(tx, account, change.at);
  else if (change.lost || account.plan === 'unlimited') await downgradePlan(tx, account, change.at);
}

/**
 * Asks the provider how a subscription stands and follows it. Whose it is: of the account that has it, of the order it was
 * bought with, of the account it names, or, for our product, of the confirmed address of its customer.
 */
export async function syncSubscription(parts: PaymentContext, subscriptionId: string): Promise<Followed> {
  const subscription = await parts.provider.readSubscription(subscriptionId);
  return subscription ? syncWith(parts, subscription) : 'unknown';
}

/**
 * As `syncSubscription`, with what the provider told. Only what names our order or account is ever ended and paid back here: a
 * duplicate, and what goes on for an account that was deleted.
 */
export async function syncWith(parts: PaymentContext, subscription: Subscription): Promise<Followed> {
  const owner = await ownerOf(parts, subscription);
  const followed = owner ? await followAs(parts, owner, subscription) : 'unknown';
  if (followed === 'unknown') await endOrphan(parts, subscription);
  if (followed !== 'duplicate' || !owner) return followed;
  if (owner.named) {
    await parts.provider.cancelSubscription(subscription.id, { refund: 'duplicate' });
  } else {
    const what = { account: owner.accountId, subscription: subscription.id };
    parts.log.warn(what, 'a second subscription that was not bought here: nobody ends it but you');
  }
  return followed;
}

function followAs(parts: PaymentContext, owner: Owner, subscription: Subscription): Promise<Followed> {
  // What we held for ours and is not gives nothing, as one that has ended.
  const stands = owner.ours ? subscription : { ...subscription, status: 'canceled' };
  return transaction(parts.database.db, async (tx) => {
    const account = await lockPlan(tx, owner.accountId);
    return account ? followSubscription(tx, parts, account, stands) : 'unknown';
  });
}

interface Owner {
  accountId: string;
  /** it names an order or account of ours */
  named: boolean;
  /** it does, or is of our product */
  ours: boolean;
}

/**
 * Whose a subscription is; null for nobody's here. The account at the provider may be shared with other products: what names no order
 * or account, is somebody's only where it is of our product; what names one that is not here is somebody else's.
 */
async function ownerOf(parts: PaymentContext, subscription: Subscription): Promise<Owner | null> {
  const { db } = parts.database;
  const named = await namedAccount(db, subscription);
  const namesSome = subscription.orderId !== null || subscription.accountId !== null;
  const known = await findEntitlement(db, subscription.id);
  const accountId =
    known?.account_id ?? named ?? (namesSome ? null : await confirmedAccount(db, subscription.customerEmail));
  if (!accountId) return null;
  const ours = named !== null || (await sellsOurs(parts, subscription.id));
  return ours || known ? { accountId, named: named !== null, ours } : null;
}

async function namedAccount(db: Db, { orderId, accountId }: Subscription): Promise<string | null> {
  const order = orderId ? await findOrder(db, { id: orderId }) : undefined;
  if (order) return order.account_id;
  return accountId && (await accountExists(db, accountId)) ? accountId : null;
}

/** Anyone can sign up with any address: only a confirmed one says whose payment it is. */
async function confirmedAccount(db: Db, email: string | null): Promise<string | null> {
  const account = email ? await findAccountByEmail(db, email.toLowerCase()) : null;
  return account?.confirmed ? account.id : null;
}

async function sellsOurs(parts: PaymentContext, subscriptionId: string): Promise<boolean> {
  return (await parts.provider.productNames(subscriptionId)).includes(PRODUCT_NAMES.unlimited);
}

const ENDED = new Set(['canceled', 'incomplete_expired']);

/** Ends and pays back a subscription whose account was deleted here while it was being paid. An account we never had is not ours. */
async function endOrphan(parts: PaymentContext, { id, accountId, status }: Subscription): Promise<void> {
  if (ENDED.has(status) || !accountId || !(await accountWasDeleted(parts.database.db, parts, accountId)))
    return;
  await parts.provider.cancelSubscription(id, { refund: 'account-gone' });
  parts.log.warn({ subscription: id }, 'a subscription of a deleted account was ended and paid back');
}

/** Ends a subscription of ours at once, without money back; other people's and one that the provider does not know stay as they are. */
export async function endSubscription(parts: PaymentContext, subscriptionId: string): Promise<void> {
  const subscription = await parts.provider.readSubscription(subscriptionId);
  const owner = subscription && (await ownerOf(parts, subscription));
  if (!owner?.ours) return;
  await parts.provider.cancelSubscription(subscriptionId, { refund: null });
}

/** Takes back what a subscription of ours gave, for good, and ends it: it was paid back or is disputed. */
export async function revokeSubscription(parts: PaymentContext, subscriptionId: string): Promise<void> {
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
  await endSubscription(parts, subscriptionId);
}

/** Makes an account unlimited by the operator's word; reconciliation leaves it alone. False: there is no such account. */
export async function grantByOperator(
  parts: Pick<PaymentContext, 'database' | 'clock'>,
  accountId: string,
): Promise<boolean> {
  return transaction(parts.database.db, async (tx) => {
    const account = await lockPlan(tx, accountId);
    if (!account) return false;
    const at = new Date(parts.clock.now());
    await saveOperatorGrant(tx, accountId, at);
    await upgradePlan(tx, account, at);
    return true;
  });
}
