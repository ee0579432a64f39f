import { CallError } from '#contract/errors.ts';
import { MESSAGES } from '#contract/messages.ts';
import { lockPlan } from '#server/accounts/plan.ts';
import type { Deps } from '#server/deps.ts';
import { type KeyClaim, once } from '#server/idempotency/idempotency.ts';
import type { OrderedSearch } from '#server/payments/products.ts';
import { takePaidOrder } from '#server/payments/record-orders.ts';
import { transaction } from '#server/platform/db.ts';
import { sourceName } from './open-source.ts';
import { openRunQueue } from './run-queue.ts';
import { insertRun } from './store.ts';

/**
 * Takes the account's oldest order of a search that is paid and was not run, and puts its one run into the
 * queue: one transaction, so that of any number of calls at once one order is run by one of them. The same
 * Idempotency-Key gets the same run. Answers the order's id. Throws `access_denied` where nothing is paid.
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
      const order = await takePaidOrder(tx, request.accountId, request.search, at);
      if (!order) throw new CallError('access_denied', MESSAGES.scraper.nothingPaid);
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
