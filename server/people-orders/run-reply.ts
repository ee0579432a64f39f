import type { Context } from 'hono';
import type { OrderView } from '#contract/payments.ts';
import type { PeopleRunView } from '#contract/people-orders.ts';
import type { Deps } from '../deps.ts';
import type { AppEnv } from '../http/context.ts';
import { keepAliveUntilEnded } from '../http/json-keep-alive.ts';
import { streamText } from '../http/text-stream.ts';

/** How often a synchronous call checks its run. The interval grows with the wait, since many may wait. */
const POLL_MS = 250;
const MAX_POLL_MS = 2000;
const POLL_SHARE = 0.05;
/** How long the reply waits for the refund after the records are complete. */
const REFUND_WAIT_MS = 10_000;

/**
 * Replies when the run has ended, with the file's URL, the number of records and the refund. If the run
 * failed, or the server stops before it ends, the reply is the order. If the client disconnects, the wait
 * ends and the run continues.
 */
export function replyWhenRunEnds(
  { stopping, testing }: Pick<Deps, 'stopping' | 'testing'>,
  context: Context<AppEnv>,
  look: () => Promise<OrderView | null>,
): Response {
  const body = streamText(context, async function* (signal) {
    let refundMs = 0;
    const waiting = {
      first: await look(),
      poll: look,
      isPending: (order: OrderView | null, passedMs: number) => {
        if (!order?.run || stopping.aborted) return false;
        if (order.run.status === 'refunding') refundMs += passedMs;
        return isOpen(order.run, refundMs);
      },
      delayMs: (waitedMs: number) =>
        testing?.pollMs ?? Math.min(MAX_POLL_MS, Math.max(POLL_MS, waitedMs * POLL_SHARE)),
    };
    const order = yield* keepAliveUntilEnded(waiting, signal);
    yield JSON.stringify(order && orderReply(order));
  });
  return new Response(body, {
    headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' },
  });
}

function isOpen({ status }: PeopleRunView, refundMs: number): boolean {
  return (
    status === 'waiting' || status === 'running' || (status === 'refunding' && refundMs < REFUND_WAIT_MS)
  );
}

function orderReply(order: OrderView): object {
  const { run } = order;
  const hasRecords = run?.status === 'done' || run?.status === 'refunding';
  if (!run || !hasRecords || (run.error !== null && run.downloadUrl === null)) return order;
  const { downloadUrl, recordsFound, refundedCents } = run;
  return { downloadUrl, recordsFound, refundedCents, orderId: order.id };
}
