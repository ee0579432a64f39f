/** An error with a message for the operator. It is printed without a stack trace. */
export class OperatorError extends Error {
  override readonly name: string = 'OperatorError';
}

/** The first line of an error's message. For an AggregateError, uses its first error. */
export function firstErrorLine(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return firstErrorLine(error.errors[0]);
  const text = error instanceof Error ? error.message || error.name : String(error);
  return text.split('\n', 1)[0] ?? '';
}
