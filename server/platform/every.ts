import { setTimeout as delay } from 'node:timers/promises';

/**
 * Runs `work` repeatedly, `ms` after each run ends, or as soon as `onWake`'s callback is called. A call during a
 * run starts another one after it. Returns a function that stops: it aborts the signal that `work` gets, and waits for the
 * current run. Work that can take long looks at the signal between its parts.
 */
export function every(
  ms: number,
  work: (stopping: AbortSignal) => Promise<void>,
  onWake?: (wake: () => void) => () => void,
): () => Promise<void> {
  const stopper = new AbortController();
  let waiting = new AbortController();
  const wake = () => waiting.abort();
  const ignoreWakes = onWake?.(wake);
  const loop = (async () => {
    while (!stopper.signal.aborted) {
      waiting = new AbortController();
      await work(stopper.signal);
      await delay(ms, undefined, { signal: waiting.signal }).catch(() => {});
    }
  })();
  return async () => {
    stopper.abort();
    ignoreWakes?.();
    wake();
    await loop;
  };
}
