import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { receive } from './events/inbox.ts';
import { openPaymentBench, type PaymentBench } from './test-bench.ts';
import { startPayments } from './worker.ts';

/** Stops while there is much to do, at a Stripe that answers when it is let. */

let server: Server;
let bench: PaymentBench;
let arrived: PromiseWithResolvers<void>;
let mayAnswer: PromiseWithResolvers<void>;
let paths: string[];

async function open(answer: (path: string) => { status: number; body: object }): Promise<void> {
  arrived = Promise.withResolvers();
  mayAnswer = Promise.withResolvers();
  paths = [];
  server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://stripe');
    paths.push(pathname);
    arrived.resolve();
    await mayAnswer.promise;
    const { status, body } = answer(pathname);
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  bench = await openPaymentBench({
    STRIPE_SECRET_KEY: 'sk_test_key',
    STRIPE_WEBHOOK_SECRET: 'whsec_test',
    STRIPE_API_BASE: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  });
}
afterEach(async () => {
  await bench.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const missing = { status: 404, body: { error: { type: 'invalid_request_error', code: 'resource_missing' } } };
const none = { status: 200, body: { object: 'list', data: [], has_more: false } };

/** Starts, and stops as soon as Stripe was asked something, which is answered only then. */
async function stopWhileAsking(): Promise<void> {
  const stop = startPayments(bench.deps);
  await arrived.promise;
  const stopped = stop?.();
  mayAnswer.resolve();
  await stopped;
}

describe('the work of payments', () => {
  it('stops after the notice in hand; the rest are due at once for the next one', async () => {
    await open((path) => (path === '/v1/subscriptions' ? none : missing));
    for (let n = 0; n < 50; n += 1) {
      await receive(bench.parts, { id: `evt_${n}`, type: 'invoice.paid', objectId: `in_${n}` });
    }
    await stopWhileAsking();
    expect(paths.filter((path) => path.startsWith('/v1/invoices/')).length).toBeLessThanOrEqual(1);
    const now = new Date(bench.deps.clock.now());
    const due = await bench.database.db
      .selectFrom('payment_events')
      .select('id')
      .where('due_at', '<=', now)
      .execute();
    expect(due.length).toBeGreaterThanOrEqual(49);
  });

  it('stops comparing after what is in hand', async () => {
    const ids = Array.from({ length: 30 }, (_, n) => `sub_${n}`);
    await open((path) => (path === '/v1/subscriptions' ? none : missing));
    const payer = await bench.person();
    await bench.database.db
      .insertInto('entitlements')
      .values(
        ids.map((id) => ({
          account_id: payer.id,
          source: 'stripe' as const,
          subscription_id: id,
          status: 'past_due',
          has_access: false,
          created_at: new Date(),
          updated_at: new Date(),
        })),
      )
      .execute();
    await stopWhileAsking();
    expect(paths).toEqual(['/v1/subscriptions']);
  });
});
