import { setTimeout as delay } from 'node:timers/promises';

/**
 * Runs `work` repeatedly, `ms` after each run ends, or as soon as `onWake`'s callback is called. A call during a
 * run starts another one after it. Returns a function that stops and waits for the current run.
 */
export function every(
  ms: number,
  work: () => Promise<void>,
  onWake?: (wake: () => void) => () => void,
): () => Promise<void> {
  let stopped = false;
  let waiting = new AbortController();
  const wake = () => waiting.abort();
  const ignoreWakes = onWake?.(wake);
  const loop = (async () => {
    while (!stopped) {
      waiting = new AbortController();
      await work();
      await delay(ms, undefined, { signal: waiting.signal }).catch(() => {});
    }
  })();
  return async () => {
    stopped = true;
    ignoreWakes?.();
    wake();
    await loop;
  };
}
