// On PostgreSQL: workers take runs with locks.
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { WAIT } from '../../e2e/fixtures/wait.ts';
import { openRefundQueue } from '../payments/payment-queues.ts';
import type { PaymentBench } from '../payments/test-bench.ts';
import { LONGEST_RUN_MS, runStore, takeRun } from './run-lifecycle.ts';
import { type HeldRun, openRunQueue } from './run-queue.ts';
import { ASYNC, openPeopleWorld, type PeopleBench, type PeopleWorld, SALES } from './test-people.ts';

let world: PeopleWorld;
let bench: PaymentBench;
let people: PeopleBench;
beforeAll(async () => {
  world = await openPeopleWorld(0);
  ({ bench, people } = world);
});
afterEach(() => world.stopWorkers());
afterAll(() => world.close());

/** A paid run, as a worker holds it. */
async function heldRun() {
  const payer = await bench.person();
  const id = await people.buy(payer, SALES);
  await people.scrape(payer, SALES, ASYNC);
  const queue = await openRunQueue(bench.deps);
  const parts = { deps: bench.deps, queue, refunds: await openRefundQueue(bench.deps.queue) };
  let held: HeldRun | undefined;
  while (held?.job.orderId !== id) [held] = await queue.take(1);
  return { payer, id, parts, held };
}

it('a run whose source no process can read waits, and fails with a full refund after three days', async () => {
  const { payer, id, parts, held } = await heldRun();
  if (!(await takeRun(parts, held, () => true))) throw new Error('not taken');
  expect((await people.order(payer, id)).run).toMatchObject({ status: 'running' });
  bench.deps.clock.advance(LONGEST_RUN_MS);
  expect(await takeRun(parts, held, () => false)).toBeNull();
  await payer.signInAgain();
  expect((await people.order(payer, id)).run).toMatchObject({ status: 'waiting' });
  bench.deps.clock.advance(1);
  expect(await takeRun(parts, held, () => false)).toBeNull();
  const { run } = await people.ended(payer, id);
  expect(run).toMatchObject({ status: 'failed', recordsFound: 0, refundedCents: 300 });
  expect(run?.error).toMatch(/couldn't fetch/);
});

it('a run that has some records by then keeps them, and the rest is refunded', async () => {
  const { payer, id, parts, held } = await heldRun();
  const taken = await takeRun(parts, held, () => true);
  if (!taken) throw new Error('not taken');
  const store = runStore(parts, taken);
  await store.begin({ version: 'v', columns: ['id'], sample: false });
  await store.add({ records: 1, csv: 'x\r\n', keys: [], next: '1' });
  bench.deps.clock.advance(LONGEST_RUN_MS + 1);
  expect(await takeRun(parts, held, () => false)).toBeNull();
  await payer.signInAgain();
  const { run } = await people.ended(payer, id);
  expect(run).toMatchObject({ status: 'done', recordsFound: 1 });
  expect(await people.rows(run?.downloadUrl)).toEqual(['x']);
});

it('a worker that cannot read it says so in the log, once', async () => {
  const warnings: unknown[] = [];
  const log = { ...bench.deps.log, warn: (fields: object) => void warnings.push(fields) };
  const payer = await bench.person();
  const id = await people.buy(payer, SALES);
  await people.scrape(payer, SALES, ASYNC);
  await world.work({ ...bench.deps, log } as typeof bench.deps, { holdsLeads: false });
  const ours = () => warnings.filter((fields) => (fields as { order?: string }).order === id);
  await vi.waitFor(() => expect(ours()).toEqual([{ order: id, source: 'database' }]), WAIT);
  expect((await people.order(payer, id)).run).toMatchObject({ status: 'waiting' });
});
