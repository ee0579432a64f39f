import { CallError } from '#contract/errors.ts';
import { runHeavy } from '../platform/database/database-turns.ts';
import { createTurns, type Turns } from '../platform/turns.ts';

/** Changes of one account that can wait. Each holds the values of up to 500 rows in memory. */
const WAITING_OF_ACCOUNT = 20;

/**
 * Turns to change rows of lists: those of an account run one after another, as heavy work. Throws `rate_limited` if too
 * many wait.
 */
export function createChangeTurns(): Pick<Turns, 'run'> {
  const turns = createTurns({
    atOnce: 1,
    of: 'key',
    maxWaiting: WAITING_OF_ACCOUNT,
    refused: () =>
      new CallError('rate_limited', 'Too many changes to your lists are waiting. Try again in a moment.', {
        retryAfterSeconds: 1,
      }),
  });
  return {
    run: (accountId, work, signal) => turns.run(accountId, () => runHeavy(accountId, work), signal),
  };
}
