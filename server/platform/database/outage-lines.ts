import { isDatabaseOutage } from './database-outage.ts';

/** Key of the failure in the details of a log line that names it only by its reason. It isn't written. */
export const FAILURE = Symbol('failure');

/**
 * Leaves out of the log what fails because the database doesn't answer: dozens of places try again all the time. The watch
 * of the database logs the outage once, and how many lines were left out.
 */
export interface OutageLines {
  /** Whether a line with these details is left out. Counts it. */
  leavesOut(details: unknown): boolean;
  /** How many lines were left out since the last `take`. */
  count(): number;
  /** How many lines were left out since the last call, and the last reason. */
  take(): { failures: number; reason: string };
}

export function createOutageLines(): OutageLines {
  let failures = 0;
  let reason = '';
  return {
    leavesOut(details) {
      const failure = failureIn(details);
      if (!(failure instanceof Error) || !isDatabaseOutage(failure)) return false;
      failures += 1;
      reason = failure.message;
      return true;
    },
    count: () => failures,
    take() {
      const taken = { failures, reason };
      failures = 0;
      return taken;
    },
  };
}

function failureIn(details: unknown): unknown {
  if (details instanceof Error) return details;
  if (typeof details !== 'object' || details === null) return null;
  const named = FAILURE in details ? details[FAILURE] : 'err' in details ? details.err : null;
  // A CallError has the failure of the database as its cause.
  return named instanceof Error && !isDatabaseOutage(named) && named.cause instanceof Error
    ? named.cause
    : named;
}
