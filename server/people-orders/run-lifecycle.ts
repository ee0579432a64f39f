import { randomUUID } from 'node:crypto';
import { PEOPLE_ORDERS_PATH, recordsPriceCents } from '#contract/people-orders.ts';
import { lockPlan } from '../accounts/plan.ts';
import type { Deps } from '../deps.ts';
import { claimUnrunOrders, findOrder, lockOrder } from '../payments/paid-orders.ts';
import type { RefundQueue } from '../payments/payment-queues.ts';
import type { Order } from '../payments/provider.ts';
import { refundUnrun, scheduleRefund } from '../payments/refunds.ts';
import { type Tx, transaction } from '../platform/database/db.ts';
import { writeEvent } from '../webhooks/events.ts';
import { type OrderedSearch, orderedSearch } from './ordered-search.ts';
import type { HeldRun, RunQueue } from './run-queue.ts';
import type { RunStore } from './scrape-people.ts';
import {
  deleteChunks,
  hasOtherRunning,
  insertChunk,
  lockRun,
  openRuns,
  type PeopleRun,
  runKeys,
  updateRun,
} from './store.ts';

export interface RunParts {
  deps: Pick<Deps, 'database' | 'clock' | 'log'>;
  queue: RunQueue;
  refunds: RefundQueue;
}

/** A run that this worker took. */
export interface TakenRun {
  held: HeldRun;
  orderId: string;
  accountId: string;
  source: PeopleRun['source'];
  search: OrderedSearch;
  /** paid with real money */
  charged: boolean;
  /** only the worker with this ID in the run's row may write to the run */
  holder: string;
  /** previous attempts in a row that stored nothing */
  failures: number;
  orderedAt: number;
}

/** The refund for an order with `found` delivered records: the price of the others, in cents, at least 0. */
export function refundDueCents(amountCents: number, found: number): number {
  return Math.max(0, amountCents - recordsPriceCents(found));
}

const ACCOUNT_DELETED = 'The account is being deleted.';
const REST_MISSING = "We couldn't fetch the rest, so we refund it.";
/** Why a run got nothing. */
export const FETCH_FAILED = "We couldn't fetch the records.";
/** A run that Apollo's limits delay, or whose source no process can read, fails after this time. */
export const LONGEST_RUN_MS = 3 * 86_400_000;
const OTHER_RUNS_SECONDS = 1;
const NOT_HERE_SECONDS = 5;

/**
 * Takes a run. Returns null if it can't run now: it has ended, its order was refunded, another run of its
 * account is active, or this process can't reach its source. It waits for another process then, and fails with
 * a refund after LONGEST_RUN_MS.
 */
export async function takeRun(
  { deps, queue, refunds }: RunParts,
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
    const search = locked && orderedSearch(locked.order);
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
    if (!canRead(run.source)) {
      if (deps.clock.now() - run.created_at.getTime() <= LONGEST_RUN_MS) {
        await updateRun(tx, orderId, { status: 'waiting', holder: null });
        return later(NOT_HERE_SECONDS);
      }
      deps.log.error({ order: orderId, source: run.source }, 'run failed: no process can read its source');
      await fail(tx, refunds, order, run, FETCH_FAILED, new Date(deps.clock.now()));
      await queue.remove(held, tx);
      return null;
    }
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
 * Stores the run's records. Every transaction checks that the run is still ours and its order is still paid.
 */
export function runStore({ deps }: RunParts, taken: TakenRun): RunStore {
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
          return { records: run.records, cursor: run.cursor, keys: await runKeys(tx, orderId) };
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
 * Ends a run and records the refund for missing records in the same transaction. `failed`: the message for a
 * run that can't continue. If it has records, they are delivered and only the rest is refunded.
 */
export async function endRun(
  { deps, queue, refunds }: RunParts,
  taken: TakenRun,
  how: { found: number } | { failed: string },
): Promise<void> {
  await transaction(deps.database.db, async (tx) => {
    const locked = await lockOurs(tx, taken);
    if (!locked) return;
    const { order, run } = locked;
    const at = new Date(deps.clock.now());
    if ('failed' in how) await fail(tx, refunds, order, run, how.failed, at);
    else await end(tx, refunds, order, run, how, at);
    await queue.remove(taken.held, tx);
  });
}

/** Cleans up a run that this worker lost. If its order was refunded, it ends without a file. */
export async function endIfRefunded({ deps, queue, refunds }: RunParts, taken: TakenRun): Promise<void> {
  await transaction(deps.database.db, async (tx) => {
    const locked = await lockOurs(tx, taken);
    if (locked && locked.order.status !== 'paid') {
      await end(tx, refunds, locked.order, locked.run, { failed: null }, new Date(deps.clock.now()));
    }
    if (locked || !(await lockAll(tx, taken.orderId))) await queue.remove(taken.held, tx);
  });
}

/**
 * Returns a run to the queue: at once, or `seconds` after a failed attempt. `counts`: the attempt counts as a
 * failure.
 */
export async function releaseRun(
  { deps, queue }: RunParts,
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
 * Ends all open runs of an account and records their refunds, before the account is deleted. The account's
 * row is locked.
 */
export async function endOpenRuns(tx: Tx, refunds: RefundQueue, accountId: string, at: Date): Promise<void> {
  for (const order of await claimUnrunOrders(tx, accountId, 'apollo_scraper', at))
    await refundUnrun(tx, refunds, order, at);
  for (const orderId of await openRuns(tx, accountId)) {
    const locked = await lockAll(tx, orderId);
    if (locked) await end(tx, refunds, locked.order, locked.run, { failed: ACCOUNT_DELETED }, at);
  }
}

/** Ends a run that can't continue. If it has records, they are delivered and only the rest is refunded. */
function fail(
  tx: Tx,
  refunds: RefundQueue,
  order: Order,
  run: PeopleRun,
  message: string,
  at: Date,
): Promise<void> {
  const how = run.records > 0 ? { found: run.records, error: REST_MISSING } : { failed: message };
  return end(tx, refunds, order, run, how, at);
}

/** `error`: why records are missing. `failed: null`: the order was refunded already. */
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
    if (how.failed !== null) await scheduleRefund(tx, refunds, order, order.amount_cents, at);
    return;
  }
  await updateRun(tx, run.order_id, { status: 'done', holder: null, error: how.error ?? null, ended_at: at });
  if (how.found > 0) {
    await writeEvent(tx, {
      accountId: order.account_id,
      type: 'export.ready',
      data: { orderId: run.order_id, records: how.found },
      path: PEOPLE_ORDERS_PATH,
    });
  }
  await scheduleRefund(tx, refunds, order, refundDueCents(order.amount_cents, how.found), at);
}

/** Locks the rows of a run, always in this order: account, order, run. */
async function lockAll(tx: Tx, orderId: string): Promise<{ order: Order; run: PeopleRun } | null> {
  const found = await findOrder(tx, { id: orderId });
  if (!found || !(await lockPlan(tx, found.account_id))) return null;
  const order = await lockOrder(tx, orderId);
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
