import { randomBytes } from 'node:crypto';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/db.ts';
import type { PaymentProvider } from '../provider.ts';
import { expireSession, findSession, findSubscription, insertSession, updateSubscription } from './store.ts';
import { toSubscription } from './subscription.ts';

export function newTestId(kind: 'cs_test' | 'sub_test' | 'evt_test'): string {
  return `${kind}_${randomBytes(18).toString('hex')}`;
}

/**
 * The built-in test payments: a provider that takes no money and stores its own sessions and subscriptions.
 * Its checkout page sends the same events as Stripe, which go through the same queue.
 */
export function builtInPayments({ database, clock }: { database: Database; clock: Clock }): PaymentProvider {
  const { db } = database;
  const now = () => new Date(clock.now());

  async function readSubscription(id: string) {
    const row = await findSubscription(db, id);
    return row ? toSubscription(row, now()) : null;
  }

  return {
    source: 'test',
    createCheckout: async (order) => {
      const sessionId = await insertSession(db, { id: newTestId('cs_test'), orderId: order.id, at: now() });
      return { sessionId, url: `${new URL(order.success_url).origin}/test-checkout?session=${sessionId}` };
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
      // Test subscriptions share a database with the entitlements, so there is nothing to list.
    },
    // Every test subscription names its order, so product names aren't needed.
    productNames: async () => [],
    subscriptionOfInvoice: async (id) => id.replace(/^in_test_/, ''),
    // No money was taken, so the order's row is the only record.
    refundOrder: async (_order, cents) => ({ paidCents: cents }),
    receiptUrl: async (order) => `${new URL(order.success_url).origin}/test-billing?order=${order.id}`,
    // Test payments are deleted with their order and account.
    refundPayment: async () => {},
    readRefund: async () => null,
    readReversal: async () => null,
    portalUrl: async (_customerId, returnUrl) => `${new URL(returnUrl).origin}/test-billing`,
  };
}
