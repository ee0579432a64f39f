import { accountWasDeleted } from '../accounts/former-email.ts';
import { downgradePlan, type LockedPlan, lockPlan, setPaymentDue, upgradePlan } from '../accounts/plan.ts';
import { addDueMail } from '../auth/one-time/due-mails.ts';
import { type Tx, transaction } from '../platform/database/db.ts';
import {
  type Entitlement,
  endEntitlement,
  findEntitlement,
  listEntitlements,
  listVersions,
  owesPayment,
  revokeEntitlement,
  saveEntitlement,
} from './entitlement-store.ts';
import type { PaymentContext } from './payment-context.ts';
import { LIVE, type Order, type Subscription } from './provider.ts';
import { lockOrder, settleOrder } from './store.ts';
import { findOwner, type Owner } from './subscription-owner.ts';
import { claimTrial } from './trial.ts';

/**
 * How a subscription was synced. `saved`: stored as an entitlement. `waiting`: its first payment is pending.
 * `duplicate`: the account already has another one. `repeated-trial`: its mailbox or card had a trial before.
 * `unknown`: it belongs to no account. `outdated`: it was saved since it was read, so it must be read again.
 */
export type SyncResult = 'saved' | 'waiting' | 'duplicate' | 'repeated-trial' | 'unknown' | 'outdated';

/** A subscription as the provider had it, and the version that was stored before it was read. 0: none. */
export interface Reading {
  subscription: Subscription;
  version: number;
}

const ENDED = new Set(['canceled', 'incomplete_expired']);

/** How the order of a subscription that gives no access ends. */
export const REFUSED = {
  duplicate: { status: 'duplicate', failureReason: null },
  'repeated-trial': { status: 'failed', failureReason: 'repeated-trial' },
} as const satisfies Partial<
  Record<SyncResult, Pick<Order, 'status'> & { failureReason: Order['failure_reason'] }>
>;

/** The order statuses that a payment may still change. A late payment overrides an earlier failure. */
export const PAYABLE: readonly Order['status'][] = ['open', 'failed', 'expired'];

export async function readSubscription(payments: PaymentContext, id: string): Promise<Reading | null> {
  const { version = 0 } = (await findEntitlement(payments.database.db, id)) ?? {};
  const subscription = await payments.provider.readSubscription(id);
  return subscription && { subscription, version };
}

/** All subscriptions of the provider. */
export async function* readSubscriptions(payments: PaymentContext): AsyncGenerator<Reading> {
  const versions = await listVersions(payments.database.db);
  for await (const subscription of payments.provider.subscriptions())
    yield { subscription, version: versions.get(subscription.id) ?? 0 };
}

/**
 * Saves the state of a subscription and updates the plan. Only the current state matters, so events may
 * arrive late, twice or in any order. The account's row must be locked. `named`: as in `Owner`. `failed`: the first payment was
 * declined, which stores an entitlement without access (spec accounts §4). It never gave any, so the plan and the credits stay.
 */
export async function applySubscription(
  tx: Tx,
  payments: PaymentContext,
  account: LockedPlan,
  { subscription, version }: Reading,
  options: { named: boolean; failed?: boolean },
): Promise<SyncResult> {
  const at = new Date(payments.clock.now());
  const all = await listEntitlements(tx, account.id);
  const known = all.find(({ subscription_id }) => subscription_id === subscription.id);
  if (known && known.version !== version) return 'outdated';
  const hasAccess = LIVE.has(subscription.status) && !subscription.overdue && !known?.revoked_at;
  // A bank debit that clears keeps access and gives none, and nothing more is owed meanwhile.
  if (subscription.clearing && !known?.has_access) return 'waiting';
  if (!known && !options.failed && subscription.status === 'incomplete') return 'waiting';
  // No one cancels one that was made in Stripe, so its state is saved.
  const canBeRefused = !known || (options.named && !known.has_access);
  if (canBeRefused && hasAccess && all.some((other) => other.has_access && other.subscription_id))
    return refuse(tx, account, subscription, { as: 'duplicate', at });
  // A trial that the operator created in Stripe is their decision.
  if (!known && hasAccess && subscription.status === 'trialing' && subscription.orderId) {
    const { cardFingerprint } = subscription;
    if (!(await claimTrial(tx, payments, account, { cardFingerprint, now: at })))
      return refuse(tx, account, subscription, { as: 'repeated-trial', at });
  }

  await saveEntitlement(tx, {
    accountId: account.id,
    source: payments.provider.source,
    subscription: known?.revoked_at ? { ...subscription, status: 'revoked' } : subscription,
    hasAccess,
    at,
  });
  await updatePlan(tx, payments, account, { lost: known?.has_access === true, at });
  return 'saved';
}

