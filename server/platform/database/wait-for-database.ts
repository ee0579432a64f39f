import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '../log.ts';
import { firstErrorLine, OperatorError } from '../operator-error.ts';
import { hasNoConnectionLeft, isOutage } from './database-outage.ts';

const PAUSE_MS = 1000;
const LINE_EVERY_MS = 60_000;

/** What a process does while its database is away at its start. */
export interface DatabaseWait {
  log: Log;
  /** Ends the wait. */
  stopping: AbortSignal;
  /** Called once, when the database is found to be away for everyone. */
  onAway?: (() => Promise<void>) | undefined;
  /** the time between two attempts, in ms; tests shorten it */
  pauseMs?: number;
}

/**
 * Runs `start`, and again while it fails because the database doesn't answer: under load, or after a restart of the machine,
 * processes that end would only make it slower. Logs that at once and every minute. Throws everything else that `start`
 * throws, such as a wrong password, and OperatorError if the process stops while it waits.
 */
export async function waitForDatabase<T>(
  start: () => Promise<T>,
  { log, stopping, onAway = async () => {}, pauseMs = PAUSE_MS }: DatabaseWait,
): Promise<T> {
  let lineAt = Number.NEGATIVE_INFINITY;
  let isAway = false;
  while (true) {
    try {
      return await start();
    } catch (error) {
      const failure = error instanceof OperatorError && error.cause ? error.cause : error;
      if (!isOutage(failure)) throw error;
      if (performance.now() - lineAt >= LINE_EVERY_MS) {
        lineAt = performance.now();
        log.warn({ reason: firstErrorLine(failure) }, 'waiting until the database answers');
      }
      if (!isAway && !hasNoConnectionLeft(failure)) {
        isAway = true;
        await onAway();
      }
    }
    await delay(pauseMs, undefined, { signal: stopping }).catch(() => {});
    if (stopping.aborted) throw new OperatorError('Stopped before the database answered.');
  }
}
