import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { FakeStripe } from '../../e2e/fixtures/fake-stripe.ts';
import { openStripeBench, type StripeBench } from '../../e2e/fixtures/stripe-bench.ts';
import { WAIT } from '../../e2e/fixtures/wait.ts';
import { TEST_PASSWORD } from '../auth/test-requests.ts';
import { loadSamples } from '../leads/load-samples.ts';
import { findOrder } from '../payments/paid-orders.ts';
import { openRefundQueue } from '../payments/payment-queues.ts';
import { payRefundsDue, scheduleRefund } from '../payments/refunds.ts';
import type { Payer, PaymentBench } from '../payments/test-bench.ts';
import { transaction } from '../platform/database/db.ts';
import { fileUrl } from './run-file.ts';
import { ASYNC, gatePages, type PeopleBench, peopleBench, SALES } from './test-people.ts';
import { type PeopleWorker, startPeopleWorker } from './worker.ts';

/** Records paid with Stripe, with a fake Stripe behind the official library. */

const LEADS = 3000;
const FOLDER = mkdtempSync(join(tmpdir(), 'leadwell-people-'));
let world: StripeBench;
let stripe: FakeStripe;
let bench: PaymentBench;
let people: PeopleBench;
let worker: PeopleWorker | null = null;
beforeAll(async () => {
  world = await openStripeBench({ DATA_DIR: FOLDER });
  ({ stripe, bench } = world);
  people = peopleBench(bench);
  await people.load(LEADS);
});
afterEach(async () => {
  await worker?.stop();
  worker = null;
  expect(stripe.faults).toEqual([]);
});
afterAll(async () => {
  await world.close();
  rmSync(FOLDER, { recursive: true, force: true });
});

const WIDE = { ...SALES, recordCount: 2000 };
/** 1500 of 2000 are found. */
const OWED = 150;

async function ordered(search = WIDE): Promise<{ payer: Payer; session: string; id: string }> {
  const payer = await bench.person();
  const { body } = await payer.call('create-stripe-checkout', { planId: 'apollo_scraper', ...search });
  return { payer, session: /cs_test_\w+/.exec(body.url)?.[0] ?? '', id: body.orderId };
}

async function paid(search = WIDE): Promise<{ payer: Payer; intent: string; id: string }> {
  const { payer, session, id } = await ordered(search);
  stripe.pay(session);
  await world.deliver('checkout.session.completed', session);
  await bench.processEvents();
  return { payer, id, intent: stripe.session(session).payment_intent };
}

/** Runs an order to the end. The refund is recorded and not paid yet. */
async function ran(payer: Payer, id: string, search = WIDE): Promise<void> {
  worker ??= await startPeopleWorker(bench.deps, { holdsLeads: true });
  await people.scrape(payer, search, ASYNC);
  await vi.waitFor(
    async () =>
      expect((await people.order(payer, id)).run?.status).toBeOneOf(['refunding', 'done', 'failed']),
    WAIT,
  );
}

const findCharge = (intent: string) => stripe.session(intent).latest_charge;

