import { CallError } from '#contract/errors.ts';

/** The error with the ID of the edit that was carried out in part, so that it can be undone. */
export function withEdit(error: unknown, edit: string): unknown {
  if (!(error instanceof CallError)) return error;
  const { code, message, retryAfterSeconds, cause } = error;
  const details = typeof error.details === 'object' ? error.details : {};
  return new CallError(code, message, {
    details: { ...details, edit },
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    cause,
  });
}
