import type { z } from 'zod';
import { CallError } from '#contract/errors.ts';
import { MESSAGES } from '#contract/messages.ts';
import type { TestBillingAct, TestCheckoutAct, TestCheckoutView } from '#contract/payments.ts';
import { findUser } from '../../accounts/identity.ts';
import { type Tx, transaction } from '../../platform/database/db.ts';
import { processPendingEvents, receiveEventInTransaction } from '../events/process-events.ts';
import { resolveSuccessUrl } from '../orders.ts';
import type { PaymentContext } from '../payment-context.ts';
import { openEventQueue } from '../payment-queues.ts';
import { orderReason, type Products } from '../products.ts';
import { newTestId } from './payments.ts';
import {
  completeSession,
  expireSession,
  findLatestSubscriptionId,
  findSession,
  findSubscription,
  insertSubscription,
  updateSubscription,
} from './store.ts';
import { periodEnd } from './subscription.ts';

type Session = NonNullable<Awaited<ReturnType<typeof findSession>>>;
const DAY_MS = 86_400_000;

/** Returns a checkout session of this account. Throws `not_found` for any other. */
async function getOwnSession(
  payments: PaymentContext,
  accountId: string,
  sessionId: string,
): Promise<Session> {
  const session = await findSession(payments.database.db, sessionId);
  if (session?.account_id !== accountId) throw new CallError('not_found');
  return session;
}

/** Returns what the test checkout page shows. */
export async function viewTestCheckout<Needs>(
  payments: PaymentContext,
  products: Products<Needs>,
  accountId: string,
  sessionId: string,
): Promise<TestCheckoutView> {
  const session = await getOwnSession(payments, accountId, sessionId);
  const account = await findUser(payments.database.db, accountId);
  const { name } = products[session.product];
  return {
    item: session.quantity > 1 ? `${session.quantity.toLocaleString('en-US')} × ${name}` : name,
    amountCents: session.amount_cents,
    mode: session.mode,
    trialDays: session.trial_days,
    email: account?.email ?? '',
    status: session.status,
    reason: orderReason(session),
    successUrl: resolveSuccessUrl(session, sessionId),
    cancelUrl: session.cancel_url,
  };
}

/**
 * Pays, fails or cancels a checkout, sends the same events as Stripe, and processes them. Returns the URL of
 * the next page. A checkout that isn't open doesn't change.
 */
export async function actOnTestCheckout(
  payments: PaymentContext,
  accountId: string,
  sessionId: string,
  act: z.infer<typeof TestCheckoutAct>,
): Promise<{ url: string }> {
  const session = await getOwnSession(payments, accountId, sessionId);
  const events = await openEventQueue(payments.queue);
  if (act === 'cancel') {
    await transaction(payments.database.db, async (tx) => {
      if (await expireSession(tx, sessionId)) await emit(tx, 'checkout.session.expired', sessionId);
    });
  } else {
    await complete(session, act === 'pay');
  }
  await processPendingEvents(payments);
  return { url: act === 'cancel' ? session.cancel_url : resolveSuccessUrl(session, sessionId) };

  async function complete({ mode, order_id, trial_days }: Session, paid: boolean): Promise<void> {
    const subscriptionId = mode === 'subscription' ? newTestId('sub_test') : null;
    const now = payments.clock.now();
    await transaction(payments.database.db, async (tx) => {
      const open = await completeSession(tx, sessionId, {
        payment_status: !paid ? 'unpaid' : trial_days > 0 ? 'no_payment_required' : 'paid',
        subscription_id: subscriptionId,
      });
      if (!open) return;
      if (subscriptionId) {
        await insertSubscription(tx, {
          id: subscriptionId,
          orderId: order_id,
          startedAt: new Date(now),
          trialEndsAt: trial_days > 0 ? new Date(now + trial_days * DAY_MS) : null,
          firstPaymentFailed: !paid,
        });
      }
      await emit(tx, 'checkout.session.completed', sessionId);
      if (!paid) await emit(tx, 'checkout.session.async_payment_failed', sessionId);
      if (subscriptionId) await emit(tx, 'customer.subscription.created', subscriptionId);
    });
  }

  function emit(tx: Tx, type: string, objectId: string): Promise<void> {
    return receiveEventInTransaction(tx, payments, events, { id: newTestId('evt_test'), type, objectId });
  }
}

/**
 * Applies an action of the test billing page to the account's subscription. Throws `not_found` if none
 * exists.
 */
export async function actOnTestBilling(
  payments: PaymentContext,
  accountId: string,
  act: z.infer<typeof TestBillingAct>,
): Promise<void> {
  const now = new Date(payments.clock.now());
  const id = await findLatestSubscriptionId(payments.database.db, accountId);
  const row = id && (await findSubscription(payments.database.db, id));
  if (!row || (row.ended_at && row.ended_at <= now)) {
    throw new CallError('not_found', MESSAGES.payments.nothingToManage);
  }
  const events = await openEventQueue(payments.queue);
  await transaction(payments.database.db, async (tx) => {
    const emit = (type: string, objectId: string) =>
      receiveEventInTransaction(tx, payments, events, { id: newTestId('evt_test'), type, objectId });
    if (act === 'cancel') {
      const endsAt = periodEnd(row, now);
      await updateSubscription(tx, row.id, { cancels_at_period_end: true, ended_at: endsAt });
    } else if (act === 'renew') {
      await updateSubscription(tx, row.id, {
        cancels_at_period_end: false,
        ended_at: null,
        payment_failed_at: null,
      });
      await emit('invoice.paid', `in_test_${row.id}`);
    } else {
      await updateSubscription(tx, row.id, { payment_failed_at: now });
      await emit('invoice.payment_failed', `in_test_${row.id}`);
    }
    await emit('customer.subscription.updated', row.id);
  });
  await processPendingEvents(payments);
}