describe('an order paid by Stripe', () => {
  it('has the receipt of its charge, for its owner, once it is paid', async () => {
    const { payer, intent, id } = await paid();
    expect((await payer.call(`order-receipt?id=${id}`)).body).toEqual({
      url: `https://pay.stripe.test/receipts/${intent}`,
    });
    expect((await (await bench.person()).call(`order-receipt?id=${id}`)).status).toBe(404);
    const unpaid = await ordered();
    expect((await unpaid.payer.call(`order-receipt?id=${unpaid.id}`)).status).toBe(404);
    stripe.down = true;
    expect((await payer.call(`order-receipt?id=${id}`)).status).toBe(503);
    stripe.down = false;
  });

  it('whose event arrives twice, late and after the run has one run, one file and the right refund', async () => {
    const { payer, session, id } = await ordered();
    stripe.pay(session);
    expect((await people.scrape(payer, WIDE)).status).toBe(402);
    await Promise.all(
      [1, 2].map(() => world.deliver('checkout.session.completed', session, { id: `evt_${id}` })),
    );
    await bench.processEvents();
    await ran(payer, id);
    await world.deliver('checkout.session.completed', session);
    await bench.processEvents();
    expect(await people.order(payer, id)).toMatchObject({
      status: 'paid',
      run: { status: 'refunding', recordsFound: 1500, refundedCents: 0 },
    });
    await payRefundsDue(bench.payments);
    const order = await people.order(payer, id);
    expect(order.run).toMatchObject({ status: 'done', recordsFound: 1500, refundedCents: OWED, error: null });
    expect(new Set(await people.rows(order.run?.downloadUrl)).size).toBe(1500);
    expect(stripe.findRefunds(stripe.session(session).payment_intent)).toMatchObject([
      { amount: OWED, metadata: { leadwell: 'not-found', order_id: id } },
    ]);
    expect((await people.scrape(payer, WIDE)).status).toBe(402);
  });

  it('does not run after it expired, and runs if it was paid after all', async () => {
    const { payer, session, id } = await ordered();
    stripe.change(session, { status: 'expired' });
    await world.deliver('checkout.session.expired', session);
    await bench.processEvents();
    expect(await people.order(payer, id)).toMatchObject({ status: 'expired', checkoutUrl: null });
    expect((await people.scrape(payer, WIDE)).status).toBe(402);
    stripe.change(session, { status: 'open' });
    stripe.pay(session);
    await world.deliver('checkout.session.completed', session);
    await bench.processEvents();
    await ran(payer, id);
    expect((await people.order(payer, id)).run?.recordsFound).toBe(1500);
  });

  it('of sample records is neither sold nor run', async () => {
    const { payer, id } = await paid();
    bench.deps.clock.advance(1);
    await loadSamples(bench.deps.warehouse, bench.deps.clock, 'apollo');
    try {
      const titles = 'https://app.apollo.io/#/people?personSeniorities[]=director';
      const preview = await payer.call('people-search-preview', { apolloUrl: titles });
      expect(preview.body).toMatchObject({
        sample: true,
        notForSale: expect.stringMatching(/only sample records/),
      });
      const refused = await payer.call('create-stripe-checkout', {
        planId: 'apollo_scraper',
        apolloUrl: titles,
        recordCount: 1000,
      });
      expect([refused.status, refused.body.error.message]).toEqual([422, preview.body.notForSale]);
      await ran(payer, id);
      await payRefundsDue(bench.payments);
      expect((await people.order(payer, id)).run).toMatchObject({
        status: 'failed',
        downloadUrl: null,
        refundedCents: 600,
        error: expect.stringMatching(/sample/),
      });
    } finally {
      await people.load(LEADS);
    }
  });
});

describe('a refund for missing records', () => {
  it('is paid exactly once after three failed attempts', async () => {
    const { payer, id, intent } = await paid();
    await ran(payer, id);
    stripe.fail(/^\/v1\/refunds$/, 3);
    const outcomes: object[] = [];
    for (let attempt = 0; attempt < 5; attempt += 1) {
      outcomes.push(await payRefundsDue(bench.payments));
    }
    const [failed, settled, nothing] = [
      { attempted: 1, pending: 1 },
      { attempted: 1, pending: 0 },
      { attempted: 0, pending: 0 },
    ];
    expect(outcomes).toEqual([failed, failed, failed, settled, nothing]);
    expect((await people.order(payer, id)).run).toMatchObject({ status: 'done', refundedCents: OWED });
    expect(stripe.findRefunds(intent).map(({ amount }) => amount)).toEqual([OWED]);
  });

  it('is recorded once, and later events change nothing', async () => {
    const { payer, id, intent } = await paid();
    await ran(payer, id);
    const refunds = await openRefundQueue(bench.deps.queue);
    const owe = async (cents: number) => {
      const order = await findOrder(bench.database.db, { id });
      if (!order) throw new Error('no order');
      await transaction(bench.database.db, (tx) =>
        scheduleRefund(tx, refunds, order, cents, new Date(bench.deps.clock.now())),
      );
    };
    await owe(600);
    await payRefundsDue(bench.payments);
    await owe(600);
    expect((await payRefundsDue(bench.payments)).attempted).toBe(0);
    expect(stripe.findRefunds(intent).map(({ amount }) => amount)).toEqual([OWED]);
  });

  it('is not paid again, days later, if the response was lost', async () => {
    const { payer, id, intent } = await paid();
    await ran(payer, id);
    await payRefundsDue(bench.payments);
    // As if the server had crashed before it stored the response and Stripe's key had expired since.
    await bench.database.db
      .updateTable('orders')
      .set({ refunded_cents: 0, refund_due_at: new Date(bench.deps.clock.now()) })
      .where('id', '=', id)
      .execute();
    await payRefundsDue(bench.payments);
    expect((await people.order(payer, id)).run).toMatchObject({ status: 'done', refundedCents: OWED });
    const sent = stripe.requests.filter(
      ({ method, path, params }) =>
        method === 'POST' && path === '/v1/refunds' && params.payment_intent === intent,
    );
    expect(sent).toHaveLength(1);
  });

  it('leaves the file available', async () => {
    const { payer, id, intent } = await paid();
    await ran(payer, id);
    await payRefundsDue(bench.payments);
    await world.deliver('charge.refunded', findCharge(intent));
    await bench.processEvents();
    const order = await people.order(payer, id);
    expect(order).toMatchObject({ status: 'paid', run: { status: 'done' } });
    expect(await people.rows(order.run?.downloadUrl)).toHaveLength(1500);
  });

  it('of a payment that was refunded or disputed elsewhere ends with a message', async () => {
    const [whole, part, disputed] = [await paid(), await paid(), await paid()];
    for (const { payer, id } of [whole, part, disputed]) await ran(payer, id);
    stripe.charge(whole.intent, { refunded: true });
    stripe.change(findCharge(part.intent), { amount_refunded: 600 - 40 });
    stripe.dispute(findCharge(disputed.intent));
    await bench.database.db
      .updateTable('people_runs')
      .set({ error: 'The rest is missing.' })
      .where('order_id', '=', disputed.id)
      .execute();
    expect(await payRefundsDue(bench.payments)).toEqual({ attempted: 3, pending: 0 });
    expect((await payRefundsDue(bench.payments)).attempted).toBe(0);
    expect((await people.order(whole.payer, whole.id)).run).toMatchObject({
      status: 'done',
      refundedCents: 0,
      error: expect.stringMatching(/already refunded/),
    });
    expect((await people.order(part.payer, part.id)).run).toMatchObject({ refundedCents: 40, error: null });
    expect((await people.order(disputed.payer, disputed.id)).run).toMatchObject({
      refundedCents: 0,
      error: expect.stringMatching(/^The rest is missing\. .*disputed/),
    });
  });
});

