// On PostgreSQL: workers take runs with locks.
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { XLSX_TYPE } from '#contract/file-types.ts';
import { recordsPriceCents } from '#contract/people-orders.ts';
import { cellsOf } from '#engines/csv/xlsx/test-workbooks.ts';
import { WAIT } from '../../e2e/fixtures/wait.ts';
import { send, TEST_PASSWORD } from '../auth/test-requests.ts';
import { addOptOutsAndDeleteLeads } from '../leads/opted-out-leads.ts';
import { parseOptOuts } from '../leads/test-leads.ts';
import { openRefundQueue } from '../payments/payment-queues.ts';
import type { Payer, PaymentBench } from '../payments/test-bench.ts';
import { createWebhook } from '../webhooks/endpoints.ts';
import { fileUrl } from './run-file.ts';
import { endRun, releaseRun, runStore, takeRun } from './run-lifecycle.ts';
import { type HeldRun, openRunQueue } from './run-queue.ts';
import {
  ASYNC,
  gatePages,
  openPeopleWorld,
  type PeopleBench,
  type PeopleWorld,
  SALES,
} from './test-people.ts';

/** Half of them work in sales. */
const LEADS = 6000;

/** Runs and their files, with the test's own leads. */

let world: PeopleWorld;
let bench: PaymentBench;
let people: PeopleBench;
beforeAll(async () => {
  world = await openPeopleWorld(LEADS);
  ({ bench, people } = world);
});
afterEach(() => world.stopWorkers());
afterAll(() => world.close());

