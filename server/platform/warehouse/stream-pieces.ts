import type { Readable } from 'node:stream';

/** A stream is told to wait while this much of it is not taken. */
const HELD_BYTES = 4 * 1024 * 1024;

/**
 * The pieces of a stream as they come from the socket. A reader that is slower is waited for so many ms, then the rest is kept in memory. Iterating over the stream itself puts together what lies ready: one more copy of
 * every byte, and the garbage of it, which is what large exports wait for. Throws what the stream fails with; left early, it is destroyed.
 */
export async function* piecesOf(
  stream: Readable,
  patienceMs: number = Number.POSITIVE_INFINITY,
): AsyncGenerator<Buffer> {
  let patient = true;
  let ready: Buffer[] = [];
  let held = 0;
  let ended = false;
  let failure: Error | null = null;
  let wake = () => {};
  const listeners = {
    data: (piece: Buffer) => {
      ready.push(piece);
      held += piece.length;
      if (patient && held >= HELD_BYTES) stream.pause();
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
      if (!ended) failure ??= Object.assign(new Error('The answer broke off.'), { code: 'ECONNRESET' });
      wake();
    },
  };
  for (const [event, listener] of Object.entries(listeners)) stream.on(event, listener);
  const patience = Number.isFinite(patienceMs)
    ? setTimeout(() => {
        patient = false;
        stream.resume();
      }, patienceMs)
    : null;
  try {
    for (;;) {
      const taken = ready;
      ready = [];
      held = 0;
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
    if (patience) clearTimeout(patience);
    for (const [event, listener] of Object.entries(listeners)) {
      // Errors after the end are nobody's.
      if (event !== 'error') stream.off(event, listener);
    }
    if (!ended) stream.destroy();
  }
}