describe('a refund that the bank returns', () => {
  const returnLast = async (intent: string) => {
    const { id } = stripe.findRefunds(intent).at(-1) ?? {};
    stripe.returnRefund(id);
    await world.deliver('refund.failed', id);
    await bench.processEvents();
    return String(id);
  };

  it('is made again, also if its event comes again later', async () => {
    const { payer, id, intent } = await paid();
    await ran(payer, id);
    await payRefundsDue(bench.payments);
    await bench.deps.queue.deleteQueuedJobs('refunds');
    const returned = await returnLast(intent);
    expect((await people.order(payer, id)).run).toMatchObject({ status: 'refunding', refundedCents: 0 });
    expect(await bench.deps.queue.findJobs('refunds')).toMatchObject([{ data: { orderId: id } }]);
    await payRefundsDue(bench.payments);
    await world.deliver('refund.failed', returned);
    await bench.processEvents();
    await payRefundsDue(bench.payments);
    expect((await people.order(payer, id)).run).toMatchObject({ status: 'done', refundedCents: OWED });
    expect(stripe.findRefunds(intent).map(({ status }) => status)).toEqual(['failed', 'succeeded']);
  });

  it('three times ends with a message', async () => {
    const { payer, id, intent } = await paid();
    await ran(payer, id);
    for (let time = 0; time < 3; time += 1) {
      await payRefundsDue(bench.payments);
      await returnLast(intent);
    }
    expect(await payRefundsDue(bench.payments)).toEqual({ attempted: 1, pending: 0 });
    expect((await people.order(payer, id)).run).toMatchObject({
      status: 'done',
      refundedCents: 0,
      error: expect.stringMatching(/returned our refund/),
    });
    expect(stripe.findRefunds(intent)).toHaveLength(3);
  });

  it('is left to the operator if the order has no refund here', async () => {
    const { payer, id, intent } = await paid();
    await ran(payer, id);
    await payRefundsDue(bench.payments);
    // As after a restore of an older backup.
    await bench.database.db
      .updateTable('orders')
      .set({ refund_due_cents: null, refunded_cents: 0 })
      .where('id', '=', id)
      .execute();
    const error = vi.spyOn(bench.payments.log, 'error');
    const refund = await returnLast(intent);
    expect(error.mock.calls).toEqual([
      [{ refund, order: id }, 'the bank returned a refund; pay it in another way'],
    ]);
    error.mockRestore();
    expect((await payRefundsDue(bench.payments)).attempted).toBe(0);
  });

  it('is not made again if it was not ours', async () => {
    const { payer, id, intent } = await paid();
    await ran(payer, id);
    await payRefundsDue(bench.payments);
    stripe.charge(intent, { refunded: false });
    await returnLast(intent);
    expect((await payRefundsDue(bench.payments)).attempted).toBe(0);
    expect((await people.order(payer, id)).run).toMatchObject({ status: 'done', refundedCents: OWED });
  });
});

