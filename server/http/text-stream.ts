import { AsyncLocalStorage } from 'node:async_hooks';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Context } from 'hono';
import type { AppEnv } from './context.ts';

/** Like `streamText`, for bytes. */
export function streamBytes(
  context: Context<AppEnv>,
  generate: (signal: AbortSignal) => AsyncIterable<Uint8Array>,
): ReadableStream<Uint8Array> {
  return streamChunks(context, generate, (chunk) => chunk);
}

/**
 * Streams generated text as a response body. When the client disconnects, the signal aborts and the generator
 * ends. When the generator fails, the status is already sent: the connection is cut, so that the client can't
 * mistake a partial response for a complete one, and the error is logged.
 */
export function streamText(
  context: Context<AppEnv>,
  generate: (signal: AbortSignal) => AsyncIterable<string>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return streamChunks(context, generate, (chunk) => encoder.encode(chunk));
}

/** How long a client can take to receive what was sent before its response is cut. */
const FLUSH_MS = 30_000;

/** Sends what is written, which may be paid for, then cuts the connection without the end of the response. */
function cutAfterSending(outgoing: NonNullable<AppEnv['Bindings']['outgoing']>): void {
  const socket = outgoing.socket as Socket | null;
  if (!socket) {
    outgoing.destroy();
    return;
  }
  socket.destroySoon();
  setTimeout(() => socket.destroy(), FLUSH_MS).unref();
}

function streamChunks<Chunk>(
  context: Context<AppEnv>,
  generate: (signal: AbortSignal) => AsyncIterable<Chunk>,
  encode: (chunk: Chunk) => Uint8Array,
): ReadableStream<Uint8Array> {
  const disconnected = new AbortController();
  const chunks = generate(disconnected.signal)[Symbol.asyncIterator]();
  // The client's connection asks for each chunk. The statements are still those of the request.
  const asRequest = AsyncLocalStorage.snapshot();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await asRequest(() => chunks.next());
        if (done) controller.close();
        else controller.enqueue(encode(value));
      } catch (error) {
        if (disconnected.signal.aborted) return;
        context.get('log').error({ err: error }, 'response cut off');
        const socket = context.env?.outgoing;
        // Not controller.error(), because the HTTP server would also print the error to the console.
        if (!socket) {
          controller.error(error);
          return;
        }
        // The HTTP server writes the last chunk only after this turn.
        await nextTurn();
        cutAfterSending(socket);
      }
    },
    async cancel() {
      disconnected.abort();
      await chunks.return?.().catch(() => {});
    },
  });
}
