import { accountExists, findAccountByEmail } from '../accounts/plan.ts';
import type { Db } from '../platform/database/db.ts';
import { findEntitlement } from './entitlement-store.ts';
import type { PaymentContext } from './payment-context.ts';
import { UNLIMITED } from './products.ts';
import type { Subscription } from './provider.ts';
import { findOrder } from './store.ts';

/** The account of a subscription. */
export interface Owner {
  accountId: string;
  /** its metadata names our order or account */
  named: boolean;
  /** `named`, or a subscription to our product */
  ours: boolean;
}

/**
 * The account that a subscription belongs to, or null. Other products may use the same Stripe account:
 * without metadata, only a subscription to our product is ours; with metadata that names an unknown order or
 * account, it never is.
 */
export async function findOwner(payments: PaymentContext, subscription: Subscription): Promise<Owner | null> {
  const { db } = payments.database;
  const named = await accountFromMetadata(db, subscription);
  const hasMetadata = subscription.orderId !== null || subscription.accountId !== null;
  const known = await findEntitlement(db, subscription.id);
  const accountId =
    known?.account_id ??
    named ??
    (hasMetadata ? null : await accountByConfirmedEmail(db, subscription.customerEmail));
  if (!accountId) return null;
  const ours = named !== null || (await isOurProduct(payments, subscription.id));
  return ours || known ? { accountId, named: named !== null, ours } : null;
}

async function accountFromMetadata(db: Db, { orderId, accountId }: Subscription): Promise<string | null> {
  const order = orderId ? await findOrder(db, { id: orderId }) : undefined;
  if (order) return order.account_id;
  return accountId && (await accountExists(db, accountId)) ? accountId : null;
}

/** Anyone can sign up with any email address, so only a confirmed one identifies the customer. */
async function accountByConfirmedEmail(db: Db, email: string | null): Promise<string | null> {
  const account = email ? await findAccountByEmail(db, email.toLowerCase()) : null;
  return account?.confirmed ? account.id : null;
}

async function isOurProduct(payments: PaymentContext, subscriptionId: string): Promise<boolean> {
  return (await payments.provider.productNames(subscriptionId)).includes(UNLIMITED.name);
}
