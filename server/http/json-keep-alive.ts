import { setTimeout as delay } from 'node:timers/promises';

/** Shorter than the idle timeouts of proxies. */
const KEEP_ALIVE_MS = 15_000;

/** Something to poll until it ends. */
interface Waiting<Seen> {
  first: Seen;
  look: () => Promise<Seen>;
  /** whether to look again; `passedMs` since it was looked at before */
  goesOn: (seen: Seen, passedMs: number) => boolean;
  /** how long to wait before the next look */
  lookMs: (waitedMs: number) => number;
}

/**
 * Sends white space while a JSON response is not ready, which JSON allows: Node's fetch times out after 300 s
 * without headers. Returns the last value of `look`. A client that disconnects aborts the signal and ends the
 * wait.
 */
export async function* keepAliveUntilEnded<Seen>(
  { first, look, goesOn, lookMs }: Waiting<Seen>,
  signal: AbortSignal,
): AsyncGenerator<string, Seen> {
  yield '\n';
  let seen = first;
  let waitedMs = 0;
  let silentMs = 0;
  let passedMs = 0;
  while (goesOn(seen, passedMs)) {
    passedMs = lookMs(waitedMs);
    await delay(passedMs, undefined, { signal });
    waitedMs += passedMs;
    silentMs += passedMs;
    if (silentMs >= KEEP_ALIVE_MS) {
      silentMs = 0;
      yield '\n';
    }
    seen = await look();
  }
  return seen;
}
