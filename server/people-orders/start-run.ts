import { CallError } from '#contract/errors.ts';
import { MESSAGES } from '#contract/messages.ts';
import { lockPlan } from '../accounts/plan.ts';
import type { Deps } from '../deps.ts';
import { type KeyClaim, once } from '../idempotency/idempotency.ts';
import { claimPaidOrder, findLastRunOrder } from '../payments/paid-orders.ts';
import { transaction } from '../platform/database/db.ts';
import { type OrderedSearch, searchParams } from './ordered-search.ts';
import { sourceName } from './people-sources.ts';
import { openRunQueue } from './run-queue.ts';
import { insertRun } from './store.ts';

/** How long after its payment an order starts by itself. Later, it is from before a restored backup, and may have run since. */
export const SELF_START_MS = 7 * 24 * 3_600_000;

const ALL_STARTED =
  'Every paid order with this search and record count has started already. See your orders for the results, or pay for a new order to run the search again.';

/**
 * Takes the account's oldest paid order of a search without a run and queues its run, in one transaction, so
 * that parallel calls start it once. The same Idempotency-Key returns the same run. Returns the order's ID.
 * Throws `access_denied` if no order is paid, with the `orderId` of the last one that started in the week in which the server does
 * that by itself.
 */
export async function startRun(
  deps: Pick<Deps, 'config' | 'clock' | 'database' | 'queue'>,
  request: { accountId: string; search: OrderedSearch; claim: KeyClaim | null },
): Promise<string> {
  const queue = await openRunQueue(deps);
  return transaction(deps.database.db, async (tx) => {
    if (!(await lockPlan(tx, request.accountId))) throw new CallError('not_authenticated');
    return once(tx, request.claim, async () => {
      const at = new Date(deps.clock.now());
      const ordered = {
        product: 'apollo_scraper',
        quantity: request.search.recordCount,
        params: searchParams(request.search),
      } as const;
      const order = await claimPaidOrder(tx, request.accountId, ordered, at);
      if (!order) {
        const started = await findLastRunOrder(
          tx,
          request.accountId,
          ordered,
          new Date(at.getTime() - SELF_START_MS),
        );
        if (!started) throw new CallError('access_denied', MESSAGES.scraper.nothingPaid);
        throw new CallError('access_denied', ALL_STARTED, { details: { orderId: started.id } });
      }
      await insertRun(tx, {
        orderId: order.id,
        accountId: order.account_id,
        source: sourceName(deps.config),
        at,
      });
      await queue.add([{ job: { orderId: order.id } }], tx);
      return order.id;
    });
  });
}
