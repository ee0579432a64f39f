import { OperatorError } from '#server/platform/operator-error.ts';

/** The command line itself is wrong, so that the same again would fail again. Nothing was begun; the exit code is 2. */
export class Misuse extends OperatorError {
  override readonly name = 'Misuse';
}
