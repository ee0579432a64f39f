/**
 * Results on their way from concurrent producers to one consumer. Bounded, so that producers do not run far
 * ahead.
 */
export interface BoundedQueue<T> {
  push(result: T): void;
  /** Resolves when the queue has room or has ended. */
  room(): Promise<void>;
  /** Ends the queue. The consumer still gets the results that are already in it. */
  end(): void;
  /** The next result; undefined at the end. */
  next(): Promise<T | undefined>;
}

export function createBoundedQueue<T>(capacity: number): BoundedQueue<T> {
  let results: T[] = [];
  let taken = 0;
  let ended = false;
  let wakeConsumer: (() => void) | null = null;
  let waitingProducers: (() => void)[] = [];

  function wakeProducers(): void {
    const all = waitingProducers;
    waitingProducers = [];
    for (const wake of all) wake();
  }

  return {
    push(result) {
      results.push(result);
      wakeConsumer?.();
    },
    async room() {
      while (!ended && results.length - taken >= capacity)
        await new Promise<void>((wake) => waitingProducers.push(wake));
    },
    end() {
      ended = true;
      wakeConsumer?.();
      wakeProducers();
    },
    async next() {
      while (taken === results.length) {
        results = [];
        taken = 0;
        if (ended) return undefined;
        await new Promise<void>((wake) => {
          wakeConsumer = wake;
        });
      }
      const result = results[taken];
      taken += 1;
      if (results.length - taken < capacity) wakeProducers();
      return result;
    },
  };
}

/**
 * Runs `produce` in the background and yields the results that it pushes. Throws its error after the results
 * before it. Ends at once when the signal aborts. The signal that `produce` gets also aborts when the
 * consumer stops.
 */
export async function* streamResults<T>(
  capacity: number,
  signal: AbortSignal,
  produce: (queue: BoundedQueue<T>, signal: AbortSignal) => Promise<void>,
): AsyncGenerator<T, void, undefined> {
  if (signal.aborted) return;
  const stop = new AbortController();
  const queue = createBoundedQueue<T>(capacity);
  const end = () => {
    stop.abort(signal.reason);
    queue.end();
  };
  signal.addEventListener('abort', end, { once: true });
  try {
    let failure: { error: unknown } | null = null;
    void produce(queue, stop.signal)
      .catch((error: unknown) => {
        failure = { error };
      })
      .finally(() => queue.end());
    for (let result = await queue.next(); result !== undefined; result = await queue.next()) {
      if (stop.signal.aborted) return;
      yield result;
    }
    rethrow(failure, stop.signal);
  } finally {
    signal.removeEventListener('abort', end);
    end();
  }
}

function rethrow(failure: { error: unknown } | null, { aborted }: AbortSignal): void {
  if (failure !== null && !aborted) throw failure.error;
}
