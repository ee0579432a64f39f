import { CALLS } from '#contract/calls.ts';
import type { Deps } from '../deps.ts';
import type { Binder } from '../http/bind.ts';
import { createRateLimiter, type RateLimit } from '../http/rate-limit.ts';
import { tableResponse } from '../http/table-response.ts';
import { runHeavy } from '../platform/database/database-turns.ts';
import { historyCsv, historyPage, type LineNames, lineFilter } from './credit-history.ts';
import { lineTotals } from './line-store.ts';

const READS: RateLimit = { name: 'credit-history', limit: 300, windowMs: 60_000 };
const FILES: RateLimit = { name: 'credit-history-csv', limit: 60, windowMs: 3_600_000 };

/** Mounts the credit history. */
export function mountCredits(
  binder: Binder,
  deps: Pick<Deps, 'database' | 'clock' | 'secrets'>,
  names: LineNames,
): void {
  const { db } = deps.database;
  const limiter = createRateLimiter(deps);
  binder.signedIn(CALLS.creditHistory, async ({ session: { accountId }, input }) => {
    await limiter.take(READS, accountId);
    const { before, limit } = input;
    const filter = lineFilter(names, input);
    const page = await historyPage(db, names, accountId, filter, { before, limit });
    const totals =
      before === undefined ? await runHeavy(accountId, () => lineTotals(db, accountId, filter)) : null;
    return { ...page, totals };
  });
  binder.signedIn(CALLS.creditHistoryCsv, async ({ session: { accountId }, input, context }) => {
    await limiter.take(FILES, accountId);
    const filter = lineFilter(names, input);
    const day = new Date(deps.clock.now()).toISOString().slice(0, 10);
    const csv = () => historyCsv(db, names, accountId, { filter, timeZone: input.timeZone });
    const name = `credit_history_${day}`;
    return runHeavy(accountId, () =>
      tableResponse(context, { csv, format: input.format, name, sheet: 'Credit history' }),
    );
  });
}
