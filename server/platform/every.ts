import { setTimeout as delay } from 'node:timers/promises';

/**
 * Runs `work` repeatedly, `ms` after each run ends. Returns a function that stops and waits for the current
 * run.
 */
export function every(ms: number, work: () => Promise<void>): () => Promise<void> {
  const stop = new AbortController();
  const loop = (async () => {
    while (!stop.signal.aborted) {
      await work();
      await delay(ms, undefined, { signal: stop.signal }).catch(() => {});
    }
  })();
  return async () => {
    stop.abort();
    await loop;
  };
}
