import type { MiddlewareHandler } from 'hono';
import { CallError } from '#contract/errors.ts';
import type { AppEnv } from './context.ts';

/** Smaller bodies are not counted. */
const LARGE_BYTES = 1024 * 1024;
const RETRY_AFTER_SECONDS = 5;

/**
 * Limits for large bodies in one process. Each body takes several times its size in memory while it is
 * parsed.
 */
const LIMITS = { bytes: 100 * 1024 * 1024, perAccount: 2 };

/** Counts large bodies from their first byte until their call has finished. */
export interface LargeBodies {
  /**
   * Middleware for a call with bodies up to `maxBytes`. Must run after the middleware that sets the session.
   */
  limit(maxBytes: number): MiddlewareHandler<AppEnv>;
}

/** Rejects with 429 above the limit per account and with 503 above the total limit, both with Retry-After. */
export function createLargeBodies(limits: { bytes: number; perAccount: number } = LIMITS): LargeBodies {
  let totalBytes = 0;
  const accounts = new Map<string, number>();

  /** Tracks one request, which reserves memory only once it is large. */
  function open(account: string) {
    let bytes = 0;
    let reserved = 0;

    function reserve(): void {
      const concurrent = accounts.get(account) ?? 0;
      if (reserved === 0 && concurrent >= limits.perAccount)
        throw new CallError(
          'rate_limited',
          'Your other large files are still uploading. Nothing was started. Try again in a few seconds.',
          { retryAfterSeconds: RETRY_AFTER_SECONDS },
        );
      // A single body is always allowed, whatever its size.
      if (totalBytes > reserved && totalBytes - reserved + bytes > limits.bytes)
        throw new CallError(
          'unavailable',
          'The server is receiving several large files. Nothing was started. Try again in a few seconds.',
          { retryAfterSeconds: RETRY_AFTER_SECONDS },
        );
      if (reserved === 0) accounts.set(account, concurrent + 1);
      totalBytes += bytes - reserved;
      reserved = bytes;
    }

    return {
      grow(more: number): void {
        bytes += more;
        if (bytes >= LARGE_BYTES) reserve();
      },
      end(): void {
        if (reserved === 0) return;
        totalBytes -= reserved;
        const remaining = (accounts.get(account) ?? 1) - 1;
        if (remaining > 0) accounts.set(account, remaining);
        else accounts.delete(account);
      },
    };
  }

  return {
    limit: (maxBytes) =>
      async function limitLargeBodies(context, next) {
        const { raw } = context.req;
        const request = open(context.get('callSession')?.accountId ?? '');
        const declared = raw.headers.has('transfer-encoding') ? null : raw.headers.get('content-length');
        try {
          if (declared !== null) {
            // A body declared larger than `maxBytes` is rejected by the next middleware.
            request.grow(Math.min(Number(declared) || 0, maxBytes));
          } else if (raw.body) {
            context.req.raw = new Request(raw, { body: countBytes(raw.body, request.grow), duplex: 'half' });
          }
          await next();
        } finally {
          request.end();
        }
      },
  };
}

/** Passes bytes through and reports their number. An error from `onBytes` fails the stream. */
function countBytes(
  body: ReadableStream<Uint8Array>,
  onBytes: (bytes: number) => void,
): ReadableStream<Uint8Array> {
  const counting = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      onBytes(chunk.byteLength);
      controller.enqueue(chunk);
    },
  });
  return body.pipeThrough(counting);
}
