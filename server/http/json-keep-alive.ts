import { setTimeout as delay } from 'node:timers/promises';
import { isOutage } from '../platform/database/database-outage.ts';

/** Shorter than the idle timeout of common proxies. */
const KEEP_ALIVE_MS = 15_000;

/** A value to poll until it is final. */
interface Polled<Value> {
  first: Value;
  poll: () => Promise<Value>;
  /** whether to poll again; `passedMs` is the time since the previous poll */
  isPending: (value: Value, passedMs: number) => boolean;
  /** time until the next poll; `waitedMs` is the time waited so far */
  delayMs: (waitedMs: number) => number;
}

/**
 * Sends whitespace, which JSON allows, until a JSON response is ready: Node's fetch times out after 300 s
 * without headers. Returns the last polled value. When the client disconnects, `signal` aborts and ends the
 * wait. A poll that fails because the database doesn't answer is made again: with the response begun, an error could only break
 * it off.
 */
export async function* keepAliveUntilEnded<Value>(
  { first, poll, isPending, delayMs }: Polled<Value>,
  signal: AbortSignal,
): AsyncGenerator<string, Value> {
  yield '\n';
  let value = first;
  let waitedMs = 0;
  let silentMs = 0;
  let passedMs = 0;
  while (isPending(value, passedMs)) {
    passedMs = delayMs(waitedMs);
    await delay(passedMs, undefined, { signal });
    waitedMs += passedMs;
    silentMs += passedMs;
    if (silentMs >= KEEP_ALIVE_MS) {
      silentMs = 0;
      yield '\n';
    }
    value = await poll().catch((error: unknown) => {
      if (!isOutage(error)) throw error;
      return value;
    });
  }
  return value;
}