describe('an order that was refunded elsewhere', () => {
  it('cannot run', async () => {
    const { payer, id, intent } = await paid();
    await world.deliver('charge.refunded', stripe.charge(intent, { refunded: true }));
    await bench.processEvents();
    expect((await people.scrape(payer, WIDE)).status).toBe(402);
    expect(await people.order(payer, id)).toMatchObject({ status: 'refunded', run: null });
  });

  it('stops during its run, without a file and without a second refund', async () => {
    const { payer, id, intent } = await paid();
    const gate = gatePages(bench.deps);
    gate.close();
    worker = await startPeopleWorker(gate.deps, { holdsLeads: true });
    await people.scrape(payer, WIDE, ASYNC);
    await vi.waitFor(() => expect(gate.requested).toBe(1), WAIT);
    await world.deliver('charge.refunded', stripe.charge(intent, { refunded: true }));
    await bench.processEvents();
    gate.open();
    await vi.waitFor(async () => expect((await people.order(payer, id)).run?.endedAt).not.toBeNull(), WAIT);
    await payRefundsDue(bench.payments);
    expect(await people.order(payer, id)).toMatchObject({
      status: 'refunded',
      run: { status: 'failed', downloadUrl: null, recordsFound: 0, error: expect.stringMatching(/refunded/) },
    });
    expect(stripe.findRefunds(intent)).toHaveLength(1);
  });

  it('loses its file', async () => {
    const { payer, id, intent } = await paid();
    await ran(payer, id);
    await payRefundsDue(bench.payments);
    const { downloadUrl } = (await people.order(payer, id)).run ?? {};
    // Our refund plus the operator's: not a full refund by us.
    await world.deliver('charge.refunded', stripe.charge(intent, { refunded: true }));
    await bench.processEvents();
    expect((await people.order(payer, id)).run).toMatchObject({ status: 'failed', downloadUrl: null });
    await expect(people.rows(downloadUrl)).rejects.toThrow('404');
    await expect(people.rows(fileUrl(bench.deps, 'http://localhost', id))).rejects.toThrow('404');
  });
});

describe('an order whose dispute is won', () => {
  const settle = async (dispute: string, status: string) => {
    stripe.change(dispute, { status });
    await world.deliver('charge.dispute.closed', dispute);
    await bench.processEvents();
  };

  it('has its file back', async () => {
    const { payer, id, intent } = await paid();
    await ran(payer, id);
    await payRefundsDue(bench.payments);
    const dispute = stripe.dispute(findCharge(intent));
    await world.deliver('charge.dispute.created', dispute);
    await bench.processEvents();
    expect((await people.order(payer, id)).run).toMatchObject({ status: 'failed', downloadUrl: null });
    await settle(dispute, 'won');
    const order = await people.order(payer, id);
    expect(order).toMatchObject({ status: 'paid', run: { status: 'done', error: null } });
    expect(await people.rows(order.run?.downloadUrl)).toHaveLength(1500);
  });

  it('gets the refund that the dispute held back', async () => {
    const { payer, id, intent } = await paid();
    await ran(payer, id);
    const dispute = stripe.dispute(findCharge(intent));
    await world.deliver('charge.dispute.created', dispute);
    await bench.processEvents();
    await payRefundsDue(bench.payments);
    expect(stripe.findRefunds(intent)).toEqual([]);
    await settle(dispute, 'won');
    expect((await people.order(payer, id)).run).toMatchObject({ status: 'refunding', error: null });
    await payRefundsDue(bench.payments);
    expect((await people.order(payer, id)).run).toMatchObject({ status: 'done', refundedCents: OWED });
    expect(stripe.findRefunds(intent)).toMatchObject([{ amount: OWED }]);
  });

  it('gets a refund that becomes due later', async () => {
    const { payer, id, intent } = await paid();
    const dispute = stripe.dispute(findCharge(intent));
    await world.deliver('charge.dispute.created', dispute);
    await settle(dispute, 'won');
    await ran(payer, id);
    await payRefundsDue(bench.payments);
    expect((await people.order(payer, id)).run).toMatchObject({ status: 'done', refundedCents: OWED });
  });

  it('says so if its run was stopped', async () => {
    const { payer, id, intent } = await paid();
    const gate = gatePages(bench.deps);
    gate.close();
    worker = await startPeopleWorker(gate.deps, { holdsLeads: true });
    await people.scrape(payer, WIDE, ASYNC);
    await vi.waitFor(() => expect(gate.requested).toBe(1), WAIT);
    const dispute = stripe.dispute(findCharge(intent));
    await world.deliver('charge.dispute.created', dispute);
    await bench.processEvents();
    gate.open();
    await vi.waitFor(async () => expect((await people.order(payer, id)).run?.endedAt).not.toBeNull(), WAIT);
    await settle(dispute, 'won');
    expect(await people.order(payer, id)).toMatchObject({
      status: 'paid',
      run: { status: 'failed', downloadUrl: null, error: expect.stringMatching(/stopped while.*disputed/) },
    });
  });
});

