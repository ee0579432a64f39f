import type { Context, MiddlewareHandler } from 'hono';
import { CallError } from '#contract/errors.ts';
import type { AppEnv } from './context.ts';
import { whenRead } from './response-end.ts';

const RETRY_AFTER_SECONDS = 5;

/** How many calls can be open at the same time in one process. A call is open until its response is sent. */
export interface OpenCallLimits {
  /** calls of one account */
  perAccount: number;
  /** calls of one account that start work, and possibly wait for it */
  costlyPerAccount: number;
  /** calls of one account with the same Idempotency-Key: an attempt, and its retries */
  perKey: number;
}

const LIMITS: OpenCallLimits = { perAccount: 100, costlyPerAccount: 25, perKey: 20 };

export interface OpenCall {
  accountId: string;
  call: string;
  costs: boolean;
  idempotencyKey: string | null;
}

/** Counts open calls, since each one holds memory and waits on the database. */
export interface OpenCalls {
  /**
   * Opens a call and returns the function that closes it. Throws 409 above the limit of its key and 429 above
   * the limits of its account.
   */
  open(call: OpenCall): () => void;
}

export function createOpenCalls(limits: OpenCallLimits = LIMITS): OpenCalls {
  const counts = new Map<string, number>();
  return {
    open({ accountId, call, costs, idempotencyKey }) {
      const all = accountId;
      const costly = `${accountId} costly`;
      const keyed = `${accountId} ${call} ${idempotencyKey}`;
      const groups = [all, ...(costs ? [costly] : []), ...(idempotencyKey === null ? [] : [keyed])];
      const isFull = (group: string, limit: number) =>
        groups.includes(group) && (counts.get(group) ?? 0) >= limit;
      if (isFull(keyed, limits.perKey))
        throw new CallError(
          'conflict',
          'Earlier requests with this Idempotency-Key are still open. Wait for their response.',
          { retryAfterSeconds: RETRY_AFTER_SECONDS },
        );
      if (isFull(costly, limits.costlyPerAccount) || isFull(all, limits.perAccount))
        throw new CallError(
          'rate_limited',
          'You have too many open requests. Wait until some of them have finished.',
          { retryAfterSeconds: RETRY_AFTER_SECONDS },
        );
      for (const group of groups) counts.set(group, (counts.get(group) ?? 0) + 1);
      let open = true;
      return () => {
        if (!open) return;
        open = false;
        for (const group of groups) {
          const left = (counts.get(group) ?? 1) - 1;
          if (left > 0) counts.set(group, left);
          else counts.delete(group);
        }
      };
    },
  };
}

/** Middleware that opens the call of `describe` and closes it when the response is sent; null: not counted. */
export function countOpenCalls(
  openCalls: OpenCalls,
  describe: (context: Context<AppEnv>) => OpenCall | null,
): MiddlewareHandler<AppEnv> {
  return async function countOpenCall(context, next) {
    const call = describe(context);
    if (!call) return next();
    const close = openCalls.open(call);
    const outgoing = context.env?.outgoing;
    // Also emitted if the client disconnects.
    outgoing?.once('close', close);
    try {
      await next();
    } catch (error) {
      close();
      throw error;
    }
    if (!outgoing) context.res = whenRead(context.res, close);
    // The client disconnected before the listener was added.
    else if (outgoing.destroyed) close();
  };
}
