import { CALLS } from '#contract/calls.ts';
import { CallError } from '#contract/errors.ts';
import type { Binder } from '../http/bind.ts';
import { addressKey, createRateLimiter, type RateLimit } from '../http/rate-limit.ts';
import { tableResponse } from '../http/table-response.ts';
import { idempotencyClaim } from '../idempotency/idempotency.ts';
import { findOrder, listOrders } from '../payments/paid-orders.ts';
import type { PaymentAvailability } from '../payments/payment-availability.ts';
import { viewOrders } from './order-view.ts';
import type { PeopleOrderDeps } from './people-sources.ts';
import { previewSearch } from './preview.ts';
import { findDownloadableRun, isValidToken, runFile } from './run-file.ts';
import { replyWhenRunEnds } from './run-reply.ts';
import { startRun } from './start-run.ts';

/** Each preview counts in a database of millions or calls Apollo. */
const PREVIEWS: RateLimit = { name: 'people-preview', limit: 60, windowMs: 60_000 };
const RUNS: RateLimit = { name: 'people-run', limit: 300, windowMs: 10 * 60_000 };
const FILES: RateLimit = { name: 'people-file', limit: 60, windowMs: 10 * 60_000 };

/**
 * Mounts paid people searches (spec lead tools §3). Any signed-in user may use it, whatever the
 * plan (docs/deviations.md 5).
 */
export function mountPeopleOrders(
  binder: Binder,
  deps: PeopleOrderDeps,
  { availability }: { availability: PaymentAvailability },
): void {
  const { db } = deps.database;
  const limiter = createRateLimiter(deps);

  binder.signedIn(CALLS.peopleSearchPreview, async ({ session, input, context }) => {
    await limiter.take(PREVIEWS, session.accountId);
    const { signal } = context.req.raw;
    return deps.leadSearch.turns.run(
      session.accountId,
      () => previewSearch(deps, input.apolloUrl, availability.sourceFor(context), signal),
      signal,
    );
  });

  binder.signedIn(CALLS.runPeopleOrder, async (request) => {
    const { session, input, context } = request;
    await limiter.take(RUNS, session.accountId);
    const claim = idempotencyClaim(deps, request, CALLS.runPeopleOrder.name);
    const orderId = await startRun(deps, { accountId: session.accountId, search: input, claim });
    const origin = availability.origins(context)[0];
    const readOrder = async () => {
      const order = await findOrder(db, { id: orderId });
      const [view = null] = order ? await viewOrders(deps, [order], origin) : [];
      return view;
    };
    // The run may end between the reads of order and run. Then the order that was read misses its refund.
    const loadOrder = async () => {
      const view = await readOrder();
      const hasEnded = view?.run?.status === 'done' || view?.run?.status === 'failed';
      return hasEnded ? readOrder() : view;
    };
    if (!request.respondAsync) return replyWhenRunEnds(deps, context, loadOrder);
    const view = await loadOrder();
    if (!view) throw new CallError('not_found');
    return context.json(view, 202, { 'Preference-Applied': 'respond-async' });
  });

  binder.signedIn(CALLS.peopleOrders, async ({ session, context }) => {
    const orders = await listOrders(db, session.accountId, 'apollo_scraper');
    return { orders: await viewOrders(deps, orders, availability.origins(context)[0]) };
  });

  binder.public(CALLS.peopleFile, async ({ input, context }) => {
    await limiter.take(FILES, addressKey(context.get('clientAddress')));
    const run = isValidToken(deps, input.order, input.token)
      ? await findDownloadableRun(deps, input.order)
      : null;
    if (!run) throw new CallError('not_found');
    const csv = () => runFile(deps, run);
    const name = recordsFileName(deps.clock.now());
    return tableResponse(context, { csv, format: input.format, name, sheet: 'People' });
  });
}

/** The name of a downloaded file without its ending; `now` in ms since the epoch, the date in UTC. */
function recordsFileName(now: number): string {
  return `apollo_results_${new Date(now).toISOString().slice(0, 10)}`;
}
