/** A failure whose message is written for the operator. It is printed alone: a stack would only hide it. */
export class OperatorError extends Error {
  override readonly name: string = 'OperatorError';
}

/** What an error of the system says, in one line; one that gathers several says its first. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  const text = error instanceof Error ? error.message || error.name : String(error);
  return text.split('\n', 1)[0] ?? '';
}