describe('a run', () => {
  it('tells webhooks when its file is ready', async () => {
    const payer = await bench.person();
    const accountId = payer.id;
    await createWebhook(bench.deps, accountId, {
      name: '',
      url: 'https://example.com/',
      events: ['export.ready'],
    });
    const search = { ...SALES, recordCount: 1000 };
    const id = await people.buy(payer, search);
    await world.work();
    await people.scrape(payer, search, ASYNC);
    await people.ended(payer, id);
    const { db } = bench.deps.database;
    const events = await db
      .selectFrom('webhook_events')
      .select(['type', 'data'])
      .where('account_id', '=', accountId)
      .execute();
    expect(events.map(({ type, data }) => [type, JSON.parse(data)])).toEqual([
      ['export.ready', { orderId: id, records: 1000 }],
    ]);
  });

  it('starts over if the database is replaced: no duplicates and no old records', async () => {
    const payer = await bench.person();
    const search = { ...SALES, recordCount: 3000 };
    const id = await people.buy(payer, search);
    const gate = gatePages(bench.deps);
    gate.close(1);
    await world.work(gate.deps);
    await people.scrape(payer, search, ASYNC);
    await vi.waitFor(() => expect(gate.requested).toBe(2), WAIT);
    expect((await people.order(payer, id)).run).toMatchObject({ status: 'running', recordsFound: 2500 });
    await people.load(LEADS, { name: (n) => `Newer${n}` });
    gate.open();
    const { run } = await people.ended(payer, id);
    const rows = await people.rows(run?.downloadUrl);
    expect(new Set(rows).size).toBe(3000);
    expect([run?.recordsFound, run?.refundedCents]).toEqual([3000, 0]);
    expect(rows.every((row) => row.startsWith('Newer'))).toBe(true);
    await people.load(LEADS);
  });

  it('continues where a stopped worker left off', async () => {
    const payer = await bench.person();
    const search = { ...SALES, recordCount: 3000 };
    const id = await people.buy(payer, search);
    const gate = gatePages(bench.deps);
    gate.close();
    const first = await world.work(gate.deps);
    await people.scrape(payer, search, ASYNC);
    await vi.waitFor(() => expect(gate.requested).toBe(1), WAIT);
    const stopping = first.stop();
    gate.open();
    await stopping;
    const between = await people.order(payer, id);
    expect(between.run).toMatchObject({ status: 'waiting' });
    await world.work();
    const { run } = await people.ended(payer, id);
    expect(new Set(await people.rows(run?.downloadUrl)).size).toBe(3000);
  });

  it('continues if the engine of the lead databases crashes', async () => {
    const payer = await bench.person();
    const search = { ...SALES, recordCount: 3000 };
    const id = await people.buy(payer, search);
    const gate = gatePages(bench.deps);
    gate.close(1);
    await world.work(gate.deps, { retryDelaysSeconds: [0, 1, 1] });
    await people.scrape(payer, search, ASYNC);
    await vi.waitFor(() => expect(gate.requested).toBe(2), WAIT);
    process.kill(bench.deps.warehouse.enginePid() ?? 0, 'SIGKILL');
    gate.open();
    const { run } = await people.ended(payer, id);
    expect(run).toMatchObject({ status: 'done', recordsFound: 3000, refundedCents: 0 });
    expect(new Set(await people.rows(run?.downloadUrl)).size).toBe(3000);
  });

  it('is written only by the worker that took it last', async () => {
    const payer = await bench.person();
    const id = await people.buy(payer, SALES);
    await people.scrape(payer, SALES, ASYNC);
    const queue = await openRunQueue(bench.deps);
    const parts = { deps: bench.deps, queue, refunds: await openRefundQueue(bench.deps.queue) };
    let held: HeldRun | undefined;
    // Runs of earlier tests are in the queue too.
    while (held?.job.orderId !== id) [held] = await queue.take(1);
    const state = { version: 'v', columns: ['id'], sample: false };
    const chunk = { records: 1, csv: 'x\r\n', keys: [], next: '1' };
    const [lost, kept] = [await takeRun(parts, held, () => true), await takeRun(parts, held, () => true)];
    if (!lost || !kept) throw new Error('not taken');
    expect(await runStore(parts, kept).begin(state)).toMatchObject({ records: 0 });
    expect(await runStore(parts, lost).begin(state)).toBeNull();
    expect(await runStore(parts, lost).add(chunk)).toBeNull();
    await endRun(parts, lost, { found: 1000 });
    expect(await runStore(parts, kept).add(chunk)).toMatchObject({ records: 1 });
    expect((await people.order(payer, id)).run).toMatchObject({ status: 'running', recordsFound: 1 });
    await releaseRun(parts, kept);
    await world.work();
    const { run } = await people.ended(payer, id);
    expect(run).toMatchObject({ status: 'done', recordsFound: 1000 });
    expect(await people.rows(run?.downloadUrl)).not.toContain('x');
  });

  it('that cannot get its records fails with a full refund', async () => {
    const payer = await bench.person();
    const id = await people.buy(payer, SALES);
    const broken = {
      ...bench.deps,
      warehouse: { ...bench.deps.warehouse, rows: () => Promise.reject(new Error('gone')) },
    };
    await world.work(broken, { retryDelaysSeconds: [0, 0] });
    const { status, body } = await people.scrape(payer);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id,
      run: { status: 'failed', downloadUrl: null, recordsFound: 0, refundedCents: 300 },
    });
    expect(body.run.error).toMatch(/couldn't fetch/);
    expect((await people.scrape(payer)).status).toBe(402);
    const address = fileUrl(bench.deps, 'http://localhost', id);
    await expect(people.rows(address)).rejects.toThrow('404');
  });

  it('runs once at a time per account, and twice in total', async () => {
    const gate = gatePages(bench.deps);
    gate.close();
    await world.work(gate.deps);
    const payers = [await bench.person(), await bench.person(), await bench.person()];
    const orders: [Payer, string][] = [];
    for (const payer of [payers[0], ...payers]) {
      if (!payer) continue;
      orders.push([payer, await people.buy(payer, SALES)]);
      await people.scrape(payer, SALES, ASYNC);
    }
    const running = async () => {
      const rows = await bench.database.db
        .selectFrom('people_runs')
        .select('account_id')
        .where('status', '=', 'running')
        .execute();
      return rows.map(({ account_id }) => account_id);
    };
    await vi.waitFor(() => expect(gate.requested).toBe(2), WAIT);
    // Longer than the delay of a second run of an account.
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(new Set(await running()).size).toBe(2);
    expect(await running()).toHaveLength(2);
    expect(gate.requested).toBe(2);
    gate.open();
    for (const [payer, id] of orders) {
      expect((await people.ended(payer, id)).run).toMatchObject({ status: 'done', recordsFound: 1000 });
    }
  });

  it('skips people who opted out', async () => {
    await people.load(2200, { name: (n) => `Listed${n}` });
    await addOptOutsAndDeleteLeads(bench.deps, parseOptOuts('listed0@acme.example', 'listed2@acme.example'));
    await world.work();
    const payer = await bench.person();
    const id = await people.buy(payer, { ...SALES, recordCount: 1100 });
    await people.scrape(payer, { ...SALES, recordCount: 1100 });
    const { run } = await people.ended(payer, id);
    const rows = await people.rows(run?.downloadUrl);
    expect(rows).toHaveLength(1098);
    expect(rows.some((row) => /listed[02]@/.test(row))).toBe(false);
    expect(run?.refundedCents).toBe(recordsPriceCents(1100) - recordsPriceCents(1098));
    await people.load(LEADS);
  });
});

