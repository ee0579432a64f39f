import { CallError } from '#contract/errors.ts';
import { OperatorError, reasonOf } from '../platform/operator-error.ts';

/** What the warehouse refuses, in the operator's words: the engine's own, too. */
export async function told(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    const cause = error.cause === undefined ? '' : ` (${reasonOf(error.cause)})`;
    throw new OperatorError(`${error.message}${cause}`, { cause: error });
  }
}