/**
 * Settles the order of a refused subscription in the same transaction. Soon, the provider calls the subscription canceled,
 * which doesn't tell why.
 */
async function refuse(
  tx: Tx,
  account: LockedPlan,
  { id, orderId }: Subscription,
  { as, at }: { as: keyof typeof REFUSED; at: Date },
): Promise<keyof typeof REFUSED> {
  const order = orderId ? await lockOrder(tx, orderId) : undefined;
  if (order?.account_id === account.id && PAYABLE.includes(order.status)) {
    await settleOrder(tx, order.id, { ...REFUSED[as], at, subscriptionId: id });
  }
  return as;
}

/** Derives the plan from the entitlements. Credits are capped only when access is lost, not on every call. */
async function updatePlan(
  tx: Tx,
  { provider: { source } }: PaymentContext,
  account: LockedPlan,
  change: { lost: boolean; at: Date },
): Promise<void> {
  const all = await listEntitlements(tx, account.id);
  if (await setPaymentDue(tx, account.id, { due: owesPayment(all, source), source }))
    await addDueMail(tx, account.id, { kind: 'payment-failed', accountId: account.id });
  await derivePlan(tx, account, all, change);
}

/** Updates the plan for these entitlements, which are all of the account. `lost`: it had access, which caps its credits. */
export async function derivePlan(
  tx: Tx,
  account: LockedPlan,
  all: readonly Entitlement[],
  change: { lost: boolean; at: Date },
): Promise<void> {
  if (all.some(({ has_access }) => has_access)) await upgradePlan(tx, account, change.at);
  else if (change.lost || account.plan === 'unlimited') await downgradePlan(tx, account, change.at);
}

/**
 * Fetches a subscription from the provider and saves its state. It belongs to the account that already has
 * it, to the account of its order, to the account in its metadata, or, for our product, to the account with
 * the customer's confirmed email.
 */
export async function syncSubscription(
  payments: PaymentContext,
  subscriptionId: string,
): Promise<SyncResult> {
  const reading = await readSubscription(payments, subscriptionId);
  if (reading) return syncReading(payments, reading);
  await endMissing(payments, subscriptionId);
  return 'unknown';
}

/**
 * Ends a stored subscription that the provider doesn't have. Otherwise its account would owe a payment for good that
 * no one can make. One that gives access stays: perhaps the key of another Stripe account is set by mistake.
 */
async function endMissing(payments: PaymentContext, subscriptionId: string): Promise<void> {
  const known = await findEntitlement(payments.database.db, subscriptionId);
  if (!known || known.source !== payments.provider.source) return;
  if (known.has_access) {
    const ids = { account: known.account_id, subscription: subscriptionId };
    payments.log.error(ids, 'the payment provider has no such subscription, but it gives access');
    return;
  }
  await transaction(payments.database.db, async (tx) => {
    const account = await lockPlan(tx, known.account_id);
    const at = new Date(payments.clock.now());
    if (!account || !(await endEntitlement(tx, known, at))) return;
    await updatePlan(tx, payments, account, { lost: false, at });
  });
}

