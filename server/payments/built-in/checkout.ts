import type { z } from 'zod';
import { CallError } from '#contract/errors.ts';
import { MESSAGES } from '#contract/messages.ts';
import type { TestBillingAct, TestCheckoutAct, TestCheckoutView } from '#contract/payments.ts';
import { findUser } from '../../accounts/identity.ts';
import { type Tx, transaction } from '../../platform/db.ts';
import { receiveInside, workOpenEvents } from '../events/inbox.ts';
import { successUrlOf } from '../orders.ts';
import type { PaymentContext } from '../payment-context.ts';
import { openEventQueue } from '../payment-queues.ts';
import { PRODUCT_NAMES } from '../products.ts';
import {
  completeSession,
  expireSession,
  findSession,
  findSubscription,
  insertSubscription,
  subscriptionOf,
  updateSubscription,
} from './books-store.ts';
import { newTestId } from './payments.ts';
import { periodEnd } from './subscription.ts';

type Session = NonNullable<Awaited<ReturnType<typeof findSession>>>;
const DAY_MS = 86_400_000;

/** One's own checkout. Throws `not_found` for any other. */
async function ownSession(parts: PaymentContext, accountId: string, sessionId: string): Promise<Session> {
  const session = await findSession(parts.database.db, sessionId);
  if (session?.account_id !== accountId) throw new CallError('not_found');
  return session;
}

/** A checkout as its page shows it. */
export async function viewTestCheckout(
  parts: PaymentContext,
  accountId: string,
  sessionId: string,
): Promise<TestCheckoutView> {
  const session = await ownSession(parts, accountId, sessionId);
  const account = await findUser(parts.database.db, accountId);
  const name = PRODUCT_NAMES[session.product];
  return {
    item: session.quantity > 1 ? `${session.quantity.toLocaleString('en-US')} × ${name}` : name,
    amountCents: session.amount_cents,
    mode: session.mode,
    trialDays: session.trial_days,
    email: account?.email ?? '',
    status: session.status,
    successUrl: successUrlOf(session, sessionId),
    cancelUrl: session.cancel_url,
  };
}

/**
 * Pays, fails or cancels a checkout, tells of it as Stripe would, and works what it told. Answers where the person goes next. A
 * checkout that is over stays as it is.
 */
export async function actOnTestCheckout(
  parts: PaymentContext,
  accountId: string,
  sessionId: string,
  act: z.infer<typeof TestCheckoutAct>,
): Promise<{ url: string }> {
  const session = await ownSession(parts, accountId, sessionId);
  const events = await openEventQueue(parts.queue);
  if (act === 'cancel') {
    await transaction(parts.database.db, async (tx) => {
      if (await expireSession(tx, sessionId)) await tell(tx, 'checkout.session.expired', sessionId);
    });
  } else {
    await complete(session, act === 'pay');
  }
  await workOpenEvents(parts);
  return { url: act === 'cancel' ? session.cancel_url : successUrlOf(session, sessionId) };

  async function complete({ mode, order_id, trial_days }: Session, paid: boolean): Promise<void> {
    const subscriptionId = mode === 'subscription' ? newTestId('sub_test') : null;
    const now = parts.clock.now();
    await transaction(parts.database.db, async (tx) => {
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
      await tell(tx, 'checkout.session.completed', sessionId);
      if (!paid) await tell(tx, 'checkout.session.async_payment_failed', sessionId);
      if (subscriptionId) await tell(tx, 'customer.subscription.created', subscriptionId);
    });
  }

  function tell(tx: Tx, type: string, objectId: string): Promise<void> {
    return receiveInside(tx, parts, events, { id: newTestId('evt_test'), type, objectId });
  }
}

/** What the billing page of the test payments does to one's subscription. Throws `not_found` without one. */
export async function actOnTestBilling(
  parts: PaymentContext,
  accountId: string,
  act: z.infer<typeof TestBillingAct>,
): Promise<void> {
  const now = new Date(parts.clock.now());
  const found = await subscriptionOf(parts.database.db, accountId);
  const row = found && (await findSubscription(parts.database.db, found));
  if (!row || (row.ended_at && row.ended_at <= now)) {
    throw new CallError('not_found', MESSAGES.payments.nothingToManage);
  }
  const events = await openEventQueue(parts.queue);
  await transaction(parts.database.db, async (tx) => {
    const tell = (type: string, objectId: string) =>
      receiveInside(tx, parts, events, { id: newTestId('evt_test'), type, objectId });
    if (act === 'cancel') {
      const ends = periodEnd(row, now);
      await updateSubscription(tx, row.id, { cancels_at_period_end: true, ended_at: ends });
    } else if (act === 'renew') {
      await updateSubscription(tx, row.id, {
        cancels_at_period_end: false,
        ended_at: null,
        payment_failed_at: null,
      });
      await tell('invoice.paid', `in_test_${row.id}`);
    } else {
      await updateSubscription(tx, row.id, { payment_failed_at: now });
      await tell('invoice.payment_failed', `in_test_${row.id}`);
    }
    await tell('customer.subscription.updated', row.id);
  });
  await workOpenEvents(parts);
}
