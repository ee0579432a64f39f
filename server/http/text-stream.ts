import type { Context } from 'hono';
import type { AppEnv } from './context.ts';

/**
 * Text as it is made -> the body of an answer. A reader that goes away aborts the signal and ends the making, also while it
 * waits for something. The status is sent already when the making fails: then the connection is cut, so that nobody takes a
 * part for the whole, and the log says why.
 */
export function streamText(
  context: Context<AppEnv>,
  make: (signal: AbortSignal) => AsyncIterable<string>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const gone = new AbortController();
  const pieces = make(gone.signal)[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await pieces.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      } catch (error) {
        if (gone.signal.aborted) return;
        context.get('log').error({ err: error }, 'answer cut off');
        const socket = context.env?.outgoing;
        // An error in the stream would be printed once more, bare, by what writes it to the socket.
        if (socket) socket.destroy();
        else controller.error(error);
      }
    },
    async cancel() {
      gone.abort();
      await pieces.return?.().catch(() => {});
    },
  });
}
