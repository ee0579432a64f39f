import { randomBytes } from 'node:crypto';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db.ts';
import type { PaymentProvider } from '../provider.ts';
import {
  expireSession,
  findSession,
  findSubscription,
  insertSession,
  updateSubscription,
} from './books-store.ts';
import { stateOf } from './subscription.ts';

export function newTestId(kind: 'cs_test' | 'sub_test' | 'evt_test'): string {
  return `${kind}_${randomBytes(18).toString('hex')}`;
}

/**
 * The built-in test payments: a provider that takes no money and keeps its own books. Its checkout page makes the same notices
 * as Stripe's, which then go the same way.
 */
export function builtInPayments(parts: { database: Database; clock: Clock }): PaymentProvider {
  const { db } = parts.database;
  const now = () => new Date(parts.clock.now());

  async function readSubscription(id: string) {
    const row = await findSubscription(db, id);
    return row ? stateOf(row, now()) : null;
  }

  return {
    source: 'test',
    createCheckout: async (order) => {
      const made = await insertSession(db, { id: newTestId('cs_test'), orderId: order.id, at: now() });
      return { sessionId: made, url: `${new URL(order.success_url).origin}/test-checkout?session=${made}` };
    },
    readCheckout: async (id) => {
      const session = await findSession(db, id);
      return (
        session && {
          id,
          accountId: session.account_id,
          orderId: session.order_id,
          status: session.status,
          paymentStatus: session.payment_status,
          subscriptionId: session.subscription_id,
          paymentIntentId: null,
          amountCents: session.trial_days > 0 ? 0 : session.amount_cents,
        }
      );
    },
    expireCheckout: async (id) => {
      await expireSession(db, id);
    },
    readSubscription,
    cancelSubscription: (id) => updateSubscription(db, id, { ended_at: now() }),
    subscriptions: async function* () {
      // What is in these books is also among our entitlements: they live in one database.
    },
    // All of them were bought here and bear their order.
    productNames: async () => [],
    subscriptionOfInvoice: async (id) => id.replace(/^in_test_/, ''),
    // No money was taken: the order's own row is all the books there are of it.
    refundOrder: async (_order, cents) => ({ paidCents: cents }),
    // Its payments go with their order and account.
    refundPayment: async () => {},
    readReversal: async () => null,
    portalUrl: async (_customerId, returnUrl) => `${new URL(returnUrl).origin}/test-billing`,
  };
}
