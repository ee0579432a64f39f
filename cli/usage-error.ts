import { OperatorError } from '#server/platform/operator-error.ts';

/** The command line itself is wrong. Nothing was started, and the exit code is 2. */
export class UsageError extends OperatorError {
  override readonly name = 'UsageError';
}
