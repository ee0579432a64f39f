import type { MiddlewareHandler } from 'hono';
import { CallError } from '#contract/errors.ts';
import type { AppEnv } from './context.ts';

/** Smaller bodies are not counted. */
const LARGE_BYTES = 1024 * 1024;
const RETRY_AFTER_SECONDS = 5;

/** What large bodies may hold of a process's memory at once: each is there several times over while it is read. */
const LIMITS = { bytes: 100 * 1024 * 1024, perAccount: 2 };

/** Counts large bodies from their first byte until their call has answered. */
export interface LargeBodies {
  /** Middleware for a call that takes bodies up to so many bytes; stands behind the one that finds the session. */
  limit(maxBytes: number): MiddlewareHandler<AppEnv>;
}

/** Refuses with 429 what is too much of one account, with 503 what is too much in all; both say when to try again. */
export function createLargeBodies(limits: { bytes: number; perAccount: number } = LIMITS): LargeBodies {
  let bytesNow = 0;
  const accounts = new Map<string, number>();

  function enter(account: string, bytes: number): () => void {
    const own = accounts.get(account) ?? 0;
    if (own >= limits.perAccount)
      throw new CallError(
        'rate_limited',
        'Other large files of yours are still coming in. Try again in a few seconds; nothing was started.',
        { retryAfterSeconds: RETRY_AFTER_SECONDS },
      );
    // One that is alone is let in, however large it is.
    if (bytesNow > 0 && bytesNow + bytes > limits.bytes)
      throw new CallError(
        'unavailable',
        'Several large files are coming in right now. Try again in a few seconds; nothing was started.',
        { retryAfterSeconds: RETRY_AFTER_SECONDS },
      );
    bytesNow += bytes;
    accounts.set(account, own + 1);
    return () => {
      bytesNow -= bytes;
      const left = (accounts.get(account) ?? 1) - 1;
      if (left > 0) accounts.set(account, left);
      else accounts.delete(account);
    };
  }

  return {
    limit: (maxBytes) =>
      async function limitLargeBodies(context, next) {
        const declared = Number(context.req.header('content-length') ?? Number.NaN);
        // A body in chunks may be as large as is allowed; one that says it is larger is refused next.
        const bytes = Number.isFinite(declared) ? Math.min(declared, maxBytes) : maxBytes;
        if (bytes < LARGE_BYTES) return next();
        const leave = enter(context.get('callSession')?.accountId ?? '', bytes);
        try {
          await next();
        } finally {
          leave();
        }
      },
  };
}
