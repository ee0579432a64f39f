import { randomUUID } from 'node:crypto';
import { recordsPriceCents } from '#contract/people-scraper.ts';
import { lockPlan } from '#server/accounts/plan.ts';
import type { Deps } from '#server/deps.ts';
import type { RefundQueue } from '#server/payments/payment-queues.ts';
import type { OrderedSearch } from '#server/payments/products.ts';
import type { Order } from '#server/payments/provider.ts';
import {
  findRecordOrder,
  lockRecordOrder,
  searchOf,
  takeUnrunOrders,
} from '#server/payments/record-orders.ts';
import { oweRefund } from '#server/payments/refunds.ts';
import { type Tx, transaction } from '#server/platform/db.ts';
import type { RunBook } from '../scrape-people.ts';
import type { HeldRun, RunQueue } from './run-queue.ts';
import {
  deleteChunks,
  hasOtherRunning,
  insertChunk,
  keysOf,
  lockRun,
  openRuns,
  type PeopleRun,
  updateRun,
} from './store.ts';

export interface BookParts {
  deps: Pick<Deps, 'database' | 'clock' | 'log'>;
  queue: RunQueue;
  refunds: RefundQueue;
}

/** A run in this worker's hands. */
export interface TakenRun {
  held: HeldRun;
  orderId: string;
  accountId: string;
  source: PeopleRun['source'];
  search: OrderedSearch;
  /** sold for real money */
  charged: boolean;
  /** nobody else stores anything of the run while this stands in its row */
  holder: string;
  /** tries before this one that stored nothing */
  failures: number;
  orderedAt: number;
}

/**
 * What is owed where `found` of the records of an order were delivered: the price of the others, and nothing
 * below 0.
 */
export function refundOf(amountCents: number, found: number): number {
  return Math.max(0, amountCents - recordsPriceCents(found));
}

const GIVEN_UP = 'The account is being deleted.';
const REST_MISSING = 'The rest could not be fetched, so it is paid back.';
const OTHER_RUNS_SECONDS = 1;
const NOT_HERE_SECONDS = 5;

/**
 * Takes a run in hand; null where there is nothing to do now: it is over, it was taken back, another order of
 * its account is being run, or this process cannot reach its source.
 */
export async function takeRun(
  { deps, queue, refunds }: BookParts,
  held: HeldRun,
  canRead: (source: PeopleRun['source']) => boolean,
): Promise<TakenRun | null> {
  const { orderId } = held.job;
  return transaction(deps.database.db, async (tx) => {
    const later = async (seconds: number) => {
      await queue.remove(held, tx);
      await queue.add([{ job: held.job, delaySeconds: seconds }], tx);
      return null;
    };
    const locked = await lockAll(tx, orderId);
    const search = locked && searchOf(locked.order);
    if (!locked || !search || isOver(locked.run)) {
      await queue.remove(held, tx);
      return null;
    }
    const { order, run } = locked;
    if (order.status !== 'paid') {
      await end(tx, refunds, order, run, { failed: null }, new Date(deps.clock.now()));
      await queue.remove(held, tx);
      return null;
    }
    if (!canRead(run.source)) return later(NOT_HERE_SECONDS);
    if (await hasOtherRunning(tx, run.account_id, orderId)) return later(OTHER_RUNS_SECONDS);
    const holder = randomUUID();
    await updateRun(tx, orderId, { status: 'running', holder });
    return {
      held,
      orderId,
      accountId: run.account_id,
      source: run.source,
      search,
      charged: order.source === 'stripe',
      holder,
      failures: run.failures,
      orderedAt: run.created_at.getTime(),
    };
  });
}

/**
 * Where the run's records are written: each chunk in a transaction that makes sure that the run is ours and
 * its order still paid.
 */
export function runBook({ deps }: BookParts, taken: TakenRun): RunBook {
  const { orderId } = taken;
  const writing = <T>(work: (tx: Tx, run: PeopleRun) => Promise<T>): Promise<T | null> =>
    transaction(deps.database.db, async (tx) => {
      const locked = await lockOurs(tx, taken);
      return locked && locked.order.status === 'paid' ? work(tx, locked.run) : null;
    });
  return {
    begin: ({ version, columns }) =>
      writing(async (tx, run) => {
        if (run.version === version) {
          return { records: run.records, cursor: run.cursor, keys: await keysOf(tx, orderId) };
        }
        await deleteChunks(tx, orderId);
        await updateRun(tx, orderId, { version, columns, cursor: null, chunks: 0, records: 0 });
        return { records: 0, cursor: null, keys: [] };
      }),
    add: ({ records, csv, keys, next }) =>
      writing(async (tx, run) => {
        const all = run.records + records;
        if (records > 0) {
          await insertChunk(tx, { orderId, seq: run.chunks, records, keys, csv: Buffer.from(csv) });
        }
        await updateRun(tx, orderId, {
          cursor: next,
          records: all,
          chunks: run.chunks + (records > 0 ? 1 : 0),
          failures: 0,
        });
        return { records: all, cursor: next };
      }),
  };
}

