import type { Context } from 'hono';
import type { AppEnv } from './context.ts';

/** As `streamText`, of what is bytes already. */
export function streamBytes(
  context: Context<AppEnv>,
  make: (signal: AbortSignal) => AsyncIterable<Uint8Array>,
): ReadableStream<Uint8Array> {
  return streamPieces(context, make, (piece) => piece);
}

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
  return streamPieces(context, make, (piece) => encoder.encode(piece));
}

function streamPieces<Piece>(
  context: Context<AppEnv>,
  make: (signal: AbortSignal) => AsyncIterable<Piece>,
  encode: (piece: Piece) => Uint8Array,
): ReadableStream<Uint8Array> {
  const gone = new AbortController();
  const pieces = make(gone.signal)[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await pieces.next();
        if (done) controller.close();
        else controller.enqueue(encode(value));
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