describe('a file', () => {
  it('is available only at its own URL, for a day', async () => {
    await world.work();
    const [payer, other] = [await bench.person(), await bench.person()];
    const [id, othersId] = [await people.buy(payer, SALES), await people.buy(other, SALES)];
    const { body } = await people.scrape(payer);
    await people.scrape(other);
    const url = new URL(body.downloadUrl);
    const token = url.searchParams.get('token') ?? '';
    const status = async (order: string, given: string) =>
      (await send(bench.app, `/functions/v1/people-file?order=${order}&token=${encodeURIComponent(given)}`))
        .status;
    const response = await send(bench.app, url.pathname + url.search);
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="apollo_results_\d{4}-\d\d-\d\d\.csv"$/,
    );
    const bytes = Buffer.from(await response.arrayBuffer());
    // The byte order mark, for Excel.
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const lines = bytes.toString('utf8').trim().split('\r\n');
    const workbook = await send(bench.app, `${url.pathname}${url.search}&format=xlsx`);
    expect(workbook.headers.get('content-type')).toBe(XLSX_TYPE);
    expect(workbook.headers.get('content-disposition')).toMatch(/apollo_results_.*\.xlsx"$/);
    const rows = cellsOf(new Uint8Array(await workbook.arrayBuffer()));
    expect(rows).toHaveLength(lines.length);
    expect(rows[0]?.join(',')).toBe(lines[0]);
    const [until = '', mac = ''] = token.split('.');
    for (const [order, given] of [
      [othersId, token],
      [id, `${Number(until) + 1}.${mac}`],
      [id, `${until}.${mac.slice(0, -1)}${mac.endsWith('A') ? 'B' : 'A'}`],
      [id, ''],
      [id, `${token}x`],
      [crypto.randomUUID(), token],
    ] as const) {
      expect(await status(order, given)).toBe(404);
    }
    expect((await other.call(`order-status?id=${id}`)).status).toBe(404);
    bench.deps.clock.advance(86_400_001);
    expect(await status(id, token)).toBe(404);
    await payer.signInAgain();
    const renewed = (await people.order(payer, id)).run?.downloadUrl;
    expect(await people.rows(renewed)).toHaveLength(1000);
  });

  it('is deleted with the account, and its order is part of the account’s data', async () => {
    await world.work();
    const payer = await bench.person();
    const id = await people.buy(payer, SALES);
    const { body } = await people.scrape(payer);
    const file = (await payer.call('account-export')).body;
    expect(file.orders).toMatchObject([{ id, product: 'apollo_scraper' }]);
    expect(file.peopleRuns).toMatchObject([{ order_id: id, status: 'done', records: 1000 }]);
    expect(file.peopleRuns[0]).not.toHaveProperty('holder');
    await payer.call('account-delete', { email: payer.email, currentPassword: TEST_PASSWORD });
    await expect(people.rows(body.downloadUrl)).rejects.toThrow('404');
    const chunks = await bench.database.db
      .selectFrom('people_run_chunks')
      .select('seq')
      .where('order_id', '=', id)
      .execute();
    expect(chunks).toEqual([]);
  });
});
