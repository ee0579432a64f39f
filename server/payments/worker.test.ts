// On PostgreSQL: workers take notices with skip locked.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { WAIT } from '../../e2e/fixtures/wait.ts';
import { receiveEvent } from './events/process-events.ts';
import { EVENT_RETRIES, openEventQueue } from './payment-queues.ts';
import { openPaymentBench, type PaymentBench } from './test-bench.ts';
import { startPayments } from './worker.ts';

let server: Server;
let bench: PaymentBench;
let arrived: PromiseWithResolvers<void>;
let mayAnswer: PromiseWithResolvers<void>;
let paths: string[];

/** Opens a bench with a Stripe that answers only after `mayAnswer` resolves. */
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

const broken = { status: 503, body: { error: { type: 'api_error' } } };
const jobs = (queue: string) => bench.deps.queue.findJobs(queue);
const event = (id: string) =>
  bench.database.db.selectFrom('payment_events').selectAll().where('id', '=', id).executeTakeFirst();

/** Starts the worker and stops it during its first Stripe request. */
async function stopDuringRequest(): Promise<void> {
  const stop = await startPayments(bench.deps);
  await arrived.promise;
  const stopped = stop?.();
  mayAnswer.resolve();
  await stopped;
}

describe('the payment worker', () => {
  it('stops after the current event; the others stay ready in the queue', async () => {
    await open((path) => (path === '/v1/subscriptions' ? none : missing));
    for (let n = 0; n < 50; n += 1) {
      await receiveEvent(bench.payments, { id: `evt_${n}`, type: 'invoice.paid', objectId: `in_${n}` });
    }
    await stopDuringRequest();
    expect(paths.filter((path) => path.startsWith('/v1/invoices/')).length).toBeLessThanOrEqual(1);
    const waiting = await bench.deps.queue.findJobs('payment-events', { queued: true });
    expect(waiting.filter(({ state }) => state === 'created').length).toBeGreaterThanOrEqual(49);
  });

  it('retries a failed event with backoff, and keeps its last error until it succeeds', async () => {
    let down = true;
    await open((path) => (path === '/v1/subscriptions' ? none : down ? broken : missing));
    mayAnswer.resolve();
    await receiveEvent(bench.payments, { id: 'evt_1', type: 'invoice.paid', objectId: 'in_1' });
    const stop = await startPayments(bench.deps);
    try {
      const failed = { due_at: expect.any(Date), last_error: expect.any(String) };
      await vi.waitFor(async () => expect(await event('evt_1')).toMatchObject(failed), WAIT);
      const delayMs = await vi.waitFor(async () => {
        const [job] = await jobs('payment-events');
        if (job?.state !== 'retry') throw new Error('not rescheduled yet');
        return job.startAfter.getTime() - job.createdOn.getTime();
      }, WAIT);
      expect(delayMs).toBeGreaterThan(1000);
      down = false;
      await vi.waitFor(
        async () => expect(await event('evt_1')).toMatchObject({ due_at: null, last_error: null }),
        WAIT,
      );
    } finally {
      await stop?.();
    }
  });

  it('processes events of a killed process, and gives up after the last retry', async () => {
    await open((path) => (path === '/v1/subscriptions' ? none : path.includes('in_2') ? broken : missing));
    mayAnswer.resolve();
    for (const n of [1, 2]) {
      await receiveEvent(bench.payments, { id: `evt_${n}`, type: 'invoice.paid', objectId: `in_${n}` });
    }
    const queue = await openEventQueue(bench.deps.queue);
    expect(await queue.take(2)).toHaveLength(2);
    await sql`update pgboss.job set retry_count = ${EVENT_RETRIES - 1}, retry_delay = 0, retry_backoff = false
      where data->>'eventId' = 'evt_2'`.execute(bench.database.db);
    const stop = await startPayments(bench.deps);
    try {
      await vi.waitFor(
        async () => expect(await event('evt_1')).toMatchObject({ due_at: null, last_error: null }),
        WAIT,
      );
      await vi.waitFor(
        async () =>
          expect(await event('evt_2')).toMatchObject({ due_at: null, last_error: expect.any(String) }),
        WAIT,
      );
      await vi.waitFor(
        async () => expect(await jobs('payment-events')).toMatchObject([{ state: 'failed' }]),
        WAIT,
      );
    } finally {
      await stop?.();
    }
  });

  it('queues unfinished work that has no job, as in databases before migration 0011', async () => {
    await open((path) => (path === '/v1/subscriptions' ? none : path.includes('pi_') ? broken : missing));
    mayAnswer.resolve();
    const payer = await bench.person();
    const { db } = bench.database;
    await db
      .insertInto('payment_events')
      .values({
        id: 'evt_old',
        source: 'stripe',
        type: 'invoice.paid',
        object_id: 'in_1',
        due_at: new Date(),
      })
      .execute();
    const { id } = await db
      .insertInto('orders')
      .values({
        account_id: payer.id,
        product: 'apollo_scraper',
        mode: 'payment',
        quantity: 1000,
        amount_cents: 300,
        source: 'stripe',
        status: 'paid',
        success_url: '',
        cancel_url: '',
        payment_intent_id: 'pi_1',
        refund_due_cents: 100,
        refund_due_at: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const _start of [1, 2]) {
      const stop = await startPayments(bench.deps);
      await vi.waitFor(async () => expect(await event('evt_old')).toMatchObject({ due_at: null }), WAIT);
      await vi.waitFor(
        async () => expect(await jobs('refunds')).toMatchObject([{ data: { orderId: id }, state: 'retry' }]),
        WAIT,
      );
      await stop?.();
    }
  });

  it('stops the sync after the current item', async () => {
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
    await stopDuringRequest();
    expect(paths).toEqual(['/v1/subscriptions']);
  });
});
