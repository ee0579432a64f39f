import type { Log } from './log.ts';

/** Of the same failure, and of different ones, in a minute. */
const WINDOW_MS = 60_000;
const DIFFERENT_PER_WINDOW = 100;

/**
 * Logs what requests make fail, each failure once a minute, so that no one can fill the log by repeating a request.
 * One log lives as long as the app.
 */
export interface FailureLog {
  /** `key`: the same for failures with the same cause. Counts what it leaves out, and says so in the next minute. */
  write(log: Log, level: 'warn' | 'error', key: string, details: object, message: string): void;
}

export function createFailureLog(now: () => number): FailureLog {
  let windowEndsAt = 0;
  const seen = new Set<string>();
  let leftOut = 0;
  return {
    write(log, level, key, details, message) {
      if (now() >= windowEndsAt) {
        windowEndsAt = now() + WINDOW_MS;
        seen.clear();
        if (leftOut > 0) log.warn({ failures: leftOut }, 'left out failures that were repeated');
        leftOut = 0;
      }
      if (seen.has(key) || seen.size >= DIFFERENT_PER_WINDOW) {
        leftOut += 1;
        return;
      }
      seen.add(key);
      log[level](details, message);
    },
  };
}