/**
 * Like `syncSubscription`, for a subscription that was already read. Cancels and refunds only subscriptions
 * that name our order or account: duplicates, and those of deleted accounts.
 */
export async function syncReading(payments: PaymentContext, reading: Reading): Promise<SyncResult> {
  const { subscription } = reading;
  const owner = await findOwner(payments, subscription);
  const result = owner ? await applyToOwner(payments, owner, reading) : 'unknown';
  if (result === 'outdated') return syncSubscription(payments, subscription.id);
  if (result === 'unknown') await cancelOrphan(payments, subscription);
  if (result === 'repeated-trial') await cancelRepeatedTrial(payments, subscription);
  if (result !== 'duplicate' || !owner) return result;
  if (owner.named) {
    await payments.provider.cancelSubscription(subscription.id, { refund: 'duplicate' });
  } else {
    payments.log.warn(
      { subscription: subscription.id },
      'duplicate subscription that was not bought here; cancel it in the Stripe dashboard',
    );
  }
  return result;
}

/** Cancels a trial that isn't the first one of its mailbox or card, unless it has ended. Nothing was charged yet. */
export async function cancelRepeatedTrial(
  payments: PaymentContext,
  { id, status }: Subscription,
): Promise<void> {
  if (ENDED.has(status)) return;
  await payments.provider.cancelSubscription(id, { refund: null });
  payments.log.warn({ subscription: id }, 'canceled a second trial of the same mailbox or card');
}

function applyToOwner(payments: PaymentContext, owner: Owner, reading: Reading): Promise<SyncResult> {
  // A subscription to another product gives no access, like a canceled one.
  const effective = owner.ours
    ? reading
    : { ...reading, subscription: { ...reading.subscription, status: 'canceled', clearing: false } };
  return transaction(payments.database.db, async (tx) => {
    const account = await lockPlan(tx, owner.accountId);
    return account ? applySubscription(tx, payments, account, effective, owner) : 'unknown';
  });
}

/**
 * Cancels and refunds a subscription whose account was deleted during checkout. Leaves alone those of accounts that never
 * existed here, and says so if it looks like one of ours: a restore can have lost the account, and Stripe goes on charging.
 */
async function cancelOrphan(
  payments: PaymentContext,
  { id, accountId, orderId, status }: Subscription,
): Promise<void> {
  if (ENDED.has(status) || !accountId) return;
  if (!(await accountWasDeleted(payments.database.db, payments, accountId))) {
    if (orderId)
      payments.log.warn(
        { subscription: id, order: orderId },
        'a subscription names an account that this server does not have; if it was bought here, cancel it in the Stripe dashboard',
      );
    return;
  }
  await payments.provider.cancelSubscription(id, { refund: 'account-gone' });
  payments.log.warn({ subscription: id }, 'canceled and refunded a subscription of a deleted account');
}

/**
 * Cancels one of our subscriptions immediately, without a refund. Ignores unknown and foreign subscriptions.
 */
export async function cancelOwnSubscription(payments: PaymentContext, subscriptionId: string): Promise<void> {
  const subscription = await payments.provider.readSubscription(subscriptionId);
  const owner = subscription && (await findOwner(payments, subscription));
  if (!owner?.ours) return;
  await payments.provider.cancelSubscription(subscriptionId, { refund: null });
}

/** Permanently revokes the access of a refunded or disputed subscription, and cancels it. */
export async function revokeSubscription(payments: PaymentContext, subscriptionId: string): Promise<void> {
  const known = await findEntitlement(payments.database.db, subscriptionId);
  if (known) {
    await transaction(payments.database.db, async (tx) => {
      const account = await lockPlan(tx, known.account_id);
      if (!account) return;
      const at = new Date(payments.clock.now());
      await revokeEntitlement(tx, subscriptionId, at);
      await updatePlan(tx, payments, account, { lost: known.has_access, at });
    });
  }
  await cancelOwnSubscription(payments, subscriptionId);
}
