import { setTimeout as delay } from 'node:timers/promises';

/** Runs `work` again and again, `ms` after it ended. The function it answers stops that and waits for the last one. */
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
