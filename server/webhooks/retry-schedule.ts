const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Waits before the second and each later try. With the first, which is due at once, there are ten. */
export const RETRY_WAITS_MS: readonly number[] = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];
/** A wait can be longer by this part of it, so that the retries of an outage don't come all at once. */
const JITTER = 0.2;
/** The longest wait that a receiver can ask for. */
const LONGEST_WAIT_MS = 24 * HOUR_MS;
const ASKS_TO_WAIT = new Set([429, 503]);

/** What a receiver answered. `retryAfter`: that header, if there was one. */
export interface Answer {
  status: number;
  retryAfter: string | null;
}

/** `again`: after `waitMs`. `gone`: the receiver wants no more events. `failed`: that was the last try. */
export type TryResult =
  | { kind: 'delivered' }
  | { kind: 'gone' }
  | { kind: 'failed' }
  | { kind: 'again'; waitMs: number };

/**
 * Says what follows a try. `answer`: null if there was none. `tries`: how many there were, with this one. `now` is in
 * ms since the epoch, `random` between 0 and 1.
 */
export function resultOf(
  answer: Answer | null,
  { tries, now, random }: { tries: number; now: number; random: number },
): TryResult {
  if (answer && answer.status >= 200 && answer.status < 300) return { kind: 'delivered' };
  if (answer?.status === 410) return { kind: 'gone' };
  const wait = RETRY_WAITS_MS[tries - 1];
  if (wait === undefined) return { kind: 'failed' };
  const planned = Math.round(wait * (1 + JITTER * random));
  const asked = answer && ASKS_TO_WAIT.has(answer.status) ? askedWait(answer.retryAfter, now) : 0;
  return { kind: 'again', waitMs: Math.max(planned, Math.min(asked, LONGEST_WAIT_MS)) };
}

/** The wait of a Retry-After header in ms: seconds, or an HTTP date. 0: there is none, or it can't be read. */
function askedWait(header: string | null, now: number): number {
  if (header === null) return 0;
  if (/^\s*\d{1,9}\s*$/.test(header)) return Number(header) * SECOND_MS;
  const at = Date.parse(header);
  return Number.isNaN(at) ? 0 : Math.max(0, at - now);
}
