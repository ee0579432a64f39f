import { Stripe } from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStripeBench, type StripeBench } from '../../e2e/fixtures/stripe-bench.ts';
import { send } from '../auth/test-requests.ts';

const OLD = 'whsec_before';
const OTHER = 'whsec_other';

async function replies(bench: StripeBench): Promise<number[]> {
  const sent = [{}, { secret: OLD }, { secret: OTHER }].map((options, index) =>
    bench.deliver('invoice.paid', `in_${index}`, options),
  );
  return (await Promise.all(sent)).map(({ status }) => status);
}

describe('webhook events', () => {
  let changing: StripeBench;
  let changed: StripeBench;
  beforeAll(async () => {
    changing = await openStripeBench({ STRIPE_WEBHOOK_SECRET_OLD: OLD });
    changed = await openStripeBench();
  });
  afterAll(async () => {
    await changing.close();
    await changed.close();
  });

  it('signed with the old secret count while it is set', async () => {
    expect(await replies(changing)).toEqual([200, 200, 400]);
    const stored = await changing.bench.database.db
      .selectFrom('payment_events')
      .select('object_id')
      .execute();
    expect(stored.map(({ object_id }) => object_id).sort()).toEqual(['in_0', 'in_1']);
  });

  it('signed with both secrets, as Stripe does while both are valid, count with either', async () => {
    const at = Math.floor(changed.bench.deps.clock.now() / 1000);
    const { body, signature } = await changed.stripe.signEvent('invoice.paid', 'in_3', { secret: OLD, at });
    const latest = await new Stripe('sk_test_x').webhooks.generateTestHeaderStringAsync({
      payload: body,
      secret: changed.stripe.webhookSecret,
      timestamp: at,
    });
    const reply = await send(changed.bench.app, '/webhooks/stripe', {
      body,
      headers: { 'stripe-signature': `${signature},${latest.split(',')[1]}` },
    });
    expect(reply.status).toBe(200);
  });

  it('signed with the old secret are refused once it is unset', async () => {
    expect(await replies(changed)).toEqual([200, 400, 400]);
  });
});
