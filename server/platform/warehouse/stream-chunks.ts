import type { Readable } from 'node:stream';

/** Pauses the stream while this much is buffered. */
const BUFFER_BYTES = 4 * 1024 * 1024;

/**
 * Yields the chunks of a stream as they arrive from the socket. Pauses the stream for a slow reader.
 * Iterating over the stream itself is slower for large results, because it joins the available chunks into a
 * copy. Throws the stream's error; leaving early destroys the stream.
 */
export async function* readChunks(stream: Readable): AsyncGenerator<Buffer> {
  let ready: Buffer[] = [];
  let buffered = 0;
  let ended = false;
  let failure: Error | null = null;
  let wake = () => {};
  const listeners = {
    data: (chunk: Buffer) => {
      ready.push(chunk);
      buffered += chunk.length;
      if (buffered >= BUFFER_BYTES) stream.pause();
      wake();
    },
    end: () => {
      ended = true;
      wake();
    },
    error: (error: Error) => {
      failure ??= error;
      wake();
    },
    close: () => {
      if (!ended) failure ??= Object.assign(new Error('The response ended early.'), { code: 'ECONNRESET' });
      wake();
    },
  };
  for (const [event, listener] of Object.entries(listeners)) stream.on(event, listener);
  try {
    for (;;) {
      const taken = ready;
      ready = [];
      buffered = 0;
      if (stream.isPaused()) stream.resume();
      yield* taken;
      if (ready.length > 0) continue;
      if (failure) throw failure;
      if (ended) return;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  } finally {
    for (const [event, listener] of Object.entries(listeners)) {
      // The error listener stays, so that late errors don't end the process.
      if (event !== 'error') stream.off(event, listener);
    }
    if (!ended) stream.destroy();
  }
}
