import { type FakeStripe, startFakeStripe } from '../../e2e/fixtures/fake-stripe.ts';
import { send } from '../auth/test-requests.ts';
import { openPaymentBench, type Payer, type PaymentBench } from './test-bench.ts';

/** A server that takes payments through the official library and a Stripe of the test's own. */
export interface StripeBench {
  stripe: FakeStripe;
  bench: PaymentBench;
  /** Asks for a checkout of the plan, with more in the body, and answers its session. */
  checkout(payer: Payer, body?: object): Promise<string>;
  /** Sends a notice to the webhook. */
  deliver(type: string, objectId: string, sent?: Parameters<FakeStripe['notice']>[2]): Promise<Response>;
  /** A person with a paid subscription, and its id. */
  subscriber(): Promise<{ payer: Payer; subscription: string }>;
  close(): Promise<void>;
}

export async function openStripeBench(): Promise<StripeBench> {
  const stripe = await startFakeStripe();
  const bench = await openPaymentBench({
    STRIPE_SECRET_KEY: 'sk_test_key',
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    STRIPE_API_BASE: stripe.url,
  });

  const checkout: StripeBench['checkout'] = async (payer, body = {}) => {
    const { status, body: reply } = await payer.call('create-stripe-checkout', {
      planId: 'unlimited',
      ...body,
    });
    if (status !== 200) throw new Error(`No checkout: ${status} ${JSON.stringify(reply)}`);
    return /cs_test_\w+/.exec(reply.url)?.[0] ?? '';
  };

  const deliver: StripeBench['deliver'] = async (type, objectId, sent) => {
    const { body, signature } = await stripe.notice(type, objectId, sent);
    return send(bench.app, '/webhooks/stripe', { body, headers: { 'stripe-signature': signature } });
  };

  return {
    stripe,
    bench,
    checkout,
    deliver,
    subscriber: async () => {
      const payer = await bench.person();
      const session = await checkout(payer);
      stripe.pay(session);
      await deliver('checkout.session.completed', session);
      await bench.work();
      return { payer, subscription: stripe.session(session).subscription };
    },
    close: async () => {
      await bench.close();
      await stripe.close();
    },
  };
}
