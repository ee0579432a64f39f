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

  /** What one request holds: nothing until it is large. */
  function open(account: string) {
    let bytes = 0;
    let held = 0;

    function hold(): void {
      const own = accounts.get(account) ?? 0;
      if (held === 0 && own >= limits.perAccount)
        throw new CallError(
          'rate_limited',
          'Other large files of yours are still coming in. Try again in a few seconds; nothing was started.',
          { retryAfterSeconds: RETRY_AFTER_SECONDS },
        );
      // One that is alone is let in, however large it is.
      if (bytesNow > held && bytesNow - held + bytes > limits.bytes)
        throw new CallError(
          'unavailable',
          'Several large files are coming in right now. Try again in a few seconds; nothing was started.',
          { retryAfterSeconds: RETRY_AFTER_SECONDS },
        );
      if (held === 0) accounts.set(account, own + 1);
      bytesNow += bytes - held;
      held = bytes;
    }

    return {
      grow(more: number): void {
        bytes += more;
        if (bytes >= LARGE_BYTES) hold();
      },
      end(): void {
        if (held === 0) return;
        bytesNow -= held;
        const left = (accounts.get(account) ?? 1) - 1;
        if (left > 0) accounts.set(account, left);
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
            // What says that it is larger than allowed is refused next.
            request.grow(Math.min(Number(declared) || 0, maxBytes));
          } else if (raw.body) {
            context.req.raw = new Request(raw, { body: counted(raw.body, request.grow), duplex: 'half' });
          }
          await next();
        } finally {
          request.end();
        }
      },
  };
}

/** The same bytes, told as they come; what `onBytes` throws breaks the stream off. */
function counted(
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
