import { setTimeout as delay } from 'node:timers/promises';

/** Between two signs of life to a client that waits: less than what the proxies between us give up after. */
const WHITE_SPACE_MS = 15_000;

/** Something that is looked at again and again until it has ended. */
interface Waiting<Seen> {
  first: Seen;
  look: () => Promise<Seen>;
  /** whether to look again; `passedMs` since it was looked at before */
  goesOn: (seen: Seen, passedMs: number) => boolean;
  /** how long to wait before the next look */
  lookMs: (waitedMs: number) => number;
}

/**
 * White space before a JSON answer, which JSON allows: Node's fetch gives up without headers after 300 s. Returns what was seen last; a
 * client that hangs up ends the waiting by the signal.
 */
export async function* whiteSpaceUntilEnded<Seen>(
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
    if (silentMs >= WHITE_SPACE_MS) {
      silentMs = 0;
      yield '\n';
    }
    seen = await look();
  }
  return seen;
}
