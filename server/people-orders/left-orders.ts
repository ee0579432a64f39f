import { CallError } from '#contract/errors.ts';
import { enabledAccounts } from '../accounts/account.ts';
import type { Deps } from '../deps.ts';
import { listUnrunOrders } from '../payments/paid-orders.ts';
import { orderedSearch } from './ordered-search.ts';
import { SELF_START_MS, startRun } from './start-run.ts';

/** The page starts a run right after the payment, and a program may take a moment longer. */
const LEFT_AFTER_MS = 15 * 60_000;
const PER_ROUND = 100;

/** Starts the runs of paid orders that no one started, because the browser was closed or the payment took days to clear. */
export async function startLeftOrders(
  deps: Pick<Deps, 'config' | 'clock' | 'database' | 'queue' | 'log'>,
): Promise<void> {
  const now = deps.clock.now();
  const left = await listUnrunOrders(deps.database.db, 'apollo_scraper', {
    settledAfter: new Date(now - SELF_START_MS),
    settledBefore: new Date(now - LEFT_AFTER_MS),
    limit: PER_ROUND,
  });
  const enabled = await enabledAccounts(
    deps.database.db,
    left.map((order) => order.account_id),
  );
  for (const order of left) {
    const search = orderedSearch(order);
    if (!search || !enabled.has(order.account_id)) continue;
    try {
      await startRun(deps, { accountId: order.account_id, search, claim: null });
      deps.log.info({ order: order.id }, 'started the run of a paid order that no one had started');
    } catch (error) {
      // Another process started it meanwhile.
      if (error instanceof CallError && error.code === 'access_denied') continue;
      deps.log.warn({ err: error, order: order.id }, 'could not start the run of a paid order');
    }
  }
}