describe('an order that a failed account deletion refunds', () => {
  /** An order of an account whose deletion failed, with a dispute that was opened then. */
  async function disputed() {
    const { payer, id, intent } = await paid();
    stripe.down = true;
    const leave = { email: payer.email, currentPassword: TEST_PASSWORD };
    expect((await payer.call('account-delete', leave)).status).toBe(503);
    stripe.down = false;
    const dispute = stripe.dispute(findCharge(intent));
    await world.deliver('charge.dispute.created', dispute);
    await bench.processEvents();
    await payRefundsDue(bench.payments);
    expect(await people.order(payer, id)).toMatchObject({
      status: 'refunded',
      run: null,
      refundProblem: expect.stringMatching(/disputed/),
    });
    const end = async (status: 'won' | 'lost') => {
      stripe.change(dispute, { status });
      await world.deliver('charge.dispute.closed', dispute);
      await bench.processEvents();
      expect(await people.order(payer, id)).toMatchObject({ status: 'refunded', refundProblem: null });
    };
    return { payer, id, intent, end };
  }

  it('never runs, and its refund waits for the end of a dispute', async () => {
    const { payer, id, intent, end } = await disputed();
    await end('won');
    expect((await people.scrape(payer, WIDE)).status).toBe(402);
    await payRefundsDue(bench.payments);
    expect(stripe.findRefunds(intent)).toMatchObject([{ amount: 600 }]);
    expect(await people.order(payer, id)).toMatchObject({
      status: 'refunded',
      refundProblem: null,
      refundDue: false,
    });
  });

  it('owes nothing any more after a dispute that gave the person the money back', async () => {
    const { intent, end } = await disputed();
    await end('lost');
    await payRefundsDue(bench.payments);
    expect(stripe.findRefunds(intent)).toEqual([]);
  });
});

it('counts orders as refunded that earlier versions left as paid when a deletion of their account failed', async () => {
  const [stuck, other] = [await paid(), await paid()];
  const { db } = bench.database;
  const at = new Date(bench.deps.clock.now());
  await db
    .updateTable('orders')
    .set({ run_at: at, refund_due_cents: 600, refund_due_at: at })
    .where('id', '=', stuck.id)
    .execute();
  const file = new URL('../../db/migrations/0119_unrun_refunds.sql', import.meta.url);
  await sql.raw(readFileSync(file, 'utf8')).execute(db);
  expect(await people.order(stuck.payer, stuck.id)).toMatchObject({ status: 'refunded', run: null });
  expect(await people.order(other.payer, other.id)).toMatchObject({ status: 'paid' });
  await payRefundsDue(bench.payments);
  expect(stripe.findRefunds(stuck.intent)).toMatchObject([{ amount: 600 }]);
});

describe('a deleted account', () => {
  it('gets a refund for undelivered records', async () => {
    const { payer, id, intent } = await paid();
    await people.scrape(payer, WIDE, ASYNC);
    const unrun = await payer.call('create-stripe-checkout', { planId: 'apollo_scraper', ...SALES });
    const session = /cs_test_\w+/.exec(unrun.body.url)?.[0] ?? '';
    stripe.pay(session);
    await world.deliver('checkout.session.completed', session);
    await bench.processEvents();
    stripe.down = true;
    const refused = await payer.call('account-delete', {
      email: payer.email,
      currentPassword: TEST_PASSWORD,
    });
    stripe.down = false;
    expect(refused.status).toBe(503);
    expect((await people.order(payer, id)).run?.status).toBe('refunding');
    const left = await people.order(payer, unrun.body.orderId);
    expect(left).toMatchObject({ status: 'refunded', run: null, refundDue: true });
    expect(
      (await payer.call('account-delete', { email: payer.email, currentPassword: TEST_PASSWORD })).status,
    ).toBe(200);
    expect(stripe.findRefunds(intent).map(({ amount }) => amount)).toEqual([600]);
    expect(stripe.findRefunds(stripe.session(session).payment_intent)).toMatchObject([{ amount: 300 }]);
    worker = await startPeopleWorker(bench.deps, { holdsLeads: true });
    await vi.waitFor(async () => expect(await bench.deps.queue.findJobs('people-runs')).toEqual([]), WAIT);
  });
});