/**
 * Ends a run: what was paid and not found is owed from then on, in the same transaction. `failed`: no further
 * try would bring more; what there is by then is handed over, and only where there is nothing the run has
 * failed, in these words.
 */
export async function endRun(
  { deps, queue, refunds }: BookParts,
  taken: TakenRun,
  how: { found: number } | { failed: string },
): Promise<void> {
  await transaction(deps.database.db, async (tx) => {
    const locked = await lockOurs(tx, taken);
    if (!locked) return;
    const { order, run } = locked;
    const brokeOff = 'failed' in how && run.records > 0;
    const outcome = brokeOff ? { found: run.records, error: REST_MISSING } : how;
    await end(tx, refunds, order, run, outcome, new Date(deps.clock.now()));
    await queue.remove(taken.held, tx);
  });
}

/**
 * A run that was taken from this worker while it was worked: where its order was taken back, it ends without
 * a file.
 */
export async function endIfTakenBack({ deps, queue, refunds }: BookParts, taken: TakenRun): Promise<void> {
  await transaction(deps.database.db, async (tx) => {
    const locked = await lockOurs(tx, taken);
    if (locked && locked.order.status !== 'paid') {
      await end(tx, refunds, locked.order, locked.run, { failed: null }, new Date(deps.clock.now()));
    }
    if (locked || !(await lockAll(tx, taken.orderId))) await queue.remove(taken.held, tx);
  });
}

/**
 * Lets go of a run for whoever takes it next: at once, or after `seconds` where a try failed; `counts`:
 * towards giving it up.
 */
export async function releaseRun(
  { deps, queue }: BookParts,
  taken: TakenRun,
  failed?: { seconds: number; counts: boolean },
): Promise<void> {
  await transaction(deps.database.db, async (tx) => {
    const locked = await lockOurs(tx, taken);
    if (!locked) return;
    await updateRun(tx, taken.orderId, {
      status: 'waiting',
      holder: null,
      failures: locked.run.failures + (failed?.counts ? 1 : 0),
    });
    await queue.remove(taken.held, tx);
    await queue.add([{ job: taken.held.job, delaySeconds: failed?.seconds }], tx);
  });
}

/**
 * Ends whatever an account has paid for and did not get yet, all of it owed from then on: before the account
 * is deleted. The account's row is locked.
 */
export async function giveUpRuns(tx: Tx, refunds: RefundQueue, accountId: string, at: Date): Promise<void> {
  for (const order of await takeUnrunOrders(tx, accountId, at)) {
    await oweRefund(tx, refunds, order, order.amount_cents, at);
  }
  for (const orderId of await openRuns(tx, accountId)) {
    const locked = await lockAll(tx, orderId);
    if (locked) await end(tx, refunds, locked.order, locked.run, { failed: GIVEN_UP }, at);
  }
}

/**
 * `error`: in words why no more was found. `failed: null`: the order was taken back, and its money with it.
 */
async function end(
  tx: Tx,
  refunds: RefundQueue,
  order: Order,
  run: PeopleRun,
  how: { found: number; error?: string } | { failed: string | null },
  at: Date,
): Promise<void> {
  if ('failed' in how) {
    await deleteChunks(tx, run.order_id);
    await updateRun(tx, run.order_id, {
      status: 'failed',
      holder: null,
      error: how.failed,
      records: 0,
      chunks: 0,
      ended_at: at,
    });
    if (how.failed !== null) await oweRefund(tx, refunds, order, order.amount_cents, at);
    return;
  }
  await updateRun(tx, run.order_id, { status: 'done', holder: null, error: how.error ?? null, ended_at: at });
  await oweRefund(tx, refunds, order, refundOf(order.amount_cents, how.found), at);
}

/** The rows of a run, locked in the order that everybody locks them in: account, order, run. */
async function lockAll(tx: Tx, orderId: string): Promise<{ order: Order; run: PeopleRun } | null> {
  const found = await findRecordOrder(tx, orderId);
  if (!found || !(await lockPlan(tx, found.account_id))) return null;
  const order = await lockRecordOrder(tx, orderId);
  const run = order && (await lockRun(tx, orderId));
  return run && order ? { order, run } : null;
}

async function lockOurs(tx: Tx, taken: TakenRun): Promise<{ order: Order; run: PeopleRun } | null> {
  const locked = await lockAll(tx, taken.orderId);
  return locked?.run.holder === taken.holder ? locked : null;
}

function isOver({ status }: PeopleRun): boolean {
  return status === 'done' || status === 'failed';
}
