import { CallError } from '#contract/errors.ts';
import { OperatorError, reasonOf } from './operator-error.ts';

/**
 * Runs a command's work. A CallError becomes an OperatorError that includes its cause, such as the engine's
 * message.
 */
export async function asOperatorError(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    const cause = error.cause === undefined ? '' : ` (${reasonOf(error.cause)})`;
    throw new OperatorError(`${error.message}${cause}`, { cause: error });
  }
}
