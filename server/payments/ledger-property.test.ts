// On PostgreSQL: notices and charges lock the account.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeStripe, startFakeStripe } from '../../e2e/fixtures/fake-stripe.ts';
import { send } from '../auth/test-requests.ts';
import { settleBatch } from '../tasks/settle-batch.ts';
import { startTask } from '../tasks/start-task.ts';
import { sites, worked } from '../tasks/test-tasks.ts';
import { openPaymentBench, type PaymentBench } from './test-bench.ts';

/** For any order of events and charges, the ledger equals the balance and the plan matches the provider. */

let stripe: FakeStripe;
let bench: PaymentBench;
beforeAll(async () => {
  stripe = await startFakeStripe();
  bench = await openPaymentBench({
    STRIPE_SECRET_KEY: 'sk_test_key',
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    STRIPE_API_BASE: stripe.url,
    TRIAL_REQUIRES_CARD: '0',
  });
});
afterAll(async () => {
  await bench.close();
  await stripe.close();
});

const STATES = ['active', 'past_due', 'unpaid', 'paused', 'trialing', 'canceled'];
const STEP = fc.oneof(
  fc.record({ kind: fc.constant('state' as const), status: fc.constantFrom(...STATES) }),
  fc.record({ kind: fc.constant('event' as const), id: fc.integer({ min: 0, max: 3 }) }),
  fc.record({ kind: fc.constant('process' as const) }),
  fc.record({ kind: fc.constant('charge' as const), items: fc.integer({ min: 1, max: 400 }) }),
  fc.record({ kind: fc.constant('pay' as const) }),
);

describe('ledger and plan', () => {
  it('stay consistent over random sequences of events and charges', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(STEP, { minLength: 3, maxLength: 14 }), async (steps) => {
        const payer = await bench.person();
        let session: string | null = null;
        for (const step of steps) {
          const subscription: string | undefined = session ? stripe.session(session).subscription : undefined;
          if (step.kind === 'pay' && !session) {
            const { body } = await payer.call('create-stripe-checkout', { planId: 'unlimited' });
            session = /cs_test_\w+/.exec(body.url)?.[0] ?? '';
            stripe.pay(session);
          } else if (step.kind === 'state' && subscription) {
            if (stripe.subscription(subscription).status !== 'canceled')
              stripe.change(subscription, { status: step.status });
          } else if (step.kind === 'event' && session && subscription) {
            const types = [
              'checkout.session.completed',
              'customer.subscription.updated',
              'invoice.payment_failed',
              'invoice.paid',
            ];
            const objects = [session, subscription, stripe.subscription(subscription).latest_invoice];
            const { body, signature } = await stripe.signEvent(
              types[step.id] ?? '',
              objects[Math.min(step.id, 2)] ?? '',
            );
            await send(bench.app, '/webhooks/stripe', { body, headers: { 'stripe-signature': signature } });
          } else if (step.kind === 'process') {
            await bench.processEvents();
          } else if (step.kind === 'charge') {
            await charge(payer.id, step.items);
          }
          const { balance, counted } = await bench.ledger(payer.id);
          expect(balance).toBe(counted);
          expect(balance).toBeGreaterThanOrEqual(0);
        }
        await bench.processEvents();
        const { body, signature } = session
          ? await stripe.signEvent('customer.subscription.updated', stripe.session(session).subscription)
          : { body: '', signature: '' };
        if (session)
          await send(bench.app, '/webhooks/stripe', { body, headers: { 'stripe-signature': signature } });
        await bench.processEvents();
        const live =
          session !== null &&
          ['active', 'trialing'].includes(stripe.subscription(stripe.session(session).subscription).status);
        expect(await payer.account()).toMatchObject({ plan: live ? 'unlimited' : 'free' });
        const { balance, counted } = await bench.ledger(payer.id);
        expect(balance).toBe(counted);
      }),
      { numRuns: 25 },
    );
    expect(stripe.faults).toEqual([]);
  }, 180_000);

  async function charge(accountId: string, items: number): Promise<void> {
    const inputs = sites(items);
    const task = await startTask(bench.deps, {
      accountId,
      type: 'website-extraction',
      inputs,
      claim: null,
    }).catch(() => null);
    if (!task) return;
    await settleBatch(bench.deps, {
      taskId: task.id,
      runNo: task.run_no,
      items: inputs.map((_, position) => worked(position)),
    });
  }
});
