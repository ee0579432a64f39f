import type { Context } from 'hono';
import type { OrderView } from '#contract/payments.ts';
import type { PeopleRunView } from '#contract/people-scraper.ts';
import type { Deps } from '#server/deps.ts';
import type { AppEnv } from '#server/http/context.ts';
import { keepAliveUntilEnded } from '#server/http/json-keep-alive.ts';
import { streamText } from '#server/http/text-stream.ts';

/**
 * How often a synchronous call looks at its run: in a long one less and less often, since many may wait for
 * it.
 */
const LOOK_MS = 250;
const LOOK_MOST_MS = 2000;
const LOOK_SHARE = 0.05;
/** How long the answer waits for money to be paid back once the records are there. */
const REFUND_WAIT_MS = 10_000;

/**
 * Answers when the run has ended: the file's address, how much was found and how much was paid back. A run
 * that failed, or that goes on because the server stops, answers with the order as it stands. A client that
 * hangs up ends the waiting, not the run.
 */
export function answerWhenRun(
  { stopping }: Pick<Deps, 'stopping'>,
  context: Context<AppEnv>,
  look: () => Promise<OrderView | null>,
): Response {
  const body = streamText(context, async function* (signal) {
    let owedMs = 0;
    const waiting = {
      first: await look(),
      look,
      goesOn: (order: OrderView | null, passedMs: number) => {
        if (!order?.run || stopping.aborted) return false;
        if (order.run.status === 'refunding') owedMs += passedMs;
        return isOpen(order.run, owedMs);
      },
      lookMs: (waitedMs: number) => Math.min(LOOK_MOST_MS, Math.max(LOOK_MS, waitedMs * LOOK_SHARE)),
    };
    const order = yield* keepAliveUntilEnded(waiting, signal);
    yield JSON.stringify(order && replyOf(order));
  });
  return new Response(body, {
    headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' },
  });
}

function isOpen({ status }: PeopleRunView, owedMs: number): boolean {
  return status === 'waiting' || status === 'running' || (status === 'refunding' && owedMs < REFUND_WAIT_MS);
}

function replyOf(order: OrderView): object {
  const { run } = order;
  const hasRecords = run?.status === 'done' || run?.status === 'refunding';
  if (!run || !hasRecords || (run.error !== null && run.downloadUrl === null)) return order;
  const { downloadUrl, recordsFound, refundedCents } = run;
  return { downloadUrl, recordsFound, refundedCents, orderId: order.id };
}
