import type { z } from 'zod';
import type { OrderView } from '#contract/payments.ts';
import type { PeopleRunStatus, PeopleRunView } from '#contract/people-orders.ts';
import type { Deps } from '../deps.ts';
import { viewOrder } from '../payments/orders.ts';
import type { Order } from '../payments/provider.ts';
import { orderedSearch } from './ordered-search.ts';
import { fileUrl, hasFile } from './run-file.ts';
import { findRuns, type PeopleRun } from './store.ts';

const REFUNDED = 'The payment was refunded or disputed, so the records are no longer available.';
/** The dispute was won since, but the records are gone. */
const INTERRUPTED = 'The run stopped while the payment was disputed. Please contact us to get your records.';

/** Orders as their owner sees them, each with its run if it has one. File URLs start with `origin`. */
export async function viewOrders(
  deps: Pick<Deps, 'database' | 'clock' | 'secrets'>,
  orders: readonly Order[],
  origin: string,
): Promise<OrderView[]> {
  const records = orders.filter(({ run_at }) => run_at !== null).map(({ id }) => id);
  const runs = await findRuns(deps.database.db, records);
  return orders.map((order) => {
    const run = runs.get(order.id);
    return viewOrder(order, {
      search: orderedSearch(order),
      run: run ? viewRun(order, run, () => fileUrl(deps, origin, order.id)) : null,
    });
  });
}

function viewRun(order: Order, run: PeopleRun, url: () => string): PeopleRunView {
  const status = runStatus(order, run);
  const refunded = order.status === 'refunded';
  return {
    status,
    recordsFound: run.records,
    downloadUrl: hasFile(order.status, run) ? url() : null,
    refundedCents: order.refunded_cents,
    error: refunded ? REFUNDED : [runError(run), order.refund_problem].filter(Boolean).join(' ') || null,
    startedAt: run.created_at.toISOString(),
    endedAt: run.ended_at?.toISOString() ?? null,
  };
}

function runError({ status, error }: PeopleRun): string | null {
  return status === 'failed' ? (error ?? INTERRUPTED) : error;
}

function runStatus(order: Order, run: PeopleRun): z.infer<typeof PeopleRunStatus> {
  if (order.status === 'refunded') return 'failed';
  if (order.refund_due_at !== null) return 'refunding';
  return run.status;
}
