import { CallError } from '#contract/errors.ts';
import { createTurns, type Turns } from '../platform/turns.ts';

/** Lists that are read into memory at once, of all accounts. */
const AT_ONCE = 2;
/** Those of one account that can wait. The accounts take turns, so no one waits for all of them. */
const WAITING_OF_ACCOUNT = 10;

/**
 * Turns to read a list into memory for a tool: a few at once, of which an account has one. Throws `rate_limited` if too
 * many of the account wait.
 */
export function createReadingTurns(): Pick<Turns, 'run'> {
  const ofAccount = createTurns({
    atOnce: 1,
    of: 'key',
    maxWaiting: WAITING_OF_ACCOUNT,
    refused: () =>
      new CallError('rate_limited', 'Too many of your lists are waiting. Try again when they are done.', {
        retryAfterSeconds: 1,
      }),
  });
  const ofAll = createTurns({ atOnce: AT_ONCE, of: 'all' });
  return {
    run: (accountId, work, signal) =>
      ofAccount.run(accountId, () => ofAll.run(accountId, work, signal), signal),
  };
}
