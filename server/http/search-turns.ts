import { CallError } from '#contract/errors.ts';
import { createTurns, type Turns } from '../platform/turns.ts';

/**
 * Runs the searches of each account one after another, so that no account occupies the whole engine. Throws
 * `rate_limited` if more than `maxWaiting` searches of the account wait.
 */
export function createSearchTurns(maxWaiting: number): Turns {
  return createTurns({
    atOnce: 1,
    of: 'key',
    maxWaiting,
    refused: () =>
      new CallError('rate_limited', 'Too many searches are waiting. Try again when they are done.', {
        retryAfterSeconds: 1,
      }),
  });
}
