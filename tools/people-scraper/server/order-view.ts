import type { z } from 'zod';
import type { OrderView } from '#contract/payments.ts';
import type { PeopleRunStatus, PeopleRunView } from '#contract/people-scraper.ts';
import type { Deps } from '#server/deps.ts';
import { viewOrder } from '#server/payments/orders.ts';
import type { Order } from '#server/payments/provider.ts';
import { fileAddress, hasFile } from './run-file.ts';
import { findRuns, type PeopleRun } from './store.ts';

const TAKEN_BACK = 'The payment was refunded or is disputed, so the records are no longer offered.';

/** Orders as their owner sees them, each with its run where it has one. Files are offered under `origin`. */
export async function viewOrders(
  deps: Pick<Deps, 'database' | 'clock' | 'secrets'>,
  orders: readonly Order[],
  origin: string,
): Promise<OrderView[]> {
  const records = orders.filter(({ run_at }) => run_at !== null).map(({ id }) => id);
  const runs = await findRuns(deps.database.db, records);
  return orders.map((order) => {
    const run = runs.get(order.id);
    return viewOrder(order, run ? viewRun(order, run, () => fileAddress(deps, origin, order.id)) : null);
  });
}

function viewRun(order: Order, run: PeopleRun, address: () => string): PeopleRunView {
  const status = statusOf(order, run);
  const takenBack = order.status === 'refunded';
  return {
    status,
    recordsFound: run.records,
    downloadUrl: hasFile(order.status, run) ? address() : null,
    refundedCents: order.refunded_cents,
    error: takenBack ? TAKEN_BACK : [run.error, order.refund_problem].filter(Boolean).join(' ') || null,
    startedAt: run.created_at.toISOString(),
    endedAt: run.ended_at?.toISOString() ?? null,
  };
}

function statusOf(order: Order, run: PeopleRun): z.infer<typeof PeopleRunStatus> {
  if (order.status === 'refunded') return 'failed';
  if (order.refund_due_at !== null) return 'refunding';
  return run.status;
}
